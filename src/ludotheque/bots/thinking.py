"""A tree search in slices: it can be timed, cancelled and repeated, and its memory is bounded."""

import hashlib
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import cast

import msgspec
import numpy as np

from ludotheque.bots.learned import brain_of, mind_for
from ludotheque.bots.levels import LEARNED, Level
from ludotheque.games.box import Box
from ludotheque.games.compiled import Ints, Record, blank, for_game

MOST_NODES = 1 << 18  # of 64 bytes: with the table some 21 MB
SLICE = 0.002  # seconds between two looks at the clock
FIRST_SLICE = 32  # simulations, while it is not known how long one takes
MOST_PLACES = 6
NO_WORLDS = np.zeros(1, np.int64)  # every simulation deals a new one


class Limits:
    """When a search must end: so many seconds after it has begun, or as soon as it is cancelled."""

    def __init__(self, seconds: float | None, cancelled: Callable[[], bool] | None) -> None:
        self._end = None if seconds is None else perf_counter() + seconds - SLICE
        self._cancelled = cancelled

    def reached(self) -> bool:
        """Whether it must end now."""
        return bool(self._cancelled and self._cancelled()) or (self._end is not None and perf_counter() > self._end)


class Weighed(msgspec.Struct, frozen=True):
    """A search's statistics of an action."""

    action: int
    visits: int
    fortune: float  # the share of the match that it promises
    points: float  # more than the others' mean, in this round
    spread: float  # of the points, from playout to playout


def searching(box: Box, brain: str) -> ModuleType:
    """The search for a game, going by a brain. Machine code is kept for each text that a brain has had."""
    module, variant = brain_of(box, brain), ""
    if brain == LEARNED:
        variant = f"_{LEARNED}"
    elif brain:
        variant = f"_{hashlib.sha256(Path(str(module.__file__)).read_bytes()).hexdigest()[:16]}"
    redeal = getattr(box.bot, "guess", box.redeal)  # by what was said, if a bot can
    given = {"bot": box.bot, "brain": module, "redeal": redeal}
    return for_game("ludotheque.bots.search", box.module, variant, compiled=False, **given)


class Tree:
    """A search that remembers nothing from one decision to the next but where its memory is."""

    def __init__(self, box: Box, level: Level) -> None:
        self.search = searching(box, level.brain)
        self.level = level
        self.box = box
        self.mind = mind_for(box, level)
        size = 1 << max(10, (4 * level.simulations).bit_length())
        self.nodes = blank(self.search.NODE, min(size, MOST_NODES))
        self.used = np.ones(1, np.int64)
        self.table = np.zeros(2 * len(self.nodes), np.int64)
        self.seen = np.empty(2)
        self.settings = blank(self.search.SETTINGS)[0]
        self.done, self._seconds = 0, 0.0
        self._actions = np.empty(box.rules.MOST_LEGAL, np.int64)
        self._scratch = (
            blank(box.rules.RECORD)[0],
            np.empty(box.rules.MOST_LEGAL, np.int64),
            np.empty(box.rules.MOST_LEGAL, np.int64),
            np.empty(level.deep, np.int64),
            np.empty(level.deep, np.int64),
            np.empty(MOST_PLACES),
        )

    def think(
        self, view: Record, seat: int, rng: Ints, seconds: float | None, cancelled: Callable[[], bool] | None
    ) -> tuple[tuple[Weighed, ...], int]:
        """The choices of a seat, the most visited first, and how many simulations there were."""
        self.clear(int(view.seats))
        self.simulate(view, seat, rng, self.level.simulations, Limits(seconds, cancelled))
        return self.weighed(), self.done

    def warm_up(self, view: Record, seat: int, rng: Ints) -> None:
        """Calls all machine code once."""
        self.clear(int(view.seats))
        self.simulate(view, seat, rng, 1, Limits(None, None))
        self.proposal(view, seat, self.candidates(view, seat), rng)

    def clear(self, seats: int) -> None:
        """Forgets everything."""
        for name in ("explore", "trust", "thumb", "wide", "horizon"):
            self.settings[name] = getattr(self.level, name)
        self.settings.places = self.box.rules.places(seats)
        self.used[0] = 1
        self.nodes[0] = 0
        self.table[:] = 0
        self.seen[:] = 1e9, -1e9
        self.done, self._seconds = 0, 0.0

    def simulate(
        self,
        view: Record,
        seat: int,
        rng: Ints,
        n: int,
        limits: Limits,
        first: int | None = None,
        worlds: Ints = NO_WORLDS,
    ) -> bool:
        """Adds so many simulations, a slice at a time, perhaps of one `first` choice alone; False if time is up."""
        while n > 0:
            wanted = min(n, max(1, int(self.done / self._seconds * SLICE)) if self.done else FIRST_SLICE)
            begun = perf_counter()
            made = self._add(view, seat, rng, wanted, self.search.FREE if first is None else first, worlds)
            self._seconds += perf_counter() - begun
            self.done += made
            n -= made
            if made < wanted or limits.reached():
                return False
        return True

    def _add(self, view: Record, seat: int, rng: Ints, n: int, first: int, worlds: Ints) -> int:
        return int(
            self.search.search.native(
                view,
                seat,
                first,
                worlds,
                self.settings,
                self.mind,
                n,
                rng,
                self.nodes,
                self.used,
                self.table,
                *self._scratch,
                self.seen,
            )
        )

    def candidates(self, view: Record, seat: int) -> list[int]:
        """The choices of a seat that are worth a thought."""
        n = int(self.search.candidates.native(view, seat, self.mind, self._actions))
        return cast(list[int], self._actions[:n].tolist())

    def proposal(self, view: Record, seat: int, actions: list[int], rng: Ints) -> int:
        """The one of some choices that the brain would take at once."""
        self._actions[: len(actions)] = actions
        return int(self.search.policy.native(view, seat, self._actions, len(actions), self.mind, rng))

    def weighed(self) -> tuple[Weighed, ...]:
        """Statistics of the choices at the root, the most visited first."""
        return tuple(sorted(self.known(), key=lambda one: (-one.visits, -one.fortune)))

    def known(self) -> list[Weighed]:
        """Statistics of the choices at the root."""
        nodes = self.nodes[1 : int(self.used[0])].view(np.ndarray)
        nodes = nodes[(nodes["parent"] == 0) & (nodes["visits"] > 0)]
        found = []
        for _, action, visits, _, _, fortune, points, squares in nodes.tolist():
            mean = points / visits
            spread = sqrt(max(0.0, squares / visits - mean * mean))
            found.append(Weighed(action, visits, fortune / visits, mean, spread))
        return found
