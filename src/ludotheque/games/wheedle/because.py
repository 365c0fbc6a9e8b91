"""Why one would do something in Wheedle, by what a seat sees: majorities, what blocks a stop, what is bankrupt.

A deal is judged by the hand before and after it, as if it were struck (D5, D7).
"""

from collections.abc import Iterator

from ludotheque.games.contract import WAIT, Fact, Said
from ludotheque.games.stacks import counted, many, single
from ludotheque.games.wheedle.notation import LETTERS
from ludotheque.games.wheedle.rules import (
    CENTRE,
    COMPANIES,
    DONE,
    MAJORITY,
    NO_OFFER,
    NOBODY,
    OFFER,
    SEEK,
    SHARES,
    STOP,
    TAKE,
    TURN,
    UNDONE,
    WITHDRAW,
    State,
    addressee_of,
    given_by,
    maker_of,
    rules_all,
    wanted_by,
)

SPOKEN = {WAIT: "wait", TURN: "turn", STOP: "stop", DONE: "done", UNDONE: "undone", WITHDRAW: "withdraw"}


def deed(s: State, action: int) -> Said:
    """The effect of an action. `player` is the seat that an offer comes from, or goes to."""
    if action in SPOKEN:
        return SPOKEN[action], {}
    if SEEK <= action < TAKE:
        return "seek", {}
    give, get = swapped(s, action)
    if CENTRE <= action < SEEK:
        return "centre", {"company_given": listed(give), "company_got": listed(get)}
    sides: dict[str, Fact] = {"shares_given": listed(give), "shares_got": listed(get)}
    facts = {name: fact for name, fact in sides.items() if fact}
    gift = "" if give and get else "_gift"
    if action < OFFER:
        return f"take{gift}", {**facts, "player": int(maker_of(s, action - TAKE))}
    to = int(addressee_of(action))
    return (f"offer{gift}", facts) if to == NOBODY else (f"offer{gift}_to", {**facts, "player": to})


def because(s: State, seat: int, action: int) -> Said:
    """Why a seat would do it."""
    if action == STOP:
        return why_stop(s, seat)
    if action == WAIT:
        return why_wait(s, seat)
    if action in SPOKEN:
        return SPOKEN[action], {}
    if SEEK <= action < TAKE:
        return "seek", {}
    return why_deal(s, seat, action)


def why_stop(s: State, seat: int) -> Said:
    """Why one cries stop, be it right or wrong (D5)."""
    hand = int(s.hand[seat])
    if rules_all(hand):
        return "stop", {}
    if hand == 0:
        return "stop_empty", {}
    return "stop_wrong", {"company": [LETTERS[company] for company in range(COMPANIES) if blocks(hand, company)]}


def why_wait(s: State, seat: int) -> Said:
    """Why one lets time pass."""
    if rules_all(int(s.hand[seat])):
        return "wait_stop", {}
    return ("wait" if s.offer[seat] == NO_OFFER else "wait_offer"), {}


def swapped(s: State, action: int) -> tuple[int, int]:
    """The stacks that a deal gives and gets."""
    if action >= OFFER:
        return int(given_by(action)), int(wanted_by(action))
    if action >= TAKE:
        maker = maker_of(s, action - TAKE)
        return int(s.wanted[maker]), int(s.offered[maker])
    lay, take = divmod(action - CENTRE, COMPANIES)
    return int(single(lay)), int(single(take))


def listed(stack: int) -> list[str]:
    """The shares of a stack: 2F are two of F."""
    parts = ((int(counted(stack, company)), LETTERS[company]) for company in range(COMPANIES))
    return [f"{n}{letter}" if n > 1 else letter for n, letter in parts if n]


def blocks(hand: int, company: int) -> bool:
    """Whether a company stands between a hand and a right stop."""
    return 0 < counted(hand, company) < MAJORITY[company]


def why_deal(s: State, seat: int, action: int) -> Said:
    """Why one would swap: the best that comes of it; a deal that costs a majority may bring another, or is a whim."""
    give, get = swapped(s, action)
    before = int(s.hand[seat])
    after = dealt(before, give, get)
    if after == before:
        return "same", {}
    if rules_all(after) and not rules_all(before):
        return "ready", {}
    for kind, company in gains(s, action, before, after):
        return kind, {"company": LETTERS[company]}
    return ("felt_centre" if CENTRE <= action < SEEK else "felt"), {}


def dealt(hand: int, give: int, get: int) -> int:
    """A hand after a deal; who wants more shares than there are gets them all."""
    after = 0
    for company in range(COMPANIES):
        shares = counted(hand, company) - counted(give, company) + counted(get, company)
        after += many(company, min(int(shares), int(SHARES[company])))
    return after


def gains(s: State, action: int, before: int, after: int) -> Iterator[tuple[str, int]]:
    """A hand's gains, and the companies that bring them; the greatest first."""
    was = [int(counted(before, company)) for company in range(COMPANIES)]
    now = [int(counted(after, company)) for company in range(COMPANIES)]
    yield from (("full", c) for c in range(COMPANIES) if was[c] < now[c] == SHARES[c])
    yield from (("majority", c) for c in range(COMPANIES) if was[c] < MAJORITY[c] <= now[c])
    if any(now[c] < MAJORITY[c] <= was[c] for c in range(COMPANIES)):
        return
    yield from (("unblocks", c) for c in range(COMPANIES) if blocks(before, c) and now[c] == 0)
    if CENTRE <= action < SEEK and was[s.centre]:
        yield "saves", int(s.centre)
    yield from (("bankrupt", c) for c in range(COMPANIES) if now[c] < was[c] and c == s.centre)
    yield from (("closer", c) for c in range(COMPANIES) if 0 < was[c] < now[c] < MAJORITY[c])
    yield from (("more", c) for c in range(COMPANIES) if MAJORITY[c] <= was[c] < now[c] and c != s.centre)
    yield from (("fewer", c) for c in range(COMPANIES) if 0 < now[c] < was[c] < MAJORITY[c])
