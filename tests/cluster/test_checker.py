"""The checker finds what is wrong: each promise is broken once, in an otherwise good history."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.cluster.checker import findings
from tests.cluster.history import Answered, AnyEntry, Asked, Calm, Closed, Log, Logged, Opened, Owned, Told, write

TABLE, ANN, BOB = "t", "ann", "bob"
SAY = {"kind": "say", "text": "hello"}
DO = {"kind": "do", "do": "play r5", "saw": 1}
STARTED = '{"kind":"scene","n":1}'


def event(n: int, kind: str) -> str:
    return msgspec.json.encode({"kind": "event", "n": n, "event": {"kind": kind}}).decode()


def good() -> list[AnyEntry]:
    """Ann says and does something, loses her connection, comes back and asks again; Bob watches."""
    return [
        Opened(0.0, 1, TABLE, ANN),
        Told(0.1, 1, TABLE, 0, 1, scene=True, text=STARTED),
        Asked(0.2, 1, TABLE, ANN, "a1", SAY),
        Told(0.3, 1, TABLE, 0, 2, scene=False, text=event(2, "said")),
        Answered(0.3, 1, TABLE, ANN, "a1"),
        Asked(0.4, 1, TABLE, ANN, "a2", DO),
        Closed(0.5, 1, 1006, ""),
        Opened(0.6, 2, TABLE, ANN, seat=0, since=2),
        Asked(0.7, 2, TABLE, ANN, "a2", DO),
        Calm(0.75),
        Told(0.8, 2, TABLE, 0, 3, scene=False, text=event(3, "did")),
        Answered(0.8, 2, TABLE, ANN, "a2"),
        Asked(0.9, 2, TABLE, ANN, "a3", {"kind": "ready"}),
        Answered(0.9, 2, TABLE, ANN, "a3", "no_deal_due"),
        Opened(0.95, 3, TABLE, BOB),
        Told(1.0, 3, TABLE, -1, 3, scene=True, text='{"kind":"scene","n":3}'),
    ]


def log() -> list[Logged]:
    return [
        Logged(1, {"kind": "made"}, epoch=1),
        Logged(2, {"kind": "said", "text": "hello", "by": ANN, "id": "a1"}, epoch=1),
        Logged(3, {"kind": "did", "do": "play r5", "by": ANN, "id": "a2"}, epoch=2),
    ]


def promises(
    history: list[AnyEntry], rows: list[Logged], owned: tuple[Owned, ...] = (), told: dict[int, str] | None = None
) -> set[str]:
    """The promises that were broken."""
    logs: Log = {TABLE: rows}
    expected = None if told is None else {(TABLE, 0): told, (TABLE, -1): told}
    return {finding.promise for finding in findings(history, logs, owned, expected)}


def test_a_good_history_has_no_findings() -> None:
    owned = (Owned(TABLE, 1, "one"), Owned(TABLE, 2, "two"), Owned(TABLE, 2, "two"))
    assert promises(good(), log(), owned, {2: event(2, "said"), 3: event(3, "did")}) == set()


def test_a_command_that_is_never_answered_may_be_done_or_not() -> None:
    open_end = [*good(), Asked(1.1, 2, TABLE, ANN, "a4", SAY)]
    done = Logged(4, {"kind": "said", "text": "hello", "by": ANN, "id": "a4"})
    assert promises(open_end, log()) == promises(open_end, [*log(), done]) == set()


def test_a_refusal_that_says_ask_again_settles_nothing() -> None:
    first, second = (
        Answered(at, 2, TABLE, ANN, "a4", refused) for at, refused in ((1.2, "unknown_outcome"), (1.4, ""))
    )
    asked = [Asked(at, 2, TABLE, ANN, "a4", SAY) for at in (1.1, 1.3)]
    done = Logged(4, {"kind": "said", "text": "hello", "by": ANN, "id": "a4"})
    assert promises([*good(), asked[0], first, asked[1], second], [*log(), done]) == set()


WRONG_LOGS: dict[str, Callable[[list[Logged]], list[Logged]]] = {
    "acknowledged is stored": lambda rows: rows[:2],
    "done once": lambda rows: [*rows, Logged(4, rows[2].event)],
    "refused is not done": lambda rows: [*rows, Logged(4, {"kind": "readied", "by": ANN, "id": "a3"})],
    "only what was asked": lambda rows: [*rows, Logged(4, {"kind": "said", "by": ANN, "id": "a9"})],
    "a log without gaps": lambda rows: [*rows[:2], Logged(4, rows[2].event)],
    "epochs rise": lambda rows: [*rows, Logged(4, {"kind": "resumed"}, epoch=1)],
}


@pytest.mark.parametrize("promise", WRONG_LOGS)
def test_a_wrong_log_is_found(promise: str) -> None:
    assert promises(good(), WRONG_LOGS[promise](log())) == {promise}


@pytest.mark.parametrize("changed", [{"do": "play r6"}, {"kind": "readied"}])
def test_a_command_that_became_something_else_is_found(changed: dict[str, str]) -> None:
    rows = log()
    rows[2] = Logged(3, rows[2].event | changed)
    assert promises(good(), rows) == {"only what was asked"}


LATE = 1.5
WRONG_HISTORIES: dict[str, list[AnyEntry]] = {
    "the same answer": [Answered(LATE, 2, TABLE, ANN, "a1", "past")],
    "no gap": [Told(LATE, 2, TABLE, 0, 5, scene=False, text=event(5, "said"))],
    "a stream from its beginning": [
        Opened(LATE, 4, TABLE, BOB),
        Told(LATE, 4, TABLE, -1, 4, scene=False, text=event(4, "said")),
    ],
    "no step back": [Told(LATE, 2, TABLE, 0, 2, scene=True, text='{"kind":"scene","n":2}')],
    "one version": [
        Opened(LATE, 4, TABLE, ANN, seat=0, since=2),
        Told(LATE, 4, TABLE, 0, 3, scene=False, text=event(3, "dealt")),
    ],
    "nothing stale": [
        Opened(LATE, 4, TABLE, BOB),
        Told(LATE, 4, TABLE, -1, 2, scene=True, text='{"kind":"scene","n":2}'),
    ],
    "everybody comes back": [Opened(LATE, 4, TABLE, BOB), Closed(LATE, 4, 4404, "no_such_table")],
}


@pytest.mark.parametrize("promise", WRONG_HISTORIES)
def test_a_wrong_history_is_found(promise: str) -> None:
    assert promise in promises([*good(), *WRONG_HISTORIES[promise]], log())


def test_an_event_told_twice_is_a_step_back() -> None:
    twice = Told(LATE, 2, TABLE, 0, 3, scene=False, text=event(3, "did"))
    assert promises([*good(), twice], log()) == {"no gap"}


def test_a_stream_that_does_not_go_on_where_it_was_left_is_found() -> None:
    behind = [entry for entry in good() if not (isinstance(entry, Told) and entry.n == 3)]
    skipped = Told(0.8, 2, TABLE, 0, 4, scene=False, text=event(4, "did"))
    assert "no gap" in promises([*behind, skipped], log())


def test_what_the_log_does_not_tell_is_found() -> None:
    assert promises(good(), log(), told={2: event(2, "said")}) == {"told as stored"}


def test_two_owners_of_an_epoch_are_found() -> None:
    assert promises(good(), log(), (Owned(TABLE, 2, "one"), Owned(TABLE, 2, "two"))) == {"one owner an epoch"}


def test_a_table_that_does_not_go_on_is_found() -> None:
    talk = [msgspec.structs.replace(one, text=event(3, "said")) if told_last(one) else one for one in good()]
    assert promises(talk, log()) == {"every table goes on"}


def told_last(entry: AnyEntry) -> bool:
    return isinstance(entry, Told) and entry.at == 0.8


def test_a_player_who_gets_nothing_done_is_found() -> None:
    refused = [
        msgspec.structs.replace(one, refused="storage") if isinstance(one, Answered) and one.at == 0.8 else one
        for one in good()
    ]
    assert "every table goes on" in promises(refused, log())


def test_a_history_is_kept_line_by_line(tmp_path: Path) -> None:
    write(good(), tmp_path / "history.jsonl")
    lines = (tmp_path / "history.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=AnyEntry) for line in lines] == good()
