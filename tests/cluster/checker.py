"""Whether a history is one that the servers promise. Pure: a history and a log in, findings out.

A command that was acknowledged is in the log once, with what was asked; one that was refused is not there; one whose
answer never came is there at most once, and nothing is there that nobody asked for. Nobody's stream has a gap, a step
back or two versions of one event, also over many connections and servers. An epoch of a table has one owner, and the
log's epochs never fall. When all faults are over every table goes on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tests.cluster.history import Answered, AnyEntry, Asked, Calm, Closed, Log, Opened, Owned, Told

AGAIN = ("too_fast", "unknown_outcome")  # refusals that do not say whether it happened
TURNED_AWAY = (4401, 4403, 4404, 4409, 4410)  # with these nobody is ever refused who was there before
EVENTS = {  # what becomes of a command
    "do": "did",
    "ready": "readied",
    "sit": "sat",
    "commit": "committed",
    "reveal": "revealed",
    "start": "starting",
    "say": "said",
    "rematch": "again",
}
CONTENT = {"did": "do", "said": "text", "committed": "hash", "revealed": "salt"}  # what events take from commands
PLAY = {"did", "dealt", "readied", "started", "starting", "committed", "revealed", "again"}  # how a match goes on

Expected = Mapping[tuple[str, int], Mapping[int, str]]  # by table and viewer: the text of every event by its number


class Finding(msgspec.Struct, frozen=True):
    """A promise that was broken, and where."""

    promise: str
    table: str
    what: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.what} (table {self.table})"


def findings(
    history: Sequence[AnyEntry], log: Log, owned: Iterable[Owned] = (), expected: Expected | None = None
) -> list[Finding]:
    """All that is wrong."""
    told = [entry for entry in history if isinstance(entry, Told)]
    return [
        *commands(history, log),
        *unasked(history, log),
        *gaps_in_logs(log),
        *steps(history),
        *versions(told),
        *stale(history),
        *(foreign(told, expected) if expected is not None else ()),
        *owners(log, owned),
        *turned_away(history),
        *stuck(history),
    ]


def commands(history: Sequence[AnyEntry], log: Log) -> Iterator[Finding]:
    """Each acknowledged command once, each refused one never, each other one at most once."""
    asked = {(one.table, one.person, one.id): one.command for one in history if isinstance(one, Asked)}
    answers: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for one in history:
        if isinstance(one, Answered) and one.refused not in AGAIN:
            answers[one.table, one.person, one.id].add(one.refused)
    done = Counter((table, row.event.get("by", ""), row.event.get("id", "")) for table in log for row in log[table])
    for key, command in asked.items():
        table, times, heard = key[0], done[key], answers[key]
        name = f"{key[2]} {command}"
        if len(heard) > 1:
            yield Finding("the same answer", table, f"{name} was answered by {sorted(heard)}")
        if "" in heard and not times:
            yield Finding("acknowledged is stored", table, f"{name} was acknowledged and is not in the log")
        if times > 1:
            yield Finding("done once", table, f"{name} is in the log {times} times")
        if heard and "" not in heard and times:
            yield Finding("refused is not done", table, f"{name} was refused ({min(heard)}) and is in the log")


def unasked(history: Sequence[AnyEntry], log: Log) -> Iterator[Finding]:
    """Every event in somebody's name is a command that this person gave."""
    asked = {(one.table, one.person, one.id): one.command for one in history if isinstance(one, Asked)}
    for table, rows in log.items():
        for event in (row.event for row in rows if row.event.get("id")):
            command = asked.get((table, event["by"], event["id"]))
            if command is None:
                yield Finding("only what was asked", table, f"nobody asked for {event}")
            elif event["kind"] != EVENTS[command["kind"]] or content(command, event) != content(event, event):
                yield Finding("only what was asked", table, f"{command} became {event}")


def content(said: Mapping[str, Any], event: Mapping[str, Any]) -> object:
    """The parts that a command and its event share."""
    return said.get(CONTENT.get(event["kind"], ""))


def gaps_in_logs(log: Log) -> Iterator[Finding]:
    """Events are numbered from 1 on."""
    for table, rows in log.items():
        if [row.n for row in rows] != [*range(1, len(rows) + 1)]:
            yield Finding("a log without gaps", table, f"the log is numbered {[row.n for row in rows]}")


def steps(history: Sequence[AnyEntry]) -> Iterator[Finding]:
    """On a connection each event follows the one before; who comes back is not told less than before."""
    last: dict[int, tuple[int, int] | None] = {}  # by connection: viewer and number
    for one in history:
        if isinstance(one, Opened):
            known = one.since is not None
            last[one.line] = (-1 if one.seat is None else one.seat, one.since or 0) if known else None
        elif isinstance(one, Told):
            before, last[one.line] = last[one.line], (one.viewer, one.n)
            if before is None:
                if not one.scene:
                    yield Finding("a stream from its beginning", one.table, f"event {one.n} came before any scene")
            elif one.scene:
                if before[0] == one.viewer and one.n < before[1]:
                    yield Finding("no step back", one.table, f"a scene as of {one.n} to who had {before[1]}")
            elif before != (one.viewer, one.n - 1):
                yield Finding("no gap", one.table, f"viewer {one.viewer} was told {one.n} after {before[1]}")


def versions(told: Iterable[Told]) -> Iterator[Finding]:
    """Whoever is told event n of a viewer's stream, on whatever server, is told the same."""
    first: dict[tuple[str, int, int, bool], str] = {}
    for one in told:
        text = first.setdefault((one.table, one.viewer, one.n, one.scene), one.text)
        if text != one.text:
            what = f"viewer {one.viewer} was told two versions of {one.n}: {text} and {one.text}"
            yield Finding("one version", one.table, what)


def stale(history: Sequence[AnyEntry]) -> Iterator[Finding]:
    """A scene shows at least all that anybody had been told when its connection began."""
    newest: dict[tuple[str, int], int] = defaultdict(int)
    due: dict[int, dict[int, int]] = {}  # by connection: what was known to each viewer when it began
    for one in history:
        if isinstance(one, Opened):
            due[one.line] = {viewer: n for (table, viewer), n in newest.items() if table == one.table}
        elif isinstance(one, Told):
            if one.scene and one.n < due[one.line].get(one.viewer, 0):
                what = f"a scene as of {one.n}, when viewer {one.viewer} had been told {due[one.line][one.viewer]}"
                yield Finding("nothing stale", one.table, what)
            newest[one.table, one.viewer] = max(newest[one.table, one.viewer], one.n)


def foreign(told: Iterable[Told], expected: Expected) -> Iterator[Finding]:
    """Every message says the same as the log."""
    for one in told:
        right = expected[one.table, one.viewer].get(one.n)
        if not one.scene and one.text != right:
            what = f"viewer {one.viewer} was told {one.text}, where the log tells {right}"
            yield Finding("told as stored", one.table, what)


def owners(log: Log, owned: Iterable[Owned]) -> Iterator[Finding]:
    """An epoch has one owner, and no event is written in an older epoch than the one before."""
    known: dict[tuple[str, int], str] = {}
    for one in owned:
        owner = known.setdefault((one.table, one.epoch), one.owner)
        if owner != one.owner:
            yield Finding("one owner an epoch", one.table, f"{owner} and {one.owner} had epoch {one.epoch}")
    for table, rows in log.items():
        epochs = [row.epoch for row in rows if row.epoch is not None]
        if epochs != sorted(epochs):
            yield Finding("epochs rise", table, f"the log's epochs are {epochs}")


def turned_away(history: Sequence[AnyEntry]) -> Iterator[Finding]:
    """Nobody who was at a table is told that there is no such person or table, or that its log cannot be read."""
    tables = {one.line: one.table for one in history if isinstance(one, Opened)}
    for one in history:
        if isinstance(one, Closed) and one.code in TURNED_AWAY:
            yield Finding("everybody comes back", tables[one.line], f"closed with {one.code} {one.reason}")


def going_on(entries: Iterable[AnyEntry]) -> set[str]:
    """The tables at which somebody has heard of more than talk, and of people who come and go."""
    return {
        one.table
        for one in entries
        if isinstance(one, Told) and not one.scene and msgspec.json.decode(one.text)["event"]["kind"] in PLAY
    }


def stuck(history: Sequence[AnyEntry]) -> Iterator[Finding]:
    """After all faults something happens at every table, and every player is answered."""
    calm = next((number for number, one in enumerate(history) if isinstance(one, Calm)), None)
    if calm is None:
        return
    tables = {one.table for one in history if isinstance(one, Opened)}
    people = {(one.table, one.person) for one in history if isinstance(one, Asked)}
    answered = {(one.table, one.person) for one in history[calm:] if isinstance(one, Answered) and not one.refused}
    for table in sorted(tables - going_on(history[calm:])):
        yield Finding("every table goes on", table, "nothing happened after the last fault")
    for table, person in sorted(people - answered):
        yield Finding("every table goes on", table, f"nothing that {person} asked after the last fault was done")
