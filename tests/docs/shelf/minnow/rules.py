"""Minnow: the biggest fish of a trick catches the smallest.

- N1 Twelve cards: the fish 1 to 12. N2 Three to each of two to four players; what is left is out, unseen.
- N3 The first player leads any card, the others follow in turn with any card.
- N4 The highest card catches the lowest: who laid it keeps that fish and leads next.
- N5 After three tricks the round is over. A fish that was caught counts its number; the rest counts nothing.
- N6 Each later round is started one seat further left. The match ends after the round in which somebody has reached
  the `target`, 20 if nothing else is said; the most points win.
"""

import numpy as np

from ludotheque.games.box import (
    DEAL_DUE,
    FINE,
    MATCH_OVER,
    NOT_A_SEAT,
    NOT_YOUR_TURN,
    OWN_REFUSALS,
    UNKNOWN_ACTION,
    Option,
    Value,
)
from ludotheque.games.cards import bit, has, lowest, rest
from ludotheque.games.cards import count as size
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.declared import (
    always_one_of,
    count,
    each,
    kept,
    one_of,
    own,
    public,
    record_of,
    seat_of,
    set_of,
    show,
    visibility,
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
MOST_SCORE = 100 + MOST_POINTS
NOBODY = -1
NO_CARD = -1

# Options
VERSION = 1
SEATS = (2, 3, 4)
HIGHEST_TARGET = 100
OPTIONS = (Option("target", low=1, high=HIGHEST_TARGET, default=20),)  # N6
EDITIONS: dict[str, dict[str, Value]] = {}

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


RECORD = record_of(State)
VISIBLE = visibility(State, PLACES)
# --8<-- [end:state]


def places(seats: int) -> int:
    """A score for each seat."""
    return seats


def deck_size(seats: int) -> int:
    """All twelve cards, always."""
    return CARDS


# --8<-- [start:deal]
@jit
def start(s: State, seats: int, options: Ints, first: int) -> None:
    """A new match."""
    s.seats = seats
    s.target = options[0]
    s.first = first
    s.rounds = 0
    s.phase = DEALING
    for place in range(PLACES):
        s.score[place] = 0
    clear_round(s)
    clear_trick(s, NOBODY)


@jit
def clear_round(s: State) -> None:
    s.gone = 0
    for place in range(PLACES):
        s.hand[place] = 0
        s.held[place] = 0
        s.caught[place] = 0
        s.gained[place] = 0


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
        s.first = (s.first + 1) % s.seats
    s.rounds += 1
    s.phase = PLAYING
    clear_round(s)
    clear_trick(s, s.first)
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
    cards = s.hand[seat]
    n = size(cards)
    for i in range(n):
        out[i] = lowest(cards)
        cards = rest(cards)
    return n


@jit
def why(s: State, seat: int, action: int) -> int:
    """Why an action is refused; FINE if it is legal."""
    if s.phase == OVER:
        return MATCH_OVER
    if s.phase == DEALING:
        return DEAL_DUE
    if not 0 <= seat < s.seats:
        return NOT_A_SEAT
    if not 0 <= action < ACTIONS:
        return UNKNOWN_ACTION
    if seat != s.turn:
        return NOT_YOUR_TURN
    return FINE if has(s.hand[seat], action) else NOT_IN_HAND


@jit
def allowed(s: State, seat: int, action: int) -> bool:
    """Whether an action is legal now."""
    return why(s, seat, action) == FINE


# --8<-- [end:asked]


# --8<-- [start:apply]
@jit
def apply(s: State, seat: int, action: int) -> None:
    """Lays a card, with everything that follows by itself. The action must be allowed."""
    s.hand[seat] &= ~bit(action)
    s.held[seat] -= 1
    s.trick[seat] = action
    s.laid += 1
    s.turn = (seat + 1) % s.seats
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
def worth(fish: int) -> int:
    """The sum of the fish caught (N5)."""
    points = 0
    while fish:
        points += NUMBER[lowest(fish)]
        fish = rest(fish)
    return points


@jit
def finish(s: State) -> None:
    """Points for the round; somebody at the target ends the match (N6)."""
    s.phase = DEALING
    for seat in range(s.seats):
        s.gained[seat] = worth(s.caught[seat])
        s.score[seat] += s.gained[seat]
        if s.score[seat] >= s.target:
            s.phase = OVER


# --8<-- [end:apply]


# --8<-- [start:view]
@jit
def view(s: State, seat: int, out: State) -> None:
    """What a seat may see: what the state declares, and nothing else."""
    show(s, seat, VISIBLE, out)


# --8<-- [end:view]
