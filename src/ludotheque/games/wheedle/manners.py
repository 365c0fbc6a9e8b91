"""Manners of Wheedle's bots among people: they announce, let offers stand, answer, haggle, and spare the centre.

Without manners bots trade faster than anybody can read. Times come in as arguments: `now` in seconds, and a `unit`, by
which all durations are multiplied (0: no manners at all).
"""

from ludotheque.games.cards import has
from ludotheque.games.compiled import Record
from ludotheque.games.wheedle import bot
from ludotheque.games.wheedle.rules import (
    CENTRE,
    DONE,
    MOST_SEATS,
    NO_OFFER,
    OFFER,
    SEEK,
    STOP,
    TAKE,
    TRADING,
    WITHDRAW,
    addressee_of,
    given_by,
    wanted_by,
)
from ludotheque.games.wheedle.worth import Habits

STAND = 9.0  # seconds that a bot's offer stands at least, unless it is taken or can no longer be filled
READ = 6.0  # seconds in which an offer to all is left to people
CENTRE_REST = 15.0  # seconds between two bots' swaps with the centre
CENTRE_READ = 5.0  # ... after the centre card was changed by anybody
NEWS = 30.0  # seconds between two announcements of a bot
PATIENCE = 240.0  # seconds until a bot that would only wait or offer something says that it is done


class Manners:
    """A record of one table's market: since when each offer stands, and when the centre was used last."""

    def __init__(self) -> None:
        self._habits = Habits()
        self._round = 0
        self._clear(0.0)

    def _clear(self, now: float) -> None:
        self._offers = [NO_OFFER] * MOST_SEATS  # the number of each seat's standing offer
        self._to_all = [True] * MOST_SEATS
        self._made = [now] * MOST_SEATS
        self._answered: set[int] = set()  # numbers of offers to one seat that has answered, or has nothing to say
        self._opened = now
        self._announced: dict[int, float] = {}
        self._centre = -1
        self._changed = self._swapped = now  # when the centre was changed by anybody, and by a bot

    def saw(self, view: Record, now: float) -> list[int]:
        """Notes what is new in the market; returns the seats that were addressed by a new offer."""
        if view.rounds != self._round:
            self._round = int(view.rounds)
            self._clear(now)
        if view.centre != self._centre:
            self._centre, self._changed = int(view.centre), now
        addressed = []
        for seat, (number, to) in enumerate(zip(view.offer.tolist(), view.addressee.tolist(), strict=True)):
            if number == self._offers[seat]:
                continue
            self._offers[seat], self._to_all[seat], self._made[seat] = number, to < 0, now
            if number != NO_OFFER and to >= 0:
                addressed.append(to)
        return addressed

    def polite(self, seat: int, action: int, now: float, unit: float) -> bool:
        """Whether manners allow a bot an action now."""
        if action >= OFFER or action == WITHDRAW:
            return self._offers[seat] == NO_OFFER or now >= self._made[seat] + STAND * unit
        if action >= TAKE:
            return self._was_read(action - TAKE, now, unit)
        if CENTRE <= action < SEEK:
            return now >= max(self._swapped + CENTRE_REST * unit, self._changed + CENTRE_READ * unit)
        return True

    def _was_read(self, number: int, now: float, unit: float) -> bool:
        """Whether people have had the time to read an offer to all; one to a single seat is nobody else's."""
        if number not in self._offers:
            return False
        maker = self._offers.index(number)
        return not self._to_all[maker] or now >= self._made[maker] + READ * unit

    def instead(self, view: Record, seat: int, action: int, now: float, unit: float) -> int:
        """The action that a bot does in place of its choice: it announces first, and answers who addressed it."""
        if view.phase != TRADING or action == STOP:
            return action
        if (
            now >= self._announced.get(seat, -NEWS * unit) + NEWS * unit
            and (said := bot.news(view, seat, self._habits)) != bot.NONE
        ):
            return int(said)
        if TAKE <= action < OFFER or CENTRE <= action < SEEK or not self.polite(seat, OFFER, now, unit):
            return action
        if now >= self._opened + PATIENCE * unit and not has(view.done, seat):
            return DONE
        return self._counter(view, seat, action)

    def _counter(self, view: Record, seat: int, action: int) -> int:
        """A counter-offer to whoever addressed a seat and has no answer yet, else the action itself."""
        for maker in range(view.seats):
            if view.addressee[maker] == seat and view.offer[maker] not in self._answered:
                self._answered.add(int(view.offer[maker]))
                if (offer := bot.counter(view, seat, maker, self._habits)) != bot.NONE:
                    return int(offer)
        return action

    def did(self, seat: int, action: int, now: float) -> bool:
        """Notes what a bot does; whether these were but words, after which it may look again soon."""
        if CENTRE <= action < SEEK:
            self._swapped = now
        elif SEEK <= action < TAKE:
            self._announced[seat] = now
            return True
        return False


def repeats(view: Record, seat: int, action: int) -> bool:
    """Whether an action would say nothing new: an offer that stands already, or one of somebody who is done."""
    if action < OFFER:
        return False
    if has(view.done, seat):
        return True
    stands = view.offered[seat], view.wanted[seat], view.addressee[seat]
    return bool(view.offer[seat] != NO_OFFER and stands == (given_by(action), wanted_by(action), addressee_of(action)))
