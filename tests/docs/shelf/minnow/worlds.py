"""Worlds of Minnow that fit what a seat has seen."""

from ludotheque.games.cards import bit, deal_hands
from ludotheque.games.compiled import Ints, copy, jit, jit_with_arrays

from .rules import DECK, NO_CARD, PLACES, State


# --8<-- [start:redeal]
@jit
def unseen(view: State, seat: int) -> int:
    """The cards whose place a viewer does not know."""
    cards = DECK & ~view.gone
    for place in range(PLACES):
        if view.trick[place] != NO_CARD:
            cards &= ~bit(view.trick[place])
    return cards & ~view.hand[seat] if seat >= 0 else cards


@jit_with_arrays
def redeal(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, each as likely as any other; False if there is none."""
    copy(view, out)
    return deal_hands(unseen(view, seat), view, seat, rng, out)


# --8<-- [end:redeal]
