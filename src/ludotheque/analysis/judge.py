"""One decision, judged by what its seat could know.

The strongest bot names what else was worth a thought. These choices and the one that was made are played out in common
worlds, dealt anew from the view, by two models of how everybody goes on. A few worlds find the best alternative; fresh
ones, so that the luck of the first does not count, find what it would have brought, and more of them where it is close.
All chance comes from the view and the choice: the same decision gets the same judgement, whatever lay hidden.

A mistake is called if both models are sure of it and the search agrees; doubtful is what they do not agree on.
"""

import hashlib
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from ludotheque.analysis.intervals import Scale, interval, pooled, scale_of
from ludotheque.analysis.models import Model, Outcomes, models
from ludotheque.analysis.result import Interval, Mark
from ludotheque.bots.player import Bot, Choice
from ludotheque.games.box import Box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, Record

OTHERS = 3  # alternatives to the choice that was made
FIRST_LOOK = 100  # worlds in which the best alternative is found
LOOKS = (100, 200, 400)  # fresh worlds in which it is compared, look after look, until all is clear
SURE = 2.6  # standard errors, which hold 99 %: more than once is looked
MATTERS = 0.1  # of the spread from world to world; what costs less is no mistake, however sure it is
LITTLE = 0.04  # ... and not even doubtful


class Move(NamedTuple):
    """A seat and its action; WAIT stands for doing nothing."""

    seat: int
    action: int


class Promise(NamedTuple):
    """The expected outcome of a choice: points ahead of the others' mean, and a share of the match."""

    points: float
    chance: float


class Judged(NamedTuple):
    """The judgement of a decision."""

    mark: Mark
    legal: int
    worlds: int
    played: Promise
    better: Move | None = None
    instead: Promise | None = None  # what the better one promises
    points: Interval | None = None  # that it promises more
    chance: Interval | None = None


class Judge:
    """Judges decisions in one game. Each thread needs its own."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.models = models(box)
        self._bot = Bot(box.name, "master", compiled=False)

    def judge(self, view: Record, seat: int, played: Move, others: Sequence[Move] = ()) -> Judged:
        """The judgement of a move that a seat made, or let happen; the bot names alternatives unless they are given."""
        rng = seeded(seed_of(view, seat, played))
        choice = None
        if not others:
            self._bot.rng = rng
            choice = self._bot.choose(view, seat)
            others = [Move(seat, action) for action in alternatives(choice, played.action)]
        legal = max(len(others) + 1, 0 if self.box.market else len(self.box.legal(view, seat)))
        options = [played, *others]
        found = [compared(model, view, seat, options, FIRST_LOOK, rng) for model in self.models]
        scale = scale_of(found)
        best = int(np.argmax(np.sum([scale.worth(one).mean(1) for one in found], axis=0)))
        if best == 0:
            return Judged("fine", legal, FIRST_LOOK, promise(found, 0))
        pair = [played, options[best]]
        found, mark = self._confirm(view, seat, pair, scale, agrees(choice, pair, MATTERS * scale.chance), rng)
        worlds = found[0].points.shape[1]
        if mark == "fine":
            return Judged(mark, legal, worlds, promise(found, 0))
        points, chance = pooled([one.points for one in found]), pooled([one.chances for one in found])
        return Judged(mark, legal, worlds, promise(found, 0), pair[1], promise(found, 1), points, chance)

    def _confirm(
        self, view: Record, seat: int, pair: list[Move], scale: Scale, agreed: bool, rng: Ints
    ) -> tuple[list[Outcomes], Mark]:
        """Compares two choices in fresh worlds until it is clear that the second is better, or not by much."""
        kept: list[list[Outcomes]] = [[] for _ in self.models]
        found: list[Outcomes] = []
        costs: list[Interval] = []
        for worlds in LOOKS:
            for model, some in zip(self.models, kept, strict=True):
                some.append(compared(model, view, seat, pair, worlds, rng))
            found = [together(some) for some in kept]
            costs = [interval(np.diff(scale.worth(one), axis=0)[0], SURE) for one in found]
            if all(cost.low > 0 for cost in costs) or any(cost.high < LITTLE for cost in costs):
                break
        return found, marked(costs, agreed)


def seed_of(view: Record, seat: int, played: Move) -> int:
    """A seed made from what the seat knew and did, and nothing else."""
    known = view.tobytes() + f"{seat} {played}".encode()
    return int.from_bytes(hashlib.sha256(known).digest()[:8], "big")


def alternatives(choice: Choice, played: int) -> list[int]:
    """The bot's favourite choices, beside the one that was played."""
    thought = [choice.action, *(one.action for one in choice.weighed)]
    return [action for action in dict.fromkeys(thought) if action != played][:OTHERS]


def agrees(choice: Choice | None, pair: Sequence[Move], least: float) -> bool:
    """Whether the search, if there was one, promises so much more of the second choice than of the first.

    A search that is repeated finds something else by about as much, so less says nothing.
    """
    if choice is None:
        return True
    fortunes = {one.action: one.fortune for one in choice.weighed}
    played, better = (fortunes.get(act.action) for act in pair)
    return played is None or (better is not None and better - played >= least)


def compared(model: Model, view: Record, seat: int, options: Sequence[Move], worlds: int, rng: Ints) -> Outcomes:
    """The outcomes of several choices in common worlds."""
    who, actions = np.array(options, np.int64).T.copy()
    return model.compare(view, seat, who, actions, worlds, rng)


def together(some: Sequence[Outcomes]) -> Outcomes:
    """The outcomes of several looks."""
    points, chances = (np.concatenate(column, axis=1) for column in zip(*some, strict=True))
    return Outcomes(points, chances)


def promise(found: Sequence[Outcomes], row: int) -> Promise:
    """The expected outcome of one choice: the mean over the models."""
    points = fmean(float(one.points[row].mean()) for one in found)
    return Promise(round(points, 4), round(fmean(float(one.chances[row].mean()) for one in found), 4))


def marked(costs: Sequence[Interval], agreed: bool) -> Mark:
    """The mark of a decision, by what the models say that it cost; the last of them is the better one."""
    sure, cost = all(one.low > 0 for one in costs), fmean(one.mean for one in costs)
    if sure and agreed and cost >= MATTERS:
        return "mistake"
    likely = costs[-1].low > 0 and all(one.mean > 0 for one in costs)
    return "doubtful" if likely and cost >= LITTLE else "fine"
