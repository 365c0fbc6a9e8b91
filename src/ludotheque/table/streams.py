"""Streams told again: what somebody missed, from the last events of a table; or a whole match, from its log."""

from array import array

from ludotheque.table import events as e
from ludotheque.table.archive import Timed, finished
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
        events = iter(self._events())
        while table.facts.told[viewer + 1] != since:
            if (following := next(events, None)) is None:
                return None
            table.apply(e.decode(following[1]), following[0])
        scenes = Scenes(table)
        scenes.whole(viewer)
        messages: list[bytes] = []
        for at, body in events:
            event = e.decode(body)
            table.apply(event, at)
            messages += scenes.after(event, {viewer}).values()
        return messages if len(messages) <= MOST_MISSED else None

    def _events(self) -> list[tuple[float, bytes]]:
        times = [at for stretch in self._stretches for at in stretch.times]
        bodies = [body for stretch in self._stretches for body in bytes(stretch.bodies).splitlines()]
        return [*zip(times, bodies, strict=True)]


def replayed(name: str, log: list[Timed], match: int, viewer: int) -> list[bytes]:
    """A finished match as a seat was told of it, or with all cards open for those who watch: a scene, then events."""
    messages: list[bytes] = []
    scenes: Scenes | None = None
    for table, _, event in finished(name, log, match):
        if scenes is not None:
            messages += scenes.after(event, {viewer}).values()
            continue
        if not WATCHING <= viewer < table.facts.setup.seats:
            raise RefusedError("no_such_seat", seat=viewer, last=table.facts.setup.seats - 1)
        scenes = Scenes(table, open_cards=viewer == WATCHING)
        messages.append(scenes.whole(viewer))
    return messages
