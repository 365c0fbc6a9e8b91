"""Messages about Holzwurm: the fields that are made from several of the state, and what happens."""

import numpy as np

from ludotheque.games.cards import count, lowest, rest
from ludotheque.games.compiled import jit
from ludotheque.games.contract import FINE
from ludotheque.games.declared import message
from ludotheque.games.holzwurm.notation import CARDS, COLOURS, GREY_CARDS, View
from ludotheque.games.holzwurm.notation import text as action_text
from ludotheque.games.holzwurm.rules import (
    ACTIONS,
    BIT_IN,
    CARD_OF,
    COLOUR,
    COLOURED,
    COLOURED_CARDS,
    FATE,
    GREY,
    GREYS,
    NEW,
    NUMBERS,
    PLAYING,
    SLOT_OF,
    SLOTS,
    THIRTEEN,
    VALUE,
    State,
    brings,
    fits,
    row_colour,
    why_not_there,
    worth,
)
from ludotheque.games.writing import (
    BEGIN,
    BEGIN_LIST,
    COLON,
    COMMA,
    END,
    END_LIST,
    Bytes,
    after_comma,
    card_fact,
    deed,
    deeds,
    end_deed,
    names_of,
    number,
    number_or_null,
    quoted,
    sign,
    text,
    texts,
)

CARD_NAMES = quoted(CARDS)
GREY_NAMES = quoted(GREY_CARDS)
ROW_COLOURS = quoted((*COLOURS[:GREY], None))
CHOICES = quoted([action_text(action) for action in range(ACTIONS)])
ROW = texts('{"slot":', ',"colour":', ',"minus":[', '],"plus":[', '],"count":', ',"needs":')
REMEMBERED = texts('{"shown":')
MINUS, PLUS = range(2)
SIDE = np.array([BIT_IN[:, side].sum(axis=1) for side in (VALUE < 0, VALUE > 0)])  # the cards of each (H5), in halves

TOLD = message(State, "all", View, rows="lying laid row", fate="fate taken", memory="shown")
ROWS, PILE, MEMORY = range(3)
# While a seat may act nobody else can change what its choices take: the turn and the phase tell when they differ
TOLD_ALONE = message(State, "own", View, hand="hand", worth="hand", takes="turn phase")
HAND, WORTH, TAKES = range(3)
DEEDS = deeds("laid", "went_out", "took", "thirteen")
LAID_BY, WENT_OUT, TOOK, TOOK_THIRTEEN = range(len(DEEDS))
FACTS = texts(',"slot":', ',"count":', ',"cards":[', '],"card_fate":')
SLOT, COUNT, CARDS_TAKEN, FATED = range(len(FACTS))


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees: the rows, the pile of fate, or what is remembered."""
    if field == ROWS:
        return rows(s, out, at)
    return pile(s, out, at) if field == PILE else memory(s, out, at)


@jit
def rows(s: State, out: Bytes, at: int) -> int:
    """The rows in the order of their slots."""
    at, left, i = sign(out, at, BEGIN_LIST), s.lying, 0
    while left:
        at = row(s, lowest(left), out, after_comma(out, at, i))
        left, i = rest(left), i + 1
    return sign(out, at, END_LIST)


@jit
def row(s: State, slot: int, out: Bytes, at: int) -> int:
    """One row. The number that it needs is one more than its cards, unless there is no such number (H6)."""
    at = number(out, text(out, at, ROW, 0), slot)
    at = text(out, text(out, at, ROW, 1), ROW_COLOURS, row_colour(s, slot))
    at = side(s, slot, MINUS, out, text(out, at, ROW, 2), 0)
    at = side(s, slot, PLUS, out, text(out, at, ROW, 3), 0)
    at = number(out, text(out, at, ROW, 4), s.laid[slot])
    at = number_or_null(out, text(out, at, ROW, 5), s.laid[slot] + 1, NUMBERS + 1)
    return sign(out, at, END)


@jit
def side(s: State, slot: int, which: int, out: Bytes, at: int, before: int) -> int:
    """The cards on one side of a row (H5), in a list in which there are so many already."""
    coloured, greys = s.row[slot, COLOURED] & SIDE[which, COLOURED], s.row[slot, GREYS] & SIDE[which, GREYS]
    return cards_of(coloured, greys, out, at, before)


@jit
def cards_of(coloured: int, greys: int, out: Bytes, at: int, before: int) -> int:
    """The names of a set in two halves, in a list in which there are so many already."""
    at = names_of(out, at, coloured, CARD_NAMES, before)
    return names_of(out, at, greys, GREY_NAMES, before + count(coloured))


@jit
def cards(coloured: int, greys: int, out: Bytes, at: int) -> int:
    """A set in two halves as a list of names."""
    return sign(out, cards_of(coloured, greys, out, sign(out, at, BEGIN_LIST), 0), END_LIST)


@jit
def pile(s: State, out: Bytes, at: int) -> int:
    """The pile of fate from the top."""
    at = sign(out, at, BEGIN_LIST)
    for i in range(s.taken, FATE):
        at = text(out, after_comma(out, at, i - s.taken), CARD_NAMES, s.fate[i])
    return sign(out, at, END_LIST)


@jit
def memory(s: State, out: Bytes, at: int) -> int:
    """An attentive player's memory of each seat."""
    at = sign(out, at, BEGIN_LIST)
    for place in range(s.seats):
        at = text(out, after_comma(out, at, place), REMEMBERED, 0)
        at = sign(out, cards(s.shown[place, COLOURED], s.shown[place, GREYS], out, at), END)
    return sign(out, at, END_LIST)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """A field of a seat's own; who watches has no cards."""
    if field == HAND:
        return cards(s.hand[seat, COLOURED], s.hand[seat, GREYS], out, at) if seat >= 0 else cards(0, 0, out, at)
    if field == WORTH:
        return number(out, at, worth(s, seat) if seat >= 0 else 0)
    return takes(s, seat, out, at)


@jit
def takes(s: State, seat: int, out: Bytes, at: int) -> int:
    """The points by row for the actions of a seat that take one (H6), by action; none while it may not act."""
    begin = at
    if s.phase == PLAYING and s.turn == seat:
        left = s.lying
        while left:
            slot = lowest(left)
            at = row_takes(s, s.hand[seat, COLOURED], 0, slot, out, at)
            at = row_takes(s, s.hand[seat, GREYS], COLOURED_CARDS, slot, out, at)
            left = rest(left)
    if at == begin:
        at = sign(out, at, BEGIN)
    out[begin] = BEGIN  # in the place of the first comma
    return sign(out, at, END)


@jit
def row_takes(s: State, held: int, first: int, slot: int, out: Bytes, at: int) -> int:
    """The cards of one half of a hand that take a row, each after a comma; its lowest bit is the first card."""
    while held:
        card = first + lowest(held)
        if not fits(s, card, slot) and why_not_there(s, COLOUR[card], slot) == FINE:
            at = text(out, sign(out, at, COMMA), CHOICES, card * SLOTS + slot)
            at = number(out, sign(out, at, COLON), brings(s, slot))
        held = rest(held)
    return at


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The public consequences of an action: the card laid, the row that it took, and how the round ended."""
    card, slot = CARD_OF[action], SLOT_OF[action]
    if slot == NEW:
        slot = lowest(~was.lying)
    at = laid(was, seat, card, slot, out, at)
    if now.taken > was.taken:
        at = took(was, seat, card, slot, out, at)
    elif now.held[seat] == 0:
        at = end_deed(out, deed(out, at, DEEDS, WENT_OUT, seat))
    return at


@jit
def laid(was: State, seat: int, card: int, slot: int, out: Bytes, at: int) -> int:
    """A card is laid into a row, of so many cards until then."""
    at = card_fact(out, deed(out, at, DEEDS, LAID_BY, seat), CARD_NAMES, card)
    at = number(out, text(out, at, FACTS, SLOT), slot)
    return end_deed(out, number(out, text(out, at, FACTS, COUNT), was.laid[slot]))


@jit
def took(was: State, seat: int, card: int, slot: int, out: Bytes, at: int) -> int:
    """A row goes to a hand with the card just laid and the top card of the pile of fate, perhaps the last."""
    fated = was.fate[was.taken]
    at = number(out, text(out, deed(out, at, DEEDS, TOOK, seat), FACTS, SLOT), slot)
    at = text(out, row_and_card(was, slot, card, out, text(out, at, FACTS, CARDS_TAKEN)), FACTS, FATED)
    at = end_deed(out, text(out, at, CARD_NAMES, fated))
    return end_deed(out, deed(out, at, DEEDS, TOOK_THIRTEEN, seat)) if fated == THIRTEEN else at


@jit
def row_and_card(was: State, slot: int, card: int, out: Bytes, at: int) -> int:
    """The cards of a row as they lay, then the one just laid."""
    at = side(was, slot, MINUS, out, at, 0)
    minus = count(was.row[slot, COLOURED] & SIDE[MINUS, COLOURED]) + count(was.row[slot, GREYS] & SIDE[MINUS, GREYS])
    at = side(was, slot, PLUS, out, at, minus)
    return text(out, after_comma(out, at, was.laid[slot]), CARD_NAMES, card)
