"""What is seen of Willi, field by field: what each field of a view is made from, and how it is written.

These are the fields that change while a match is played; what never does is `fixed` in notation.py.
"""

from ludotheque.games.compiled import jit
from ludotheque.games.declared import message, write, write_own
from ludotheque.games.willi.notation import CARDS
from ludotheque.games.willi.notation import text as action_text
from ludotheque.games.willi.rules import (
    ACTIONS,
    AROUND,
    CALL,
    DEALING,
    DISCARDING,
    KEEP,
    OVER,
    PLACES,
    PLAY,
    SWAP,
    SWAPPING,
    WILLI,
    State,
    total,
)
from ludotheque.games.willi.rules import CARDS as DECK_SIZE
from ludotheque.games.willi.rules import COLOUR_NAMES as COLOURS
from ludotheque.games.writing import (
    BEGIN_LIST,
    END,
    END_LIST,
    Bytes,
    after_comma,
    named,
    null,
    number,
    quoted,
    round_over,
    sign,
    text,
    texts,
    trick,
    truth,
)

CARD_NAMES = quoted(CARDS)
COLOUR_NAMES = quoted(COLOURS)
CHOICES = quoted([action_text(action) for action in range(ACTIONS)])
SUM = texts('{"total":', ',"rank":', ',"tied":')
REMEMBERED = texts('{"won":', ',"shown":', ',"void":')

TOLD = message(
    State,
    "all",
    "round starter phase chosen held leader trick caller tricks totals gained scores memory",
    trick="lead laid trick",
    memory="won shown void",
)
SHOWN, TOLD_ROWS, TOLD_NAMES = TOLD.sources, TOLD.rows, TOLD.names
TRICK, MEMORY = ([*SHOWN].index(name) for name in ("trick", "memory"))
TOLD_ALONE = message(State, "own", "hand discarded sum_so_far", sum_so_far="won")
OWN, OWN_ROWS, OWN_NAMES = TOLD_ALONE.sources, TOLD_ALONE.rows, TOLD_ALONE.names
SUM_SO_FAR = [*OWN].index("sum_so_far")
DEEDS = texts(
    ',{"kind":"discarded","facts":{}}',
    ',{"kind":"called","facts":{"place":',
    ',{"kind":"kept","facts":{"place":',
    ',{"kind":"swapped","facts":{"place":',
    ',"card_given":',
    ',"card_taken":',
    ',{"kind":"laid","facts":{"place":',
    ',"card":',
    ',{"kind":"won","facts":{"place":',
    ',"cards":[',
    '],"places":[',
    "]}}",
    "}}",
)
ALL_DISCARDED, CALLED, KEPT, SWAPPED, GIVEN, TAKEN, PUT, CARD, WON, CARDS_WON, PLACES_WON, END_WON, DONE = range(13)


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees."""
    if field == TRICK:
        return trick(out, at, s.trick, s.lead, s.laid, PLACES, CARD_NAMES)
    if field == MEMORY:
        return memory(s, out, at)
    return write(s, TOLD_ROWS, field, TOLD_NAMES, out, at)


@jit
def memory(s: State, out: Bytes, at: int) -> int:
    """What an attentive player remembers of each place."""
    at = sign(out, at, BEGIN_LIST)
    for place in range(PLACES):
        at = named(out, text(out, after_comma(out, at, place), REMEMBERED, 0), s.won[place], CARD_NAMES)
        at = named(out, text(out, at, REMEMBERED, 1), s.shown[place], CARD_NAMES)
        at = named(out, text(out, at, REMEMBERED, 2), s.void[place], COLOUR_NAMES)
        at = sign(out, at, END)
    return sign(out, at, END_LIST)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """A field of a seat's own; who watches has no cards."""
    if field == SUM_SO_FAR:
        return sum_so_far(s, seat, out, at) if seat >= 0 else null(out, at)
    return write_own(s, seat, OWN_ROWS, field, OWN_NAMES, out, at)


@jit
def sum_so_far(s: State, seat: int, out: Bytes, at: int) -> int:
    """A seat's sum in this round, and how it ranks: all have seen which cards were won (W9)."""
    mine = total(s, seat)
    better, equal = 0, 0
    for place in range(PLACES):
        better += total(s, place) > mine
        equal += total(s, place) == mine
    at = number(out, text(out, at, SUM, 0), mine)
    at = number(out, text(out, at, SUM, 1), better + 1)
    return sign(out, truth(out, text(out, at, SUM, 2), equal > 1), END)


@jit
def choice(action: int, out: Bytes, at: int) -> int:
    """An action as it is offered to a player: every one is."""
    return text(out, at, CHOICES, action)


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """What all saw follow from an action: the deed, the cards laid by it or by Willi himself, and who has the trick."""
    at = deed(now, seat, action, out, at)
    lead, laid = was.lead, was.laid if was.phase != SWAPPING else 0
    plays = PLAY <= action < CALL
    for i in range(now.turned - was.turned + (1 if plays else 0)):
        by_hand = plays and i == 0
        place, card = seat, action - PLAY
        if not by_hand:
            place, card = WILLI, now.pile[was.turned + i - (1 if plays else 0)]
        at = number(out, text(out, at, DEEDS, PUT), place)
        at = text(out, text(out, text(out, at, DEEDS, CARD), CARD_NAMES, card), DEEDS, DONE)
        lead, laid = place if laid == 0 else lead, laid + 1
        if laid == PLACES:
            at = won(was, now, lead, seat, action, card, out, at)
            laid = 0
    return round_over(out, at) if now.phase in (DEALING, OVER) else at


@jit
def deed(now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """What was done, unless it was to lay a card or to pass; of secret discards all see only that they are done."""
    if action < PLAY:
        return at if now.phase == DISCARDING else text(out, at, DEEDS, ALL_DISCARDED)
    if action in (CALL, KEEP):
        at = number(out, text(out, at, DEEDS, CALLED if action == CALL else KEPT), seat)
        return text(out, at, DEEDS, DONE)
    if action >= SWAP:
        at = number(out, text(out, at, DEEDS, SWAPPED), seat)
        at = text(out, text(out, at, DEEDS, GIVEN), CARD_NAMES, (action - SWAP) // DECK_SIZE)
        at = text(out, text(out, at, DEEDS, TAKEN), CARD_NAMES, (action - SWAP) % DECK_SIZE)
        return text(out, at, DEEDS, DONE)
    return at


@jit
def won(was: State, now: State, lead: int, seat: int, action: int, last: int, out: Bytes, at: int) -> int:
    """A trick of four cards goes to its winner. The last card is Willi's, or the one that was just laid by hand."""
    winner = 0
    while now.tricks[winner] == was.tricks[winner]:
        winner += 1
    at = text(out, number(out, text(out, at, DEEDS, WON), winner), DEEDS, CARDS_WON)
    for i in range(PLACES):
        place = AROUND[lead + i]
        card = was.trick[place] if i < was.laid else action - PLAY if place == seat else last
        at = text(out, after_comma(out, at, i), CARD_NAMES, card)
    at = text(out, at, DEEDS, PLACES_WON)
    for i in range(PLACES):
        at = number(out, after_comma(out, at, i), AROUND[lead + i])
    return text(out, at, DEEDS, END_WON)
