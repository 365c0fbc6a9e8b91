"""Sets of cards as the bits of one integer, and dealing the unseen ones.

Card `c` is bit `c`. Identical cards (two red sevens) lie side by side, and a set fills the lower bit first, so that
equal sets are equal numbers, whoever holds which copy.
"""

import numpy as np

from ludotheque.games.chance import below
from ludotheque.games.compiled import Floats, Ints, Record, jit, jit_with_arrays

MOST = 63
AT_ONCE = 16  # cards that are listed together


def pascal(rows: int) -> Floats:
    """How many sets of k there are among n, at [n, k]."""
    ways = np.zeros((rows, rows))
    ways[:, 0] = 1
    for n in range(1, rows):
        ways[n, 1:] = ways[n - 1, 1:] + ways[n - 1, :-1]
    return ways


CHOOSE = pascal(MOST + 1)


def count(cards: int) -> int:
    """How many cards a set has."""
    return int(cards).bit_count()


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


def cards_in(cards: int) -> list[int]:
    """The cards of a set, in order."""
    left, found = int(cards), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def listed_at_once(cards: int, base: int, out: Ints, n: int) -> bool:
    """Whether a processor that can list a whole set by one instruction has done so, and there was room to write AT_ONCE
    places at a time. In a loop it would often guess wrong where that ends: lists of 1 to 9 cards took 7 ns, now 2 to 3.
    """
    return False


@jit
def rounded_up(n: int) -> int:
    """How many places are written when n cards are listed AT_ONCE at a time."""
    return (n + AT_ONCE - 1) // AT_ONCE * AT_ONCE


@jit
def bit(card: int) -> int:
    """The set of one card."""
    return 1 << card


@jit
def has(cards: int, card: int) -> bool:
    """Whether a card is in a set."""
    return cards >> card & 1 != 0


@jit
def rest(cards: int) -> int:
    """A set without its lowest card."""
    return cards & (cards - 1)


@jit
def listed(cards: int, base: int, out: Ints, n: int) -> int:
    """Writes base plus each card of a set, in order, from place n on; returns the place after the last.

    Places after that may be written in vain.
    """
    end = n + count(cards)
    if listed_at_once(cards, base, out, n):
        return end
    for i in range(n, end):
        out[i] = base + lowest(cards)
        cards = rest(cards)
    return end


@jit
def summed(cards: int, values: Ints) -> int:
    """The sum of what the cards of a set count."""
    total = 0
    while cards:
        total += values[lowest(cards)]
        cards = rest(cards)
    return total


@jit
def some(cards: int, n: int, desk: Ints, rng: Ints) -> int:
    """A random set of n of the cards, which are spread out on a desk of at least 63 places."""
    size = 0
    while cards:
        desk[size] = lowest(cards)
        cards = rest(cards)
        size += 1
    chosen = 0
    for i in range(n):
        j = i + below(rng, size - i)
        chosen |= 1 << desk[j]
        desk[j] = desk[i]
    return chosen


@jit
def one(cards: int, rng: Ints) -> int:
    """A random card of a set that is not empty."""
    chosen = below(rng, count(cards))
    if cards & cards + 1 == 0:  # all from the lowest on
        return chosen
    for _ in range(chosen):
        cards = rest(cards)
    return lowest(cards)


# Dealing unseen cards uniformly. Places are filled one after another, each with a random set of the cards that it
# may hold and that are left. That favours worlds in which earlier places left little choice to later ones, so a world
# is kept only in proportion to the number of choices that there were: what is kept is uniform.


@jit_with_arrays
def scatter(pool: int, places: int, sizes: Ints, fits: Ints, rng: Ints, out: Ints) -> float:
    """Deal `pool` into places of `sizes`, each within its `fits`; returns the ways there were to choose, 0 if none."""
    ways = 1.0
    desk = np.empty(MOST, np.int64)
    for place in range(places):
        choice = pool & fits[place]
        options = count(choice)
        if options < sizes[place]:
            return 0.0
        ways *= CHOOSE[options, sizes[place]]
        out[place] = some(choice, sizes[place], desk, rng)
        pool &= ~out[place]
    return ways


@jit
def add_spot(n: int, where: Ints, sizes: Ints, fits: Ints, spot: int, size: int, cards: int) -> int:
    """Notes a spot for so many of those cards, beside n others; returns how many there are now."""
    where[n] = spot
    sizes[n] = size
    fits[n] = cards
    return n + 1


@jit
def without(cards: int, void: int, suits: Ints) -> int:
    """The cards whose colour is not void."""
    while void:
        cards &= ~suits[lowest(void)]
        void = rest(void)
    return cards


@jit_with_arrays
def deal_hands(pool: int, view: Record, seat: int, rng: Ints, out: Record) -> bool:
    """Deals unseen cards to the hands of all others, where any hand may hold any of them: so all deals are equally
    likely. False if there are too few."""
    desk = np.empty(MOST, np.int64)
    for place in range(view.seats):
        if place != seat:
            if count(pool) < view.held[place]:
                return False
            out.hand[place] = some(pool, view.held[place], desk, rng)
            pool &= ~out.hand[place]
    return True


@jit
def most_ways(pool: int, places: int, sizes: Ints, fits: Ints) -> float:
    """No deal by `scatter` returns more than this."""
    ways = 1.0
    left = count(pool)
    for place in range(places):
        ways *= CHOOSE[min(left, count(pool & fits[place])), sizes[place]]
        left -= sizes[place]
    return ways


@jit
def label_colours(first: int, colours: int, each: int, labels: Ints) -> None:
    """Labels for all cards, then for all colours, counted from one colour on; a colour has so many cards."""
    for colour in range(colours):
        turned = colour - first + (colours if colour < first else 0)
        labels[colours * each + colour] = turned
        for i in range(each):
            labels[colour * each + i] = turned * each + i
