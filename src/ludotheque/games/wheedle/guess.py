"""Worlds of Wheedle that fit what others have said, not only what all have seen.

Who seeks a company has half a majority of it or more, who would give it has less, and of what goes unsaid there is
nothing. Words bind nobody (D3) and grow old, so such worlds are only likelier: hidden cards change places between two
hands now and then, as Metropolis and others have taught (1953).
"""

from ludotheque.games.chance import below, unit
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.stacks import counted, covers, single, size_of
from ludotheque.games.wheedle.rules import MAJORITY, NO_OFFER, State, hands_are_down
from ludotheque.games.wheedle.worlds import redeal

SWAPS = 30  # that are tried; more hardly change what is found
UNLIKE = 0.3  # how likely a count is that does not fit what was said, beside one that does


@jit
def guess(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, likelier the better it fits what others have said; False if none was found."""
    if not redeal(view, seat, rng, out):
        return False
    if hands_are_down(view) or view.rounds == 0:
        return True
    for _ in range(SWAPS):
        one = (seat + 1 + below(rng, view.seats - 1)) % view.seats
        two = (seat + 1 + below(rng, view.seats - 1)) % view.seats
        if one != two:
            swap_hidden(view, one, two, rng, out)
    return True


@jit
def swap_hidden(view: State, one: int, two: int, rng: Ints, out: State) -> None:
    """Two hands exchange a hidden card each, if the world stays or becomes likely."""
    mine = hidden_card(out.hand[one] - view.shown[one], rng)
    theirs = hidden_card(out.hand[two] - view.shown[two], rng)
    if mine < 0 or theirs < 0 or mine == theirs:
        return
    change = single(theirs) - single(mine)
    if not covers(view.limit[one], out.hand[one] + change) or not covers(view.limit[two], out.hand[two] - change):
        return
    before = fit(view, one, mine, out.hand[one]) * fit(view, one, theirs, out.hand[one])
    before *= fit(view, two, mine, out.hand[two]) * fit(view, two, theirs, out.hand[two])
    after = fit(view, one, mine, out.hand[one] + change) * fit(view, one, theirs, out.hand[one] + change)
    after *= fit(view, two, mine, out.hand[two] - change) * fit(view, two, theirs, out.hand[two] - change)
    if after >= before or unit(rng) * before < after:
        out.hand[one] += change
        out.hand[two] -= change


@jit
def hidden_card(stack: int, rng: Ints) -> int:
    """A random card of a stack; -1 of an empty one."""
    size = size_of(stack)
    if size == 0:
        return -1
    left = below(rng, size)
    company = 0
    while left >= counted(stack, company):
        left -= counted(stack, company)
        company += 1
    return company


@jit
def fit(view: State, seat: int, company: int, hand: int) -> float:
    """How well a hand fits what its seat said of a company."""
    seeks, gives = view.seeks[seat] >> company & 1, view.gives[seat] >> company & 1
    if view.offer[seat] != NO_OFFER:
        seeks |= counted(view.wanted[seat], company) > 0
        gives |= counted(view.offered[seat], company) > 0
    if view.seeks[seat] | view.gives[seat] == 0 and not seeks and not gives:
        return 1.0
    n = counted(hand, company)
    if seeks:
        return 1.0 if 2 * n >= MAJORITY[company] else UNLIKE
    if gives:
        return 1.0 if 2 * n < MAJORITY[company] else UNLIKE
    hidden = n - counted(view.shown[seat], company)
    return 1.0 if hidden == 0 else UNLIKE
