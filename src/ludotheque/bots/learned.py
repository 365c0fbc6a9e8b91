"""The networks of a game as code: one source, executed for each."""

from types import ModuleType

import numpy as np

from ludotheque.bots import blind
from ludotheque.games.box import Box
from ludotheque.games.compiled import for_game


def network(box: Box) -> ModuleType:
    """The networks of a game."""
    seats = box.rules.SEATS
    places = np.array([box.rules.places(n) if n in seats else 0 for n in range(max(seats) + 1)])
    given = {"bot": box.bot, "sight": box.sight or blind, "places_of": places}
    return for_game("ludotheque.bots.network", box.module, compiled=False, **given)
