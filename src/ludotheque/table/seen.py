"""What each viewer is told of a table, built from what may be seen: the whole scene at first, then what has changed.

A viewer is a seat, or WATCHING. A scene has three parts: `table` (who sits there, the rules, the score sheet), `view`
(what everybody sees of the match) and `mine`, a seat's own: its fields of the view, its `choices` in the notation, the
number of the event that `asked` it, whether its choice is `changeable`, and what it said in advance (`standing`). A
message about an event has a number in the viewer's own stream, the event as that viewer may know it, and those fields
of each part that are different now.
"""

from typing import Any

import msgspec
import numpy as np

from ludotheque.games.box import Box, Happening, Reason, Value
from ludotheque.games.compiled import blank, plain_row
from ludotheque.games.fair import commitment
from ludotheque.games.play import Play
from ludotheque.table import events as e
from ludotheque.table.setup import Setup
from ludotheque.table.state import WATCHING, Place, Stage, Table
from ludotheque.table.told import outline, told

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


def changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The fields that are different now."""
    return {name: value for name, value in new.items() if name not in old or old[name] != value}


class Room:
    """Where the views of one match are written, again and again."""

    def __init__(self, box: Box, seats: int) -> None:
        self.box = box
        self.views = blank(box.rules.RECORD, seats + 1)
        self.numbers = self.views.view(np.ndarray).view(np.int64).reshape(seats + 1, -1)  # the same
        listed = 0 if box.market else seats  # in a market actions are endless
        self.actions = np.empty((listed, box.rules.MOST_LEGAL), np.int64)
        self.counts = np.zeros(listed, np.int64)

    def look(self, play: Play) -> Any:
        """Looks at a match; what the watchers see, as plain numbers."""
        self.box.around(play.states, self.views, self.actions, self.counts)
        return self.seen(WATCHING)

    def seen(self, viewer: int) -> Any:
        """What a viewer sees, as plain numbers."""
        return plain_row(self.box.rules.RECORD, self.numbers, viewer + 1)

    def secrets(self) -> list[bytes]:
        """What tells the view of each seat from that of the watchers."""
        return [row.tobytes() for row in self.numbers[1:] - self.numbers[0]]

    def choices(self, seat: int) -> list[str]:
        """What a seat that may act can do, as far as it can be listed."""
        if self.box.market:
            return self.box.notation.choices(self.views[seat + 1], seat)
        return [self.box.notation.text(action) for action in sorted(self.actions[seat, : self.counts[seat]].tolist())]


class Scenes:
    """What the viewers of one table have been shown, so that each is told only what is new."""

    def __init__(self, table: Table, open_cards: bool = False) -> None:
        self.table = table
        self.box = table.facts.setup.box
        self._open = open_cards  # watchers see all cards all the time: only for matches that are over
        self._seen: Any = None  # what the watchers see of the match, as plain numbers
        self._secrets: list[bytes] = []  # what each seat knows beside that
        self._known: dict[int, object] = {}  # what each viewer's own fields were made from
        self._room = Room(self.box, table.facts.setup.seats)
        self._table = fields(table_seen(table))
        self._view: dict[str, Any] = {}
        self._mine: dict[int, dict[str, Any]] = {}
        self._names: frozenset[str] = frozenset()
        self._look()

    def _look(self) -> None:
        """Looks at the match anew."""
        play = self.table.play
        if play is None:
            self._seen, self._secrets, self._view = None, [], {}
            return
        self._seen, self._secrets = self._room.look(play), self._room.secrets()
        self._view = fields(self.box.notation.look(self._seen, WATCHING, self.table.facts.setup.memory))

    def _own(self, viewer: int) -> dict[str, Any]:
        """What a viewer alone sees. Watchers may see all cards of a round that is over."""
        play, facts = self.table.play, self.table.facts
        if play is None or not self.may_see(viewer):
            return {}
        own = self.box.notation.mine(self._room.seen(viewer), viewer)
        if viewer == WATCHING:
            shown = self._open or (facts.setup.open_cards and (play.deal_due or play.over))
            own["cards"] = play.cards() if shown else None
            return own
        place = facts.places[viewer]
        own["choices"] = self._room.choices(viewer) if viewer in self.table.actors else []
        own["asked"] = place.asked
        own["changeable"] = viewer in play.chosen
        own["standing"] = place.standing
        return own

    def _public(self) -> dict[str, Any] | None:
        """What everybody sees of the match."""
        own = self._own_fields()
        return {name: value for name, value in self._view.items() if name not in own}

    def _own_fields(self) -> frozenset[str]:
        """The fields of the view that are each seat's own."""
        if not self._names and self._seen is not None:
            self._names = frozenset(self.box.notation.mine(self._seen, WATCHING))
        return self._names

    def whole(self, viewer: int) -> bytes:
        """The scene as a viewer sees it now."""
        mine = self._mine[viewer] = self._own(viewer)
        self._known.pop(viewer, None)
        n = self.table.facts.told[viewer + 1]
        view = self._public() if self.table.play is not None and self.may_see(viewer) else None
        return _encode({"kind": "scene", "n": n, "table": self._table, "view": view, "mine": mine})

    def may_see(self, viewer: int) -> bool:
        """Whether a viewer may see the match at all."""
        return viewer != WATCHING or self._open or self.table.facts.setup.spectators

    def after(self, event: e.AnyEvent, viewers: set[int]) -> dict[int, bytes]:
        """What each of these viewers is told of the event that has just happened."""
        before, old = self._seen, self._view
        self._look()
        parts = self._table_after(event), self._view_after(old), self._happened(event, before)
        rests: dict[tuple[bool, bool], bytes | None] = {}  # by whether it is one's own, and whether one may see
        messages = {}
        for viewer in viewers:
            key = viewer == getattr(event, "seat", None), self.may_see(viewer)
            if key not in rests:
                rests[key] = self._rest(event, viewer, *parts)
            if (rest := rests[key]) is not None:
                n = self.table.facts.told[viewer + 1]
                messages[viewer] = b'{"kind":"event","n":%d%b%b}' % (n, rest, self._mine_after(viewer))
        return messages

    def _mine_after(self, viewer: int) -> bytes:
        """What has changed for a viewer alone."""
        if (known := self._knows(viewer)) is not None and known == self._known.get(viewer):
            return b""
        self._known[viewer] = known
        own = self._own(viewer)
        mine = changed(self._mine.get(viewer, {}), own)
        self._mine[viewer] = own
        return part(b"mine", _encode(mine)) if mine else b""

    def _knows(self, viewer: int) -> object:
        """All that the own fields of a seat are made from, while it waits; None for others, who are looked at anew."""
        play = self.table.play
        if viewer == WATCHING or play is None or viewer in self.table.actors:
            return None
        place = self.table.facts.places[viewer]
        public = [self._view[name] for name in self._own_fields()]
        return self._secrets[viewer], public, place.asked, place.standing, viewer in play.chosen

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
        play = self.table.play
        if isinstance(event, e.Did) and play is not None and not (play.deal_due or play.over):
            return b"{}"
        old, self._table = self._table, fields(table_seen(self.table))
        return _encode(changed(old, self._table))

    def _view_after(self, old: dict[str, Any]) -> bytes:
        """What has changed for everybody."""
        new = changed(old, self._view)
        for name in self._own_fields():
            new.pop(name, None)
        return _encode(new)

    def _happened(self, event: e.AnyEvent, before: Any) -> list[Happening]:
        """What everybody saw follow from an action."""
        if not isinstance(event, e.Did) or event.again:
            return []
        return self.box.notation.happened(before, self._seen, event.seat, self.box.notation.parse(event.do))


def part(name: bytes, value: bytes) -> bytes:
    """A part of a message; nothing if it is empty."""
    return b"" if value == b"{}" else b',"%b":%b' % (name, value)
