"""What a bot should know of Wheedle: collect few companies and many of each, and be rid of the rest.

The worth of a stack grows faster than the stack: a share is worth little alone and much where it makes a majority, or
all of a company (D7). So a share moves from who has one to who has many, and both gain. What others are known to hold
lowers the hope for a company. An offer is taken, and the centre swapped, when the hand gains by it; "stop" is cried
when it is right (D5) and never else. Offers are numbered, which serves as a clock: the later, the smaller a gain will
do, and in the end a bot says that it is done, so that no market goes on for ever (D8).
"""

import numpy as np

from ludotheque.games.cards import has
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Floats, Ints, jit
from ludotheque.games.stacks import counted, larger, single
from ludotheque.games.wheedle.rules import (
    CENTRE,
    COMPANIES,
    DONE,
    GIVE_ONE,
    MAJORITY,
    MOST_OFFERS,
    NO_OFFER,
    OFFER,
    SEEK,
    SHARES,
    SORTING,
    STOP,
    TAKE,
    WANT_ONE,
    State,
    maker_of,
    rules_all,
)

HOPE = 0.7  # of its points is what a majority not yet reached is worth at most
FULL_HOPE = 0.6  # the same for all shares of a company
BLOCKS = 0.35  # what a company without a majority costs: it stands between the hand and a right stop
LOST = 0.15  # of the hope is left when others are known to hold so much that a majority is out of reach
BEHIND = 0.5  # ... when somebody is known to hold more
BANKRUPT = 0.5  # the chance that the card in the centre stays there
GAIN = 0.3  # what a trade must bring at first; less as time goes by
PATIENCE = 40  # offers a seat until a bot is ready to be done
WANTED = 0.8  # an offer is likelier to be taken if it gives what somebody asks for
KNOWN = 0.4  # ... and asks for what somebody is known to have
SECRET = -1  # no phase: all see what anyone does
SWING = 10.0  # how far the points of a round lie apart
NOISE = 1.0
LEVELS: dict[str, dict[str, float]] = {}
NOTHING = -1


def worth_table() -> Floats:
    """What so many shares of a company are worth, as long as it can be won."""
    worth = np.zeros((COMPANIES, max(SHARES) + 1))
    for company in range(COMPANIES):
        most, majority = int(SHARES[company]), int(MAJORITY[company])
        for n in range(1, most):
            full = FULL_HOPE * (n - majority) ** 2 / (most - majority)
            worth[company, n] = n + full if n >= majority else HOPE * n * n / majority
        worth[company, most] = 2 * most
    return worth


WORTH = worth_table()


@jit
def policy(s: State, seat: int, actions: Ints, n: int, rng: Ints) -> int:
    """One of the n actions that `legal` wrote."""
    if s.phase == SORTING:
        return actions[0]
    if rules_all(s.hand[seat]):
        return STOP
    late = s.offers / (PATIENCE * s.seats)
    deal = best_deal(s, seat, actions, n, GAIN * max(0.0, 1.0 - late), rng)
    if deal != NOTHING:
        return deal
    if late > 1.0 + unit(rng) and not has(s.done, seat):
        return DONE
    return best_offer(s, seat, late, rng)


@jit
def worth(s: State, seat: int, company: int, shares: int, centre: int) -> float:
    """What so many shares of a company would be worth in a hand, with such a card in the centre."""
    if shares == 0:
        return 0.0
    value = WORTH[company, shares]
    if shares < MAJORITY[company]:
        value = value * hope(s, seat, company, shares) - BLOCKS
    return value - BANKRUPT * shares if company == centre else value


@jit
def hope(s: State, seat: int, company: int, shares: int) -> float:
    """How much of the hope for a majority is left, by what all know of the others' hands."""
    known = 0
    most = 0
    for other in range(s.seats):
        if other != seat:
            theirs = counted(s.shown[other], company)
            known += theirs
            most = max(most, theirs)
    if known > SHARES[company] - MAJORITY[company]:
        return LOST
    return BEHIND if most > shares else 1.0


@jit
def change(s: State, seat: int, give: int, get: int, centre: int) -> float:
    """What a hand gains by giving one stack and getting another."""
    gain = 0.0
    for company in range(COMPANIES):
        before = counted(s.hand[seat], company)
        after = before - counted(give, company) + counted(get, company)
        if after != before or (centre != s.centre and (company == centre or company == s.centre)):
            gain += worth(s, seat, company, after, centre) - worth(s, seat, company, before, s.centre)
    return gain


@jit
def best_deal(s: State, seat: int, actions: Ints, n: int, least: float, rng: Ints) -> int:
    """The offer or the swap with the centre that brings most, and at least so much; NOTHING if none does."""
    best = NOTHING
    most = least
    for i in range(n):
        action = actions[i]
        gain = 0.0
        if TAKE <= action < TAKE + MOST_OFFERS:
            maker = maker_of(s, action - TAKE)
            gain = change(s, seat, s.wanted[maker], s.offered[maker], s.centre)
        elif CENTRE <= action < SEEK and unit(rng) < 0.5:
            lay = (action - CENTRE) // COMPANIES
            gain = change(s, seat, single(lay), single(s.centre), lay)
        if gain > most:
            most = gain
            best = action
    return best


@jit
def best_offer(s: State, seat: int, late: float, rng: Ints) -> int:
    """The share that is missed least for the one that is wished for most; the least useful as a gift."""
    asked, known = market(s, seat)
    give, want = 0, 0
    least, most = 1e9, -1e9
    for company in range(COMPANIES):
        n = counted(s.hand[seat], company)
        now = worth(s, seat, company, n, s.centre)
        if n > 0:
            loss = now - worth(s, seat, company, n - 1, s.centre) + NOISE * unit(rng)
            loss -= WANTED if counted(asked, company) else 0.0
            if loss < least:
                least = loss
                give = company
        if n < SHARES[company]:
            gain = worth(s, seat, company, n + 1, s.centre) - now + NOISE * unit(rng)
            gain += KNOWN if counted(known, company) else 0.0
            if gain > most:
                most = gain
                want = company
    if give == want or unit(rng) < 0.1 * late:
        return OFFER + GIVE_ONE[give]
    return OFFER + GIVE_ONE[give] + WANT_ONE[want]


@jit
def market(s: State, seat: int) -> tuple[int, int]:
    """What others ask for, and what they are known to have, as stacks."""
    asked, known = 0, 0
    for other in range(s.seats):
        if other != seat:
            known = larger(known, s.shown[other])
            if s.offer[other] != NO_OFFER:
                asked = larger(asked, s.wanted[other])
    return asked, known


@jit
def rounds_left(s: State) -> float:
    """How many rounds are still to come (D9)."""
    return float(s.seats - s.rounds)
