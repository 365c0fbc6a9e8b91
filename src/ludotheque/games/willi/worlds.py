"""Worlds of Willi that fit what a seat has seen."""

import numpy as np

from ludotheque.games.cards import add_spot, bit, count, has, lowest, most_ways, rest, scatter, without
from ludotheque.games.chance import shuffle, unit
from ludotheque.games.compiled import Ints, copy, jit, jit_with_arrays
from ludotheque.games.willi.rules import COLOURS, DECK, NO_CARD, PLACES, SUIT, WILLI, State, trick_cards

TRIES = 100_000  # far beyond what a position of a real match needs; a view that nothing fits must not hang
DISCARD_OF = PLACES  # spots: a hand, or DISCARD_OF + place, or PILE
PILE = 2 * PLACES
SPOTS = 2 * PLACES + 1


@jit
def unseen(view: State, seat: int) -> int:
    """The cards whose place a viewer does not know."""
    cards = DECK & ~trick_cards(view)
    for place in range(PLACES):
        cards &= ~(view.won[place] | view.shown[place])
    if seat >= 0:
        cards &= ~view.hand[seat]
        if view.discard[seat] != NO_CARD:
            cards &= ~bit(view.discard[seat])
    return cards


@jit_with_arrays
def redeal(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, each as likely as any other; False if none was found.

    Unseen cards lie in the other hands (but not in a colour that the hand is void of), in the others' discards,
    and in Willi's pile. Cards that all saw go into a hand are still there.
    """
    copy(view, out)
    pool = unseen(view, seat)
    where = np.zeros(SPOTS, np.int64)
    sizes = np.zeros(SPOTS, np.int64)
    fits = np.zeros(SPOTS, np.int64)
    dealt = np.zeros(SPOTS, np.int64)
    spots = list_spots(view, seat, where, sizes, fits)
    most = most_ways(pool, spots, sizes, fits)
    for _ in range(TRIES):
        if unit(rng) * most < scatter(pool, spots, sizes, fits, rng, dealt):
            for i in range(spots):
                put(out, where[i], dealt[i])
            shuffle(rng, out.pile[out.turned :])
            return True
    return False


@jit
def list_spots(view: State, seat: int, where: Ints, sizes: Ints, fits: Ints) -> int:
    """Where unseen cards lie, those of least choice first so that few deals are in vain; returns how many spots."""
    n = 0
    for voids in range(COLOURS, -1, -1):
        for place in range(view.seats):
            if place != seat and count(view.void[place]) == voids:
                hidden = view.held[place] - count(view.shown[place])
                n = add_spot(n, where, sizes, fits, place, hidden, without(DECK, view.void[place], SUIT))
    for place in range(view.seats):
        if place != seat and has(view.chosen, place):
            n = add_spot(n, where, sizes, fits, DISCARD_OF + place, 1, DECK)
    if view.seats == WILLI:
        n = add_spot(n, where, sizes, fits, PILE, view.held[WILLI], DECK)
    return n


@jit
def put(out: State, spot: int, cards: int) -> None:
    """Lays dealt cards where they belong."""
    if spot < DISCARD_OF:
        out.hand[spot] = cards | out.shown[spot]
    elif spot < PILE:
        out.discard[spot - DISCARD_OF] = lowest(cards)
    else:
        for i in range(out.turned, out.turned + out.held[WILLI]):
            out.pile[i] = lowest(cards)
            cards = rest(cards)
