"""Streams told again: what somebody missed, from the last events of a table; or a whole match, from its log."""

from array import array
from collections.abc import Iterable, Iterator

from ludotheque.table import events as e
from ludotheque.table.archive import finished
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING
from ludotheque.table.seen import Scenes
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import Table, Timed

MOST_MISSED = 100  # events that are told one by one; who missed more gets a whole scene


class Chunk:
    """A snapshot of a table, and the events after it as they are stored."""

    __slots__ = ("bodies", "start", "times")

    def __init__(self, start: bytes) -> None:
        self.start = start
        self.times = array("d")
        self.bodies = bytearray()

    def add(self, at: float, body: bytes) -> None:
        """Adds an event; JSON holds no line ends, so they separate events."""
        self.times.append(at)
        self.bodies += body + b"\n"


class History:
    """The last events of a table, at least MOST_MISSED if there were as many.

    They are kept in two chunks: when the newer one is long enough, the older one is forgotten. So coming back costs
    the same however long a table's log is, and needs no store.
    """

    def __init__(self, table: Table) -> None:
        self._chunks = [Chunk(snapshot(table))]

    def add(self, table: Table, at: float, body: bytes) -> None:
        """Adds an event that has just changed the table."""
        self._chunks[-1].add(at, body)
        if len(self._chunks[-1].times) >= MOST_MISSED:
            self._chunks = [self._chunks[-1], Chunk(snapshot(table))]

    def missed(self, viewer: int, since: int) -> list[bytes] | None:
        """The messages of a viewer's stream after number `since`; None if they are too many, or never were."""
        table = restored(self._chunks[0].start)
        assert table is not None
        walk = table.walk(self._events())
        while table.facts.sent[viewer + 1] != since:
            if next(walk, None) is None:
                return None
        _, *messages = retold(table, viewer, walk)
        return messages if len(messages) <= MOST_MISSED else None

    def _events(self) -> Iterator[Timed]:
        for chunk in self._chunks:
            yield from zip(chunk.times, map(e.decode, bytes(chunk.bodies).splitlines()), strict=True)


def retold(table: Table, viewer: int, walk: Iterable[Timed], open_cards: bool = False) -> list[bytes]:
    """Messages to a viewer about a walk over a log: a scene, then events."""
    scenes = Scenes(table, open_cards)
    messages = [scenes.whole(viewer)]
    for _, event in walk:
        messages += scenes.after(event, {viewer}).values()
    return messages


def replayed(name: str, log: list[Timed], match: int, viewer: int) -> list[bytes]:
    """A finished match as a seat was told of it, or with all cards open for those who watch: a scene, then events."""
    walk = finished(name, log, match)
    table, *_ = next(walk)
    if not WATCHING <= viewer < table.facts.setup.seats:
        raise RefusedError("no_such_seat", seat=viewer, last=table.facts.setup.seats - 1)
    return retold(table, viewer, ((at, event) for _, at, event in walk), open_cards=viewer == WATCHING)
