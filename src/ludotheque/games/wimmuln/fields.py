"""Messages about Wimmüln: the fields that are made from several of the state, and what happens."""

from ludotheque.games.compiled import Ints, jit
from ludotheque.games.declared import message
from ludotheque.games.wimmuln.notation import CARDS, View
from ludotheque.games.wimmuln.rules import COLOUR_NAMES as COLOURS
from ludotheque.games.wimmuln.rules import GUESS, LEAD, NO_CARD, PLAY, PLAYING, State, in_round
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
    name_or_null,
    named,
    number,
    quoted,
    sign,
    text,
    texts,
    trick,
)

CARD_NAMES = quoted(CARDS)
COLOUR_NAMES = quoted(COLOURS)
GUESSED = texts('{"open":', ',"hidden":')
REMEMBERED = texts('{"played":', ',"shown":', ',"void":[', "]}")

TOLD = message(State, "all", View, turned="turned", trick="lead laid trick", memory="played shown void")
TURNED, TRICK, MEMORY = range(3)
TOLD_ALONE = message(State, "own", View, guesses="open hidden")
DEEDS = deeds("led", "laid", "won")
LED, LAID_BY, WON = range(len(DEEDS))
TURNED_UP = texts(',{"kind":"guessed","facts":{"cards":', ',{"kind":"uncovered","facts":{"cards":')
GUESSED_ALL, UNCOVERED = range(len(TURNED_UP))
FACTS = texts(',"card_kept":', ',"cards":[', '],"places":[', '],"triangles":')
KEPT, CARDS_WON, PLACES_WON, TRIANGLES_WON = range(len(FACTS))


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees: the turned cards, the trick, or what is remembered."""
    if field == TURNED:
        return cards(out, at, s.turned, 0 if s.turned[0] == NO_CARD else 2)
    return trick(out, at, s.trick, s.lead, s.laid, s.seats, CARD_NAMES) if field == TRICK else memory(s, out, at)


@jit
def cards(out: Bytes, at: int, these: Ints, size: int) -> int:
    """The first of some cards, as a list."""
    at = sign(out, at, BEGIN_LIST)
    for i in range(size):
        at = text(out, after_comma(out, at, i), CARD_NAMES, these[i])
    return sign(out, at, END_LIST)


@jit
def memory(s: State, out: Bytes, at: int) -> int:
    """An attentive player's memory: cards played, the card the dealer took back, colours each hand ran out of."""
    at = named(out, text(out, at, REMEMBERED, 0), s.played, CARD_NAMES)
    at = name_or_null(out, text(out, at, REMEMBERED, 1), CARD_NAMES, s.shown, NO_CARD)
    at = text(out, at, REMEMBERED, 2)
    for place in range(s.seats):
        at = named(out, after_comma(out, at, place), s.void[place], COLOUR_NAMES)
    return text(out, at, REMEMBERED, 3)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """The guesses of each place, as far as a seat sees them."""
    at = sign(out, at, BEGIN_LIST)
    for place in range(s.seats):
        at = text(out, after_comma(out, at, place), GUESSED, 0)
        at = name_or_null(out, at, CARD_NAMES, s.open[place], NO_CARD)
        at = name_or_null(out, text(out, at, GUESSED, 1), CARD_NAMES, s.hidden[place], NO_CARD)
        at = sign(out, at, END)
    return sign(out, at, END_LIST)


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The dealer's choice, or the guesses that are turned up when the last is laid, or a card and what it led to."""
    if action >= GUESS:
        return turned_up(now, now.open, GUESSED_ALL, out, at) if now.phase == PLAYING else at
    if action >= LEAD:
        at = card_fact(out, deed(out, at, DEEDS, LED, seat), CARD_NAMES, now.turned[0])
        return end_deed(out, text(out, text(out, at, FACTS, KEPT), CARD_NAMES, now.turned[1]))
    at = end_deed(out, card_fact(out, deed(out, at, DEEDS, LAID_BY, seat), CARD_NAMES, action - PLAY))
    if was.laid + 1 == now.seats:
        at = won(was, now, action - PLAY, out, at)
    return at if in_round(now) else turned_up(now, now.hidden, UNCOVERED, out, at)


@jit
def turned_up(s: State, these: Ints, kind: int, out: Bytes, at: int) -> int:
    """A card of each place is seen."""
    return end_deed(out, cards(out, text(out, at, TURNED_UP, kind), these, s.seats))


@jit
def won(was: State, now: State, last: int, out: Bytes, at: int) -> int:
    """A trick that is full goes to its winner, with its triangles."""
    winner = 0
    while now.tricks[winner] == was.tricks[winner]:
        winner += 1
    at = text(out, deed(out, at, DEEDS, WON, winner), FACTS, CARDS_WON)
    for i in range(now.seats):
        card = was.trick[(was.lead + i) % now.seats] if i < was.laid else last
        at = text(out, after_comma(out, at, i), CARD_NAMES, card)
    at = text(out, at, FACTS, PLACES_WON)
    for i in range(now.seats):
        at = number(out, after_comma(out, at, i), (was.lead + i) % now.seats)
    at = number(out, text(out, at, FACTS, TRIANGLES_WON), now.triangles[winner] - was.triangles[winner])
    return end_deed(out, at)
