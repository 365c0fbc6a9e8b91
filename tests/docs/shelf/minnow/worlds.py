"""Worlds of Minnow that fit what a seat has seen."""

import numpy as np

from ludotheque.games.cards import bit, scatter
from ludotheque.games.compiled import Ints, copy, jit, jit_with_arrays

from .rules import DECK, NO_CARD, PLACES, State


# --8<-- [start:unseen]
@jit
def unseen(view: State, seat: int) -> int:
    """The cards whose place a viewer does not know."""
    cards = DECK & ~view.gone
    for place in range(PLACES):
        if view.trick[place] != NO_CARD:
            cards &= ~bit(view.trick[place])
    return cards & ~view.hand[seat] if seat >= 0 else cards


# --8<-- [end:unseen]


# --8<-- [start:redeal]
@jit_with_arrays
def redeal(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, each as likely as any other; False if there is none.

    Any hand may hold any unseen card, so there are always as many ways to deal, and no deal is thrown away.
    """
    copy(view, out)
    sizes = np.zeros(PLACES, np.int64)
    fits = np.full(PLACES, DECK)
    dealt = np.zeros(PLACES, np.int64)
    for place in range(view.seats):
        sizes[place] = 0 if place == seat else view.held[place]
    if scatter(unseen(view, seat), PLACES, sizes, fits, rng, dealt) == 0.0:
        return False
    for place in range(view.seats):
        out.hand[place] |= dealt[place]
    return True


# --8<-- [end:redeal]
