"""Worlds of Holzwurm that fit what a seat has seen."""

from ludotheque.games.cards import bit, count, lowest, rest
from ludotheque.games.chance import below
from ludotheque.games.compiled import Ints, copy, jit
from ludotheque.games.holzwurm.rules import (
    BIT,
    COLOURED,
    FATE,
    GREYS,
    HALF,
    HALVES,
    OUT,
    PLACES,
    ROWS,
    SHUFFLED,
    State,
)


@jit
def unseen(view: State, seat: int, half: int) -> int:
    """The cards whose place a viewer does not know."""
    cards = SHUFFLED[half]
    for slot in range(ROWS):
        cards &= ~view.row[slot, half]
    for place in range(PLACES):
        cards &= ~view.shown[place, half]
    for i in range(view.taken, FATE):
        if HALF[view.fate[i]] == half:
            cards &= ~BIT[view.fate[i]]
    return cards & ~view.hand[seat, half] if seat >= 0 else cards


@jit
def redeal(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, each as likely as any other.

    Each unseen card goes to one of the hidden cards that are left, in the other hands or out of the round. Until all
    are dealt `out.held` tells how many of them are in the hands up to a seat.
    """
    copy(view, out)
    hidden = 0
    for place in range(PLACES):
        if place != seat:
            hidden += view.held[place] - count(view.shown[place, COLOURED]) - count(view.shown[place, GREYS])
            for half in range(HALVES):
                out.hand[place, half] = view.shown[place, half]
        out.held[place] = hidden
    left = count(unseen(view, seat, COLOURED)) + count(unseen(view, seat, GREYS))
    for half in range(HALVES):
        out.hand[OUT, half] = 0
        cards = unseen(view, seat, half)
        while cards:
            place = hidden_place(out.held, below(rng, left))
            out.hand[place, half] |= bit(lowest(cards))
            cards = rest(cards)
            left -= 1
    for place in range(PLACES):
        out.held[place] = view.held[place]
    return True


@jit
def hidden_place(up_to: Ints, i: int) -> int:
    """Where the i-th hidden card is, OUT if in no hand; it is no longer counted."""
    found = 0
    for place in range(PLACES):
        found += i >= up_to[place]
        up_to[place] -= i < up_to[place]
    return found
