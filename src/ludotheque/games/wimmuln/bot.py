"""What a bot should know of Wimmüln: guess the tricks that the hand is good for, then play to win just that many.

A card's strength is its chance to win a trick: it depends on how many higher cards of its colour are still about, and
on whether others may trump it. The guess is the pair of cards that promises most (M6). After that every trick is one
to win or one to lose, until the guess is out of reach: then triangles are all there is to win.
"""

import numpy as np

from ludotheque.games.cards import bit, count, lowest, rest
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.wimmuln.rules import (
    COLOUR,
    DECK,
    GUESSING,
    LEADING,
    NO_TRUMP,
    NUMBER,
    PLAY,
    SUIT,
    State,
    beats,
    covered,
    joined,
    opened,
)

# The chance to win by how many higher cards of the colour others may hold; trumps win by being few
PLAIN = np.array([0.8, 0.6, 0.42, 0.28, 0.18, 0.12, 0.08, 0.05, 0.03, 0.02, 0.0, 0.0, 0.0])
TRUMP = np.array([1.0, 0.85, 0.72, 0.6, 0.5, 0.42, 0.36, 0.3, 0.25, 0.2, 0.16, 0.12, 0.1])
RUFFED = 0.75  # of a plain card's chance is left while others may hold trumps
HIT = np.array([0.38, 0.24, 0.1, 0.03, 0.0])  # how likely a guess comes true, by how far it is from what is expected
USUAL = 26.0  # points a round, of who reaches the target first
KEPT = 0.7  # of what strength promises is won; the rest is chance
SPARE = 1.0  # so much strength beyond what is wanted, and a trick may be let go
SECRET = GUESSING  # the phase in which nobody sees what the others choose
SWING = 11.0  # how far a round moves two scores apart: 0.55 of the standard deviation, as for a logistic curve
NOISE = 0.05
LEVELS = {"expert": {"simulations": 500}, "master": {"simulations": 4000}}


@jit
def policy(s: State, seat: int, actions: Ints, n: int, rng: Ints) -> int:
    """One of the n actions that `legal` wrote."""
    if s.phase == GUESSING:
        return best_guess(s, seat, actions, n, rng)
    if s.phase == LEADING:
        return actions[0] if n == 1 or unit(rng) < 0.5 else actions[1]
    eager = wants_trick(s, seat)
    best = actions[0]
    most = -1e9
    for i in range(n):
        card = actions[i] - PLAY
        value = played(s, seat, card, eager) + NOISE * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def others_may_have(s: State, seat: int) -> int:
    """The cards that may be in other hands: neither played nor in one's own."""
    return DECK[s.seats] & ~joined(s.played, s.hand[seat])


@jit
def strength(s: State, about: int, card: int) -> float:
    """The chance that a card wins a trick at some time."""
    above = SUIT[COLOUR[card]] & ~(bit(card + 1) - 1)
    higher = count(about & above)
    if COLOUR[card] == s.trump:
        return TRUMP[higher]
    if s.trump == NO_TRUMP or about & SUIT[s.trump] == 0:
        return PLAIN[higher]
    return PLAIN[higher] * RUFFED


@jit
def strength_of(s: State, about: int, cards: int) -> float:
    """The tricks that some cards are good for."""
    found = 0.0
    while cards:
        found += strength(s, about, lowest(cards))
        cards = rest(cards)
    return found


@jit
def best_guess(s: State, seat: int, actions: Ints, n: int, rng: Ints) -> int:
    """The two cards that promise most (M6)."""
    about = others_may_have(s, seat)
    whole = strength_of(s, about, s.hand[seat])
    if seat == s.first:
        whole += strength(s, about, s.trick[seat])
    share = (s.held[seat] - 2.0) / s.seats
    best = actions[0]
    most = -1e9
    for i in range(n):
        card, under = opened(actions[i]), covered(actions[i])
        expected = KEPT * (whole - strength(s, about, card) - strength(s, about, under)) + (1.0 - KEPT) * share
        value = promise(NUMBER[card], NUMBER[under], expected) + NOISE * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def promise(v: int, h: int, expected: float) -> float:
    """What two guesses may bring, and the triangles of the tricks that they aim at."""
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
def wants_trick(s: State, seat: int) -> float:
    """1 to win this trick, -1 to lose it, in between when there is strength to spare."""
    want = wanted(s, seat)
    if want < 0:
        return 1.0
    if want == 0:
        return -1.0
    spare = strength_of(s, others_may_have(s, seat), s.hand[seat]) - want
    return 1.0 if spare < SPARE else 0.2


@jit
def played(s: State, seat: int, card: int, eager: float) -> float:
    """Who wants the trick plays what wins it, else throws away what is weak; who does not, the other way round."""
    strong = strength(s, others_may_have(s, seat), card)
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
