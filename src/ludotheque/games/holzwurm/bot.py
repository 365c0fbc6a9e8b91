"""Rules of thumb for Holzwurm: lay minus cards, keep plus cards, and take rows that bring more of them.

A card laid is worth what the hand loses with it. A row taken is worth its plus cards and the top of the pile of fate;
its minus cards weigh little, for most of them can be laid again. So low cards are good to have: they take a row when
one wants it. Who lays the last card has 30 points: well if the hand was worth less.
"""

from typing import Any, NamedTuple

from ludotheque.games.cards import count, lowest, rest
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.holzwurm.rules import (
    CARD_OF,
    COLOURED,
    COLOURED_CARDS,
    FATE,
    GREYS,
    NEW,
    NUMBER,
    SLOT_OF,
    VALUE,
    WENT_OUT,
    State,
    worth,
)


class Habits(NamedTuple):
    """Numbers that the rules of thumb go by."""

    room: float = -0.12  # what it is worth to lay a card for each place that the row has beyond the least number needed
    laid_again: float = -0.19  # of the minus that is taken counts, until the −13 ends the round
    fate: float = 1.1  # of the top card of the pile of fate counts
    noise: float = 0.5


SECRET = -1  # no phase: all see what anyone chooses
SWING = 27.0  # how far a round moves two scores apart: 0.55 of the standard deviation, as for a logistic curve
LEVELS: dict[str, dict[str, Any]] = {
    "expert": {"brain": "learned", "simulations": 600},
    "master": {"brain": "learned", "simulations": 2000},
}
CLASSIC: dict[str, dict[str, Any]] = {  # version 0.2
    "expert": {"simulations": 500},
    "master": {"simulations": 4000},
    "habits": {"room": 0.2, "laid_again": 0.15, "fate": 1.0},
}


@jit
def policy(s: State, seat: int, actions: Ints, n: int, habits: Habits, rng: Ints) -> int:
    """One of the n actions that `legal` wrote."""
    best = actions[0]
    most = -1e9
    for i in range(n):
        card, slot = CARD_OF[actions[i]], SLOT_OF[actions[i]]
        lying = row_length(s, slot)
        value = laid(s, seat, card, lying, habits) if NUMBER[card] > lying else taken(s, slot, habits)
        value += habits.noise * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def row_length(s: State, slot: int) -> int:
    """How many cards lie in a row; none in a new one."""
    return 0 if slot == NEW else count(s.row[slot, COLOURED]) + count(s.row[slot, GREYS])


@jit
def laid(s: State, seat: int, card: int, lying: int, habits: Habits) -> float:
    """The worth of laying a card: the points that leave the hand."""
    if s.held[seat] == 1:
        return float(WENT_OUT - worth(s, seat))
    return habits.room * (NUMBER[card] - lying) - VALUE[card]


@jit
def taken(s: State, slot: int, habits: Habits) -> float:
    """The worth of taking a row: its cards and the top of the pile of fate; the −13 ends the round (H7)."""
    again = habits.laid_again if s.taken < FATE - 1 else 1.0
    row = summed(s.row[slot, COLOURED], 0, again) + summed(s.row[slot, GREYS], COLOURED_CARDS, again)
    return habits.fate * VALUE[s.fate[s.taken]] + row


@jit
def summed(cards: int, first: int, again: float) -> float:
    """The points of a set of cards that is taken, its lowest bit being the first card."""
    points = 0.0
    while cards:
        value = VALUE[first + lowest(cards)]
        points += value if value > 0 else again * value
        cards = rest(cards)
    return points


@jit
def rounds_left(s: State) -> float:
    """How many rounds are still to come (H8)."""
    return float(s.length - s.rounds)
