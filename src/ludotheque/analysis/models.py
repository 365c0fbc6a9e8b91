"""Models by which choices are played out: two of them, so that no judgement rests on one alone.

One goes by the rules of thumb. The other goes by the networks of a game that has some; else by the older rules of
thumb, whose habits are quite different.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ludotheque.bots.learned import mind_for
from ludotheque.bots.levels import LEARNED, Level, level
from ludotheque.bots.thinking import MOST_PLACES, searching
from ludotheque.games.box import Box
from ludotheque.games.compiled import Floats, Ints, Record, blank, for_game

ENDLESS = 1 << 40  # decisions: a round is played to its end
NO_WORLD = "no world fits the view, or one does not allow all choices: so they are none of a match"


class Outcomes(NamedTuple):
    """Outcomes of choices, a row each, in the same worlds: points ahead of the others' mean, shares of the match."""

    points: Floats
    chances: Floats


class Model:
    """Everybody at the table plays on in one way."""

    def __init__(self, box: Box, level_: Level) -> None:
        search = searching(box, level_.brain)
        variant = f"_{level_.brain}" if level_.brain else ""
        self._code = for_game("ludotheque.analysis.trials", box.module, variant, compiled=False, search=search)
        self._rules = box.rules
        self._mind = mind_for(box, level_)
        self._settings = blank(search.SETTINGS)[0]
        self._settings.thumb, self._settings.horizon = 1.0, ENDLESS
        self._dealt, self._world = blank(box.rules.RECORD, 2)
        self._room = np.empty(box.rules.MOST_LEGAL, np.int64)
        self._fortunes = np.zeros(MOST_PLACES)

    def compare(self, view: Record, seat: int, who: Ints, actions: Ints, worlds: int, rng: Ints) -> Outcomes:
        """The outcome of each choice for a seat, in a number of common worlds that fit its view."""
        found = self._blank(view, len(actions), worlds)
        done = self._code.compare.native(
            view, seat, who, actions, self._settings, self._mind, rng,
            self._dealt, self._world, self._room, self._fortunes, *found,
        )  # fmt: skip
        assert done == worlds, NO_WORLD
        return found

    def worlds(self, view: Record, seat: int, n: int, rng: Ints) -> Iterator[Record]:
        """Worlds that fit a view, each in the same place of memory."""
        for _ in range(n):
            assert self._code.redeal.native(view, seat, rng, self._dealt), NO_WORLD
            yield self._dealt

    def play_on(self, s: Record, seat: int, times: int, rng: Ints) -> Outcomes:
        """A seat's points of a round: from where it is, or from new deals if one is due."""
        deck = np.arange(self._rules.deck_size(int(s.seats)))
        found = self._blank(s, 1, times)
        self._code.play_on.native(
            s, seat, deck, self._settings, self._mind, rng, self._world, self._room, self._fortunes, *found
        )
        return found

    def chance(self, s: Record, seat: int) -> float:
        """A seat's share of the match by the scores alone."""
        self._code.promised.native(s, self._rules.places(int(s.seats)), self._fortunes)
        return float(self._fortunes[seat])

    def _blank(self, s: Record, rows: int, columns: int) -> Outcomes:
        self._settings.places = self._rules.places(int(s.seats))
        return Outcomes(np.zeros((rows, columns)), np.zeros((rows, columns)))


def models(box: Box) -> tuple[Model, Model]:
    """The two models of a game, the better one last: luck and odds go by it, costs by the mean of both."""
    by_thumb, master = Model(box, level(box.name, "regular")), level(box.name, "master")
    if master.brain == LEARNED:
        return by_thumb, Model(box, master)
    return Model(box, level(box.name, "classic-master")), by_thumb
