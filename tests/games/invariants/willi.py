"""What holds in every state of Willi: numbers that fit each other, cards that lie where they must."""

from ludotheque.games.cards import bit, count, has
from ludotheque.games.compiled import jit
from ludotheque.games.declared import ranges
from ludotheque.games.willi.rules import (
    AROUND,
    CALLING,
    CARDS,
    DEALING,
    DECK,
    DISCARDING,
    HAND,
    NO_CARD,
    NOBODY,
    OVER,
    PLACES,
    PLAYING,
    SWAPPING,
    TRICKS_EACH,
    WILLI,
    State,
    trick_cards,
)
from tests.games.invariants.ranges import in_range

RANGES = ranges(State)


@jit
def consistent(s: State) -> bool:
    """Whether a record is a state that a match can have: every number in its range, every card in one place."""
    return in_range(s, RANGES) and in_keeping(s) and trick_in_order(s) and cards_in_place(s)


@jit
def in_keeping(s: State) -> bool:
    """Whether numbers fit each other."""
    fine = (s.phase == DEALING or s.rounds > 0) and s.first != NOBODY and s.caller < s.seats and s.window <= s.laid
    fine &= s.chosen < bit(s.seats) and s.turned < HAND
    for place in range(PLACES):
        fine &= s.shown[place] & ~s.hand[place] == 0
    if s.phase == DISCARDING or s.phase == DEALING or s.phase == OVER:
        return fine
    return fine and s.lead >= 0 and 0 <= s.turn < s.seats


@jit
def trick_in_order(s: State) -> bool:
    """Cards of the trick lie from the leader on; whoever is asked is the one whose turn it is."""
    for i in range(PLACES):
        if s.lead != NOBODY and (s.trick[AROUND[s.lead + i]] != NO_CARD) != (i < s.laid):
            return False
    if s.phase == PLAYING:
        return s.laid < PLACES and s.turn == AROUND[s.lead + s.laid]
    if s.phase == CALLING:
        due = AROUND[s.lead + (s.window or s.laid) - 1]
        open_to = s.tricks[s.turn] < TRICKS_EACH and s.caller == NOBODY
        return 0 < s.laid < PLACES and s.window < s.laid and s.turn == due and open_to
    if s.phase == SWAPPING:
        return s.laid == PLACES and trick_cards(s) & ~s.won[s.turn] == 0 and s.held[0] > 0
    return s.phase != DISCARDING or s.laid == 0


@jit
def cards_in_place(s: State) -> bool:
    """Nothing lost, nothing doubled, and every hand as large as it must be."""
    found = 0
    seen = 0
    won = 0
    for place in range(PLACES):
        found += count(s.hand[place]) + count(s.won[place])
        seen |= s.hand[place] | s.won[place]
        won += s.tricks[place]
        if (s.discard[place] != NO_CARD) != has(s.chosen, place) or count(s.won[place]) != PLACES * s.tricks[place]:
            return False
        if s.discard[place] != NO_CARD:
            found += 1
            seen |= bit(s.discard[place])
        expected = hand_size(s, place, won_so_far(s))
        if s.held[place] != expected or (place < s.seats and count(s.hand[place]) != expected):
            return False
    if s.laid < PLACES:
        found += s.laid
        seen |= trick_cards(s)
    if s.seats == WILLI:
        for i in range(HAND):
            if (s.pile[i] == NO_CARD) != (s.rounds == 0) or not NO_CARD <= s.pile[i] < CARDS:
                return False
            if i >= s.turned and s.pile[i] != NO_CARD:
                found += 1
                seen |= bit(s.pile[i])
        if s.rounds > 0 and s.turned != HAND - s.held[WILLI]:
            return False
    if s.phase in (PLAYING, CALLING, SWAPPING) and s.chosen != bit(s.seats) - 1:
        return False
    return s.rounds == 0 or (found == CARDS and seen == DECK)


@jit
def won_so_far(s: State) -> int:
    tricks = 0
    for place in range(PLACES):
        tricks += s.tricks[place]
    return tricks


@jit
def hand_size(s: State, place: int, tricks: int) -> int:
    """How many cards a place must have left."""
    if s.rounds == 0:
        return 0
    on_table = s.laid < PLACES and s.trick[place] != NO_CARD
    return HAND - has(s.chosen, place) - tricks - on_table
