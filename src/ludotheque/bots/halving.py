"""A comparison of choices in the same worlds, of which the worse half is dropped again and again.

What a world brings by luck it brings to all choices, so fewer worlds tell them apart (common random numbers), and
little time goes into choices that are bad (sequential halving: Karnin, Koren and Somekh 2013). A search by rules of
thumb may go beside one by networks: they err in different ways, so the mean of what they find is better than either.
"""

from collections.abc import Callable
from math import ceil, log2, sqrt

import numpy as np

from ludotheque.bots.levels import Level
from ludotheque.bots.thinking import Limits, Tree, Weighed
from ludotheque.games.box import Box
from ludotheque.games.compiled import Ints, Record

SWEEP = 64  # simulations of one choice until the next one has its turn
MOST_WORLDS = 1 << 16
SEEDS = 1 << 62  # of worlds


class Halving:
    """A search that shares its simulations out among the choices by halving; it remembers nothing either."""

    def __init__(self, box: Box, level: Level) -> None:
        self.level = level
        self.tree = Tree(box, level)
        self.trees = [self.tree, Tree(box, beside(level))] if level.mixed else [self.tree]
        self._worlds = np.empty(min(level.simulations, MOST_WORLDS), np.int64)
        self._rounds: dict[int, int] = {}  # by action, how many rounds it has come through

    def think(
        self, view: Record, seat: int, rng: Ints, seconds: float | None, cancelled: Callable[[], bool] | None
    ) -> tuple[tuple[Weighed, ...], int]:
        """The choices of a seat, the last to be dropped first, and how many simulations there were."""
        limits = Limits(seconds, cancelled)
        for tree in self.trees:
            tree.clear(int(view.seats))
        self._rounds = {}
        left = self._promising(view, seat, rng)
        self._worlds[:] = np.random.default_rng(int(rng[0])).integers(1, SEEDS, len(self._worlds))
        rounds = max(1, ceil(log2(len(left))))
        for number in range(rounds):
            self._rounds.update(dict.fromkeys(left, number))
            each = ceil((self.level.simulations - self.done) / ((rounds - number) * len(left)))
            if not self._try(left, each, view, seat, rng, limits):
                break
            left = [one.action for one in self.weighed() if one.action in left][: (len(left) + 1) // 2]
        return self.weighed(), self.done

    def warm_up(self, view: Record, seat: int, rng: Ints) -> None:
        """Calls all machine code once."""
        for tree in self.trees:
            tree.warm_up(view, seat, rng)

    def _try(self, actions: list[int], each: int, view: Record, seat: int, rng: Ints, limits: Limits) -> bool:
        """Adds so many simulations of each of these choices, by turns; False if it must end sooner."""
        for done in range(0, each, SWEEP):
            for action in actions:
                n = max(0, min(SWEEP, each - done, self.level.simulations - self.done))
                by_thumb = round(n * self.level.mixed)
                for tree, part in zip(self.trees, (n - by_thumb, by_thumb), strict=False):
                    if not tree.simulate(view, seat, rng, part, limits, action, self._worlds):
                        return False
        return True

    def _promising(self, view: Record, seat: int, rng: Ints) -> list[int]:
        """The choices that are compared, in the order in which the brain proposes them."""
        actions = self.tree.candidates(view, seat)
        most = max(2, int(self.level.wide * sqrt(self.level.simulations)))
        if len(actions) <= most:
            return actions
        found = []
        for _ in range(most):
            found.append(self.tree.proposal(view, seat, actions, rng))
            actions.remove(found[-1])
        return found

    @property
    def done(self) -> int:
        """How many simulations there were."""
        return sum(tree.done for tree in self.trees)

    def weighed(self) -> tuple[Weighed, ...]:
        """Statistics of the choices, the last to be dropped first."""
        own, *others = ({one.action: one for one in tree.known()} for tree in self.trees)
        for other in others:
            own |= {action: mean(own.get(action), one, self.level.mixed) for action, one in other.items()}
        return tuple(sorted(own.values(), key=lambda one: (-self._rounds[one.action], -one.fortune)))


def beside(level: Level) -> Level:
    """The search by rules of thumb that goes beside one by networks."""
    return Level(level.name, simulations=level.simulations)


def mean(one: Weighed | None, other: Weighed, part: float) -> Weighed:
    """Merges two searches' statistics of an action; the other, which tried it, counts for so large a part.

    Points are the other's: networks break off before there are any.
    """
    if one is None:
        return other
    fortune = (1 - part) * one.fortune + part * other.fortune
    return Weighed(one.action, one.visits + other.visits, fortune, other.points, other.spread)
