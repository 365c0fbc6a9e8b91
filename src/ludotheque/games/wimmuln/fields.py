"""What is seen of Wimmüln, field by field: what each field of a view is made from, and how it is written.

These are the fields that change while a match is played; what never does is `fixed` in notation.py.
"""

from ludotheque.games.compiled import Ints, jit
from ludotheque.games.declared import message, write, write_own
from ludotheque.games.wimmuln.notation import CARDS
from ludotheque.games.wimmuln.notation import text as action_text
from ludotheque.games.wimmuln.rules import (
    ACTIONS,
    DEALING,
    GUESS,
    LEAD,
    NO_CARD,
    OVER,
    PLAY,
    PLAYING,
    State,
)
from ludotheque.games.wimmuln.rules import COLOUR_NAMES as COLOURS
from ludotheque.games.writing import (
    BEGIN_LIST,
    END,
    END_LIST,
    Bytes,
    after_comma,
    name_or_null,
    named,
    number,
    quoted,
    round_over,
    sign,
    text,
    texts,
    trick,
)

CARD_NAMES = quoted(CARDS)
COLOUR_NAMES = quoted(COLOURS)
CHOICES = quoted([action_text(action) for action in range(ACTIONS)])
GUESSED = texts('{"open":', ',"hidden":')
REMEMBERED = texts('{"played":', ',"shown":', ',"void":[', "]}")

TOLD = message(
    State,
    "all",
    "round dealer phase turned trump chosen held leader trick ahead tricks triangles gained scores memory",
    by_seat=True,
    turned="turned",
    trick="lead laid trick",
    memory="played shown void",
)
SHOWN, TOLD_ROWS, TOLD_NAMES = TOLD.sources, TOLD.rows, TOLD.names
TURNED, TRICK, MEMORY = ([*SHOWN].index(name) for name in ("turned", "trick", "memory"))
TOLD_ALONE = message(State, "own", "hand guesses", guesses="open hidden")
OWN, OWN_ROWS, OWN_NAMES = TOLD_ALONE.sources, TOLD_ALONE.rows, TOLD_ALONE.names
GUESSES = [*OWN].index("guesses")
DEEDS = texts(
    ',{"kind":"guessed","facts":{"cards":',
    ',{"kind":"led","facts":{"place":',
    ',"card_kept":',
    ',{"kind":"laid","facts":{"place":',
    ',"card":',
    ',{"kind":"won","facts":{"place":',
    ',"cards":[',
    '],"places":[',
    '],"triangles":',
    ',{"kind":"uncovered","facts":{"cards":',
    "}}",
)
(
    GUESSED_ALL, LED, KEPT, LAID_BY, CARD, WON, CARDS_WON, PLACES_WON, TRIANGLES_WON, UNCOVERED, END_DEED,
) = range(len(DEEDS))  # fmt: skip


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees."""
    if field == TURNED:
        return cards(out, at, s.turned, 0 if s.turned[0] == NO_CARD else 2)
    if field == TRICK:
        return trick(out, at, s.trick, s.lead, s.laid, s.seats, CARD_NAMES)
    if field == MEMORY:
        return memory(s, out, at)
    return write(s, TOLD_ROWS, field, TOLD_NAMES, out, at)


@jit
def cards(out: Bytes, at: int, these: Ints, size: int) -> int:
    """The first of some cards, as a list."""
    at = sign(out, at, BEGIN_LIST)
    for i in range(size):
        at = text(out, after_comma(out, at, i), CARD_NAMES, these[i])
    return sign(out, at, END_LIST)


@jit
def memory(s: State, out: Bytes, at: int) -> int:
    """What an attentive player remembers: cards played, the card the dealer took back, colours each hand ran out of."""
    at = named(out, text(out, at, REMEMBERED, 0), s.played, CARD_NAMES)
    at = name_or_null(out, text(out, at, REMEMBERED, 1), CARD_NAMES, s.shown, NO_CARD)
    at = text(out, at, REMEMBERED, 2)
    for place in range(s.seats):
        at = named(out, after_comma(out, at, place), s.void[place], COLOUR_NAMES)
    return text(out, at, REMEMBERED, 3)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """A field of a seat's own; who watches has no cards."""
    if field == GUESSES:
        return guesses(s, out, at)
    return write_own(s, seat, OWN_ROWS, field, OWN_NAMES, out, at)


@jit
def guesses(s: State, out: Bytes, at: int) -> int:
    """The guesses of each place, as far as they can be seen."""
    at = sign(out, at, BEGIN_LIST)
    for place in range(s.seats):
        at = text(out, after_comma(out, at, place), GUESSED, 0)
        at = name_or_null(out, at, CARD_NAMES, s.open[place], NO_CARD)
        at = name_or_null(out, text(out, at, GUESSED, 1), CARD_NAMES, s.hidden[place], NO_CARD)
        at = sign(out, at, END)
    return sign(out, at, END_LIST)


@jit
def choice(action: int, out: Bytes, at: int) -> int:
    """An action as it is offered to a player: every one is."""
    return text(out, at, CHOICES, action)


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The dealer's choice, or the guesses that are turned up when the last is laid, or a card and what it led to."""
    if action >= GUESS:
        return turned_up(now, now.open, GUESSED_ALL, out, at) if now.phase == PLAYING else at
    if action >= LEAD:
        at = card_of(LED, seat, now.turned[0], out, at)
        at = text(out, text(out, at, DEEDS, KEPT), CARD_NAMES, now.turned[1])
        return text(out, at, DEEDS, END_DEED)
    at = text(out, card_of(LAID_BY, seat, action - PLAY, out, at), DEEDS, END_DEED)
    if was.laid + 1 == now.seats:
        at = won(was, now, action - PLAY, out, at)
    if now.phase in (DEALING, OVER):
        at = round_over(out, turned_up(now, now.hidden, UNCOVERED, out, at))
    return at


@jit
def card_of(kind: int, place: int, card: int, out: Bytes, at: int) -> int:
    """The beginning of what happened with a card of a place."""
    at = number(out, text(out, at, DEEDS, kind), place)
    return text(out, text(out, at, DEEDS, CARD), CARD_NAMES, card)


@jit
def turned_up(s: State, these: Ints, kind: int, out: Bytes, at: int) -> int:
    """A card of each place is seen."""
    return text(out, cards(out, text(out, at, DEEDS, kind), these, s.seats), DEEDS, END_DEED)


@jit
def won(was: State, now: State, last: int, out: Bytes, at: int) -> int:
    """A trick that is full goes to its winner, with its triangles."""
    winner = 0
    while now.tricks[winner] == was.tricks[winner]:
        winner += 1
    at = text(out, number(out, text(out, at, DEEDS, WON), winner), DEEDS, CARDS_WON)
    for i in range(now.seats):
        card = was.trick[(was.lead + i) % now.seats] if i < was.laid else last
        at = text(out, after_comma(out, at, i), CARD_NAMES, card)
    at = text(out, at, DEEDS, PLACES_WON)
    for i in range(now.seats):
        at = number(out, after_comma(out, at, i), (was.lead + i) % now.seats)
    at = number(out, text(out, at, DEEDS, TRIANGLES_WON), now.triangles[winner] - was.triangles[winner])
    return text(out, at, DEEDS, END_DEED)
