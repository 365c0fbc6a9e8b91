"""What shares of Wheedle are worth to a hand that may still become something, by what all know of the others.

A share is worth little alone and much where it makes a majority, or all of a company (D7), so the worth of a stack
grows faster than the stack. What others are known to hold, and what they seek, lowers the hope for a company. A company
without a majority blocks a right stop (D5), and the fewer there are, the more it is worth to be rid of one.
"""

import numpy as np

from ludotheque.games.cards import count, lowest, rest
from ludotheque.games.compiled import Floats, jit
from ludotheque.games.stacks import COUNT, ONES, SPARE, WIDTH, counted, larger, single
from ludotheque.games.wheedle.rules import (
    BANKRUPT_ONLY,
    COMPANIES,
    MAJORITY,
    NO_OFFER,
    SETS,
    SHARES,
    State,
)

HOPE = 0.15  # of its points is what a majority not yet reached is worth at most
NEAR = 0.1  # more, where only one share is missing
FULL_HOPE = 0.6  # the same for all shares of a company
LOST = 0.15  # of the hope is left when others are known to hold so much that a majority is out of reach
BEHIND = 0.5  # ... when somebody is known to hold more
RIVAL = 0.1  # of the hope is lost to each other who seeks the same
BANKRUPT = 0.5  # the chance that the card in the centre stays there
FIRST_BLOCK = 1.5  # what the only company without a majority costs: it stands between the hand and a right stop
SECOND_BLOCK = 0.7  # ... a second one
MORE_BLOCKS = 0.5  # ... and each further one

# What others are known to hold, all together and at most one of them, as stacks; who of them seeks what, and who would
# give it, by `others_at`; how many companies block one's own stop
Market = tuple[int, int, int, int, int]
KNOWN, MOST, SEEKERS, GIVERS, BLOCKS = range(5)


def hope_table() -> Floats:
    """What so many shares of a company are worth in hope of a majority: more than in proportion."""
    most = int(max(SHARES)) + 1
    return np.array([[n * n / majority for n in range(most)] for majority in MAJORITY])


def full_table() -> Floats:
    """What so many shares beyond a majority are worth in hope of all of them."""
    most = int(max(SHARES)) + 1
    worth = np.zeros((COMPANIES, most))
    for company in range(COMPANIES):
        spare = int(SHARES[company] - MAJORITY[company])
        for n in range(int(MAJORITY[company]), int(SHARES[company])):
            worth[company, n] = (n - MAJORITY[company]) ** 2 / spare
    return worth


TO_MAJORITY = hope_table()
TO_FULL = full_table()
SPREAD = np.array([sum((companies >> c & 1) << WIDTH * c for c in range(COMPANIES)) for companies in range(SETS)])


@jit
def kinds_in(stack: int) -> int:
    """A stack of one of each kind that there is."""
    return ((stack + ONES * COUNT) & SPARE) >> (WIDTH - 1)


@jit
def others_at(field: int, kind: int) -> int:
    """Which others a field of `market` names for a kind: bit 0 is the next seat, and so on around the table."""
    return field >> WIDTH * kind & (1 << WIDTH) - 1


@jit
def market(s: State, seat: int) -> Market:
    """How the market looks to a seat."""
    known, most, seek, give = 0, 0, 0, 0
    for i in range(s.seats - 1):
        other = (seat + 1 + i) % s.seats
        known += s.shown[other]
        most = larger(most, s.shown[other])
        sought = SPREAD[s.seeks[other]]
        given = SPREAD[s.gives[other]]
        if s.offer[other] != NO_OFFER:
            sought |= kinds_in(s.wanted[other])
            given |= kinds_in(s.offered[other])
        seek |= sought << i
        give |= given << i
    return known, most, seek, give, blocks_in(s.hand[seat])


@jit
def hope(company: int, shares: int, m: Market) -> float:
    """How much of the hope for a majority is left, by what all know of the others."""
    known, most, seek, _, _ = m
    if counted(known, company) > SHARES[company] - MAJORITY[company]:
        return LOST
    left = 1.0 - RIVAL * count(others_at(seek, company))
    return BEHIND * left if counted(most, company) > shares else left


@jit
def worth(s: State, company: int, shares: int, centre: int, m: Market) -> float:
    """What so many shares of a company would be worth in a hand, with such a card in the centre."""
    if shares == 0:
        return 0.0
    if shares < MAJORITY[company]:
        value = HOPE * TO_MAJORITY[company, shares] + (NEAR if shares == MAJORITY[company] - 1 else 0.0)
        value *= hope(company, shares, m)
    elif shares < SHARES[company]:
        value = shares + FULL_HOPE * TO_FULL[company, shares]
    else:
        value = 2.0 * shares
    if company != centre:
        return value
    if s.bankrupt == BANKRUPT_ONLY:
        value -= BANKRUPT * value
    return value - BANKRUPT * shares


@jit
def blocked(company: int, shares: int) -> int:
    """1 if so many shares stand between a hand and a right stop, else 0."""
    return 1 if 0 < shares < MAJORITY[company] else 0


@jit
def blocks_in(hand: int) -> int:
    """How many companies stand between a hand and a right stop."""
    n = 0
    for company in range(COMPANIES):
        n += blocked(company, counted(hand, company))
    return n


@jit
def cost_of(blocks: int) -> float:
    """What so many companies without a majority cost."""
    if blocks <= 0:
        return 0.0
    return FIRST_BLOCK if blocks == 1 else FIRST_BLOCK + SECOND_BLOCK + MORE_BLOCKS * (blocks - 2)


@jit
def change(s: State, seat: int, give: int, get: int, centre: int, m: Market) -> float:
    """What a hand gains by giving one stack and getting another, with such a card in the centre afterwards."""
    blocks = m[BLOCKS]
    gain = cost_of(blocks)
    moved = kinds_in(give + get)
    if centre != s.centre:
        moved |= single(centre) | single(s.centre)
    while moved:
        company = lowest(moved) // WIDTH
        moved = rest(moved)
        before = counted(s.hand[seat], company)
        after = before - counted(give, company) + counted(get, company)
        gain += worth(s, company, after, centre, m)
        gain -= worth(s, company, before, s.centre, m)
        blocks += blocked(company, after) - blocked(company, before)
    return gain - cost_of(blocks)


@jit
def announcement(s: State, seat: int, m: Market) -> int:
    """What a hand seeks and would give, as an announcement's number: it seeks what half a majority is there of."""
    seeks, gives = 0, 0
    for company in range(COMPANIES):
        shares = counted(s.hand[seat], company)
        if shares == 0 or shares == SHARES[company]:
            continue
        out_of_reach = counted(m[KNOWN], company) > SHARES[company] - MAJORITY[company]
        if 2 * shares >= MAJORITY[company] and not out_of_reach:
            seeks |= 1 << company
        elif shares < MAJORITY[company]:
            gives |= 1 << company
    return seeks * SETS + gives
