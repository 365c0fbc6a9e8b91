"""Better habits for a game's rules of thumb, found by the cross-entropy method.

Each generation draws habits around the best so far, lets each play one seat among the champion's and one among the
usual ones on the same deals, and moves on to the mean of those that did best. Every few generations what was found
becomes the champion: what is good only among the usual habits exploits them, what is good only among its like may lose
to others. What is FIXED is left alone: noise, for one, is there so that bots do not always do the same.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from ludotheque.arena.statistics import Estimate, estimate
from ludotheque.bots.thinking import searching
from ludotheque.games.box import Box, box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Floats, blank, for_game

POPULATION = 24
ELITE = 6
REIGN = 5  # generations until what was found is the champion
SPREAD, LEAST_SPREAD = 0.3, 0.1  # of a habit at first, and beside that
STEADY = 0.3  # of the spread that was stays
FIXED = ("noise", "tries")
PROOF = 10  # times as many deals measure what was found


class Generation(NamedTuple):
    """The result of a generation: the mean of its best habits, and how many points these were ahead."""

    number: int
    habits: Any
    ahead: float


class Tuner:
    """Habits of one game, measured against each other at tables of every size, or of some."""

    def __init__(self, game: str, seats: Sequence[int] = ()) -> None:
        self.box: Box = box(game)
        self.box.compile()
        self.seats = tuple(seats) or self.box.rules.SEATS
        for count in self.seats:
            self.box.check_seats(count)
        self.usual = self.box.bot.Habits()
        self._among = for_game("ludotheque.bots.among", self.box.module, search=searching(self.box, ""))

    def leads(self, mine: Any, theirs: Any, seats: int, deals: int, seed: int) -> Floats:
        """By how many points one with its own habits is ahead of all others with theirs, deal by deal."""
        rules, out = self.box.rules, np.empty(deals)
        options = self.box.codes(self.box.options())
        deck, actions = np.arange(rules.deck_size(seats)), np.empty(rules.MOST_LEGAL, np.int64)
        self._among.leads(blank(rules.RECORD)[0], seats, options, mine, theirs, deck, actions, seeded(seed), out)
        return out

    def generations(self, count: int, deals: int, seed: int) -> Iterator[Generation]:
        """Finds better and better habits."""
        chance, champion = np.random.default_rng(seed), self.usual
        mean = np.array(champion)
        spread = np.where(np.isin(champion._fields, FIXED), 0.0, SPREAD * abs(mean) + LEAST_SPREAD)
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for number in range(1, count + 1):
                tried = mean + spread * chance.standard_normal((POPULATION, len(mean)))
                found = np.array([*threads.map(self._measure(champion, deals, seed + number), tried)])
                best = found.argsort()[-ELITE:]
                mean = tried[best].mean(axis=0)
                spread = STEADY * spread + (1 - STEADY) * tried[best].std(axis=0)
                yield Generation(number, self.box.bot.Habits(*mean.tolist()), float(found[best].mean()))
                if number % REIGN == 0:
                    champion = self.box.bot.Habits(*mean.tolist())

    def _measure(self, champion: Any, deals: int, seed: int) -> Callable[[Floats], float]:
        """A measure of habits: their mean lead among the champion's and among the usual ones, at all tables."""

        def worth(numbers: Floats) -> float:
            habits = self.box.bot.Habits(*numbers.tolist())
            return fmean(
                self.leads(habits, theirs, seats, deals, seed).mean()
                for theirs in {champion, self.usual}
                for seats in self.seats
            )

        return worth


def tune(game: str, seats: Sequence[int], generations: int, deals: int, seed: int) -> None:
    """Looks for better habits, tells of each generation, and measures in the end what was found on new deals."""
    console, tuner = Console(highlight=False, soft_wrap=True), Tuner(game, seats)
    console.print(f"{tuner.box.notation.TITLE}: {generations} generations of {POPULATION}")
    found = tuner.usual
    for number, found, ahead in tuner.generations(generations, deals, seed):
        console.print(f"{number:4}  {ahead:+.2f} points a round ahead   {written(found)}")
    for count in tuner.seats:
        there = estimate(tuner.leads(found, tuner.usual, count, PROOF * deals, seed).tolist())
        back = estimate(tuner.leads(tuner.usual, found, count, PROOF * deals, seed).tolist())
        console.print(f"{count} seats: found among usual {interval(there)}, usual among found {interval(back)}")


def interval(lead: Estimate) -> str:
    """A lead with its 95 % interval."""
    return f"{lead.mean:+.2f} ± {lead.margin:.2f}"


def written(habits: Any) -> str:
    """Habits as a level names them, to be tried in an arena."""
    return ",".join(f"{name}={value:.3g}" for name, value in habits._asdict().items())
