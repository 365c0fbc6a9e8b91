"""Wheedle at a live table in simulated time: bots with their manners, and perhaps a person at a human speed."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import fmean, median

import msgspec

from ludotheque.bots.levels import level
from ludotheque.bots.market import MarketConductor
from ludotheque.bots.player import Bot
from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record
from ludotheque.games.contract import CLOCK, WAIT
from ludotheque.games.wheedle import notation, rules
from tests.bots.positions import deal

GAME = box("wheedle")
EVERY = 4.0  # seconds from one decision of the person to the next
THINKS = 1.5  # seconds from what the person sees to what it does: by then it may be gone
LONGEST = 1800.0


class Deed(msgspec.Struct, frozen=True):
    """Something done in a market."""

    at: float
    seat: int
    do: str
    fell: bool = False  # whether the doer's own offer fell by it

    @property
    def kind(self) -> str:
        """Its verb."""
        return self.do.split()[0]


class Round(msgspec.Struct, frozen=True):
    """A round as it went, and how it ended."""

    seconds: float
    deeds: list[Deed]
    gained: list[int]
    stopper: int
    ending: int

    def count(self, kind: str, *, besides: int | None = None) -> int:
        """How often something was done, by all or besides one seat."""
        return sum(deed.kind == kind and deed.seat != besides for deed in self.deeds)


class Person:
    """Somebody who decides every four seconds, by a regular's valuation of what a seat sees, and then does it."""

    def __init__(self, seat: int, seed: int) -> None:
        self.seat = seat
        self.bot = Bot("wheedle", "regular", seed)
        self.due = 0.0
        self.meant: int | None = None

    def sit_down(self, now: float, chance: Random) -> None:
        """A round begins."""
        self.due, self.meant = now + EVERY * chance.random(), None

    def go_on(self, view: Record) -> int:
        """Decides, or does what it decided if that is still possible; WAIT if nothing is done now."""
        if self.meant is None:
            self.meant = self.bot.choose(view, self.seat).action
            self.due += THINKS
            return WAIT
        action, self.meant = self.meant, None
        self.due += EVERY - THINKS
        if action == rules.STOP and not rules.rules_all(view.hand[self.seat]):
            return WAIT
        return action if action == WAIT or box("wheedle").allowed(view, self.seat, action) else WAIT


class LiveTable:
    """A table whose bots mind their manners; at seat 0 perhaps a person."""

    def __init__(self, levels: Sequence[str], person: bool, seed: int, pace: str = "usual") -> None:
        self.levels = levels
        self.bots = [Bot("wheedle", level("wheedle", name), seed=100 * seed + seat) for seat, name in enumerate(levels)]
        self.person = Person(0, seed) if person else None
        self.pace = pace
        self.chance = Random(seed)
        self.market = MarketConductor(GAME, self.chance)
        self.rng = seeded(seed)
        self.state = GAME.new(len(levels))
        self.now = 0.0

    def play(self, rounds: int) -> list[Round]:
        """So many rounds, match after match."""
        return [self.round() for _ in range(rounds)]

    def round(self) -> Round:
        """One round from its deal to its end."""
        if self.state.phase == rules.OVER:
            self.state = GAME.new(len(self.levels))
        deal(GAME, self.state, self.rng)
        rules.apply(self.state, int(self.state.first), rules.TURN)
        begun, deeds = self.now, list[Deed]()
        self._saw()
        if self.person is not None:
            self.person.sit_down(self.now, self.chance)
        while self.state.phase == rules.TRADING and self.now < begun + LONGEST:
            deeds += self._step()
        s, self.now, ended = self.state, self.now + 10.0, self.now
        return Round(ended - begun, deeds, s.gained[: s.seats].tolist(), int(s.stopper), int(s.ending))

    def _saw(self) -> None:
        self.market.saw(GAME.view(self.state, CLOCK), self.now, self.pace)

    def _step(self) -> list[Deed]:
        """Whoever is due first looks, and perhaps does something."""
        traders = range(1 if self.person else 0, len(self.levels))
        due, seat = min((self.market.due(seat, self.levels[seat], self.now), seat) for seat in traders)
        if self.person is not None and self.person.due <= due:
            due, seat = self.person.due, 0
        self.now = max(self.now, due)
        view = GAME.view(self.state, seat)
        if self.person is not None and seat == 0:
            action = self.person.go_on(view)
        else:
            action = self.bots[seat].choose(view, seat, look=self.market.look(seat, self.now)).action
            self.market.looked(seat, self.levels[seat], action, self.now)
        return [] if action == WAIT else [self._do(seat, action)]

    def _do(self, seat: int, action: int) -> Deed:
        s = self.state
        assert box("wheedle").allowed(s, seat, action), f"{seat} {notation.text(action)}"
        stood = s.offer[seat] != rules.NO_OFFER and action != rules.WITHDRAW
        rules.apply(s, seat, action)
        self._saw()
        fell = bool(stood and s.offer[seat] == rules.NO_OFFER)
        return Deed(self.now, seat, notation.text(action), fell)


class Figures(msgspec.Struct, frozen=True):
    """Many rounds in a few numbers. `share` and `stops` are those of seat 0, of rounds won and of right stops cried."""

    seconds: float
    longest: float
    trades: float
    swaps: float
    offers: float
    announcements: float
    ahead: float
    share: float
    stops: float
    endings: dict[int, int]


def figures(rounds: Sequence[Round]) -> Figures:
    """Sums up rounds."""
    right = [one for one in rounds if one.ending == rules.RIGHT_STOP]
    return Figures(
        seconds=median(one.seconds for one in rounds),
        longest=max(one.seconds for one in rounds),
        trades=fmean(one.count("take") for one in rounds),
        swaps=fmean(one.count("centre", besides=0) for one in rounds),
        offers=fmean(one.count("offer") for one in rounds),
        announcements=fmean(one.count("seek") + one.count("give") for one in rounds),
        ahead=fmean(one.gained[0] - fmean(one.gained[1:]) for one in rounds),
        share=fmean(won(one.gained) for one in rounds),
        stops=fmean(one.stopper == 0 for one in right),
        endings=dict(Counter(one.ending for one in rounds)),
    )


def won(gained: list[int]) -> float:
    """What seat 0 has of a round's victory: all of it, a part or nothing."""
    best = max(gained)
    return (gained[0] == best) / gained.count(best)


def with_person(rivals: str, seats: int, rounds: int, seed: int, pace: str = "usual") -> list[Round]:
    """Rounds of a person among bots."""
    return LiveTable([rivals] * seats, True, seed, pace).play(rounds)
