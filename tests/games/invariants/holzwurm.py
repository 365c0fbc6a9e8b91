"""What holds in every state of Holzwurm: numbers that fit each other, cards that lie where they must."""

import numpy as np

from ludotheque.games.cards import count, has
from ludotheque.games.compiled import jit
from ludotheque.games.declared import ranges
from ludotheque.games.holzwurm.rules import (
    BIT,
    BIT_IN,
    CARDS,
    COLOURED,
    DECK,
    FATE,
    FATE_ORDER,
    GREYS,
    HALF,
    HALVES,
    HAND,
    LEAST,
    MOST,
    NEW,
    NO_CARD,
    NO_HOMES,
    NOBODY,
    NUMBER,
    NUMBERS,
    OUT,
    OVER,
    PLACES,
    PLAYING,
    ROWS,
    SHUFFLED,
    SUIT,
    THIRTEEN,
    WENT_OUT,
    State,
    home,
    row_colour,
    settle,
    worth,
)
from tests.games.invariants.ranges import in_range

RANGES = ranges(State)
UP_TO = np.array([BIT_IN[:, n >= NUMBER].sum(axis=1) for n in range(NUMBERS + 1)])


@jit
def consistent(s: State) -> bool:
    """Whether a record is a state that a match can have: every number in its range, every card in one place."""
    return (
        in_range(s, RANGES)
        and in_keeping(s)
        and fate_in_order(s)
        and rows_in_order(s)
        and cards_in_place(s)
        and hands_fit(s)
    )


@jit
def in_keeping(s: State) -> bool:
    """Whether numbers fit each other, and the number of seats."""
    fine = s.rounds <= s.length and (s.phase != PLAYING or s.rounds > 0)
    fine &= (s.phase == OVER) == (s.rounds == s.length and s.phase != PLAYING)
    fine &= 0 <= s.first < s.seats and (0 <= s.turn < s.seats if s.rounds > 0 else s.turn == NOBODY)
    for place in range(PLACES):
        fine &= s.rounds * LEAST <= s.score[place] <= s.rounds * MOST
        fine &= place < s.seats or (s.held[place] == 0 and s.score[place] == 0)
    return fine


@jit
def fate_in_order(s: State) -> bool:
    """The best card on top, the −13 at the bottom (H2); nothing before the first deal."""
    if s.rounds == 0:
        fine = s.taken == FATE
        for i in range(FATE):
            fine &= s.fate[i] == NO_CARD
        return fine
    for i in range(FATE):
        if not 0 <= s.fate[i] < CARDS or (i > 0 and FATE_ORDER[s.fate[i - 1]] >= FATE_ORDER[s.fate[i]]):
            return False
    return s.fate[FATE - 1] == THIRTEEN


@jit
def rows_in_order(s: State) -> bool:
    """Each row of a colour of its own, and such as its cards could be laid (H4, H6)."""
    homes = NO_HOMES
    for slot in range(ROWS):
        coloured, greys = s.row[slot, COLOURED], s.row[slot, GREYS]
        if not 0 <= coloured <= SHUFFLED[COLOURED] or not 0 <= greys <= SHUFFLED[GREYS]:
            return False
        if s.laid[slot] != count(coloured) + count(greys) or has(s.lying, slot) != (s.laid[slot] > 0):
            return False
        if has(s.greyish, slot) != (coloured == 0 and greys > 0):
            return False
        colour = row_colour(s, slot)
        if coloured & ~SUIT[colour] or home(homes, colour) != NEW:
            return False
        homes = settle(homes, colour, slot)
        for n in range(NUMBERS + 1):
            if count(coloured & UP_TO[n, COLOURED]) + count(greys & UP_TO[n, GREYS]) > n:
                return False
    return s.homes == homes


@jit
def cards_in_place(s: State) -> bool:
    """Nothing lost, nothing doubled, and as many out as must be."""
    for half in range(HALVES):
        every = SHUFFLED[half]
        if half == GREYS and s.rounds > 0:
            every |= BIT[THIRTEEN]
        found = 0
        seen = 0
        for i in range(s.taken, FATE):
            if HALF[s.fate[i]] == half:
                found += 1
                seen |= BIT[s.fate[i]]
        for slot in range(ROWS):
            found += count(s.row[slot, half])
            seen |= s.row[slot, half]
        for place in range(PLACES + 1):
            if not 0 <= s.hand[place, half] <= (every if place < s.seats else SHUFFLED[half]):
                return False
            found += count(s.hand[place, half])
            seen |= s.hand[place, half]
        if seen != every or found != count(every):
            return False
    out = DECK - (FATE - 1) - s.seats * HAND[s.seats] if s.rounds > 0 else DECK
    return count(s.hand[OUT, COLOURED]) + count(s.hand[OUT, GREYS]) == out


@jit
def hands_fit(s: State) -> bool:
    """Hands as large as is said, secret only as dealt. When one is empty or the −13 taken, all are open and counted."""
    ends = s.taken == FATE
    for place in range(PLACES):
        secret = 0
        for half in range(HALVES):
            if s.shown[place, half] & ~s.hand[place, half]:
                return False
            secret += count(s.hand[place, half] & ~s.shown[place, half])
        if s.held[place] != count(s.hand[place, COLOURED]) + count(s.hand[place, GREYS]):
            return False
        if secret > (HAND[s.seats] if s.phase == PLAYING else 0):
            return False
        points = 0
        if s.rounds > 0 and place < s.seats:
            ends += s.held[place] == 0
            points = WENT_OUT if s.held[place] == 0 else worth(s, place)
        if s.gained[place] != (0 if s.phase == PLAYING else points):
            return False
    return fate_shown(s) and ends == (s.phase != PLAYING)


@jit
def fate_shown(s: State) -> bool:
    """Cards taken from the pile of fate are in a row, or all know whose hand they are in."""
    for i in range(s.taken if s.rounds > 0 else 0):
        card = s.fate[i]
        if s.hand[OUT, HALF[card]] & BIT[card]:
            return False
        for place in range(s.seats):
            if (s.hand[place, HALF[card]] & ~s.shown[place, HALF[card]]) & BIT[card]:
                return False
    return True
