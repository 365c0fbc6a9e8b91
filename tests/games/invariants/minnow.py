"""What holds in every state of Minnow: numbers that fit each other, cards that lie where they must."""

from ludotheque.games.minnow.rules import DEALING, HAND, NO_CARD, OVER, PLACES, PLAYING, State

from ludotheque.games.cards import bit, count
from ludotheque.games.compiled import jit
from ludotheque.games.declared import ranges
from tests.games.invariants.ranges import in_range

RANGES = ranges(State)


@jit
def consistent(s: State) -> bool:
    """Whether a record is a state that a match can have: every number in its range, every card in one place."""
    return in_range(s, RANGES) and in_keeping(s) and trick_in_order(s) and cards_in_place(s)


@jit
def in_keeping(s: State) -> bool:
    """Whether numbers fit each other, and the number of seats."""
    fine = 0 <= s.first < s.seats and (s.phase == DEALING or s.rounds > 0)
    fine = fine and s.lead < s.seats and s.turn < s.seats and s.laid < s.seats
    most = 0
    for place in range(PLACES):
        most = max(most, s.score[place])
    return fine and (most >= s.target) == (s.phase == OVER)


@jit
def trick_in_order(s: State) -> bool:
    """Cards lie from the leader on, and who comes after them is asked; between rounds none lie."""
    if s.phase == PLAYING and (s.lead < 0 or s.turn != (s.lead + s.laid) % s.seats):
        return False
    for place in range(PLACES):
        due = place < s.seats and (place - s.lead) % s.seats < s.laid
        if (s.trick[place] != NO_CARD) != (s.phase == PLAYING and due):
            return False
    return s.phase == PLAYING or s.laid == 0


@jit
def cards_in_place(s: State) -> bool:
    """Nothing lost, nothing doubled, every hand as large as it must be; one fish of each trick was caught."""
    tricks = count(s.gone) // s.seats
    seen = s.gone
    found = tricks * s.seats
    caught = 0
    for place in range(PLACES):
        laid = s.trick[place] != NO_CARD
        expected = HAND - tricks - laid if place < s.seats and s.rounds > 0 else 0
        if s.held[place] != expected or count(s.hand[place]) != expected or s.caught[place] & ~s.gone != 0:
            return False
        seen |= s.hand[place]
        if laid:
            seen |= bit(s.trick[place])
        found += expected + laid
        caught += count(s.caught[place])
    if s.rounds == 0:
        return s.gone == 0
    return count(seen) == found and caught == tricks and (tricks == HAND) == (s.phase != PLAYING)
