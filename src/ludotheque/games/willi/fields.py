"""What is seen of Willi, field by field: what each field of a view is made from, and how it is written.

These are the fields that change while a match is played; what never does is `fixed` in notation.py.
"""

from ludotheque.games.compiled import jit
from ludotheque.games.willi.notation import CARDS, COLOURS, PHASES
from ludotheque.games.willi.notation import text as action_text
from ludotheque.games.willi.rules import (
    ACTIONS,
    AROUND,
    CALL,
    DEALING,
    DISCARDING,
    KEEP,
    NO_CARD,
    NOBODY,
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
from ludotheque.games.writing import (
    BEGIN_LIST,
    END,
    END_LIST,
    Bytes,
    after_comma,
    name_or_null,
    named,
    null,
    number,
    number_or_null,
    numbers,
    quoted,
    round_over,
    seats,
    sign,
    text,
    texts,
    trick,
    truth,
)

CARD_NAMES = quoted(CARDS)
COLOUR_NAMES = quoted(tuple(COLOURS))
PHASE_NAMES = quoted(PHASES)
CHOICES = quoted([action_text(action) for action in range(ACTIONS)])
SUM = texts('{"total":', ',"rank":', ',"tied":')
REMEMBERED = texts('{"won":', ',"shown":', ',"void":')

SHOWN = {
    "round": "rounds",
    "starter": "first",
    "phase": "phase",
    "chosen": "chosen",
    "held": "held",
    "leader": "lead",
    "trick": "lead laid trick",
    "caller": "caller",
    "tricks": "tricks",
    "totals": "total",
    "gained": "gained",
    "scores": "score",
    "memory": "won shown void",
}
ROUND, STARTER, PHASE, CHOSEN, HELD, LEADER, TRICK, CALLER, TRICKS, TOTALS, GAINED, SCORES, MEMORY = range(len(SHOWN))
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
OWN = {"hand": "hand", "discarded": "discard", "sum_so_far": "won"}
HAND, DISCARDED, SUM_SO_FAR = range(len(OWN))


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees."""
    if field == ROUND:
        return number(out, at, s.rounds)
    if field == STARTER:
        return number(out, at, s.first)
    if field == PHASE:
        return text(out, at, PHASE_NAMES, s.phase)
    if field == CHOSEN:
        return seats(out, at, s.chosen)
    if field == LEADER:
        return number_or_null(out, at, s.lead, NOBODY)
    if field == TRICK:
        return trick(out, at, s.trick, s.lead, s.laid, PLACES, CARD_NAMES)
    if field == CALLER:
        return number_or_null(out, at, s.caller, NOBODY)
    if field == MEMORY:
        return memory(s, out, at)
    return counts(s, field, out, at)


@jit
def counts(s: State, field: int, out: Bytes, at: int) -> int:
    """A number for each place."""
    if field == HELD:
        return numbers(out, at, s.held, PLACES)
    if field == TRICKS:
        return numbers(out, at, s.tricks, PLACES)
    if field == TOTALS:
        return numbers(out, at, s.total, PLACES)
    if field == GAINED:
        return numbers(out, at, s.gained, PLACES)
    return numbers(out, at, s.score, PLACES)


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
    if field == HAND:
        return named(out, at, s.hand[seat] if seat >= 0 else 0, CARD_NAMES)
    if seat < 0:
        return null(out, at)
    if field == SUM_SO_FAR:
        return sum_so_far(s, seat, out, at)
    return name_or_null(out, at, CARD_NAMES, s.discard[seat], NO_CARD)


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
