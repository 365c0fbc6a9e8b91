"""Messages about Wheedle: the fields that are made from several of the state, and what happens."""

from ludotheque.games.cards import has
from ludotheque.games.compiled import jit
from ludotheque.games.declared import message
from ludotheque.games.stacks import counted
from ludotheque.games.wheedle.notation import LETTERS, View
from ludotheque.games.wheedle.rules import (
    CENTRE,
    COMPANIES,
    DONE,
    NO_OFFER,
    NOBODY,
    OFFER,
    RIGHT_STOP,
    SAYINGS,
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
    card_fact,
    deed,
    deeds,
    end_deed,
    keys,
    named,
    null,
    number,
    number_or_null,
    quoted,
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
SAID = quoted(SAYINGS)
TAKING = texts('"take ')

TOLD = message(State, "all", View, players="held seeks gives offer offered wanted addressee done", memory="shown")
PLAYERS, MEMORY = range(2)
TOLD_ALONE = message(State, "own", View, hand="hand", stop_is_right="hand")
HAND, STOP_IS_RIGHT = range(2)
DEEDS = deeds("offered", "sought", "centre", "turned", "right_stop", "wrong_stop", "withdrew", "done", "undone", "fell")
OFFERED, SOUGHT, SWAPPED, TURNED, STOPPED, STOPPED_WRONGLY, WITHDREW, SAID_DONE, SAID_UNDONE, FELL = range(len(DEEDS))
OTHERS = texts(',{"kind":"traded","facts":{"maker":', ',{"kind":"time","facts":{}}')
TRADED, TIME_IS_UP = range(len(OTHERS))
FACTS = keys(["number", "given", "wanted", "to", "taker", "seeks", "gives", "laid", "taken"])
NUMBER, GIVEN, WANTED, TO, TAKER, SEEKS, GIVES, LAID, TAKEN = range(len(FACTS))


@jit
def shown(s: State, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees: the players, or what is remembered."""
    return players(s, out, at) if field == PLAYERS else memory(s, out, at)


@jit
def players(s: State, out: Bytes, at: int) -> int:
    """The public part of all players."""
    at = sign(out, at, BEGIN_LIST)
    for seat in range(s.seats):
        at = player(s, seat, out, after_comma(out, at, seat))
    return sign(out, at, END_LIST)


@jit
def player(s: State, seat: int, out: Bytes, at: int) -> int:
    """The public part of one player."""
    at = number(out, text(out, at, PLAYER, 0), s.held[seat])
    at = named(out, text(out, at, PLAYER, 1), s.seeks[seat], COMPANY_NAMES)
    at = named(out, text(out, at, PLAYER, 2), s.gives[seat], COMPANY_NAMES)
    at = standing_offer(s, seat, out, text(out, at, PLAYER, 3))
    at = truth(out, text(out, at, PLAYER, 4), has(s.done, seat))
    return sign(out, at, END)


@jit
def standing_offer(s: State, seat: int, out: Bytes, at: int) -> int:
    """The offers of a seat."""
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
    """An attentive player's knowledge of each hand."""
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
    if action < len(SAID):
        return text(out, at, SAID, action)
    if TAKE <= action < OFFER:
        return text(out, number(out, text(out, at, TAKING, 0), action - TAKE), STACK, QUOTE)
    return at


@jit
def happened(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The public consequences of an action: the deed, and the offer that fell by it because it cannot be filled."""
    at = done(was, now, seat, action, out, at)
    if action >= CENTRE and was.offer[seat] != NO_OFFER and now.offer[seat] == NO_OFFER:
        at = text(out, deed(out, at, DEEDS, FELL, seat), FACTS, NUMBER)
        at = end_deed(out, number(out, at, was.offer[seat]))
    return at


@jit
def done(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """The deed."""
    if action == TIME:
        return text(out, at, OTHERS, TIME_IS_UP)
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
    return end_deed(out, at)


@jit
def offered(now: State, seat: int, out: Bytes, at: int) -> int:
    """An offer, to all or to one."""
    at = terms(now, seat, out, deed(out, at, DEEDS, OFFERED, seat))
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
    at = number(out, text(out, at, OTHERS, TRADED), maker)
    at = number(out, text(out, at, FACTS, TAKER), taker)
    return terms(was, maker, out, at)


@jit
def sought(now: State, seat: int, out: Bytes, at: int) -> int:
    """A seat announced what it seeks and would give."""
    at = deed(out, at, DEEDS, SOUGHT, seat)
    at = named(out, text(out, at, FACTS, SEEKS), now.seeks[seat], COMPANY_NAMES)
    return named(out, text(out, at, FACTS, GIVES), now.gives[seat], COMPANY_NAMES)


@jit
def swapped(was: State, now: State, seat: int, out: Bytes, at: int) -> int:
    """A share was laid in the centre for the one that lay there."""
    at = deed(out, at, DEEDS, SWAPPED, seat)
    at = text(out, text(out, at, FACTS, LAID), COMPANY_NAMES, now.centre)
    return text(out, text(out, at, FACTS, TAKEN), COMPANY_NAMES, was.centre)


@jit
def said(was: State, now: State, seat: int, action: int, out: Bytes, at: int) -> int:
    """A seat's one-word action."""
    if action == TURN:
        return card_fact(out, deed(out, at, DEEDS, TURNED, seat), COMPANY_NAMES, now.centre)
    if action == STOP:
        return deed(out, at, DEEDS, STOPPED if now.ending == RIGHT_STOP else STOPPED_WRONGLY, seat)
    if action == WITHDRAW:
        at = deed(out, at, DEEDS, WITHDREW, seat)
        return number(out, text(out, at, FACTS, NUMBER), was.offer[seat])
    return deed(out, at, DEEDS, SAID_DONE if action == DONE else SAID_UNDONE, seat)
