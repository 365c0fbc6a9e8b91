"""People and bots around one table: what they ask, who is there, what time brings. Events come out one by one.

`happen` is told of each event right after it has changed the table; whoever keeps the log and tells the players listens
there. Presence is not kept: a table that wakes has nobody around it until somebody comes.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from ludotheque.bots.levels import LevelName
from ludotheque.games.contract import CLOCK, FINE
from ludotheque.games.fair import commitment
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING, Place
from ludotheque.table.names import bot_name
from ludotheque.table.same import check_command
from ludotheque.table.state import Table
from ludotheque.table.timing import NEVER, Deadlines, deadlines

GRACE = 6.0  # seconds that a lost connection may last before a bot sits in
HOST_GRACE = 60.0  # seconds that the host may be gone before others have the host's powers
VOTES = 2  # at least, that remove somebody at once
MOST_SAID = 300  # messages of one person in one match
MOST_SAID_AT_TABLE = 3000
IN_PLACE = (e.Did, e.Readied)  # change nothing about who sits where
SEATING = (c.Sit, c.Stand, c.AddBot, c.Empty, c.Remove, c.Commit, c.Start)  # must wait while salts are revealed


class Sitting:
    """A table and those around it."""

    def __init__(
        self, table: Table, happen: Callable[[e.AnyEvent], None], secret: Callable[[], str], chance: Random
    ) -> None:
        self.table = table
        self.chance = chance  # draws the names of bots
        self.facts = table.facts
        self._tell = happen
        self._secret = secret
        self.present: dict[str, int] = {}  # people, and how many connections each has
        self.gone: dict[str, float] = {}  # since when others are not there
        self.paused_at: float | None = table.facts.at
        self._missing = True  # whether one of those who have a seat may not be there

    def _happen(self, event: e.AnyEvent, now: float, action: int | None = None) -> None:
        self.table.apply(event, now, action)
        self._tell(event)
        if not isinstance(event, IN_PLACE):
            self._rest_or_go_on(now)
        if self.facts.leaving and not self.table.round_on:
            self._happen(e.Removed(person=self.facts.leaving[0]), now)

    # Commands

    def ask(self, person: str, name: str, ref: str, command: c.AnyCommand, now: float) -> None:
        """Does what a person asks, or raises and says why not."""
        self._may_ask(person, command)
        match command:
            case c.Do():
                self._do(person, ref, command, now)
            case c.Sit():
                self._sit(person, name, ref, command, now)
            case c.Stand() | c.Remove():
                self._leave(person, ref, command, now)
            case c.Commit():
                self._commit(person, ref, command, now)
            case c.Reveal():
                self._reveal(person, ref, command, now)
            case c.GiveStanding():
                self._stand(person, ref, command, now)
            case c.Ready():
                self._ready(person, ref, now)
            case c.Back():
                self._back(person, ref, now)
            case c.ChangePace(pace=pace):
                self._seat(person)
                self._happen(e.Paced(pace=pace, by=person, id=ref), now)
            case c.Say():
                self._say(person, name, ref, command, now)
            case c.Rematch():
                self._rematch(person, ref, now)
            case _:
                self._as_host(person, ref, command, now)

    def _may_ask(self, person: str, command: c.AnyCommand) -> None:
        if person in self.facts.removed:
            raise RefusedError("removed")
        if self.facts.starting_at is not None and isinstance(command, SEATING):
            raise RefusedError("is_starting")
        if self.facts.same is not None:
            check_command(self.facts.same, self.facts.stage, command)

    def is_host(self, person: str, now: float) -> bool:
        """The host, or anybody who sits at the table when the host has been gone for a while."""
        host = self.facts.host
        if person == host:
            return True
        gone = host not in self.present and now - self.gone.get(host, now) >= HOST_GRACE
        return gone and self.table.seat_of(person) != WATCHING

    def _seat(self, person: str) -> int:
        seat = self.table.seat_of(person)
        if seat == WATCHING:
            raise RefusedError("no_seat")
        return seat

    def _must_be(self, stage: str) -> None:
        if self.facts.stage != stage:
            raise RefusedError(f"is_{self.facts.stage}")

    def _place(self, seat: int) -> Place:
        if seat >= len(self.facts.places):
            raise RefusedError("no_such_seat", seat=seat, last=len(self.facts.places) - 1)
        return self.facts.places[seat]

    def _as_host(self, person: str, ref: str, command: c.AnyCommand, now: float) -> None:
        if not self.is_host(person, now):
            raise RefusedError("not_host", seconds=round(HOST_GRACE))
        match command:
            case c.Start():
                self._start(person, ref, now)
            case c.AddBot(seat=seat, level=level):
                self._must_be("open")
                if not self._place(seat).free:
                    raise RefusedError("taken", seat=seat)
                self._add_bot(seat, level or self.facts.setup.level, person, ref, now)
            case c.Empty(seat=seat):
                self._must_be("open")
                if not self._place(seat).level:
                    raise RefusedError("no_bot", seat=seat)
                self._happen(e.Emptied(seat=seat, by=person, id=ref), now)

    def _sit(self, person: str, name: str, ref: str, command: c.Sit, now: float) -> None:
        if self.facts.stage == "over":
            raise RefusedError("is_over")
        if self.facts.setup.lesson and any(place.person not in ("", person) for place in self.facts.places):
            raise RefusedError("lesson_alone")
        seat = self._free_seat(person) if command.seat is None else command.seat
        place = self._place(seat)
        if place.person:
            raise RefusedError("taken", seat=seat)
        if self.facts.stage == "playing" and place.owner != person:
            self._claim(person, name, ref, seat, now)
            return
        if self.table.seat_of(person) != WATCHING:
            self._happen(e.Stood(seat=self.table.seat_of(person), by=person), now)
        self._happen(e.Sat(seat=seat, person=person, name=name, by=person, id=ref), now)

    def _claim(self, person: str, name: str, ref: str, seat: int, now: float) -> None:
        """Promises somebody a bot's seat from the next deal on: the cards of this round were dealt to another."""
        claim = self.facts.places[seat].claim
        if self.facts.owners.get(person, seat) != seat:
            raise RefusedError("own_seat_only", seat=self.facts.owners[person])
        if claim is not None:
            raise RefusedError("claimed", seat=seat, name=claim.name)
        if (other := self._claimed(person)) != WATCHING:
            self._happen(e.Unclaimed(seat=other, by=person), now)
        self._happen(e.Claimed(seat=seat, person=person, name=name, by=person, id=ref), now)

    def _claimed(self, person: str) -> int:
        """The seat that somebody will have from the next deal on; WATCHING if there is none."""
        claims = (seat for seat, at in enumerate(self.facts.places) if at.claim and at.claim.person == person)
        return next(claims, WATCHING)

    def _leave(self, person: str, ref: str, command: c.Stand | c.Remove, now: float) -> None:
        if isinstance(command, c.Remove):
            self._remove(person, ref, command.person, now)
        elif (claimed := self._claimed(person)) != WATCHING:
            self._happen(e.Unclaimed(seat=claimed, by=person, id=ref), now)
        else:
            self._happen(e.Stood(seat=self._seat(person), by=person, id=ref), now)

    def _remove(self, person: str, ref: str, guest: str, now: float) -> None:
        """Removes a guest: at once before a match, or if it is somebody who watches.

        Who plays a match goes at the end of the round if the host wants it, or at once if most of the others do; a bot
        plays on with the cards.
        """
        by_host = self.is_host(person, now)
        plays = self.facts.stage == "playing" and self.table.seat_of(guest) != WATCHING
        if not by_host and (not plays or self.table.seat_of(person) == WATCHING):
            raise RefusedError("not_host", seconds=round(HOST_GRACE))
        if guest in (person, self.facts.host):
            raise RefusedError("host_stays")
        if person in self.facts.votes.get(guest, ()):
            raise RefusedError("voted")
        if not plays:
            self._happen(e.Removed(person=guest, by=person, id=ref), now)
            return
        self._happen(e.Voted(person=guest, host=by_host, by=person, id=ref), now)
        others = {place.person for place in self.facts.places if place.person in self.present} - {guest}
        votes = others.intersection(self.facts.votes.get(guest, ()))
        if len(votes) >= VOTES and 2 * len(votes) > len(others):
            self._happen(e.Removed(person=guest), now)

    def _free_seat(self, person: str) -> int:
        """The seat that somebody had before, else the first free one, else the first bot's."""
        places = self.facts.places
        own = self.facts.owners.get(person) if self.facts.stage == "playing" else None
        wanted = [own] if own is not None else [s for s, p in enumerate(places) if p.free]
        found = wanted or [seat for seat, place in enumerate(places) if place.level and place.claim is None]
        if self.table.seat_of(person) != WATCHING:
            raise RefusedError("seated")
        if not found:
            raise RefusedError("full")
        return found[0]

    def _add_bot(self, seat: int, level: LevelName, person: str, ref: str, now: float) -> None:
        name = bot_name(self.table.names(), self.chance)
        self._happen(e.Botted(seat=seat, level=level, name=name, by=person, id=ref), now)

    def _commit(self, person: str, ref: str, command: c.Commit, now: float) -> None:
        self._must_be("open")
        seat = self._seat(person)
        if not self.table.takes_salts:
            raise RefusedError("no_salts")
        if self.facts.places[seat].commitment:
            raise RefusedError("committed")
        self._happen(e.Committed(seat=seat, hash=command.hash, by=person, id=ref), now)

    def _reveal(self, person: str, ref: str, command: c.Reveal, now: float) -> None:
        seat = self._seat(person)
        if self.facts.starting_at is None:
            raise RefusedError("not_starting")
        if seat not in self.table.unrevealed:
            raise RefusedError("nothing_to_reveal")
        if commitment(command.salt.encode()) != self.facts.places[seat].commitment:
            raise RefusedError("wrong_salt")
        self._happen(e.Revealed(seat=seat, salt=command.salt, by=person, id=ref), now)
        if not self.table.unrevealed:
            self._begin(now)

    def _start(self, person: str, ref: str, now: float) -> None:
        """Everybody who is there has promised a salt; once all salts are revealed, or time is up, the match begins."""
        self._must_be("open")
        there = [place for place in self.facts.places if place.person in self.present]
        missing = [place.name for place in there if not place.commitment]
        if missing and self.table.takes_salts:
            raise RefusedError("uncommitted", names=", ".join(missing))
        for seat, place in enumerate(self.facts.places):
            if place.free:
                self._add_bot(seat, self.facts.setup.level, person, "", now)
        self._happen(e.Starting(by=person, id=ref), now)
        if not self.table.unrevealed:
            self._begin(now)

    def _begin(self, now: float) -> None:
        """The match begins, with the salts that were revealed."""
        self._happen(e.Started(rules=self.facts.setup.box.rules.VERSION, first=self.table.first_drawn()), now)
        self._deal(now)

    def _deal(self, now: float) -> None:
        self._happen(e.Dealt(deck=self.table.next_deck()), now)

    def _do(self, person: str, ref: str, command: c.Do, now: float) -> None:
        seat = self._seat(person)
        self._must_be("playing")
        play = self.table.play
        assert play is not None
        notation = play.box.notation
        action = notation.parse(command.do)
        self._return(seat, now)
        again = seat in play.chosen
        if command.saw < self.facts.places[seat].asked and (again or seat in self.table.actors):
            raise RefusedError("past")
        self._happen(e.Did(seat=seat, do=notation.text(action), again=again, by=person, id=ref), now, action)
        self._answer_in_advance(now)

    def _answer_in_advance(self, now: float) -> None:
        """Gives the answers that players have given in advance."""
        play, places = self.table.play, self.facts.places
        assert play is not None
        while waiting := [seat for seat in self.table.actors if places[seat].standing is not None]:
            standing = places[waiting[0]].standing
            assert standing is not None
            action = play.box.notation.parse(standing.do)
            if play.why(play.state, waiting[0], action) != FINE:
                return
            self._happen(e.Did(seat=waiting[0], do=standing.do), now, action)

    def _stand(self, person: str, ref: str, command: c.GiveStanding, now: float) -> None:
        seat = self._seat(person)
        self._must_be("playing")
        known = self.facts.setup.box.notation.STANDING
        if command.do and command.do not in known:
            raise RefusedError("not_in_advance", known=", ".join(known) or "–")
        self._return(seat, now)
        self._happen(e.Stands(seat=seat, do=command.do, until=command.until, by=person, id=ref), now)
        self._answer_in_advance(now)

    def _ready(self, person: str, ref: str, now: float) -> None:
        seat = self._seat(person)
        if self.table.play is None or not self.table.play.deal_due:
            raise RefusedError("no_deal_due")
        self._return(seat, now)
        self._happen(e.Readied(seat=seat, by=person, id=ref), now)
        if self._all_ready():
            self._deal(now)

    def _all_ready(self) -> bool:
        """Whether nobody who is there still looks at the scores. If only bots are, there is time to look."""
        there = [place for place in self.facts.places if place.person in self.present and not place.away]
        return bool(there) and all(place.ready for place in there)

    def _return(self, seat: int, now: float) -> None:
        """Hands a seat back from the bot that sat in: who acts is there."""
        if self.facts.places[seat].away:
            self._happen(e.Returned(seat=seat, by=self.facts.places[seat].person), now)

    def _back(self, person: str, ref: str, now: float) -> None:
        seat = self._seat(person)
        if not self.facts.places[seat].away:
            raise RefusedError("not_away")
        self._happen(e.Returned(seat=seat, by=person, id=ref), now)

    def _say(self, person: str, name: str, ref: str, command: c.Say, now: float) -> None:
        text = "".join(letter for letter in command.text if letter.isprintable()).strip()
        if bool(text) == bool(command.preset):
            raise RefusedError("nothing_said")
        spoken = self.facts.spoken
        if spoken.get(person, 0) >= MOST_SAID or sum(spoken.values()) >= MOST_SAID_AT_TABLE:
            raise RefusedError("said_enough")
        self._happen(e.Said(person=person, name=name, text=text, preset=command.preset, by=person, id=ref), now)

    def _rematch(self, person: str, ref: str, now: float) -> None:
        if not self.is_host(person, now):
            self._seat(person)
        self._must_be("over")
        self._happen(e.Again(secret=self._secret(), by=person, id=ref), now)

    # Bots

    def act_for(self, seat: int, action: int, now: float) -> None:
        """A bot acts, for itself or for somebody who is away."""
        if not self.facts.places[seat].by_bot:
            raise RefusedError("not_a_bot")
        self._must_be("playing")
        do = self.facts.setup.box.notation.text(action)
        self._happen(e.Did(seat=seat, do=do, bot=True), now, action)
        self._answer_in_advance(now)

    def say_for(self, seat: int, preset: c.Preset, now: float) -> None:
        """A bot says something; nobody speaks for a person who is away."""
        place = self._place(seat)
        if not place.level:
            raise RefusedError("not_a_bot")
        self._happen(e.Said(seat=seat, name=place.name, preset=preset), now)

    def bots_asked(self) -> list[int]:
        """The seats for which a bot should act, unless the table rests."""
        if self.paused_at is not None:
            return []
        return [seat for seat in self.table.actors if self.facts.places[seat].by_bot]

    # Presence

    def arrive(self, person: str, now: float) -> None:
        """Somebody opens a connection: a seat is handed back, and a table that slept goes on."""
        self.present[person] = self.present.get(person, 0) + 1
        self.gone.pop(person, None)
        if self.facts.host not in self.present:
            self.gone.setdefault(self.facts.host, now)  # a table that woke does not know since when
        self._rest_or_go_on(now)
        if (seat := self.table.seat_of(person)) != WATCHING:
            self._return(seat, now)

    def lay(self, table: Table, people: list[str], now: float) -> None:
        """Goes on with a table that was read again, with these people around it.

        Nothing is written for that: two servers that share a log would go on telling each other about it for ever.
        Whoever is not here may be elsewhere, and counts as gone from now on.
        """
        self.table, self.facts = table, table.facts
        before, self.present = self.present, dict(Counter(people))
        self.gone = {place.person: now for place in self.facts.places if place.person not in self.present}
        if self.paused_at is not None:
            self.paused_at = max(self.paused_at, self.facts.at)
        self._rest_or_go_on(now)
        for person in self.present.keys() - before.keys():  # who came while it was being read
            if (seat := self.table.seat_of(person)) != WATCHING:
                self._return(seat, now)

    def depart(self, person: str, now: float) -> None:
        """A connection ends; with the last one the person is gone, with the last player the table rests."""
        self.present[person] -= 1
        if not self.present[person]:
            del self.present[person]
            self.gone[person] = now
        self._rest_or_go_on(now)

    @property
    def awake(self) -> bool:
        """Whether one of the players is there; where only bots play, anybody."""
        people = [place.person for place in self.facts.places if place.person]
        return any(person in self.present for person in people or self.present)

    def _rest_or_go_on(self, now: float) -> None:
        """Pauses a table that nobody plays at, until somebody does: what nobody saw does not count."""
        self._missing = any(place.person and place.person not in self.present for place in self.facts.places)
        if self.awake == (self.paused_at is None):
            return
        if self.paused_at is None:
            self.paused_at = now
            return
        slept, self.paused_at = now - self.paused_at, None
        for place in self.facts.places:
            if place.person and place.person not in self.present:
                self.gone[place.person] = now
        if self.facts.stage == "playing" or self.facts.starting_at is not None:
            self._happen(e.Resumed(slept=max(0.0, slept)), now)

    # Time

    def deadlines(self) -> Deadlines:
        """When time will bring something, if nothing else happens before."""
        play = self.table.play
        return deadlines(self.table, play is not None and play.deal_due and self._all_ready())

    def due(self, known: Deadlines | None = None) -> float | None:
        """When `tick` should be called next, by deadlines that are known already or not."""
        if self.paused_at is not None:
            return None
        seats, market, deal = known = known or self.deadlines()
        if known is NEVER and not self._missing:
            return None
        times = [at for at in (*seats.values(), market, deal) if at is not None]
        if self._missing:
            times += self._absences().values()
        return min(times, default=None)

    def tick(self, now: float) -> None:
        """Does what is due by now."""
        if self.paused_at is not None:
            return
        for seat, at in self._absences().items():
            if at <= now:
                self._happen(e.Left(seat=seat), now)
        for seat, at in self.deadlines().seats.items():
            if at <= now:
                self._happen(e.Left(seat=seat, late=True), now)
        if (market := self.deadlines().market) is not None and market <= now:
            self._happen(e.Did(seat=CLOCK, do="time"), now)
        if (deal := self.deadlines().deal) is not None and deal <= now:
            (self._deal if self.facts.starting_at is None else self._begin)(now)

    def _absences(self) -> dict[int, float]:
        """When bots sit in for those who are gone."""
        if self.facts.stage != "playing":
            return {}
        return {
            seat: self.gone.get(place.person, self.facts.at) + GRACE
            for seat, place in enumerate(self.facts.places)
            if place.person and not place.away and place.person not in self.present
        }
