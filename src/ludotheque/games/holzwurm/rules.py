"""Holzwurm (Wolfgang Kramer and Michael Kiesling, 1998): lay your cards into five rows; low ones bring the row home.

- H1 65 cards: five colours of 1 to 11 and grey of 2 to 11; and the −13. Even numbers count plus, odd ones minus.
- H2 The pile of fate: five open cards, the best on top, and the −13 at the bottom.
- H3 Fifteen cards to each of two to four players (the rest is out, unseen), twelve to five, ten to six. Each later
  round is started one seat further left.
- H4 A turn is one card laid into a row. There are at most five rows, each of its own colour. A coloured card goes to
  the row of its colour; if there is none it opens it, or goes to a row of greys and fixes the colour. A grey card goes
  to any row, or opens one whose colour is still open.
- H5 A row shows its plus cards on the right and its minus cards on the left.
- H6 The number must be greater than the count of cards that lie in the row. If it is not, the player takes the row,
  the card laid and the top card of the pile of fate; the row is gone.
- H7 The round ends when a player has laid the last card, or takes the −13. Who went out scores 30, everyone else the
  sum of their hand.
- H8 Three rounds make a match (option `rounds`); the most points win.
"""

import numpy as np

from ludotheque.games.cards import bit, has, listed, lowest, rest, rounded_up
from ludotheque.games.compiled import Ints, jit, jit_fast
from ludotheque.games.contract import FINE, NOT_YOUR_TURN, OWN_REFUSALS, Option, common_refusal, next_seat
from ludotheque.games.declared import (
    always_one_of,
    clear,
    count,
    each,
    kept,
    large_set,
    one_of,
    own_kept,
    public,
    seat_of,
    set_of,
    several,
    show,
    tables_of,
)

# The deck (H1): five colours of 1 to 11, then grey from 2 on, then the −13, which is not shuffled
COLOURS = 6
GREY = 5
NUMBERS = 11
COLOURED_CARDS = GREY * NUMBERS
DECK = COLOURED_CARDS + NUMBERS - 1
THIRTEEN = DECK
CARDS = DECK + 1
COLOUR = np.array([min(card // NUMBERS, GREY) for card in range(CARDS)])
NUMBER = np.array([card % NUMBERS + 1 + (card >= COLOURED_CARDS) for card in range(DECK)] + [13])
VALUE = np.where(NUMBER % 2 == 0, NUMBER, -NUMBER)
# The sums of all sets of one colour, and of the greys with the −13: quicker than to add up card by card
COLOUR_WORTH, GREY_WORTH = (
    (np.arange(1 << len(values))[:, None] >> np.arange(len(values)) & 1) @ values
    for values in (VALUE[:NUMBERS], VALUE[COLOURED_CARDS:])
)
COLOUR_NAMES = ("b", "y", "r", "g", "v", "x")
CARD_NAMES = (*(f"{COLOUR_NAMES[COLOUR[card]]}{NUMBER[card]}" for card in range(DECK)), "-13")
FATE_ORDER = np.lexsort((COLOUR, -VALUE)).argsort()  # H2: the best first; of equals the earlier colour

# A hand is two sets of bits: the coloured cards, and grey with the −13
HALVES = 2
COLOURED, GREYS = 0, 1
HALF = (COLOUR == GREY).astype(np.int64)
FIRST_OF_HALF = np.array([0, COLOURED_CARDS])
CARD_SET = large_set(COLOURED_CARDS, CARDS - COLOURED_CARDS)
BIT = 1 << np.arange(CARDS) - FIRST_OF_HALF[HALF]
BIT_IN = np.array([np.where(half == HALF, BIT, 0) for half in range(HALVES)])
SHUFFLED = BIT_IN[:, :DECK].sum(axis=1)
SUIT = np.array([BIT_IN[COLOURED, colour == COLOUR].sum() for colour in range(COLOURS)])
FIRSTS = sum(1 << colour * NUMBERS for colour in range(GREY))  # the first card of each

# The table
PLACES = 6
OUT = PLACES  # beside the hands: the cards out of the round
HAND = np.array([0, 0, 15, 15, 15, 12, 10])  # H3: by the number of seats
ROWS = 5
ALL_ROWS = (1 << ROWS) - 1
SLOT_NAMES = tuple(f"@{slot}" for slot in range(ROWS))
FATE = 6
WENT_OUT = 30
LEAST = int(VALUE[VALUE < 0].sum())  # what a hand can be worth
MOST = int(VALUE[VALUE > 0].sum())
NOBODY = -1
NO_CARD = -1

# Options
VERSION = 1
SEATS = (2, 3, 4, 5, 6)
MOST_ROUNDS = 10
OPTIONS = (Option("rounds", low=1, high=MOST_ROUNDS, default=3),)  # H8

# Phases
DEALING, PLAYING, OVER = range(3)
PHASES = ("dealing", "play", "over")

# Actions: card * 6 + slot, where the last slot means a new row
NEW = ROWS
SLOTS = ROWS + 1
ACTIONS = DECK * SLOTS
CARD_OF = np.arange(ACTIONS) // SLOTS
SLOT_OF = np.arange(ACTIONS) % SLOTS
# Sets of greys as sets of the actions that lay them into slot 0; times a set of slots, those that lay them there
INTO_FIRST = np.array([sum((cards >> i & 1) << i * SLOTS for i in range(10)) for cards in range(1 << 10)])
# A card has five places at most, and that many only if four cards or more lie in rows. Where all cards are dealt there
# are three other players or more, each with a card in hand.
MOST_LEGAL = ROWS * (DECK - (ROWS - 1) - 3)

# Homes: at the first card of each colour the slot of its row, or NEW, the only one to have the bits 0 and 2
HOME = 7
NO_HOMES = NEW * FIRSTS

# Why an action is refused
NOT_IN_HAND, OWN_ROW, NO_ROW, OTHER_COLOUR, ROWS_FULL = range(OWN_REFUSALS, OWN_REFUSALS + 5)
REFUSALS = ("not_in_hand", "own_row", "no_row", "other_colour", "rows_full")


class State:
    """A match in progress."""

    seats: int = kept(count(2, PLACES))
    length: int = kept(count(1, MOST_ROUNDS))  # how many rounds make the match
    first: int = public(seat_of(PLACES), "starter")  # who starts this round
    rounds: int = public(count(0, MOST_ROUNDS), "round", about="dealt so far")
    phase: int = public(always_one_of(PHASES), about="dealing, playing, over")
    turn: int = kept(seat_of(PLACES), about="who is asked")
    hand: Ints = own_kept(each(PLACES + 1, CARD_SET), about="one's cards")  # and the cards out of the round
    held: Ints = public(each(PLACES, count(0, CARDS)), about="how many cards are in hand")
    shown: Ints = kept(each(PLACES, CARD_SET), about="cards that all saw go into the hand")
    row: Ints = kept(several(ROWS, CARD_SET), about="the cards of the row in each of the five slots")
    laid: Ints = kept(several(ROWS, count(0, NUMBERS)), about="how many cards each row has")
    lying: int = kept(set_of(SLOT_NAMES))  # the slots with a row
    greyish: int = kept(set_of(SLOT_NAMES), about="slots whose row has only greys")  # so that its colour is open
    homes: int = kept(count(0, bit(COLOURED_CARDS) - 1))  # the slots of the colours
    fate: Ints = kept(several(FATE, one_of(CARD_NAMES)), about="the pile of fate from the top, as it was dealt")
    taken: int = kept(count(0, FATE), about="how many cards of it are gone")
    gained: Ints = public(each(PLACES, count(LEAST, MOST)))  # the points of the last round
    score: Ints = public(
        each(PLACES, count(MOST_ROUNDS * LEAST, MOST_ROUNDS * MOST)), "scores", about="points before this round"
    )


RECORD, VISIBLE, NEW_MATCH, NEW_ROUND = tables_of(State, PLACES, keep="seats length first rounds score")


def deck_size(seats: int) -> int:
    """All cards but the −13, which always lies at the bottom of the pile of fate (H2)."""
    return DECK


@jit
def start(s: State, seats: int, options: Ints, first: int) -> None:
    """A new match; until the first deal all cards are out."""
    clear(s, NEW_MATCH)
    s.seats = seats
    s.length = options[0]
    s.first = first
    s.homes = NO_HOMES
    s.taken = FATE
    for half in range(HALVES):
        s.hand[OUT, half] = SHUFFLED[half]


@jit
def deal(s: State, deck: Ints) -> None:
    """Five cards to the pile of fate (H2), then the hands; what is left is out (H3). The starter moves on."""
    if s.rounds > 0:
        s.first = next_seat(s, s.first)
    s.rounds += 1
    clear(s, NEW_ROUND)
    s.phase = PLAYING
    s.turn = s.first
    s.homes = NO_HOMES
    pile_up(s, deck)
    begin = FATE - 1
    for place in range(s.seats):
        s.held[place] = HAND[s.seats]
        end = begin + HAND[s.seats]
        give(s, place, deck, begin, end)
        begin = end
    give(s, OUT, deck, begin, DECK)


@jit
def give(s: State, place: int, deck: Ints, begin: int, end: int) -> None:
    """A part of the deck to one place."""
    coloured = 0
    greys = 0
    for i in range(begin, end):
        coloured |= BIT_IN[COLOURED, deck[i]]
        greys |= BIT_IN[GREYS, deck[i]]
    s.hand[place, COLOURED] = coloured
    s.hand[place, GREYS] = greys


@jit
def pile_up(s: State, deck: Ints) -> None:
    """The pile of fate in order (H2)."""
    for i in range(FATE - 1):
        better = 0
        for j in range(FATE - 1):
            better += FATE_ORDER[deck[j]] < FATE_ORDER[deck[i]]
        s.fate[better] = deck[i]
    s.fate[FATE - 1] = THIRTEEN


@jit
def actors(s: State) -> int:
    """The seats that may act now."""
    return bit(s.turn) if s.phase == PLAYING else 0


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Writes the actions of a seat that may act, returns how many (H4)."""
    assert len(out) >= MOST_LEGAL
    room = (s.lying != ALL_ROWS) << NEW
    choices = s.greyish | room  # where a card may go that has no row of its colour
    missing = homeless(s)
    homes = s.homes ^ missing * (NEW ^ lowest(choices))  # with the first of these for NEW
    n = listed(s.hand[seat, COLOURED], 0, out, 0)
    add_homes(homes, n, out)
    n = listed(INTO_FIRST[s.hand[seat, GREYS]] * (s.lying | room), COLOURED_CARDS * SLOTS, out, n)
    if rest(choices):
        return legal_elsewhere(s.hand[seat, COLOURED] & missing * SUIT[0], rest(choices), out, n)
    return n


@jit_fast
def add_homes(homes: int, n: int, out: Ints) -> None:
    """Makes actions of the n cards listed: each goes to the slot of its colour. Several are made at a time, the last of
    them in vain."""
    ones = (homes & FIRSTS) * SUIT[0]  # the cards whose slot is an odd number,
    twos = (homes >> 1 & FIRSTS) * SUIT[0]  # and those whose slot has the bits 1
    fours = (homes >> 2 & FIRSTS) * SUIT[0]  # and 2
    for i in range(rounded_up(n)):
        card = out[i] & 63  # after the last anything may stand
        out[i] = card * SLOTS + (ones >> card & 1) + 2 * (twos >> card & 1) + 4 * (fours >> card & 1)


@jit
def legal_elsewhere(cards: int, slots: int, out: Ints, n: int) -> int:
    """The cards that may go to several slots, to all but the first."""
    while slots:
        left = cards
        while left:
            out[n] = lowest(left) * SLOTS + lowest(slots)
            left = rest(left)
            n += 1
        slots = rest(slots)
    return n


@jit
def homeless(s: State) -> int:
    """The colours without a row, as the set of their first cards."""
    return s.homes & s.homes >> 2 & FIRSTS


@jit
def home(homes: int, colour: int) -> int:
    """The slot of a colour's row, or NEW."""
    return homes >> colour * NUMBERS & HOME if colour != GREY else NEW


@jit
def settle(homes: int, colour: int, slot: int) -> int:
    """The homes when a colour has got its row, or lost it; nothing changes for grey."""
    at = colour * NUMBERS
    return (homes & ~(HOME << at) | slot << at) & SHUFFLED[COLOURED]


@jit
def why(s: State, seat: int, action: int) -> int:
    """Why an action is refused; FINE if it is legal."""
    common = common_refusal(s, seat, action, OVER, ACTIONS)
    if common != FINE:
        return common
    if seat != s.turn:
        return NOT_YOUR_TURN
    card, slot = CARD_OF[action], SLOT_OF[action]
    if s.hand[seat, HALF[card]] & BIT[card] == 0:
        return NOT_IN_HAND
    return why_not_there(s, COLOUR[card], slot)


@jit
def why_not_there(s: State, colour: int, slot: int) -> int:
    """Whether a card of a colour may go to a slot (H4)."""
    own = home(s.homes, colour)
    if own != NEW:
        return FINE if slot == own else OWN_ROW
    if slot == NEW:
        return ROWS_FULL if s.lying == ALL_ROWS else FINE
    if not has(s.lying, slot):
        return NO_ROW
    return FINE if colour == GREY or has(s.greyish, slot) else OTHER_COLOUR


@jit
def apply(s: State, seat: int, action: int) -> None:
    """The move, with everything that follows by itself. The action must be allowed."""
    card, slot = CARD_OF[action], SLOT_OF[action]
    slot += (slot == NEW) * (lowest(~s.lying) - NEW)  # the lowest free one; a branch would often be guessed wrong
    if fits(s, card, slot):
        half = HALF[card]
        s.hand[seat, half] &= ~BIT[card]
        s.shown[seat, half] &= ~BIT[card]
        s.held[seat] -= 1
        s.row[slot, half] |= BIT[card]
        s.laid[slot] += 1
        s.lying |= bit(slot)
        s.greyish = s.greyish & ~bit(slot) | (s.row[slot, COLOURED] == 0) << slot
        s.homes = settle(s.homes, COLOUR[card], slot)
    else:
        take(s, seat, card, slot)
    if s.held[seat] == 0 or s.taken == FATE:
        finish(s)
    else:
        s.turn = next_seat(s, seat)


@jit
def fits(s: State, card: int, slot: int) -> bool:
    """Whether a card is greater than the count of the row in a slot; if not, the row is taken (H6)."""
    return NUMBER[card] > s.laid[slot]


@jit
def brings(s: State, slot: int) -> int:
    """How taking a row changes the worth of a hand: by the row and the top of the pile of fate. The card laid was in
    the hand before and comes back (H6)."""
    return total(s.row[slot, COLOURED], s.row[slot, GREYS]) + VALUE[s.fate[s.taken]]


@jit
def take(s: State, seat: int, card: int, slot: int) -> None:
    """The row and the top of the pile of fate go to the hand, shown to all; the card laid comes back with them (H6)."""
    fate = s.fate[s.taken]
    s.taken += 1
    s.held[seat] += s.laid[slot] + 1
    s.laid[slot] = 0
    s.lying &= ~bit(slot)
    s.greyish &= ~bit(slot)
    s.homes = settle(s.homes, row_colour(s, slot), NEW)
    s.shown[seat, HALF[card]] |= BIT[card]
    s.shown[seat, HALF[fate]] |= BIT[fate]
    for half in range(HALVES):
        s.shown[seat, half] |= s.row[slot, half]
        s.hand[seat, half] |= s.shown[seat, half]
        s.row[slot, half] = 0


@jit
def row_colour(s: State, slot: int) -> int:
    """The colour of a row; GREY while it is open."""
    cards = s.row[slot, COLOURED]
    return COLOUR[lowest(cards)] if cards else GREY


@jit
def finish(s: State) -> None:
    """Hands are laid open and counted (H7). After the last round the match is over (H8)."""
    for place in range(s.seats):
        s.gained[place] = WENT_OUT if s.held[place] == 0 else worth(s, place)
        s.score[place] += s.gained[place]
        for half in range(HALVES):
            s.shown[place, half] = s.hand[place, half]
    s.phase = OVER if s.rounds == s.length else DEALING


@jit
def worth(s: State, place: int) -> int:
    """The sum of a hand (H7)."""
    return total(s.hand[place, COLOURED], s.hand[place, GREYS])


@jit
def total(coloured: int, greys: int) -> int:
    """The sum of some cards, plus and minus (H1)."""
    worth = GREY_WORTH[greys]
    for colour in range(GREY):
        worth += COLOUR_WORTH[coloured >> colour * NUMBERS & SUIT[0]]
    return worth


@jit
def view(s: State, seat: int, out: State) -> None:
    """The view of a seat: what the state declares, and nothing else; seat -1 watches."""
    show(s, seat, VISIBLE, out)
