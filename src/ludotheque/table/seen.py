"""Messages to each viewer of a table, built from what may be seen: the whole scene first, then changes.

A viewer is a seat, or WATCHING. A scene has three parts: `table` (who sits there, the rules, the score sheet), `view`
(what everybody sees of the match) and `mine`, a seat's own: its fields of the view, its `choices` in the notation, the
number of the event that `asked` it, whether its choice is `changeable`, and what it said in advance (`standing`). A
message about an event has a number in the viewer's own stream, the event as that viewer may know it, and those fields
of each part that are different now.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.games.broadcast import Broadcast
from ludotheque.games.contract import CLOCK, WAIT, Reason, Value
from ludotheque.games.fair import commitment
from ludotheque.games.play import Play
from ludotheque.table import events as e
from ludotheque.table.facts import WATCHING, Claim, Stage
from ludotheque.table.public_events import outline, public_event, secretly
from ludotheque.table.same import SameCards
from ludotheque.table.setup import Setup
from ludotheque.table.state import Table

_encode = msgspec.json.Encoder().encode
OTHERS = -2  # all who sit or watch, but for one whose secret it is
BESIDE = (e.Readied, e.Stands, e.Left, e.Returned, e.Resumed, e.Paced, e.Said)  # change nothing of a match
AT_SEATS = (e.Dealt, e.Readied, e.Left, e.Returned)  # change nothing else of what everybody sees of a table
UNKNOWN = (None, None, ())  # what somebody was asked who has not been shown anything


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat as everybody sees it. Without person and level it is free."""

    person: str
    name: str
    level: str
    away: bool
    ready: bool
    claim: Claim | None = None  # who will have it from the next deal on
    leaving: bool = False  # whether its owner is removed at the end of the round


class Round(msgspec.Struct, frozen=True):
    """A line of the score sheet: points by place, and why."""

    gained: list[int]
    reasons: list[list[Reason]]


class MomentSeen(msgspec.Struct, frozen=True):
    """A moment of another match, through the eyes of the seat that plays on from there."""

    table: str  # empty if it was at none
    match: int
    at: int
    seat: int
    new_deal: bool  # whether what that seat could not see was dealt anew


class TableSeen(msgspec.Struct, frozen=True):
    """A table as everybody sees it. `secret` is shown when the match is over; a lesson, and what is played on from
    a moment of another match, promises nothing; that of a set of deals is shown when the set is opened.

    While it is `starting`, players reveal the salts that they promised by `salt_commitments`. During the match, a seat
    with a commitment and no salt was left out.
    """

    id: str
    setup: Setup
    options: dict[str, Value]
    stage: Stage
    starting: bool
    match: int
    host: str
    seats: list[SeatSeen]
    commitment: str
    salt_commitments: list[str]
    salts: list[str]
    secret: str | None
    sheet: list[Round]
    winners: list[int]
    played_on: MomentSeen | UnsetType = UNSET  # the moment of another match from which the first one here goes on
    same: SameCards | UnsetType = UNSET  # the set of deals that it belongs to, if it does


def table_seen(table: Table) -> TableSeen:
    """A table as everybody sees it."""
    facts, play = table.facts, table.play
    rounds = zip(play.round_scores, play.reasons, strict=True) if play is not None else ()
    return TableSeen(
        id=facts.id,
        setup=facts.setup,
        options=facts.setup.all_options() if play is None else play.options,
        stage=facts.stage,
        starting=facts.starting_at is not None,
        match=facts.match,
        host=facts.host,
        seats=seats_seen(table),
        commitment="" if table.prepared else commitment(bytes.fromhex(facts.secret)),
        salt_commitments=[place.commitment for place in facts.places],
        salts=[place.salt for place in facts.places],
        secret=facts.secret if facts.stage == "over" and not table.prepared and facts.same is None else None,
        sheet=[Round(gained, reasons) for gained, reasons in rounds],
        winners=play.winners if play is not None else [],
        played_on=UNSET if facts.played_on is None else moment_seen(facts.played_on),
        same=UNSET if facts.same is None else facts.same,
    )


def moment_seen(moment: e.PlayedOn) -> MomentSeen:
    """Where a match goes on from, as everybody sees it."""
    return MomentSeen(moment.table, moment.match, moment.at, moment.seat, moment.new_deal)


def seats_seen(table: Table) -> list[SeatSeen]:
    """The seats as everybody sees them."""
    leaving = table.facts.leaving
    return [
        SeatSeen(at.person, at.name, at.level, at.away, at.ready, at.claim, at.person in leaving)
        for at in table.facts.places
    ]


def fields(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a message, but for those that are not there."""
    every = zip(struct.__struct_fields__, msgspec.structs.astuple(struct), strict=True)
    return {name: value for name, value in every if value is not UNSET}


class Scenes:
    """The state that a table's viewers have been shown, so that each is told only news."""

    def __init__(self, table: Table, open_cards: bool = False) -> None:
        setup = table.facts.setup
        self.table = table
        self.box = setup.box
        self._memory = setup.memory
        self._open = open_cards  # watchers see all cards all the time: only for matches that are over
        self._watched = open_cards or setup.spectators
        self._broadcast = Broadcast(setup.box, setup.seats)
        self._play: Play | None = None  # the match that was looked at
        self._table: dict[str, Any] = {}
        self._asks: dict[int, tuple[object, ...]] = {}  # what seats were asked last, and which cards watchers saw
        self._current = False  # whether all this is as of the last event
        if table.play is None:
            self._catch_up()

    def _catch_up(self) -> None:
        """Looks at everything, if something has happened that nobody was told of."""
        if not self._current:
            self._table, self._current = fields(table_seen(self.table)), True
            self._turn_to(self.table.play)
            if self._play is not None:
                self._broadcast.look(self._play.numbers, self._memory, full=True)

    def _turn_to(self, play: Play | None) -> bool:
        """Notes which match is looked at; whether it is another one than before."""
        if play is self._play:
            return False
        self._play, self._asks = play, {}
        return True

    def may_see(self, viewer: int) -> bool:
        """Whether a viewer may see the match at all."""
        return viewer != WATCHING or self._watched

    def whole(self, viewer: int) -> bytes:
        """The scene as a viewer sees it now."""
        self._catch_up()
        self._asks.pop(viewer, None)
        view, mine = b"null", b"{}"
        if self._play is not None and self.may_see(viewer):
            shown, _ = self._broadcast.whole(self._play.numbers, viewer, self._memory)
            view = b"{%b}" % (self._fixed(self._play) + shown)[1:]
            mine = b"{%b}" % (self._whole_own(self._play, viewer) + self._asked(viewer, self._play))[1:]
        n = self.table.facts.sent[viewer + 1]
        return b'{"kind":"scene","n":%d,"table":%b,"view":%b,"mine":%b}' % (n, _encode(self._table), view, mine)

    def after(self, event: e.AnyEvent, viewers: set[int]) -> dict[int, bytes]:
        """The messages to these viewers about the event that has just happened; all have been shown the scene."""
        if not viewers:
            self._current = False
            return {}
        play, full = self.table.play, self._turn_to(self.table.play)
        if play is None or (isinstance(event, BESIDE) and not full):
            self._broadcast.see_nothing()
        else:
            seat, action = (event.seat, play.last) if isinstance(event, e.Did) and not event.again else (CLOCK, WAIT)
            self._broadcast.look(play.numbers, self._memory, full, seat, action)
        view = self._fixed(play) + self._broadcast.shown if play is not None and full else self._broadcast.shown
        table = self._table_after(event)
        whose = secretly(event, self.box.notation.HIDDEN)
        alike = self._rest(event, OTHERS, view, table)
        messages, numbers, last, message = {}, self.table.facts.sent, None, b""
        for viewer in viewers:
            rest = alike if viewer != whose and self.may_see(viewer) else self._rest(event, viewer, view, table)
            if rest is not None:
                parts = numbers[viewer + 1], rest, self._mine_after(viewer)
                if parts != last:
                    message, last = b'{"kind":"event","n":%d%b%b}' % parts, parts
                messages[viewer] = message
        return messages

    def _fixed(self, play: Play) -> bytes:
        """The constant part of a match, as everybody sees it."""
        return b",%b" % _encode(self.box.fixed(play.state))[1:-1]

    def _mine_after(self, viewer: int) -> bytes:
        """The changes for a viewer alone."""
        play = self._play
        if play is None or not self.may_see(viewer):
            return b""
        own = self._broadcast.own(viewer) if viewer in self._asks else self._whole_own(play, viewer)
        return part(b"mine", own + self._asked(viewer, play))

    def _whole_own(self, play: Play, viewer: int) -> bytes:
        """All that a viewer alone sees of the match itself."""
        seat = b"null" if viewer == WATCHING else b"%d" % viewer
        return b',"seat":%b%b' % (seat, self._broadcast.whole(play.numbers, viewer, self._memory)[1])

    def _asked(self, viewer: int, play: Play) -> bytes:
        """The question to a seat, if it is another than before."""
        if viewer == WATCHING:
            return self._uncovered(play)
        place = self.table.facts.places[viewer]
        now = place.asked, viewer in play.chosen, place.standing
        known = self._asks.get(viewer, UNKNOWN)
        if now == known:
            return b""
        self._asks[viewer] = now
        asked = b"" if place.asked == known[0] else b',"asked":%d' % place.asked
        if now[1] != known[1]:
            asked += b',"changeable":%b' % (b"true" if now[1] else b"false")
        if place.standing != known[2]:
            asked += b',"standing":%b' % _encode(place.standing)
        return asked

    def _uncovered(self, play: Play) -> bytes:
        """The cards as watchers may see them, if they are others than before."""
        cards = self._cards(play)
        if self._asks.get(WATCHING) == (cards,):
            return b""
        self._asks[WATCHING] = (cards,)
        return b',"cards":%b' % cards

    def _cards(self, play: Play) -> bytes:
        """Watchers may see all cards of a round that is over."""
        shown = self._open or (self.table.facts.setup.open_cards and (play.deal_due or play.over))
        return _encode(play.cards()) if shown else b"null"

    def _rest(self, event: e.AnyEvent, viewer: int, view: bytes, table: bytes) -> bytes | None:
        """The message that several viewers share; None if there is nothing to say."""
        may_see = self.may_see(viewer)
        seen = public_event(event, viewer, self.box.notation.HIDDEN) if may_see else outline(event)
        if seen is None:
            return None
        written = _encode(seen)
        if may_see and self._broadcast.happened:
            written = b'%b,"happened":%b}' % (written[:-1], self._broadcast.happened)
        return b',"event":%b%b%b' % (written, part(b"table", table), part(b"view", view) if may_see else b"")

    def _table_after(self, event: e.AnyEvent) -> bytes:
        """The changes of the table; actions change it only when a round is over."""
        play = self._play
        if isinstance(event, e.Did) and play is not None and not (play.deal_due or play.over):
            return b""
        if isinstance(event, AT_SEATS):
            known, seats = self._table["seats"], seats_seen(self.table)
            self._table["seats"] = seats
            return b"" if seats == known else b',"seats":%b' % _encode(seats)
        old, self._table = self._table, fields(table_seen(self.table))
        new = {name: value for name, value in self._table.items() if old[name] != value}
        return b",%b" % _encode(new)[1:-1] if new else b""


def part(name: bytes, fields: bytes) -> bytes:
    """A part of a message with these fields, each after a comma; nothing if there are none."""
    return b',"%b":{%b}' % (name, fields[1:]) if fields else b""
