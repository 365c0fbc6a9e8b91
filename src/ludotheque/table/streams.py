"""Streams told again: what somebody missed, from the last events of a table; or a whole match, from its log."""

from array import array

from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.seen import Scenes
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import WATCHING, Table

MOST_MISSED = 100  # events that are told one by one; who missed more gets a whole scene


class Stretch:
    """A snapshot of a table, and the events after it as they are stored."""

    __slots__ = ("bodies", "start", "times")

    def __init__(self, start: bytes) -> None:
        self.start = start
        self.times = array("d")
        self.bodies = bytearray()

    def add(self, at: float, body: bytes) -> None:
        """One more event; JSON holds no line ends."""
        self.times.append(at)
        self.bodies += body + b"\n"


class History:
    """The last events of a table, at least MOST_MISSED if there were as many.

    They are kept in two stretches: when the newer one is long enough, the older one is forgotten. So coming back costs
    the same however long a table's log is, and needs no store.
    """

    def __init__(self, table: Table) -> None:
        self._stretches = [Stretch(snapshot(table))]

    def add(self, table: Table, at: float, body: bytes) -> None:
        """An event that has just changed the table."""
        self._stretches[-1].add(at, body)
        if len(self._stretches[-1].times) >= MOST_MISSED:
            self._stretches = [self._stretches[-1], Stretch(snapshot(table))]

    def missed(self, viewer: int, since: int) -> list[bytes] | None:
        """The messages of a viewer's stream after number `since`; None if they are too many, or never were."""
        table = restored(self._stretches[0].start)
        assert table is not None
        scenes = None
        messages: list[bytes] = []
        for at, body in self._events():
            if scenes is None and table.facts.told[viewer + 1] == since:
                scenes = Scenes(table)
                scenes.whole(viewer)
            event = e.decode(body)
            table.apply(event, at)
            if scenes is not None:
                messages += scenes.after(event, {viewer}).values()
        if scenes is None:
            return [] if table.facts.told[viewer + 1] == since else None
        return messages if len(messages) <= MOST_MISSED else None

    def _events(self) -> list[tuple[float, bytes]]:
        times = [at for stretch in self._stretches for at in stretch.times]
        bodies = [body for stretch in self._stretches for body in bytes(stretch.bodies).splitlines()]
        return [*zip(times, bodies, strict=True)]


def replayed(name: str, log: list[tuple[float, e.AnyEvent]], match: int, viewer: int) -> list[bytes]:
    """A finished match as a seat was told of it, or with all cards open for those who watch: a scene, then events."""
    (at, first), *rest = log
    assert isinstance(first, e.Made)
    if not WATCHING <= viewer < first.setup.seats:
        raise RefusedError("no_such_seat", seat=viewer, last=first.setup.seats - 1)
    table, scenes = Table.begin(name, first, at), None
    messages: list[bytes] = []
    for at, event in rest:
        table.apply(event, at)
        if table.facts.match != match:
            continue
        if isinstance(event, e.Started):
            scenes = Scenes(table, open_cards=viewer == WATCHING)
            messages = [scenes.whole(viewer)]
        elif scenes is not None:
            messages += scenes.after(event, {viewer}).values()
        if table.facts.stage == "over":
            return messages
    raise RefusedError("not_over" if match == table.facts.match else "no_such_match")
