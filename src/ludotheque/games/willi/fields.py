"""Messages about Willi: the fields that are made from several of the state, and what happens."""

from ludotheque.games.compiled import jit
from ludotheque.games.declared import message
from ludotheque.games.willi.notation import CARDS, View
from ludotheque.games.willi.rules import (
    AROUND,
    CALL,
    DISCARDING,
    KEEP,
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
    card_fact,
    deed,
    deeds,
    end_deed,
    named,
    null,
    number,
    quoted,
    sign,
    text,
    texts,
    trick,
    truth,
)

CARD_NAMES = quoted(CARDS)
COLOUR_NAMES = quoted(COLOURS)
SUM = texts('{"total":', ',"rank":', ',"tied":')
REMEMBERED = texts('{"won":', ',"shown":', ',"void":')

TOLD = message(State, "all", View, by_seat=False, trick="lead laid trick", memory="won shown void")
TRICK, MEMORY = range(2)
TOLD_ALONE = message(State, "own", View, sum_so_far="won")
DEEDS = deeds("called", "kept", "swapped", "laid", "won")
CALLED, KEPT, SWAPPED, PUT, WON = range(len(DEEDS))
FACTS = texts(',{"kind":"discarded","facts":{}}', ',"card_given":', ',"card_taken":', ',"cards":[', '],"places":[')
ALL_DISCARDED, GIVEN, TAKEN, CARDS_WON, PLACES_WON = range(len(FACTS))


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees: the trick, or what is remembered."""
    return trick(out, at, s.trick, s.lead, s.laid, PLACES, CARD_NAMES) if field == TRICK else memory(s, out, at)


@jit
def memory(s: State, out: Bytes, at: int) -> int:
    """An attentive player's memory of each place."""
    at = sign(out, at, BEGIN_LIST)
    for place in range(PLACES):
        at = named(out, text(out, after_comma(out, at, place), REMEMBERED, 0), s.won[place], CARD_NAMES)
        at = named(out, text(out, at, REMEMBERED, 1), s.shown[place], CARD_NAMES)
        at = named(out, text(out, at, REMEMBERED, 2), s.void[place], COLOUR_NAMES)
        at = sign(out, at, END)
    return sign(out, at, END_LIST)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """A seat's sum in this round, and how it ranks: all have seen which cards were won (W9)."""
    if seat < 0:
        return null(out, at)
    mine = total(s, seat)
    better, equal = 0, 0
    for place in range(PLACES):
        better += total(s, place) > mine
        equal += total(s, place) == mine
    at = number(out, text(out, at, SUM, 0), mine)
    at = number(out, text(out, at, SUM, 1), better + 1)
    return sign(out, truth(out, text(out, at, SUM, 2), equal > 1), END)


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """Public consequences of an action: the deed, the cards laid by it or by Willi himself, and the trick's winner."""
    at = done(now, seat, action, out, at)
    lead, laid = was.lead, was.laid if was.phase != SWAPPING else 0
    plays = PLAY <= action < CALL
    for i in range(now.turned - was.turned + (1 if plays else 0)):
        by_hand = plays and i == 0
        place, card = seat, action - PLAY
        if not by_hand:
            place, card = WILLI, now.pile[was.turned + i - (1 if plays else 0)]
        at = end_deed(out, card_fact(out, deed(out, at, DEEDS, PUT, place), CARD_NAMES, card))
        lead, laid = place if laid == 0 else lead, laid + 1
        if laid == PLACES:
            at = won(was, now, lead, seat, action, card, out, at)
            laid = 0
    return at


@jit
def done(now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The deed, unless it was to lay a card or to pass; of secret discards all see only that they are done."""
    if action < PLAY:
        return at if now.phase == DISCARDING else text(out, at, FACTS, ALL_DISCARDED)
    if action in (CALL, KEEP):
        return end_deed(out, deed(out, at, DEEDS, CALLED if action == CALL else KEPT, seat))
    if action >= SWAP:
        at = deed(out, at, DEEDS, SWAPPED, seat)
        at = text(out, text(out, at, FACTS, GIVEN), CARD_NAMES, (action - SWAP) // DECK_SIZE)
        at = text(out, text(out, at, FACTS, TAKEN), CARD_NAMES, (action - SWAP) % DECK_SIZE)
        return end_deed(out, at)
    return at


@jit
def won(was: State, now: State, lead: int, seat: int, action: int, last: int, out: Bytes, at: int) -> int:
    """A trick of four cards goes to its winner. The last card is Willi's, or the one that was just laid by hand."""
    winner = 0
    while now.tricks[winner] == was.tricks[winner]:
        winner += 1
    at = text(out, deed(out, at, DEEDS, WON, winner), FACTS, CARDS_WON)
    for i in range(PLACES):
        place = AROUND[lead + i]
        card = was.trick[place] if i < was.laid else action - PLAY if place == seat else last
        at = text(out, after_comma(out, at, i), CARD_NAMES, card)
    at = text(out, at, FACTS, PLACES_WON)
    for i in range(PLACES):
        at = number(out, after_comma(out, at, i), AROUND[lead + i])
    return end_deed(out, sign(out, at, END_LIST))
