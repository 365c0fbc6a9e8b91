"""What is seen of Wheedle, field by field: what each field of a view is made from, and how it is written.

These are the fields that change while a match is played; what never does is `fixed` in notation.py.
"""

from ludotheque.games.cards import has
from ludotheque.games.compiled import jit
from ludotheque.games.declared import message, write
from ludotheque.games.stacks import counted
from ludotheque.games.wheedle.notation import LETTERS, PLAIN
from ludotheque.games.wheedle.notation import text as action_text
from ludotheque.games.wheedle.rules import (
    CENTRE,
    COMPANIES,
    DEALING,
    DONE,
    NO_OFFER,
    NOBODY,
    OFFER,
    OVER,
    RIGHT_STOP,
    SEEK,
    STOP,
    TAKE,
    TIME,
    TURN,
    WITHDRAW,
    State,
    maker_of,
    rules_all,
)
from ludotheque.games.writing import (
    BEGIN,
    BEGIN_LIST,
    END,
    END_LIST,
    Bytes,
    after_comma,
    named,
    null,
    number,
    number_or_null,
    quoted,
    round_over,
    sign,
    text,
    texts,
    truth,
)

COMPANY_NAMES = quoted(tuple(LETTERS))
COMPANY_KEYS = texts(*(f'"{letter}":' for letter in LETTERS))
COMPANY_LETTERS = texts(*LETTERS)
PLAYER = texts('{"held":', ',"seeks":', ',"gives":', ',"offer":', ',"done":')
STANDING_OFFER = texts('{"number":', ',"give":', ',"want":', ',"to":')
STACK = texts('"', '"nothing"')
QUOTE, NOTHING = range(len(STACK))
SAYINGS = quoted([action_text(action) for action in range(len(PLAIN))])
TAKING = texts('"take ')

TOLD = message(
    State,
    "all",
    "round dealer phase centre players ending stopper gained scores memory",
    by_seat=True,
    players="held seeks gives offer offered wanted addressee done",
    memory="shown",
)
SHOWN, TOLD_ROWS, TOLD_NAMES = TOLD.sources, TOLD.rows, TOLD.names
PLAYERS, MEMORY = ([*SHOWN].index(name) for name in ("players", "memory"))
OWN = {"hand": "hand", "stop_is_right": "hand"}
HAND, STOP_IS_RIGHT = range(len(OWN))
DEEDS = texts(
    ',{"kind":"offered","facts":{"place":',
    ',{"kind":"traded","facts":{"maker":',
    ',{"kind":"sought","facts":{"place":',
    ',{"kind":"centre","facts":{"place":',
    ',{"kind":"turned","facts":{"place":',
    ',{"kind":"right_stop","facts":{"place":',
    ',{"kind":"wrong_stop","facts":{"place":',
    ',{"kind":"withdrew","facts":{"place":',
    ',{"kind":"done","facts":{"place":',
    ',{"kind":"undone","facts":{"place":',
    ',{"kind":"fell","facts":{"place":',
    ',{"kind":"time","facts":{}}',
    "}}",
)
(
    OFFERED,
    TRADED,
    SOUGHT,
    SWAPPED,
    TURNED,
    STOPPED,
    STOPPED_WRONGLY,
    WITHDREW,
    SAID_DONE,
    SAID_UNDONE,
    FELL,
    TIME_IS_UP,
    END_DEED,
) = range(len(DEEDS))
FACTS = texts(
    ',"number":', ',"given":', ',"wanted":', ',"to":', ',"taker":', ',"seeks":', ',"gives":', ',"laid":', ',"taken":',
    ',"card":',
)  # fmt: skip
NUMBER, GIVEN, WANTED, TO, TAKER, SEEKS, GIVES, LAID, TAKEN, CARD = range(len(FACTS))


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees."""
    if field == PLAYERS:
        return players(s, out, at)
    if field == MEMORY:
        return memory(s, out, at)
    return write(s, TOLD_ROWS, field, TOLD_NAMES, out, at)


@jit
def players(s: State, out: Bytes, at: int) -> int:
    """What everybody sees of the players."""
    at = sign(out, at, BEGIN_LIST)
    for seat in range(s.seats):
        at = player(s, seat, out, after_comma(out, at, seat))
    return sign(out, at, END_LIST)


@jit
def player(s: State, seat: int, out: Bytes, at: int) -> int:
    """What everybody sees of one player."""
    at = number(out, text(out, at, PLAYER, 0), s.held[seat])
    at = named(out, text(out, at, PLAYER, 1), s.seeks[seat], COMPANY_NAMES)
    at = named(out, text(out, at, PLAYER, 2), s.gives[seat], COMPANY_NAMES)
    at = standing_offer(s, seat, out, text(out, at, PLAYER, 3))
    at = truth(out, text(out, at, PLAYER, 4), has(s.done, seat))
    return sign(out, at, END)


@jit
def standing_offer(s: State, seat: int, out: Bytes, at: int) -> int:
    """What a seat offers now."""
    if s.offer[seat] == NO_OFFER:
        return null(out, at)
    at = number(out, text(out, at, STANDING_OFFER, 0), s.offer[seat])
    at = counts(s.offered[seat], out, text(out, at, STANDING_OFFER, 1))
    at = counts(s.wanted[seat], out, text(out, at, STANDING_OFFER, 2))
    at = number_or_null(out, text(out, at, STANDING_OFFER, 3), s.addressee[seat], NOBODY)
    return sign(out, at, END)


@jit
def counts(stack: int, out: Bytes, at: int) -> int:
    """How many shares of each company a stack has, as an object."""
    at, before = sign(out, at, BEGIN), 0
    for company in range(COMPANIES):
        n = counted(stack, company)
        if n:
            at = number(out, text(out, after_comma(out, at, before), COMPANY_KEYS, company), n)
            before += 1
    return sign(out, at, END)


@jit
def stack_text(stack: int, out: Bytes, at: int) -> int:
    """A stack in the notation."""
    if not stack:
        return text(out, at, STACK, NOTHING)
    at = text(out, at, STACK, QUOTE)
    for company in range(COMPANIES):
        n = counted(stack, company)
        if n > 1:
            at = number(out, at, n)
        if n:
            at = text(out, at, COMPANY_LETTERS, company)
    return text(out, at, STACK, QUOTE)


@jit
def memory(s: State, out: Bytes, at: int) -> int:
    """What an attentive player knows of each hand."""
    at = sign(out, at, BEGIN_LIST)
    for seat in range(s.seats):
        at = counts(s.shown[seat], out, after_comma(out, at, seat))
    return sign(out, at, END_LIST)


@jit
def own(s: State, seat: int, field: int, out: Bytes, at: int) -> int:
    """A field of a seat's own; who watches has no cards."""
    hand = s.hand[seat] if seat >= 0 else 0
    return counts(hand, out, at) if field == HAND else truth(out, at, rules_all(hand))


@jit
def choice(action: int, out: Bytes, at: int) -> int:
    """An action as it is offered to a player: what is said in a word, and the offers that can be taken."""
    if action < len(SAYINGS):
        return text(out, at, SAYINGS, action)
    if TAKE <= action < OFFER:
        return text(out, number(out, text(out, at, TAKING, 0), action - TAKE), STACK, QUOTE)
    return at


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """What all saw follow from an action: the deed, and the offer that fell by it because it cannot be filled."""
    at = deed(was, now, seat, action, out, at)
    if action >= CENTRE and was.offer[seat] != NO_OFFER and now.offer[seat] == NO_OFFER:
        at = number(out, text(out, at, DEEDS, FELL), seat)
        at = text(out, number(out, text(out, at, FACTS, NUMBER), was.offer[seat]), DEEDS, END_DEED)
    return round_over(out, at) if now.phase in (DEALING, OVER) else at


@jit
def deed(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """What was done."""
    if action == TIME:
        return text(out, at, DEEDS, TIME_IS_UP)
    if action >= OFFER:
        at = offered(now, seat, out, at)
    elif action >= TAKE:
        at = traded(was, action - TAKE, seat, out, at)
    elif action >= SEEK:
        at = sought(now, seat, out, at)
    elif action >= CENTRE:
        at = swapped(was, now, seat, out, at)
    else:
        at = said(was, now, seat, action, out, at)
    return text(out, at, DEEDS, END_DEED)


@jit
def offered(now: State, seat: int, out: Bytes, at: int) -> int:
    """An offer, to all or to one."""
    at = number(out, text(out, at, DEEDS, OFFERED), seat)
    at = terms(now, seat, out, at)
    if now.addressee[seat] == NOBODY:
        return at
    return number(out, text(out, at, FACTS, TO), now.addressee[seat])


@jit
def terms(s: State, maker: int, out: Bytes, at: int) -> int:
    """The number of a standing offer, and what is given for what."""
    at = number(out, text(out, at, FACTS, NUMBER), s.offer[maker])
    at = stack_text(s.offered[maker], out, text(out, at, FACTS, GIVEN))
    return stack_text(s.wanted[maker], out, text(out, at, FACTS, WANTED))


@jit
def traded(was: State, taken: int, taker: int, out: Bytes, at: int) -> int:
    """The offer of that number was taken: its maker gave something and got what was wanted, or nothing for a gift."""
    maker = maker_of(was, taken)
    at = number(out, text(out, at, DEEDS, TRADED), maker)
    at = number(out, text(out, at, FACTS, TAKER), taker)
    return terms(was, maker, out, at)


@jit
def sought(now: State, seat: int, out: Bytes, at: int) -> int:
    """A seat announced what it seeks and would give."""
    at = number(out, text(out, at, DEEDS, SOUGHT), seat)
    at = named(out, text(out, at, FACTS, SEEKS), now.seeks[seat], COMPANY_NAMES)
    return named(out, text(out, at, FACTS, GIVES), now.gives[seat], COMPANY_NAMES)


@jit
def swapped(was: State, now: State, seat: int, out: Bytes, at: int) -> int:
    """A share was laid in the centre for the one that lay there."""
    at = number(out, text(out, at, DEEDS, SWAPPED), seat)
    at = text(out, text(out, at, FACTS, LAID), COMPANY_NAMES, now.centre)
    return text(out, text(out, at, FACTS, TAKEN), COMPANY_NAMES, was.centre)


@jit
def said(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """What a seat says in a word."""
    if action == TURN:
        at = number(out, text(out, at, DEEDS, TURNED), seat)
        return text(out, text(out, at, FACTS, CARD), COMPANY_NAMES, now.centre)
    if action == STOP:
        return number(out, text(out, at, DEEDS, STOPPED if now.ending == RIGHT_STOP else STOPPED_WRONGLY), seat)
    if action == WITHDRAW:
        at = number(out, text(out, at, DEEDS, WITHDREW), seat)
        return number(out, text(out, at, FACTS, NUMBER), was.offer[seat])
    return number(out, text(out, at, DEEDS, SAID_DONE if action == DONE else SAID_UNDONE), seat)
