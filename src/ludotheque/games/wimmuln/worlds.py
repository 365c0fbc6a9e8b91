"""Worlds of Wimmüln that fit what a seat has seen."""

import numpy as np

from ludotheque.games.cards import add_spot, count, has, lowest, most_ways, scatter, without
from ludotheque.games.chance import below, unit
from ludotheque.games.compiled import Ints, copy, jit, jit_with_arrays
from ludotheque.games.wimmuln.rules import (
    CARDS,
    COLOURS,
    DECK,
    LEADING,
    NO_CARD,
    PLACES,
    SUIT,
    State,
    in_round,
    joined,
    one_more,
    sees_hidden,
    sees_open,
    settled,
)

TRIES = 100_000  # far beyond what a position of a real match needs; a view that nothing fits must not hang
OPEN_OF = PLACES  # spots: a hand, or OPEN_OF + place, or HIDDEN_OF + place
HIDDEN_OF = 2 * PLACES
SPOTS = 3 * PLACES
OWNER = np.arange(SPOTS) % PLACES
EVERY = (1 << CARDS) - 1


@jit
def unseen(view: State, seat: int) -> int:
    """The cards whose place a viewer does not know; the one that the dealer took back is not among them."""
    seen = view.played
    if view.phase == LEADING:
        seen = one_more(one_more(seen, view.turned[0]), view.turned[1])
    for place in range(view.seats):
        if view.open[place] != NO_CARD and sees_open(view, seat, place):
            seen = one_more(seen, view.open[place])
    if seat >= 0:
        seen = joined(seen, view.hand[seat])
        if view.hidden[seat] != NO_CARD:
            seen = one_more(seen, view.hidden[seat])
    if seat != view.first and view.shown != NO_CARD:
        seen = one_more(seen, view.shown)
    return DECK[view.seats] & ~seen


@jit_with_arrays
def redeal(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, each as likely as any other; False if none was found.

    Unseen cards lie in the other hands (but not in a colour that the hand is void of) and among the others' guesses.
    The card that the dealer took back lies in any place of the dealer's: each try draws one, every place equally
    likely, and then deals the rest.
    """
    copy(view, out)
    if not in_round(view):
        return True
    pool = unseen(view, seat)
    where = np.zeros(SPOTS + 1, np.int64)
    sizes = np.zeros(SPOTS + 1, np.int64)
    fits = np.zeros(SPOTS + 1, np.int64)
    homes = np.zeros(SPOTS + 1, np.int64)
    dealt = np.zeros(SPOTS + 1, np.int64)
    spots = list_spots(view, seat, where, sizes, fits)
    room = list_homes(view, seat, spots, where, sizes, fits, homes)
    if room == 0:
        return False
    most = most_by_home(pool, spots, sizes, fits, homes)
    for _ in range(TRIES):
        home = home_at(homes, below(rng, room))
        sizes[home] -= 1
        ways = scatter(pool, spots, sizes, fits, rng, dealt)
        sizes[home] += 1
        if unit(rng) * most * homes[home] < ways:
            for i in range(spots):
                cards = settled(dealt[i])
                put(out, where[i], one_more(cards, view.shown) if i == home else cards)
            return True
    return False


@jit
def list_spots(view: State, seat: int, where: Ints, sizes: Ints, fits: Ints) -> int:
    """Where unseen cards lie, those of least choice first so that few deals are in vain; returns how many spots."""
    n = 0
    for voids in range(COLOURS, -1, -1):
        for place in range(view.seats):
            if place != seat and count(view.void[place]) == voids:
                n = add_spot(n, where, sizes, fits, place, view.held[place], without(EVERY, view.void[place], SUIT))
    for place in range(view.seats):
        if has(view.chosen, place) and not sees_open(view, seat, place):
            n = add_spot(n, where, sizes, fits, OPEN_OF + place, 1, EVERY)
        if has(view.chosen, place) and not sees_hidden(view, seat, place):
            n = add_spot(n, where, sizes, fits, HIDDEN_OF + place, 1, EVERY)
    return n


@jit
def list_homes(view: State, seat: int, spots: int, where: Ints, sizes: Ints, fits: Ints, homes: Ints) -> int:
    """How many places each spot has for the card that the dealer took back; returns how many all have.

    If nobody need wonder where that card is, it has one place in a spot beyond those that are dealt.
    """
    if seat == view.first or view.shown == NO_CARD:
        homes[spots] = 1
        return 1
    room = 0
    for i in range(spots):
        if OWNER[where[i]] == view.first and has(fits[i], view.shown):
            homes[i] = sizes[i]
            room += sizes[i]
    return room


@jit
def home_at(homes: Ints, place: int) -> int:
    """The spot of a place, counted over all homes."""
    home = 0
    while place >= homes[home]:
        place -= homes[home]
        home += 1
    return home


@jit
def most_by_home(pool: int, spots: int, sizes: Ints, fits: Ints, homes: Ints) -> float:
    """No deal has more ways than this for each place of the home that was drawn."""
    most = 0.0
    for home in range(spots + 1):
        if homes[home]:
            sizes[home] -= 1
            most = max(most, most_ways(pool, spots, sizes, fits) / homes[home])
            sizes[home] += 1
    return most


@jit
def put(out: State, spot: int, cards: int) -> None:
    """Lays dealt cards where they belong."""
    if spot < OPEN_OF:
        out.hand[spot] = cards
    elif spot < HIDDEN_OF:
        out.open[spot - OPEN_OF] = lowest(cards)
    else:
        out.hidden[spot - HIDDEN_OF] = lowest(cards)
