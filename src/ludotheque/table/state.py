"""A table as its events have made it. `apply` is the only way to change it, so any log rebuilds it exactly."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from ludotheque.games.fair import deck_of, mixed
from ludotheque.games.match import deck_text, drawn_first
from ludotheque.games.play import Play
from ludotheque.games.record import deck_called
from ludotheque.table import events as e
from ludotheque.table import lesson
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING, Claim, Facts, Place, Standing

Timed = tuple[float, e.AnyEvent]
DEED = (e.Did, e.Dealt)
DIGEST = 8  # bytes by which a command is known, should it come again
MOST_COMMANDS = 16_384  # of a match that are known; beyond that the oldest are forgotten
KEPT_TALK = 100  # messages that somebody can read who comes later


class Table:
    """One table."""

    def __init__(self, facts: Facts, play: Play | None = None) -> None:
        self.facts = facts
        self.play = play

    @classmethod
    def begin(cls, name: str, event: e.Made, at: float) -> "Table":
        """The table that a first event makes."""
        seats = event.setup.seats
        facts = Facts(name, event.setup, event.secret, event.by, at, [Place() for _ in range(seats)])
        facts.sent = [0] * (seats + 1)
        facts.same = event.same
        table = cls(facts)
        table._count(event, at)
        return table

    @classmethod
    def rebuild(cls, name: str, log: list[Timed]) -> "Table":
        """The table that a whole log tells of."""
        (at, first), *rest = log
        assert isinstance(first, e.Made)
        table = cls.begin(name, first, at)
        for at, event in rest:
            table.apply(event, at)
        return table

    def walk(self, log: Iterable[Timed]) -> Iterator[Timed]:
        """Goes through a log: gives each event right after it has changed the table."""
        for at, event in log:
            self.apply(event, at)
            yield at, event

    @property
    def actors(self) -> list[int]:
        """The seats that may act now."""
        return [] if self.play is None else self.play.actors

    @property
    def round_on(self) -> bool:
        """Whether cards are out that only their owners may see."""
        return self.facts.stage == "playing" and self.play is not None and not self.play.deal_due

    def obeyed(self, person: str, ref: str) -> bool:
        """Whether a command was obeyed already, in this match or the one before it."""
        known = digest(person, ref)
        return known in self.facts.commands or known in self.facts.commands_before

    @property
    def played_on(self) -> e.PlayedOn | None:
        """The moment of another match from which this one goes on."""
        return self.facts.played_on if self.facts.match == 1 else None

    @property
    def prepared(self) -> bool:
        """Whether deals were not drawn for this match, so that nothing is promised of them."""
        return self.facts.setup.lesson or self.played_on is not None

    @property
    def seed(self) -> bytes:
        """The seed of this match's decks; for a lesson it is always the same."""
        setup = self.facts.setup
        if setup.lesson:
            return lesson.seed(setup.game, setup.seats)
        return mixed(bytes.fromhex(self.facts.secret), self.salts)

    @property
    def salts(self) -> list[str]:
        """The players' salts for the deals, by seat."""
        own = [place.salt for place in self.facts.places]
        return own if self.facts.same is None else self.facts.same.salts or own

    @property
    def takes_salts(self) -> bool:
        """Whether players add to the chance of the deals."""
        return not self.prepared and self.facts.same is None

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose players have promised a salt and not shown it."""
        return [seat for seat, place in enumerate(self.facts.places) if place.commitment and not place.salt]

    def seat_of(self, person: str) -> int:
        """The seat of a person; WATCHING if there is none."""
        for seat, place in enumerate(self.facts.places):
            if place.person == person:
                return seat
        return WATCHING

    def names(self) -> list[str]:
        """The names around the table."""
        return [place.name for place in self.facts.places]

    def first_drawn(self) -> int:
        """The seat that starts or deals first."""
        wanted = self.facts.setup.first
        return drawn_first(self.facts.setup.box, self.names(), self.seed) if wanted is None else wanted

    def next_deck(self) -> str:
        """The deck of the next round."""
        assert self.play is not None
        box = self.play.box
        deck = deck_of(box, self.play.seats, self.seed, int(self.play.state.rounds) + 1)
        return deck_text(box, deck)

    # Events

    def apply(self, event: e.AnyEvent, at: float, action: int | None = None) -> None:
        """Changes the table by an event. In a log an action is a text; whoever knows its number hands that in."""
        before, play = self.actors, self.play
        match event:
            case e.Did(seat=seat, do=do, again=again):
                assert play is not None
                (play.change if again else play.act)(seat, play.box.notation.parse(do) if action is None else action)
                if play.over:
                    self.facts.stage = "over"
            case e.Dealt():
                self._dealt(event)
            case e.Started():
                self._started(event)
            case e.Again():
                self._again(event)
            case e.Paced(pace=pace):
                self.facts.setup = msgspec.structs.replace(self.facts.setup, pace=pace)
            case e.Committed(seat=seat, hash=promised):
                self.facts.places[seat].commitment = promised
            case e.Starting():
                self._starting(at)
            case e.Resumed():
                self._resume(event.slept, at)
            case e.Sat() | e.Claimed() | e.Unclaimed() | e.Stood() | e.Botted() | e.Emptied() | e.Removed():
                self._seat(event)
            case _:
                self._around(event, at)
        self._count(event, at)
        if isinstance(event, DEED):
            self._ask(before, event, at)

    def _count(self, event: e.AnyEvent, at: float) -> None:
        facts = self.facts
        facts.n += 1
        facts.at = at
        if isinstance(event, e.Stands):
            facts.sent[event.seat + 1] += 1
        else:
            facts.sent = [n + 1 for n in facts.sent]
        if event.id:
            facts.commands += digest(event.by, event.id)
            if len(facts.commands) >= DIGEST * MOST_COMMANDS:
                facts.commands_before, facts.commands = facts.commands, b""

    def _seat(self, event: e.AnyEvent) -> None:
        """Applies an event about seats."""
        facts = self.facts
        match event:
            case e.Sat(seat=seat, person=person, name=name):
                self._take(seat, person, name)
            case e.Claimed(seat=seat, person=person, name=name):
                facts.places[seat].claim = Claim(person, name)
            case e.Unclaimed(seat=seat):
                facts.places[seat].claim = None
            case e.Stood(seat=seat):
                self._leave(seat)
            case e.Botted(seat=seat, level=level, name=name):
                facts.places[seat] = Place(level=level, name=name)
            case e.Emptied(seat=seat):
                facts.places[seat] = Place()
            case e.Removed(person=person):
                self._remove(person)

    def _around(self, event: e.AnyEvent, at: float) -> None:
        """Applies an event around the match."""
        facts = self.facts
        match event:
            case e.PlayedOn():
                facts.played_on = event
            case e.Voted(person=person):
                facts.votes.setdefault(person, []).append(event.by)
                if event.host:
                    facts.leaving.append(person)
            case e.Said():
                self._said(event)
            case e.Salted(seat=seat, salt=salt) | e.Revealed(seat=seat, salt=salt):
                facts.places[seat].salt = salt
            case e.Stands(seat=seat, do=do, until=until):
                facts.places[seat].standing = self._standing(do, until) if do else None
            case e.Readied(seat=seat):
                facts.places[seat].ready = True
            case e.Left(seat=seat):
                facts.places[seat].away = True
                facts.places[seat].standing = None
            case e.Returned(seat=seat):
                facts.places[seat].away = False
                facts.places[seat].asked_at = at

    def _take(self, seat: int, person: str, name: str) -> None:
        """A seat becomes a person's; of its stream this person may be told what comes from here on."""
        self.facts.places[seat] = msgspec.structs.replace(
            self.facts.places[seat],
            person=person,
            name=name,
            level="",
            away=False,
            standing=None,
            claim=None,
            since=self.facts.sent[seat + 1] + 1,
        )
        self.facts.owners[person] = seat

    def _remove(self, person: str) -> None:
        """A guest is gone, and cannot come back."""
        facts = self.facts
        facts.removed.append(person)
        facts.votes.pop(person, None)
        facts.leaving = [guest for guest in facts.leaving if guest != person]
        for place in facts.places:
            if place.claim is not None and place.claim.person == person:
                place.claim = None
        if self.seat_of(person) != WATCHING:
            self._leave(self.seat_of(person))

    def _said(self, event: e.Said) -> None:
        facts = self.facts
        facts.talk = [*facts.talk[1 - KEPT_TALK :], event]
        facts.spoken[event.person] = facts.spoken.get(event.person, 0) + 1

    def _resume(self, slept: float, at: float) -> None:
        """Clocks go on where they stopped, and none is ahead of the time."""
        facts = self.facts
        facts.market_at = min(facts.market_at + slept, at)
        facts.round_over_at = min(facts.round_over_at + slept, at)
        if facts.starting_at is not None:
            facts.starting_at = min(facts.starting_at + slept, at)
        for place in facts.places:
            place.asked_at = min(place.asked_at + slept, at)

    def _leave(self, seat: int) -> None:
        """A seat becomes free; once a match has begun a bot takes it over, under the same name."""
        old = self.facts.places[seat]
        if self.facts.stage == "open":
            self.facts.places[seat] = Place()
        else:
            level = self.facts.setup.level
            self.facts.places[seat] = msgspec.structs.replace(old, person="", level=level, away=False, standing=None)

    def _standing(self, do: str, until: Literal["trick", "round"]) -> Standing:
        assert self.play is not None
        state = self.play.state
        return Standing(do, until, int(state.rounds), int(self.play.box.notation.standing_until(state)))

    def _starting(self, at: float) -> None:
        """From here on salts count, and only those that were promised."""
        self.facts.starting_at = at
        for place in self.facts.places:
            place.salt = ""

    def _started(self, event: e.Started) -> None:
        facts = self.facts
        setup = facts.setup
        if event.rules != setup.box.rules.VERSION:
            raise RefusedError("other_rules", played=event.rules, known=setup.box.rules.VERSION)
        self.play = Play(setup.box, setup.seats, setup.all_options(), event.first)
        facts.stage = "playing"
        facts.starting_at = None
        facts.owners = {place.person: seat for seat, place in enumerate(facts.places) if place.person}

    def _dealt(self, event: e.Dealt) -> None:
        assert self.play is not None
        self.play.deal(deck_called(event.deck.split(), self.play))
        for seat, place in enumerate(self.facts.places):
            if place.claim is not None:
                self._take(seat, place.claim.person, place.claim.name)
        for place in self.facts.places:
            place.ready = False
            place.owner = place.person

    def _again(self, event: e.Again) -> None:
        facts = self.facts
        facts.secret = event.secret
        facts.stage = "open"
        facts.match += 1
        facts.owners = {}
        facts.commands_before, facts.commands = facts.commands, b""
        facts.votes, facts.spoken = {}, {}
        self.play = None
        for seat, place in enumerate(facts.places):
            facts.places[seat] = Place(person=place.person, name=place.name, level=place.level, since=place.since)

    def _ask(self, before: list[int], event: e.Did | e.Dealt, at: float) -> None:
        """Notes who is asked something new, and since when; forgets answers in advance that are over."""
        assert self.play is not None
        facts, market = self.facts, self.play.box.market
        acted = event.seat if isinstance(event, e.Did) and not market else WATCHING
        now = self.actors
        for seat in now:
            if seat == acted or seat not in before or isinstance(event, e.Dealt):
                facts.places[seat].asked = facts.sent[seat + 1]
                facts.places[seat].asked_at = at
        if market and len(now) > 1 and len(before) <= 1:
            facts.market_at = at
        if self.play.deal_due or self.play.over:
            facts.round_over_at = at
        for place in facts.places:
            if place.standing is not None and not self._still(place.standing):
                place.standing = None

    def _still(self, standing: Standing) -> bool:
        """Whether an answer in advance still holds."""
        assert self.play is not None
        state = self.play.state
        if self.play.deal_due or self.play.over or standing.round != int(state.rounds):
            return False
        return standing.until == "round" or standing.trick == int(self.play.box.notation.standing_until(state))


def digest(person: str, ref: str) -> bytes:
    """The checksum of a command, by which one that was obeyed already is known again."""
    return hashlib.blake2b(f"{person} {ref}".encode(), digest_size=DIGEST).digest()
