"""What each viewer is told of a table, built from what may be seen: the whole scene at first, then what has changed.

A viewer is a seat, or WATCHING. A scene has three parts: `table` (who sits there, the rules, the score sheet), `view`
(what everybody sees of the match) and `mine`, a seat's own: its fields of the view, its `choices` in the notation, the
number of the event that `asked` it, whether its choice is `changeable`, and what it said in advance (`standing`). A
message about an event has a number in the viewer's own stream, the event as that viewer may know it, and those fields
of each part that are different now.
"""

import functools
from collections.abc import Iterable
from typing import Any

import msgspec

from ludotheque.games.around import Around
from ludotheque.games.box import Happening, Reason, Value, seats_in
from ludotheque.games.fair import commitment
from ludotheque.games.look import ALL
from ludotheque.games.play import Play
from ludotheque.table import events as e
from ludotheque.table.setup import Setup
from ludotheque.table.state import WATCHING, Place, Stage, Table
from ludotheque.table.told import outline, secretly, told

Fields = dict[str, bytes]
_encode = msgspec.json.Encoder().encode


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat as everybody sees it. Without person and level it is free."""

    person: str
    name: str
    level: str
    away: bool
    ready: bool


class Round(msgspec.Struct, frozen=True):
    """A line of the score sheet: points by place, and why."""

    gained: list[int]
    reasons: list[list[Reason]]


class TableSeen(msgspec.Struct, frozen=True):
    """A table as everybody sees it. `secret` is shown when the match is over; a lesson promises nothing."""

    id: str
    setup: Setup
    options: dict[str, Value]
    stage: Stage
    match: int
    host: str
    seats: list[SeatSeen]
    commitment: str
    salts: list[str]
    secret: str | None
    sheet: list[Round]
    winners: list[int]


def table_seen(table: Table) -> TableSeen:
    """A table as everybody sees it."""
    facts, play = table.facts, table.play
    rounds = zip(play.round_scores, play.reasons, strict=True) if play is not None else ()
    return TableSeen(
        id=facts.id,
        setup=facts.setup,
        options=facts.setup.all_options(),
        stage=facts.stage,
        match=facts.match,
        host=facts.host,
        seats=[seat_seen(place) for place in facts.places],
        commitment="" if facts.setup.lesson else commitment(bytes.fromhex(facts.secret)),
        salts=[place.salt for place in facts.places],
        secret=facts.secret if facts.stage == "over" and not facts.setup.lesson else None,
        sheet=[Round(gained, reasons) for gained, reasons in rounds],
        winners=play.winners if play is not None else [],
    )


def seat_seen(place: Place) -> SeatSeen:
    """A seat as everybody sees it."""
    return SeatSeen(place.person, place.name, place.level, place.away, place.ready)


def fields(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a message."""
    return dict(zip(struct.__struct_fields__, msgspec.structs.astuple(struct), strict=True))


class Scenes:
    """What the viewers of one table have been shown, so that each is told only what is new.

    Fields are kept as the JSON that was sent of them.
    """

    def __init__(self, table: Table, open_cards: bool = False) -> None:
        setup = table.facts.setup
        self.table = table
        self.box = setup.box
        self._memory = setup.memory
        self._open = open_cards  # watchers see all cards all the time: only for matches that are over
        self._watched = open_cards or setup.spectators
        self._around = Around(setup.box, setup.seats)
        self._look = setup.box.notation.LOOK
        self._play: Play | None = None  # the match that was looked at
        self._seen: Any = None  # what the watchers see of it, as plain numbers
        self._table: dict[str, Any] = {}
        self._view: Fields = {}
        self._mine: dict[int, Fields] = {}
        self._asks: dict[int, object] = {}  # what seats were asked last
        self._current = False  # whether all this is as of the last event
        if table.play is None:
            self._catch_up()

    def _catch_up(self) -> None:
        """Looks at everything, if something has happened that nobody was told of."""
        if not self._current:
            self._table, self._current = fields(table_seen(self.table)), True
            self._look_again()

    def may_see(self, viewer: int) -> bool:
        """Whether a viewer may see the match at all."""
        return viewer != WATCHING or self._watched

    def whole(self, viewer: int) -> bytes:
        """The scene as a viewer sees it now."""
        self._catch_up()
        self._asks.pop(viewer, None)
        mine = self._mine[viewer] = dict(self._own(viewer, ALL))
        seen = self._play is not None and self.may_see(viewer)
        view = written(self._view.items()) if seen else b"null"
        n = self.table.facts.told[viewer + 1]
        parts = n, _encode(self._table), view, written(mine.items())
        return b'{"kind":"scene","n":%d,"table":%b,"view":%b,"mine":%b}' % parts

    def after(self, event: e.AnyEvent, viewers: set[int]) -> dict[int, bytes]:
        """What each of these viewers is told of the event that has just happened; all have been shown the scene."""
        if not viewers:
            self._current = False
            return {}
        before = self._seen
        view = self._look_again()
        parts = self._table_after(event), view, self._happened(event, before)
        whose = secretly(event, self.box.notation.HIDDEN)
        rests: dict[tuple[bool, bool], bytes | None] = {}  # by whether it is one's own secret, and whether one may see
        messages, numbers = {}, self.table.facts.told
        for viewer in viewers:
            key = viewer == whose, viewer != WATCHING or self._watched
            if key not in rests:
                rests[key] = self._rest(event, viewer, *parts)
            if (rest := rests[key]) is not None:
                messages[viewer] = b'{"kind":"event","n":%d%b%b}' % (
                    numbers[viewer + 1],
                    rest,
                    self._mine_after(viewer),
                )
        return messages

    def _look_again(self) -> bytes:
        """Looks at the match anew; what has changed for everybody."""
        play = self.table.play
        if play is None:
            self._play = self._seen = None
            self._view, self._mine, self._asks = {}, {}, {}
            return b"{}"
        self._around.look(play.numbers)
        if play is not self._play:
            self._play = play
            self._around.changed = [ALL] * len(self._around.changed)
        seen = self._seen = self._around.seen(WATCHING)
        value, memory = self._look.value, self._memory
        new = [
            (field.name, _encode(value(field, seen, memory))) for field in self._look.touched(self._around.changed[0])
        ]
        new.append(("actors", seats_written(self._around.acting)))
        return written(renewed(self._view, new))

    def _own(self, viewer: int, changed: int) -> list[tuple[str, bytes]]:
        """What a viewer alone sees, as far as it is made from what has changed."""
        play = self._play
        if play is None or not self.may_see(viewer):
            return []
        own = []
        if changed & self._look.own:
            view = self._around.seen(viewer)
            own = [(f.name, _encode(f.make(view, viewer))) for f in self._look.touched(changed, own=True)]
        if changed == ALL:
            own.append(("seat", _encode(viewer if viewer != WATCHING else None)))
        return own + (self._cards(play) if viewer == WATCHING else self._asked(viewer, play))

    def _cards(self, play: Play) -> list[tuple[str, bytes]]:
        """Watchers may see all cards of a round that is over."""
        shown = self._open or (self.table.facts.setup.open_cards and (play.deal_due or play.over))
        return [("cards", _encode(play.cards()) if shown else b"null")]

    def _asked(self, seat: int, play: Play) -> list[tuple[str, bytes]]:
        """What a seat is asked, if that may be something else than before."""
        place, acts = self.table.facts.places[seat], bool(self._around.acting >> seat & 1)
        now = acts, place.asked, seat in play.chosen, place.standing
        if not acts and self._asks.get(seat) == now:
            return []
        self._asks[seat] = now
        return [
            ("choices", _encode(self._around.choices(seat)) if acts else b"[]"),
            ("asked", b"%d" % place.asked),
            ("changeable", b"true" if seat in play.chosen else b"false"),
            ("standing", b"null" if place.standing is None else _encode(place.standing)),
        ]

    def _mine_after(self, viewer: int) -> bytes:
        """What has changed for a viewer alone."""
        changed = self._around.changed[viewer + 1] if viewer in self._mine else ALL
        new = self._own(viewer, changed)
        return part(b"mine", written(renewed(self._mine.setdefault(viewer, {}), new))) if new else b""

    def _rest(
        self, event: e.AnyEvent, viewer: int, table: bytes, view: bytes, happened: list[Happening]
    ) -> bytes | None:
        """What several viewers are told alike; None if nothing."""
        may_see = self.may_see(viewer)
        seen = told(event, viewer, self.box.notation.HIDDEN, happened) if may_see else outline(event)
        if seen is None:
            return None
        return part(b"event", _encode(seen)) + part(b"table", table) + (part(b"view", view) if may_see else b"")

    def _table_after(self, event: e.AnyEvent) -> bytes:
        """What has changed at the table; actions change it only when a round is over."""
        play = self._play
        if isinstance(event, e.Did) and play is not None and not (play.deal_due or play.over):
            return b"{}"
        old, self._table = self._table, fields(table_seen(self.table))
        return _encode({name: value for name, value in self._table.items() if old[name] != value})

    def _happened(self, event: e.AnyEvent, before: Any) -> list[Happening]:
        """What everybody saw follow from an action."""
        if not isinstance(event, e.Did) or event.again:
            return []
        return self.box.notation.happened(before, self._seen, event.seat, self.box.notation.parse(event.do))


def renewed(known: Fields, new: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Those of the new fields that are different from what is known; they are known from then on."""
    different = [(name, value) for name, value in new if known.get(name) != value]
    known.update(different)
    return different


def written(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """Fields as an object of JSON."""
    return b"{%b}" % b",".join([b'"%b":%b' % (name.encode(), value) for name, value in parts])


@functools.cache
def seats_written(bits: int) -> bytes:
    """A set of seats as JSON."""
    return _encode(seats_in(bits))


def part(name: bytes, value: bytes) -> bytes:
    """A part of a message; nothing if it is empty."""
    return b"" if value == b"{}" else b',"%b":%b' % (name, value)
