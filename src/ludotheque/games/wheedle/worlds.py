"""Worlds of Wheedle that fit what a seat has seen."""

import numpy as np

from ludotheque.games.chance import below
from ludotheque.games.compiled import Ints, copy, jit, jit_with_arrays
from ludotheque.games.stacks import counted, covers, single, size_of
from ludotheque.games.wheedle.rules import ALL_SHARES, CARDS, COMPANIES, FACE_DOWN, State, hands_are_down

TRIES = 100_000  # far beyond what a position of a real match needs; a view that nothing fits must not hang


@jit_with_arrays
def redeal(view: State, seat: int, rng: Ints, out: State) -> bool:
    """A world that fits the view, each as likely as any other; False if none was found.

    Every unseen share may lie in any unseen place, whoever holds which of two identical ones; what a hand is known to
    have at least stays there, and worlds in which a hand has more than it is known to have at most are dealt anew.
    """
    copy(view, out)
    if view.rounds == 0:
        return True
    pool = np.empty(CARDS, np.int64)
    size = list_unseen(view, seat, pool)
    for _ in range(TRIES):
        if deal_unseen(view, seat, pool, size, rng, out):
            return True
    return False


@jit
def knows(view: State, seat: int, player: int) -> bool:
    """Whether a viewer sees a hand."""
    return player == seat and not hands_are_down(view)


@jit
def list_unseen(view: State, seat: int, pool: Ints) -> int:
    """Writes the shares whose place a viewer does not know, returns how many."""
    left = ALL_SHARES
    if view.centre != FACE_DOWN:
        left -= single(view.centre)
    for player in range(view.seats):
        left -= view.hand[player] if knows(view, seat, player) else view.shown[player]
    size = 0
    for company in range(COMPANIES):
        for _ in range(counted(left, company)):
            pool[size] = company
            size += 1
    return size


@jit
def deal_unseen(view: State, seat: int, pool: Ints, size: int, rng: Ints, out: State) -> bool:
    """Deals the unseen shares at random; False if a hand gets more than it can have."""
    if view.centre == FACE_DOWN:
        size -= 1
        out.centre = drawn(pool, size, rng)
    for player in range(view.seats):
        if knows(view, seat, player):
            continue
        hand = view.shown[player]
        for _ in range(view.held[player] - size_of(hand)):
            size -= 1
            hand += single(drawn(pool, size, rng))
        if not covers(view.limit[player], hand):
            return False
        out.hand[player] = hand
    return True


@jit
def drawn(pool: Ints, last: int, rng: Ints) -> int:
    """A random one of the shares up to the last; it changes places with the last."""
    i = below(rng, last + 1)
    share = pool[i]
    pool[i] = pool[last]
    pool[last] = share
    return share
