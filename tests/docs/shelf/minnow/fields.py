"""Minnow's derived fields: the trick, which is made from several fields of the state, and what happens."""

from ludotheque.games.cards import lowest
from ludotheque.games.compiled import jit
from ludotheque.games.declared import message
from ludotheque.games.writing import Bytes, card_fact, deed, deeds, end_deed, quoted, trick

from .rules import CARD_NAMES, State

# --8<-- [start:made]
CARDS = quoted(CARD_NAMES)
TOLD = message(State, "all", trick="lead laid trick")


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """The trick, the only field that is not written as it is declared."""
    return trick(out, at, s.trick, s.lead, s.laid, s.seats, CARDS)


# --8<-- [end:made]


# --8<-- [start:happened]
DEEDS = deeds("laid", "caught")
LAID, CAUGHT = range(len(DEEDS))


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The card laid, and who catches which fish with the last one."""
    at = end_deed(out, card_fact(out, deed(out, at, DEEDS, LAID, seat), CARDS, action))
    for place in range(now.seats):
        new = now.caught[place] & ~was.caught[place]
        if new:
            at = end_deed(out, card_fact(out, deed(out, at, DEEDS, CAUGHT, place), CARDS, lowest(new)))
    return at


# --8<-- [end:happened]
