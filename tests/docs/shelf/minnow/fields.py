"""What is seen of Minnow, field by field: what each field of a view is made from, and how it is written."""

from ludotheque.games.cards import lowest
from ludotheque.games.compiled import jit
from ludotheque.games.writing import (
    BEGIN_LIST,
    END_LIST,
    Bytes,
    after_comma,
    named,
    number,
    number_or_null,
    numbers,
    quoted,
    round_over,
    sign,
    text,
    texts,
    trick,
)

from .notation import CARDS, PHASES
from .notation import text as action_text
from .rules import ACTIONS, DEALING, NOBODY, OVER, State

# --8<-- [start:made]
CARD_NAMES = quoted(CARDS)
PHASE_NAMES = quoted(PHASES)
CHOICES = quoted([action_text(action) for action in range(ACTIONS)])

SHOWN = {
    "round": "rounds",
    "starter": "first",
    "phase": "phase",
    "held": "held",
    "leader": "lead",
    "trick": "lead laid trick",
    "caught": "caught",
    "gained": "gained",
    "scores": "score",
    "gone": "gone",
}
ROUND, STARTER, PHASE, HELD, LEADER, TRICK, CAUGHT, GAINED, SCORES, GONE = range(len(SHOWN))
OWN = {"hand": "hand"}
# --8<-- [end:made]


# --8<-- [start:shown]
@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees."""
    if field == ROUND:
        return number(out, at, s.rounds)
    if field == STARTER:
        return number(out, at, s.first)
    if field == PHASE:
        return text(out, at, PHASE_NAMES, s.phase)
    if field == LEADER:
        return number_or_null(out, at, s.lead, NOBODY)
    if field == TRICK:
        return trick(out, at, s.trick, s.lead, s.laid, s.seats, CARD_NAMES)
    if field == CAUGHT:
        return caught(s, out, at)
    if field == GONE:
        return named(out, at, s.gone, CARD_NAMES)
    return counts(s, field, out, at)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """The hand; who watches has none."""
    return named(out, at, s.hand[seat] if seat >= 0 else 0, CARD_NAMES)


@jit
def caught(s: State, out: Bytes, at: int) -> int:
    """The fish that each place has caught."""
    at = sign(out, at, BEGIN_LIST)
    for place in range(s.seats):
        at = named(out, after_comma(out, at, place), s.caught[place], CARD_NAMES)
    return sign(out, at, END_LIST)


# --8<-- [end:shown]


# --8<-- [start:choice]
@jit
def choice(action: int, out: Bytes, at: int) -> int:
    """An action as it is offered to a player: every one is."""
    return text(out, at, CHOICES, action)


# --8<-- [end:choice]


@jit
def counts(s: State, field: int, out: Bytes, at: int) -> int:
    """A number for each place."""
    if field == HELD:
        return numbers(out, at, s.held, s.seats)
    if field == GAINED:
        return numbers(out, at, s.gained, s.seats)
    return numbers(out, at, s.score, s.seats)


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
