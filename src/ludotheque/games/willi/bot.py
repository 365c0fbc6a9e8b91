"""Rules of thumb for Willi: aim at the highest total or at the lowest, for the middle brings little (W9).

A hand that is rich in high cards aims high, another low; what has been won weighs more. A trick is good if its cards
lean towards the aim: then call it, or win it by a low card, and swap one's best card into it. Cards that lean the
other way go into the tricks of others.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.games.cards import lowest, rest
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.willi.rules import (
    AROUND,
    CALL,
    CALLING,
    CARDS,
    DISCARD,
    DISCARDING,
    KEEP,
    NO_CARD,
    NOBODY,
    NUMBER,
    PASS,
    PLACES,
    PLAY,
    ROUNDS,
    SWAP,
    SWAPPING,
    TRICKS_EACH,
    State,
)

MIDDLE = 5
LEAN = NUMBER - MIDDLE  # of a card: to the high side or the low one
NOT_BEATEN = np.array([0.0, 1.0, 0.88, 0.76, 0.65, 0.53, 0.42, 0.32, 0.22, 0.12])  # by one player more


class Habits(NamedTuple):
    """Numbers that the rules of thumb go by."""

    hand_counts: float = 0.42  # how much a hand's lean tells, beside that of the cards won
    high_brings_more: float = 1.9
    call_first: float = 0.77  # the lean that is worth a call when one card lies
    call_second: float = -1.2  # ... when two lie
    call_third: float = -0.06  # ... when three lie
    dumped: float = 0.36  # what it is worth to be rid of a card that leans the wrong way
    eager: float = 1.98  # how much more a chance to win counts for each player still to come
    keeps: float = 0.47  # what a swap must bring
    noise: float = 0.6


SECRET = DISCARDING  # the phase in which nobody sees what the others choose
SWING = 1.0  # how far a round moves two scores apart: 0.55 of the standard deviation, as for a logistic curve
LEVELS: dict[str, dict[str, Any]] = {
    "expert": {"brain": "learned", "simulations": 600},
    "master": {"brain": "learned", "simulations": 2000, "paired": True, "mixed": 0.5},
}
CLASSIC: dict[str, dict[str, Any]] = {  # version 0.2
    "expert": {"simulations": 100},
    "master": {"simulations": 4000},
    "habits": {
        "hand_counts": 0.5,
        "high_brings_more": 2.0,
        "call_first": 1.5,
        "call_second": 0.5,
        "call_third": 0.0,
        "dumped": 0.7,
        "eager": 1.0,
        "keeps": 0.5,
    },
}


@jit
def policy(s: State, seat: int, actions: Ints, n: int, habits: Habits, rng: Ints) -> int:
    """One of the n actions that `legal` wrote."""
    if s.phase == CALLING:
        return CALL if worth_a_call(s, seat, habits) else PASS
    high = aims_high(s, seat, habits)
    best = actions[0]
    most = -1e9
    for i in range(n):
        if s.phase == SWAPPING:
            value = swapped(actions[i], high, habits)
        elif s.phase == DISCARDING:
            value = -abs(LEAN[actions[i] - DISCARD])
        else:
            value = played(s, seat, actions[i] - PLAY, high, habits)
        value += habits.noise * unit(rng)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def aims_high(s: State, seat: int, habits: Habits) -> int:
    """1 for the highest total, -1 for the lowest."""
    leans = lean(s.won[seat]) + habits.hand_counts * lean(s.hand[seat]) + habits.high_brings_more
    return 1 if leans > 0 else -1


@jit
def lean(cards: int) -> int:
    """How far a set of cards leans to the high side."""
    found = 0
    while cards:
        found += LEAN[lowest(cards)]
        cards = rest(cards)
    return found


@jit
def trick_lean(s: State) -> int:
    """How far the trick leans so far."""
    found = 0
    for place in range(PLACES):
        if s.trick[place] != NO_CARD:
            found += LEAN[s.trick[place]]
    return found


@jit
def worth_a_call(s: State, seat: int, habits: Habits) -> bool:
    """Whether the trick suits the aim (W6); who must win all that are left need not call."""
    left = TRICKS_EACH * PLACES
    for place in range(PLACES):
        left -= s.tricks[place]
    spare = left - (TRICKS_EACH - s.tricks[seat])
    least = habits.call_first if s.laid == 1 else habits.call_second if s.laid == 2 else habits.call_third
    return spare > 0 and aims_high(s, seat, habits) * trick_lean(s) >= least


@jit
def swapped(action: int, high: int, habits: Habits) -> float:
    """The own card that suits the aim best into the trick, for the one that suits it least (W8)."""
    if action == KEEP:
        return habits.keeps
    give, take = (action - SWAP) // CARDS, (action - SWAP) % CARDS
    return float(high * (NUMBER[give] - NUMBER[take]))


@jit
def played(s: State, seat: int, card: int, high: int, habits: Habits) -> float:
    """The worth of a card: a share of the trick if it may win it, else a hand without it."""
    wins = chance_to_win(s, seat, card)
    for _ in range(PLACES - 1 - s.laid):
        wins *= habits.eager
    return wins * high * (trick_lean(s) + LEAN[card]) - (1.0 - wins) * habits.dumped * high * LEAN[card]


@jit
def chance_to_win(s: State, seat: int, card: int) -> float:
    """How likely it is that a card wins the trick (W5, W7)."""
    if s.caller != NOBODY:
        return 1.0 if s.caller == seat else 0.0
    if s.tricks[seat] == TRICKS_EACH:
        return 0.0
    wins = 1.0
    for i in range(PLACES):
        place = AROUND[s.lead + i]
        if place == seat or s.tricks[place] == TRICKS_EACH:
            continue
        if s.trick[place] == NO_CARD:
            wins *= NOT_BEATEN[NUMBER[card]]
        elif NUMBER[s.trick[place]] < NUMBER[card] or (NUMBER[s.trick[place]] == NUMBER[card] and s.tie == 0):
            return 0.0
    return wins


@jit
def rounds_left(s: State) -> float:
    """How many rounds are still to come (W10)."""
    return float(ROUNDS - s.rounds)
