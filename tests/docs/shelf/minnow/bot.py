"""Rules of thumb for Minnow: catch if the fish is worth it, with as little as it takes; else feed them little.

A card wins for sure if it beats the trick and nobody is left to play; before that its number tells. What it catches is
the smallest fish of the trick. A card that does not win may become that fish: the smaller, the better.
"""

from typing import NamedTuple

from ludotheque.games.cards import has
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Ints, jit

from .rules import CARDS, NO_CARD, NUMBER, State

# --8<-- [start:levels]
SECRET = -1  # nobody chooses in secret
SWING = 5.0  # how far a round moves two scores apart: 0.55 of the standard deviation, as for a logistic curve
A_ROUND = 6.0  # points that the best of a round gets, about
LEVELS = {"expert": {"simulations": 200}, "master": {"simulations": 2000}}
# --8<-- [end:levels]


# --8<-- [start:policy]
class Habits(NamedTuple):
    """Numbers that the rules of thumb go by."""

    kept: float = 0.3  # what it is worth to keep a high card
    noise: float = 0.6


@jit
def policy(s: State, seat: int, actions: Ints, n: int, habits: Habits, rng: Ints) -> int:
    """One of the n actions that `legal` wrote."""
    best = actions[0]
    most = -1e9
    for i in range(n):
        value = promised(s, seat, actions[i], habits) + habits.noise * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def promised(s: State, seat: int, card: int, habits: Habits) -> float:
    """The worth of a card: the fish that it catches, or else less for the others; and a high card is gone."""
    smallest = card
    beaten = False
    for place in range(s.seats):
        if s.trick[place] != NO_CARD:
            smallest = min(smallest, s.trick[place])
            beaten |= s.trick[place] > card
    wins = 0.0 if beaten else not_beaten(s, seat, card)
    return (2.0 * wins - 1.0) * NUMBER[smallest] - habits.kept * NUMBER[card]


# --8<-- [end:policy]


@jit
def not_beaten(s: State, seat: int, card: int) -> float:
    """How likely it is that none of those still to play beats a card."""
    higher = 0
    unseen = 0
    for other in range(CARDS):
        known = has(s.gone, other) or has(s.hand[seat], other)
        for place in range(s.seats):
            known |= s.trick[place] == other
        if not known:
            unseen += 1
            higher += other > card
    chance = 1.0
    for _ in range(s.seats - s.laid - 1):
        chance *= 1.0 - higher / max(unseen, 1)
    return chance


@jit
def rounds_left(s: State) -> float:
    """About how many rounds are still to come (N6)."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.score[seat])
    return max(s.target - most, 0) / A_ROUND
