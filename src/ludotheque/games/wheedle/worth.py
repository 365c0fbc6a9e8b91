"""The worth of Wheedle's shares to a hand that may still become something, by what all know of the others.

A share is worth little alone and much where it makes a majority, or all of a company (D7), so the worth of a stack
grows faster than the stack. What others are known to hold, and what they seek, lowers the hope for a company. A company
without a majority blocks a right stop (D5), and the fewer there are, the more it is worth to be rid of one.
"""

from typing import NamedTuple

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


class Habits(NamedTuple):
    """Numbers that the rules of thumb go by."""

    hope: float = 0.05  # of its points is what a majority not yet reached is worth at most
    near: float = 0.34  # more, where only one share is missing
    full_hope: float = 0.0  # the same for all shares of a company
    lost: float = 0.1  # of the hope is left when others are known to hold so much that a majority is out of reach
    behind: float = 0.47  # ... when somebody is known to hold more
    rival: float = 0.12  # of the hope is lost to each other who seeks the same
    bankrupt: float = 0.28  # the chance that the card in the centre stays there
    first_block: float = 1.7  # what the only company without a majority costs: it stands before a right stop
    second_block: float = 0.47  # ... a second one
    more_blocks: float = -0.23  # ... and each further one
    gain: float = 0.14  # what a trade must bring at first; less as time goes by
    swap_gain: float = 0.4  # ... and a swap with the centre
    patience: float = 35.0  # offers a seat until a bot is ready to be done
    announces: float = 1.0  # how often a bot that has said nothing says what it seeks
    corrects: float = 0.1  # how often a bot says anew what it seeks when that has changed
    lies: float = 0.0  # 1: announces that it would give what it seeks, and seeks what it would give
    restless: float = 0.77  # how often a bot does not wait although its offer stands
    noise: float = 0.5  # how much the appeal of offers varies from look to look


class Outlook(NamedTuple):
    """How a market looks to a seat. `others_at` says of which others a field speaks."""

    known: int  # what others are known to hold, all together, as a stack
    most: int  # ... at most one of them
    seekers: int  # who of them seeks what
    givers: int  # who of them would give what
    blocks: int  # how many companies block one's own stop
    habits: Habits


def hope_table() -> Floats:
    """The worth of a number of shares of a company in hope of a majority: more than in proportion."""
    most = int(max(SHARES)) + 1
    return np.array([[n * n / majority for n in range(most)] for majority in MAJORITY])


def full_table() -> Floats:
    """The worth of a number of shares beyond a majority in hope of all of them."""
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
def market(s: State, seat: int, habits: Habits) -> Outlook:
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
    return Outlook(known, most, seek, give, blocks_in(s.hand[seat]), habits)


@jit
def hope(company: int, shares: int, m: Outlook) -> float:
    """The share of the hope for a majority that is left, by what all know of the others."""
    if counted(m.known, company) > SHARES[company] - MAJORITY[company]:
        return m.habits.lost
    left = 1.0 - m.habits.rival * count(others_at(m.seekers, company))
    return m.habits.behind * left if counted(m.most, company) > shares else left


@jit
def worth(s: State, company: int, shares: int, centre: int, m: Outlook) -> float:
    """The worth of a number of shares of a company in a hand, with such a card in the centre."""
    habits = m.habits
    if shares == 0:
        return 0.0
    if shares < MAJORITY[company]:
        value = habits.hope * TO_MAJORITY[company, shares]
        value += habits.near if shares == MAJORITY[company] - 1 else 0.0
        value *= hope(company, shares, m)
    elif shares < SHARES[company]:
        value = shares + habits.full_hope * TO_FULL[company, shares]
    else:
        value = 2.0 * shares
    if company != centre:
        return value
    if s.bankrupt == BANKRUPT_ONLY:
        value -= habits.bankrupt * value
    return value - habits.bankrupt * shares


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
def cost_of(blocks: int, m: Outlook) -> float:
    """The cost of a number of companies without a majority."""
    if blocks <= 0:
        return 0.0
    habits = m.habits
    if blocks == 1:
        return habits.first_block
    return habits.first_block + habits.second_block + habits.more_blocks * (blocks - 2)


@jit
def change(s: State, seat: int, give: int, get: int, centre: int, m: Outlook) -> float:
    """A hand's gain by giving one stack and getting another, with such a card in the centre afterwards."""
    blocks = m.blocks
    gain = cost_of(blocks, m)
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
    return gain - cost_of(blocks, m)


@jit
def announcement(s: State, seat: int, m: Outlook) -> int:
    """The number of a hand's announcement: it seeks companies of which it holds half a majority."""
    seeks, gives = 0, 0
    for company in range(COMPANIES):
        shares = counted(s.hand[seat], company)
        if shares == 0 or shares == SHARES[company]:
            continue
        out_of_reach = counted(m.known, company) > SHARES[company] - MAJORITY[company]
        if 2 * shares >= MAJORITY[company] and not out_of_reach:
            seeks |= 1 << company
        elif shares < MAJORITY[company]:
            gives |= 1 << company
    return seeks * SETS + gives


@jit
def spoken(said: int, habits: Habits) -> int:
    """The announcement that a bot makes instead of a true one: the same, or the reverse if it lies."""
    return said if habits.lies == 0.0 else said % SETS * SETS + said // SETS
