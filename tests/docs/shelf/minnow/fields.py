"""What is seen of Minnow, field by field: what each field of a view is made from, and how it is written."""

from ludotheque.games.cards import lowest
from ludotheque.games.compiled import jit
from ludotheque.games.declared import message, write
from ludotheque.games.writing import Bytes, named, number, quoted, round_over, text, texts, trick

from .notation import CARDS
from .notation import text as action_text
from .rules import ACTIONS, DEALING, OVER, State

# --8<-- [start:made]
CARD_NAMES = quoted(CARDS)
CHOICES = quoted([action_text(action) for action in range(ACTIONS)])
TOLD = message(
    State,
    "all",
    "round starter phase held leader trick caught gained scores gone",
    by_seat=True,
    trick="lead laid trick",
)
SHOWN, TOLD_ROWS, TOLD_NAMES = TOLD.sources, TOLD.rows, TOLD.names
TRICK = [*SHOWN].index("trick")
OWN = {"hand": "hand"}
# --8<-- [end:made]


# --8<-- [start:shown]
@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees."""
    if field == TRICK:
        return trick(out, at, s.trick, s.lead, s.laid, s.seats, CARD_NAMES)
    return write(s, TOLD_ROWS, field, TOLD_NAMES, out, at)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """The hand; who watches has none."""
    return named(out, at, s.hand[seat] if seat >= 0 else 0, CARD_NAMES)


# --8<-- [end:shown]


# --8<-- [start:choice]
@jit
def choice(action: int, out: Bytes, at: int) -> int:
    """An action as it is offered to a player: every one is."""
    return text(out, at, CHOICES, action)


# --8<-- [end:choice]


# --8<-- [start:happened]
DEEDS = texts(',{"kind":"laid","facts":{"place":', ',{"kind":"caught","facts":{"place":', ',"card":', "}}")
LAID, CATCH, CARD, END_DEED = range(len(DEEDS))


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The card laid, and who catches which fish with the last one."""
    at = deed(LAID, seat, action, out, at)
    for place in range(now.seats):
        new = now.caught[place] & ~was.caught[place]
        if new:
            at = deed(CATCH, place, lowest(new), out, at)
    return round_over(out, at) if now.phase in (DEALING, OVER) else at


@jit
def deed(kind: int, place: int, card: int, out: Bytes, at: int) -> int:
    """Something that a place did with a card."""
    at = number(out, text(out, at, DEEDS, kind), place)
    at = text(out, text(out, at, DEEDS, CARD), CARD_NAMES, card)
    return text(out, at, DEEDS, END_DEED)


# --8<-- [end:happened]
