"""What holds in every state of Wheedle: numbers that fit each other, cards that lie where they must."""

from ludotheque.games.cards import bit
from ludotheque.games.compiled import jit
from ludotheque.games.declared import ranges
from ludotheque.games.stacks import counted, covers, single, size_of
from ludotheque.games.wheedle.rules import (
    ALL_SHARES,
    COMPANIES,
    DEALING,
    FACE_DOWN,
    MOST_OFFERS,
    MOST_SEATS,
    NO_OFFER,
    NOBODY,
    NOT_YET,
    OVER,
    SHARES,
    SORTING,
    TRADING,
    State,
    maker_of,
)
from tests.games.invariants.ranges import in_range

RANGES = ranges(State)
ALL_SPARE = sum(1 << 5 * company + 4 for company in range(COMPANIES))


@jit
def consistent(s: State) -> bool:
    """Whether a record is a state that a match can have: every number in its range, every card in one place."""
    return in_range(s, RANGES) and in_keeping(s) and offers_stand(s) and cards_in_place(s)


@jit
def in_keeping(s: State) -> bool:
    """Whether numbers fit each other, and the number of seats."""
    fine = s.rounds <= s.seats and (s.rounds > 0 or s.phase == DEALING)
    fine &= 0 <= s.first < s.seats and (s.centre == FACE_DOWN) == (s.rounds == 0)
    fine &= s.offers < MOST_OFFERS and s.done < bit(s.seats) - (s.phase == TRADING) and s.stopper < s.seats
    fine &= s.phase != DEALING or ((s.rounds == 0) == (s.ending == NOT_YET) and s.rounds < s.seats)
    fine &= s.phase != OVER or (s.ending != NOT_YET and s.rounds == s.seats)
    fine &= s.phase not in (SORTING, TRADING) or (s.ending == NOT_YET and s.stopper == NOBODY)
    for seat in range(MOST_SEATS):
        fine &= s.offer[seat] <= s.offers and s.addressee[seat] < s.seats
        fine &= proper(s.hand[seat]) and proper(s.shown[seat]) and proper(s.limit[seat])
        fine &= proper(s.offered[seat]) and proper(s.wanted[seat])
    return fine


@jit
def proper(stack: int) -> bool:
    """Whether a number is a stack with no more of a company than there are."""
    return 0 <= stack < single(COMPANIES) and covers(ALL_SHARES, stack) and stack & ALL_SPARE == 0


@jit
def offers_stand(s: State) -> bool:
    """Standing offers can be filled, are numbered apart, and ask for something sensible."""
    for seat in range(MOST_SEATS):
        if s.offer[seat] == NO_OFFER:
            if s.offered[seat] or s.wanted[seat] or s.addressee[seat] != NOBODY:
                return False
            continue
        if s.phase != TRADING or seat >= s.seats or s.addressee[seat] == seat or s.offered[seat] == 0:
            return False
        if maker_of(s, s.offer[seat]) != seat or not covers(s.shown[seat], s.offered[seat]):
            return False
    return True


@jit
def cards_in_place(s: State) -> bool:
    """Nothing lost, nothing doubled; what is known of a hand is true."""
    found = 0
    for seat in range(MOST_SEATS):
        known = covers(s.hand[seat], s.shown[seat]) and covers(s.limit[seat], s.hand[seat])
        if not known or s.held[seat] != size_of(s.hand[seat]) or (s.hand[seat] and seat >= s.seats):
            return False
        for company in range(COMPANIES):  # not all at once: sums of foreign bytes could run into the next company
            found += counted(s.hand[seat], company)
    if s.rounds == 0:
        return found == 0
    for company in range(COMPANIES):
        shares = int(company == s.centre)
        for seat in range(s.seats):
            shares += counted(s.hand[seat], company)
        if shares != SHARES[company]:
            return False
    return True
