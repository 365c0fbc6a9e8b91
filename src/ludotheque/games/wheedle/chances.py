"""Chances of a market that can be judged when it is over: stops, trades and the centre, and those that a seat let pass.

Words and offers cost nothing until somebody takes them, so only the trade is judged that comes of one's own offer.
"""

import numpy as np

from ludotheque.games.compiled import blank, copy
from ludotheque.games.contract import WAIT
from ludotheque.games.stacks import larger
from ludotheque.games.wheedle.bot import note_takes
from ludotheque.games.wheedle.rules import (
    CENTRE,
    MOST_LEGAL,
    OFFER,
    RECORD,
    SEEK,
    STOP,
    TAKE,
    TRADING,
    WITHDRAW,
    State,
    maker_of,
    rules_all,
)
from ludotheque.games.wheedle.worth import Habits, market

USUAL = Habits()


def judged(action: int) -> bool:
    """Whether an action is more than words."""
    return action == STOP or CENTRE <= action < SEEK or TAKE <= action < OFFER


def instead(action: int) -> list[int]:
    """The alternative to an action, if it is none that a bot would think of: who cries stop could have waited."""
    return [WAIT] if action == STOP else []


def open_to(view: State, seat: int) -> list[int]:
    """Actions that a seat may regret to have let pass: a right stop, and offers by which it gains."""
    if view.phase != TRADING:
        return []
    out = np.empty(MOST_LEGAL, np.int64)
    takes = out[: note_takes(view, seat, market(view, seat, USUAL), out, 0)].tolist()
    return [STOP, *takes] if rules_all(view.hand[seat]) else takes


def kind(action: int) -> str:
    """The loss by not doing it."""
    return "stop" if action == STOP else "trade"


def refusal_of(view: State, seat: int, action: int) -> int:
    """The action by which a seat could have made another's impossible: to withdraw the offer that it takes."""
    return WITHDRAW if TAKE <= action < OFFER and view.offer[seat] == action - TAKE else WAIT


def seen_taken(view: State, taker: int, action: int) -> State:
    """The view of who saw an offer taken: the taker had what it wants (D3)."""
    known = blank(RECORD)[0]
    copy(view, known)
    known.shown[taker] = larger(int(view.shown[taker]), int(view.wanted[maker_of(view, action - TAKE)]))
    return known
