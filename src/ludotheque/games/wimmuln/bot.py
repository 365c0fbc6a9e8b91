"""Rules of thumb for Wimmüln: guess the tricks that the hand is good for, then play to win just that many.

A card's strength is its chance to win a trick: it depends on how many higher cards of its colour are still about, and
on whether others may trump it. The guess is the pair of cards that promises most (M6). After that every trick is one
to win or one to lose, until the guess is out of reach: then triangles are all there is to win.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.games.cards import bit, count, lowest, rest
from ludotheque.games.chance import below, unit
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.wimmuln.rules import (
    CARDS,
    COLOUR,
    DECK,
    GUESS,
    GUESSING,
    LEADING,
    NAME,
    NO_TRUMP,
    NUMBER,
    PLAY,
    SUIT,
    State,
    beats,
    covered,
    joined,
    legal,
    opened,
)

# The chance to win by how many higher cards of the colour others may hold; trumps win by being few
PLAIN = np.array([0.8, 0.6, 0.42, 0.28, 0.18, 0.12, 0.08, 0.05, 0.03, 0.02, 0.0, 0.0, 0.0])
TRUMP = np.array([1.0, 0.85, 0.72, 0.6, 0.5, 0.42, 0.36, 0.3, 0.25, 0.2, 0.16, 0.12, 0.1])
HIT = np.array([0.38, 0.24, 0.1, 0.03, 0.0])  # how likely a guess comes true, by how far it is from what is expected
USUAL = 26.0  # points a round, of who reaches the target first


class Habits(NamedTuple):
    """Numbers that the rules of thumb go by."""

    plain: float = 0.73  # of PLAIN counts
    trump: float = 1.09  # of TRUMP counts
    ruffed: float = 0.53  # of a plain card's chance is left while others may hold trumps
    kept: float = 1.16  # of what strength promises is won; the rest is chance
    spare: float = 1.0  # so much strength beyond what is wanted, and a trick may be let go
    tries: float = 40.0  # guesses that a rival in a search compares; 0 for all
    noise: float = 0.05


STRENGTHS = 20  # where on a desk strengths are noted, as whole numbers of a PART
PART = 1e6
SECRET = GUESSING  # the phase in which nobody sees what the others choose
SWING = 11.0  # how far a round moves two scores apart: 0.55 of the standard deviation, as for a logistic curve
LEVELS: dict[str, dict[str, Any]] = {
    "expert": {"brain": "learned", "simulations": 600},
    "master": {"brain": "learned", "simulations": 12000, "paired": True, "mixed": 0.8, "wide": 0.07},
}
CLASSIC: dict[str, dict[str, Any]] = {  # version 0.2
    "expert": {"simulations": 500},
    "master": {"simulations": 4000},
    "habits": {"plain": 1.0, "trump": 1.0, "ruffed": 0.75, "kept": 0.7, "tries": 0.0},
}


@jit
def policy(s: State, seat: int, actions: Ints, n: int, habits: Habits, rng: Ints) -> int:
    """One of the n actions that `legal` wrote."""
    if s.phase == GUESSING:
        return best_guess(s, seat, actions, n, habits, rng)
    if s.phase == LEADING:
        return actions[0] if n == 1 or unit(rng) < 0.5 else actions[1]
    eager = wants_trick(s, seat, habits)
    best = actions[0]
    most = -1e9
    for i in range(n):
        card = actions[i] - PLAY
        value = played(s, seat, card, eager, habits) + habits.noise * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def others_may_have(s: State, seat: int) -> int:
    """The cards that may be in other hands: neither played nor in one's own."""
    return DECK[s.seats] & ~joined(s.played, s.hand[seat])


@jit
def strength(s: State, about: int, card: int, habits: Habits) -> float:
    """The chance that a card wins a trick at some time."""
    above = SUIT[COLOUR[card]] & ~(bit(card + 1) - 1)
    higher = count(about & above)
    if COLOUR[card] == s.trump:
        return habits.trump * TRUMP[higher]
    if s.trump == NO_TRUMP or about & SUIT[s.trump] == 0:
        return habits.plain * PLAIN[higher]
    return habits.plain * PLAIN[higher] * habits.ruffed


@jit
def strength_of(s: State, about: int, cards: int, habits: Habits) -> float:
    """The tricks that some cards are good for."""
    found = 0.0
    while cards:
        found += strength(s, about, lowest(cards), habits)
        cards = rest(cards)
    return found


@jit
def best_guess(s: State, seat: int, actions: Ints, n: int, habits: Habits, rng: Ints) -> int:
    """The two cards that promise most (M6)."""
    about = others_may_have(s, seat)
    whole = strength_of(s, about, s.hand[seat], habits)
    if seat == s.first:
        whole += strength(s, about, s.trick[seat], habits)
    share = (s.held[seat] - 2.0) / s.seats
    best = actions[0]
    most = -1e9
    for i in range(n):
        card, under = opened(actions[i]), covered(actions[i])
        left = whole - strength(s, about, card, habits) - strength(s, about, under, habits)
        expected = habits.kept * left + (1.0 - habits.kept) * share
        value = promise(NUMBER[card], NUMBER[under], expected) + habits.noise * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def sampled_guess(s: State, seat: int, desk: Ints, habits: Habits, rng: Ints) -> int:
    """The best of some guesses, drawn without listing all: rivals guess in every simulation of a search."""
    about = others_may_have(s, seat)
    left = s.hand[seat]
    whole = 0.0
    n = 0
    while left:
        card = NAME[lowest(left)]
        strong = strength(s, about, card, habits)
        desk[n] = card
        desk[STRENGTHS + n] = int(strong * PART)
        whole += strong
        left = rest(left)
        n += 1
    if seat == s.first:
        whole += strength(s, about, s.trick[seat], habits)
    share = (n - 2.0) / s.seats
    best = 0
    most = -1e9
    for _ in range(int(habits.tries)):
        i, j = below(rng, n), below(rng, n - 1)
        j += j >= i
        expected = whole - (desk[STRENGTHS + i] + desk[STRENGTHS + j]) / PART
        expected = habits.kept * expected + (1.0 - habits.kept) * share
        value = promise(NUMBER[desk[i]], NUMBER[desk[j]], expected)
        if value > most:
            most = value
            best = GUESS + desk[i] * CARDS + desk[j]
    return best


@jit
def at_once(s: State, seat: int, desk: Ints, habits: Habits, rng: Ints) -> int:
    """The action of a seat by rules of thumb; it needs a desk of MOST_LEGAL places."""
    if s.phase == GUESSING and habits.tries > 0.0:
        return sampled_guess(s, seat, desk, habits, rng)
    n = legal(s, seat, desk)
    return desk[0] if n == 1 else policy(s, seat, desk, n, habits, rng)


@jit
def promise(v: int, h: int, expected: float) -> float:
    """The expected points of two guesses, and the triangles of the tricks that they aim at."""
    if v == h:
        return 25.0 * hit(v, expected)
    if v > h:
        return 20.0 * hit(v, expected) + 5.0 * hit(h, expected)
    return 10.0 * hit(v, expected) + 10.0 * hit(h, expected)


@jit
def hit(guess: int, expected: float) -> float:
    """How likely it is that a guess comes true."""
    off = min(abs(guess - expected), 3.99)
    low = int(off)
    return HIT[low] + (off - low) * (HIT[low + 1] - HIT[low])


@jit
def wanted(s: State, seat: int) -> int:
    """How many tricks are still to be won for the better guess within reach; -1 if none is."""
    v, h = NUMBER[s.open[seat]] - s.tricks[seat], NUMBER[s.hidden[seat]] - s.tricks[seat]
    left = s.held[seat]
    if 0 <= v <= left and (v >= h or h > left):
        return v
    if 0 <= h <= left:
        return h if v > left or v < 0 else v
    return -1


@jit
def wants_trick(s: State, seat: int, habits: Habits) -> float:
    """1 to win this trick, -1 to lose it, in between when there is strength to spare."""
    want = wanted(s, seat)
    if want < 0:
        return 1.0
    if want == 0:
        return -1.0
    spare = strength_of(s, others_may_have(s, seat), s.hand[seat], habits) - want
    return 1.0 if spare < habits.spare else 0.2


@jit
def played(s: State, seat: int, card: int, eager: float, habits: Habits) -> float:
    """Plays a winning card if the trick is wanted, else throws away a weak one; if it is not, the other way round."""
    strong = strength(s, others_may_have(s, seat), card, habits)
    if s.laid == 0:
        return eager * strong
    if not beats(s, card, s.trick[s.ahead]):
        return -0.5 * eager * strong
    last = s.laid + 1 == s.seats
    wins = 1.0 if last else strong
    return eager * (1.0 + wins) - (0.5 * strong * eager if last else 0.0)


@jit
def rounds_left(s: State) -> float:
    """About how many rounds are still to come, by how far the best is from the target (M7)."""
    most = 0
    for place in range(s.seats):
        most = max(most, s.score[place])
    return max(1.0, (s.target - most) / USUAL)
