"""Looks for puzzles: rounds between regulars are played until somebody misses a choice that is clearly the best.

A moment becomes a puzzle in three steps, the cheap one first. An expert prefers what regulars hardly ever choose.
Played out in common worlds by two models of how everybody goes on, that choice is better than each other one, by
enough. Two deep searches of a master agree. What is printed comes from worlds that were not used to choose it.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import sqrt
from random import Random

import msgspec
import numpy as np

from ludotheque.analysis.models import Model, Outcomes, models
from ludotheque.arena.table import BotMatch
from ludotheque.bots.because import because
from ludotheque.bots.levels import level
from ludotheque.bots.player import Bot, Choice
from ludotheque.games.box import box
from ludotheque.games.chance import Stream, seeded
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT, Value
from ludotheque.games.match import deck_text
from ludotheque.puzzles.puzzle import Puzzle, PuzzleChoice

REGULARS = 12  # that are asked what they would do
SELDOM = 3  # of them may find the solution
CHOICES = 6  # that are shown, at most
MOMENTS = 12  # of a round that are looked at
FEW, MORE, MANY = 60, 500, 2000  # worlds
SURE = 2.58  # standard errors on either side: 99 %
CLEAR = 0.04  # of SWING, how far a round moves two scores apart: so much worse is each other choice, at least
DEAR = 0.2  # ... and what most regulars would do
DEEP = 4  # times a master's simulations
ALIKE = 4  # so many kinds of solutions there are at least
AMONG = ("newcomer",)  # of those who play, so that something is missed
SEATS = {"wheedle": 5}
USUAL_SEATS = 4


class PuzzleHunt(BotMatch):
    """One round between regulars, and the first puzzle in it."""

    def __init__(self, judge: "PuzzleJudge", seats: int, options: dict[str, Value], seed: int, number: int) -> None:
        game = judge.box.name
        super().__init__(
            game,
            [level(game, name) for name in (*AMONG, *["regular"] * seats)][:seats],
            options,
            f"puzzles {seed} {number}".encode(),
        )
        self.judge = judge
        self.chance = Random(f"{seed} {number}")
        self.found: Puzzle | None = None
        self._first = Stream(self.secret, "first").below(seats)
        self._deck = ""
        self._deeds: list[tuple[int, str]] = []
        self._looked = 0

    def hunt(self) -> Puzzle | None:
        """Plays the round; the puzzle that was found."""
        game, seats = self.box, len(self.bots)
        self.state = game.new(seats, self.options, self._first)
        deck = Stream(self.secret, "deal 1").deck(game.rules.deck_size(seats))
        self._deck = deck_text(game, deck)
        game.rules.deal(self.state, deck)
        if game.market:
            self._trade()
        else:
            self._take_turns()
        return self.found

    def _decide(self, seat: int) -> None:
        if self.found is None and self._looked < MOMENTS and self.chance.random() < self.judge.often:
            self._look(seat)
        super()._decide(seat)

    def _look(self, seat: int) -> None:
        view = self.box.view(self.state, seat)
        if len(self.box.legal(view, seat)) < 2:
            return
        self._looked += 1
        judged = self.judge.puzzle(view, seat)
        if judged is None:
            return
        best, choices, missed_by = judged
        name = hashlib.sha256(f"{self._deck} {self._deeds} {seat}".encode()).hexdigest()[:8]
        self.found = Puzzle(
            id=name,
            game=self.box.name,
            rules=self.box.rules.VERSION,
            seats=len(self.bots),
            options=dict(self.options),
            first=self._first,
            deck=self._deck,
            deeds=[*self._deeds],
            seat=seat,
            choices=choices,
            because=msgspec.structs.replace(because(self.box, view, seat, Choice(best)), search=None),
            missed_by=missed_by,
        )

    def _apply(self, seat: int, action: int) -> None:
        self._deeds.append((seat, self.box.notation.text(action)))
        super()._apply(seat, action)


class PuzzleJudge:
    """Those who are asked about a moment."""

    def __init__(self, game: str, seed: int) -> None:
        self.box = box(game)
        self.rng = seeded(seed)
        self.models = models(self.box)
        self.newcomer, self.regular, self.expert = (Bot(game, name, seed) for name in ("newcomer", "regular", "expert"))
        deep = level(game, "master")
        self.masters = [
            Bot(game, msgspec.structs.replace(deep, simulations=DEEP * deep.simulations), seed + i) for i in (1, 2)
        ]
        self._room = np.empty(self.box.rules.MOST_LEGAL, np.int64)
        swing = float(self.box.bot.SWING)
        self.clear, self.dear = CLEAR * swing, DEAR * swing
        self.often = 0.08 if self.box.market else 0.4  # how many moments are looked at

    def puzzle(self, view: Record, seat: int) -> tuple[int, list[PuzzleChoice], list[str]] | None:
        """The solution, all choices, and the levels that miss it; None if this is no puzzle."""
        usual = Counter(self.regular.choose(view, seat).action for _ in range(REGULARS))
        search = self.expert.choose(view, seat)
        best, usually = search.action, usual.most_common(1)[0][0]
        if best == WAIT or usual[best] > SELDOM or not self.promising(view, seat, [best, usually]):
            return None
        if not self.worse(view, seat, [best, usually], MORE):
            return None
        shown = [best, usually, *self.rivals(view, seat, {best, usually})]
        found = self.worse(view, seat, shown, MORE) and self.worse(view, seat, shown, MANY)
        if not found or any(master.choose(view, seat).action != best for master in self.masters):
            return None
        newcomers = sum(self.newcomer.choose(view, seat).action == best for _ in range(REGULARS))
        experts = sum(self.expert.choose(view, seat).action == best for _ in range(2)) + 1
        missed = {"newcomer": newcomers > SELDOM, "regular": False, "expert": experts > 1}
        return best, found, [name for name, finds in missed.items() if not finds]

    def promising(self, view: Record, seat: int, two: list[int]) -> bool:
        """Whether the first of two choices may well be that much better."""
        lost = [given_away(self.compared(view, seat, two, FEW, model)) for model in self.models]
        return all(model[1][0] >= self.dear for model in lost)

    def rivals(self, view: Record, seat: int, known: set[int]) -> list[int]:
        """Other candidates, the most promising first."""
        found, points = [action for action in self.options(view, seat) if action not in known], []
        if found:
            both = [self.compared(view, seat, found, FEW, model).points.mean(axis=1) for model in self.models]
            points = sum(both).tolist()
        ranked = sorted(zip(points, found, strict=True), reverse=True)
        return [action for _, action in ranked[: CHOICES - len(known)]]

    def options(self, view: Record, seat: int) -> list[int]:
        """All that is legal, or in a market all that is worth a thought."""
        if not self.box.market:
            return self.box.legal(view, seat)
        n = self.box.bot.candidates(view, seat, self.regular.mind, self._room)
        return [int(action) for action in self._room[:n]]

    def compared(self, view: Record, seat: int, actions: list[int], worlds: int, model: Model) -> Outcomes:
        """The results of some choices in common worlds."""
        return model.compare(view, seat, np.full(len(actions), seat), np.array(actions), worlds, self.rng)

    def worse(self, view: Record, seat: int, shown: list[int], worlds: int) -> list[PuzzleChoice]:
        """Each choice's cost against the first, dearest last; nothing unless that one is clearly the best, and
        the second, which is usual, gives away much."""
        lost = [given_away(self.compared(view, seat, shown, worlds, model)) for model in self.models]
        if any(mean <= max(margin, self.clear) for model in lost for mean, margin in model[1:]):
            return []
        if any(model[1][0] < self.dear for model in lost):
            return []
        text = [self.box.notation.text(action) if action != WAIT else "" for action in shown]
        found = [
            PuzzleChoice(do, round(mean, 2), round(margin, 2)) for do, (mean, margin) in zip(text, lost[1], strict=True)
        ]
        return sorted(found, key=lambda one: one.gives_away)


def given_away(outcomes: Outcomes) -> list[tuple[float, float]]:
    """How many points each choice brings less than the first, and how unsure that is."""
    less = outcomes.points[0] - outcomes.points
    return [(float(row.mean()), SURE * float(row.std()) / sqrt(len(row))) for row in less]


def hunted(
    game: str, seed: int, more: int, known: Sequence[Puzzle], progress: Callable[[int, int], None]
) -> Iterator[Puzzle]:
    """Finds a number of new puzzles, round after round; the same seed finds the same. The same action solves
    a quarter of them at most. `progress` is told how many rounds were played, and how many puzzles are found."""
    options, seats, judge = box(game).options(), SEATS.get(game, USUAL_SEATS), PuzzleJudge(game, seed)
    names, solutions = {one.id for one in known}, Counter[str]()
    for number in count(1):
        progress(number, solutions.total())
        if solutions.total() == more:
            return
        one = PuzzleHunt(judge, seats, options, seed, number).hunt()
        if one is not None and one.id not in names and ALIKE * solutions[one.best] < more:
            solutions[one.best] += 1
            yield one
