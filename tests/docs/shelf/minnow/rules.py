"""Minnow: the biggest fish of a trick catches the smallest.

- N1 Twelve cards: the fish 1 to 12. N2 Three to each of two to four players; what is left is out, unseen.
- N3 The first player leads any card, the others follow in turn with any card.
- N4 The highest card catches the lowest: who laid it keeps that fish and leads next.
- N5 After three tricks the round is over. A fish that was caught counts its number; the rest counts nothing.
- N6 Each later round is started one seat further left. The match ends after the round in which somebody has reached
  the `target`, 20 if nothing else is said; the most points win.
"""

import numpy as np

from ludotheque.games.cards import bit, has, listed, summed
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.contract import FINE, NOT_YOUR_TURN, OWN_REFUSALS, Option, common_refusal, next_seat
from ludotheque.games.declared import (
    always_one_of,
    clear,
    count,
    each,
    kept,
    one_of,
    own,
    public,
    seat_of,
    set_of,
    show,
    tables_of,
)

# --8<-- [start:names]
# The deck (N1): card = number - 1
CARDS = 12
DECK = (1 << CARDS) - 1
NUMBER = np.arange(CARDS) + 1
CARD_NAMES = tuple(f"f{number}" for number in NUMBER)

# The table
PLACES = 4
HAND = 3
MOST_POINTS = CARDS * HAND  # a round brings less than that
NO_CARD = -1

# Options
VERSION = 1
SEATS = (2, 3, 4)
HIGHEST_TARGET = 100
OPTIONS = (Option("target", low=1, high=HIGHEST_TARGET, default=20),)  # N6

# Phases
DEALING, PLAYING, OVER = range(3)
PHASES = ("dealing", "play", "over")

# Actions: to lay a card
ACTIONS = CARDS
MOST_LEGAL = HAND

# Why an action is refused
(NOT_IN_HAND,) = range(OWN_REFUSALS, OWN_REFUSALS + 1)
REFUSALS = ("not_in_hand",)
# --8<-- [end:names]


# --8<-- [start:state]
class State:
    """A match in progress."""

    seats: int = kept(count(2, PLACES))
    target: int = kept(count(1, HIGHEST_TARGET))
    first: int = public(seat_of(PLACES), "starter")  # who starts this round
    rounds: int = public(count(0, HIGHEST_TARGET), "round")  # dealt so far
    phase: int = public(always_one_of(PHASES), about="dealing, playing, over")
    turn: int = kept(seat_of(PLACES), about="who is asked")
    lead: int = public(seat_of(PLACES), "leader", about="who led")
    laid: int = kept(count(0, PLACES))  # how many cards the trick has
    trick: Ints = kept(each(PLACES, one_of(CARD_NAMES)), about="the card laid")
    hand: Ints = own(each(PLACES, set_of(CARD_NAMES)), about="one's cards")
    held: Ints = public(each(PLACES, count(0, HAND)))  # how many cards each hand has
    gone: int = public(set_of(CARD_NAMES), about="the cards of earlier tricks")
    caught: Ints = public(each(PLACES, set_of(CARD_NAMES)), about="the fish caught in this round")
    gained: Ints = public(each(PLACES, count(0, MOST_POINTS)))  # what they brought, once it is over
    score: Ints = public(
        each(PLACES, count(0, HIGHEST_TARGET + MOST_POINTS)), "scores", about="points before this round"
    )


RECORD, VISIBLE, NEW_MATCH, NEW_ROUND = tables_of(State, PLACES, keep="seats target first rounds score")
# --8<-- [end:state]


# --8<-- [start:deal]
@jit
def start(s: State, seats: int, options: Ints, first: int) -> None:
    """A new match."""
    clear(s, NEW_MATCH)
    s.seats = seats
    s.target = options[0]
    s.first = first


@jit
def clear_trick(s: State, lead: int) -> None:
    s.turn = lead
    s.lead = lead
    s.laid = 0
    for place in range(PLACES):
        s.trick[place] = NO_CARD


@jit
def deal(s: State, deck: Ints) -> None:
    """Three cards to each player (N2); the start moves on (N6)."""
    if s.rounds > 0:
        s.first = next_seat(s, s.first)
    s.rounds += 1
    clear(s, NEW_ROUND)
    clear_trick(s, s.first)
    s.phase = PLAYING
    for seat in range(s.seats):
        for i in range(HAND):
            s.hand[seat] |= bit(deck[seat * HAND + i])
        s.held[seat] = HAND


# --8<-- [end:deal]


# --8<-- [start:asked]
@jit
def actors(s: State) -> int:
    """The seats that may act now."""
    return bit(s.turn) if s.phase == PLAYING else 0


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Writes the actions of a seat that may act, returns how many: any card will do (N3)."""
    return listed(s.hand[seat], 0, out, 0)


@jit
def why(s: State, seat: int, action: int) -> int:
    """Why an action is refused; FINE if it is legal."""
    common = common_refusal(s, seat, action, OVER, ACTIONS)
    if common != FINE:
        return common
    if seat != s.turn:
        return NOT_YOUR_TURN
    return FINE if has(s.hand[seat], action) else NOT_IN_HAND


# --8<-- [end:asked]


# --8<-- [start:apply]
@jit
def apply(s: State, seat: int, action: int) -> None:
    """Lays a card, with everything that follows by itself. The action must be allowed."""
    s.hand[seat] &= ~bit(action)
    s.held[seat] -= 1
    s.trick[seat] = action
    s.laid += 1
    s.turn = next_seat(s, seat)
    if s.laid == s.seats:
        award(s)


@jit
def award(s: State) -> None:
    """The biggest fish catches the smallest (N4). When no hand is left the round is over (N5)."""
    winner = 0
    smallest = CARDS
    for seat in range(s.seats):
        s.gone |= bit(s.trick[seat])
        smallest = min(smallest, s.trick[seat])
        if s.trick[seat] > s.trick[winner]:
            winner = seat
    s.caught[winner] |= bit(smallest)
    clear_trick(s, winner)
    if s.held[0] == 0:
        finish(s)


@jit
def finish(s: State) -> None:
    """Points for the round; somebody at the target ends the match (N6)."""
    s.phase = DEALING
    for seat in range(s.seats):
        s.gained[seat] = summed(s.caught[seat], NUMBER)
        s.score[seat] += s.gained[seat]
        if s.score[seat] >= s.target:
            s.phase = OVER


# --8<-- [end:apply]


# --8<-- [start:view]
@jit
def view(s: State, seat: int, out: State) -> None:
    """The view of a seat: the fields that the state's declaration admits, and nothing else."""
    show(s, seat, VISIBLE, out)


# --8<-- [end:view]
