"""A step and a look around, in one call of machine code each: for tables, which tell everyone after every action.

States and views are handed over as plain numbers: telling arrays of records apart takes longer than many a verb.
This source is executed once for each game (see `for_game` in compiled.py), with `game` being that game's rules and
`fields` its fields: `told` to everybody and `alone` to each seat. `memory` names those that only an attentive player
would know, `offers` are the texts of all actions that are offered to players.
"""

from collections.abc import Iterable
from types import ModuleType

import numpy as np

from ludotheque.games.compiled import Ints, Record, jit, jit_brief
from ludotheque.games.contract import FINE, WAIT
from ludotheque.games.declared import DERIVED, Message, write, write_part
from ludotheque.games.writing import (
    BEGIN_LIST,
    END_LIST,
    Bytes,
    after_comma,
    keys,
    null,
    quoted,
    round_over,
    seats,
    sign,
    text,
)

game: ModuleType
fields: ModuleType
told: Message
alone: Message
memory: tuple[str, ...]
offers: list[str]
actors, apply, deal, legal, why = game.actors, game.apply, game.deal, game.legal, game.why
look = game.view  # Numba takes any call of `.view` for NumPy's
write_happened, derived = fields.happened, fields.shown
DEALING, OVER = game.DEALING, game.OVER
NAMES = game.RECORD.names
RECORD = np.dtype((np.record, game.RECORD))
FIELD = np.repeat(np.arange(len(NAMES)), [RECORD[name].itemsize // 8 for name in NAMES])  # of each number
ALL = -1  # as bits: everything


def bits(names: Iterable[str]) -> int:
    """Some fields of the record."""
    return sum(1 << NAMES.index(name) for name in names)


REMEMBERED = np.array([name in memory for name in told.sources])
SHOWN = np.array([bits(of.split() + ["phase"] * (name in memory)) for name, of in told.sources.items()])
OWN = np.array([bits(of.split()) for of in alone.sources.values()])
SHOWN_ROWS, SHOWN_NAMES, OWN_ROWS, OWN_NAMES = told.rows, told.names, alone.rows, alone.names
EVERY = np.arange(len(FIELD))
OWN_NUMBERS = np.array([j for j in EVERY if np.bitwise_or.reduce(OWN) >> FIELD[j] & 1])
SHOWN_KEYS, OWN_KEYS = keys(list(told.sources)), keys(list(alone.sources))
OTHER_KEYS = keys(["actors", "choices"])
ACTORS, CHOICES = range(2)
OFFERED = quoted(offers)


@jit_brief
def step(state: Ints, before: Ints, seat: int, action: int) -> int:
    """Acts if that is allowed, else says why not. Keeps the state before."""
    s = state.view(RECORD)[0]
    refused = why(s, seat, action)
    if refused == FINE:
        for j in range(len(state)):
            before[j] = state[j]
        apply(s, seat, action)
    return refused


@jit_brief
def begin(state: Ints, deck: Ints) -> None:
    """Starts a round."""
    deal(state.view(RECORD)[0], deck)


@jit_brief
def acting(state: Ints) -> int:
    """The seats that may act, as bits."""
    return actors(state.view(RECORD)[0])


@jit_brief
def broadcast(
    state: Ints, known: Ints, offered: Ints, acted: int, memory_aid: bool, full: bool, seat: int, action: int,
    room: Ints, out: Bytes, ends: Ints,
) -> int:  # fmt: skip
    """Writes what followed from an action, if there was one, then what is different from what is known: for everybody,
    for the watchers alone, for each seat alone, which includes what it is offered to do; or everything, if
    `full`. Returns who may act; `acted` is who could.

    `known` holds the last spectator view in full, then for each seat the words behind its private fields; `offered` a
    row for each seat: how many actions it was offered, and which; `room` is for the views of now. Without `memory_aid`
    nothing is remembered.
    """
    seen, actions = room[: len(state)], room[len(state) :]
    watched, seats_known = known[: len(state)], known[len(state) :]
    s, view = state.view(RECORD)[0], seen.view(RECORD)[0]
    may_act = actors(s)
    look(s, -1, view)
    before, at = watched.view(RECORD)[0], 0
    if action != WAIT and not full:
        at = in_list(out, at, followed(before, view, seat, action, out, at))
    ends[0] = at
    lay_open = full or is_open(before)
    changed = difference(seen, watched, EVERY) | (ALL if full else 0)
    at = write_shown(view, changed, memory_aid, lay_open, out, at)
    if may_act != acted or full:
        at = seats(out, text(out, at, OTHER_KEYS, ACTORS), may_act)
    ends[1] = at
    at = ends[2] = write_own(view, -1, changed, out, at)
    for viewer in range(s.seats):
        look(s, viewer, view)
        own = seats_known[viewer * len(OWN_NUMBERS) : (viewer + 1) * len(OWN_NUMBERS)]
        changed = difference(seen, own, OWN_NUMBERS) | (ALL if full else 0)
        at = write_own(view, viewer, changed, out, at)
        n = legal(view, viewer, actions) if may_act >> viewer & 1 else 0
        at = ends[viewer + 3] = write_choices(actions[:n], offered[viewer], full, out, at)
    return may_act


@jit_brief
def see(state: Ints, seat: int, out: Ints) -> None:
    """Writes what a seat sees."""
    look(state.view(RECORD)[0], seat, out.view(RECORD)[0])


@jit_brief
def whole(view: Ints, seat: int, memory_aid: bool, out: Bytes, ends: Ints) -> None:
    """Writes all that is seen: what everybody sees, then what the seat alone does."""
    seen = view.view(RECORD)[0]
    at = write_shown(seen, ALL, memory_aid, True, out, 0)
    ends[0] = seats(out, text(out, at, OTHER_KEYS, ACTORS), actors(seen))
    ends[1] = write_own(seen, seat, ALL, out, ends[0])


@jit_brief
def choices(view: Ints, seat: int, room: Ints, offered: Ints, out: Bytes) -> int:
    """Writes what a seat is offered to do, as a field, and notes it."""
    seen = view.view(RECORD)[0]
    n = legal(seen, seat, room) if actors(seen) >> seat & 1 else 0
    return write_choices(room[:n], offered, True, out, 0)


@jit_brief
def happened(before: Ints, after: Ints, seat: int, action: int, out: Bytes) -> int:
    """Writes what all saw follow from an action, by what a spectator saw right before and right after it."""
    return in_list(out, 0, followed(before.view(RECORD)[0], after.view(RECORD)[0], seat, action, out, 0))


@jit
def followed(before: Record, after: Record, seat: int, action: int, out: Bytes, at: int) -> int:
    """Writes what followed from an action, each after a comma; last that the round is over."""
    at = write_happened(before, after, seat, action, out, at)
    return round_over(out, at) if is_open(after) else at


@jit
def in_list(out: Bytes, begin: int, end: int) -> int:
    """Makes a list of what was written, each element after a comma; nothing stays nothing."""
    if begin == end:
        return end
    out[begin] = BEGIN_LIST
    return sign(out, end, END_LIST)


@jit
def difference(now: Ints, known: Ints, which: Ints) -> int:
    """The fields that are different from what is known of some numbers, as bits; they are known then."""
    changed = 0
    for i in range(len(which)):
        j = which[i]
        if now[j] != known[i]:
            changed |= 1 << FIELD[j]
            known[i] = now[j]
    return changed


@jit
def is_open(seen: Record) -> bool:
    """Whether no round is being played, so that nothing needs to be remembered."""
    return seen.phase == DEALING or seen.phase == OVER


@jit
def write_shown(seen: Record, changed: int, memory_aid: bool, lay_open: bool, out: Bytes, at: int) -> int:
    """The fields that everybody sees, as far as they are made from what has changed; also what ceases to lie open."""
    known = memory_aid or is_open(seen)
    for field in range(len(SHOWN)):
        if changed & SHOWN[field]:
            if known or not REMEMBERED[field]:
                at = write_field(seen, field, out, text(out, at, SHOWN_KEYS, field))
            elif lay_open:
                at = null(out, text(out, at, SHOWN_KEYS, field))
    return at


@jit
def write_field(seen: Record, field: int, out: Bytes, at: int) -> int:
    """A field that everybody sees: as it is declared, or by the game's own code."""
    if SHOWN_ROWS[field, 0] == DERIVED:
        return derived(seen, SHOWN_ROWS[field, 1], out, at)
    return write(seen, SHOWN_ROWS, field, SHOWN_NAMES, out, at)


@jit
def no_own_field(seen: Record, seat: int, field: int, out: Bytes, at: int) -> int:
    """Where a game says nothing else, a seat's own fields are written as they are declared."""
    return at


own_derived = vars(fields).get("own", no_own_field)


@jit
def write_own_field(seen: Record, seat: int, field: int, out: Bytes, at: int) -> int:
    """The same for a field of a seat's own."""
    if OWN_ROWS[field, 0] == DERIVED:
        return own_derived(seen, seat, OWN_ROWS[field, 1], out, at)
    return write_part(seen, seat, OWN_ROWS, field, OWN_NAMES, out, at)


@jit
def write_own(seen: Record, seat: int, changed: int, out: Bytes, at: int) -> int:
    """The fields that are a seat's own, as far as they are made from what has changed."""
    for field in range(len(OWN)):
        if changed & OWN[field]:
            at = write_own_field(seen, seat, field, out, text(out, at, OWN_KEYS, field))
    return at


@jit
def offer(action: int, out: Bytes, at: int) -> int:
    """An action as it is offered to a player: where a game says nothing else, every one is."""
    return text(out, at, OFFERED, action)


write_choice = vars(fields).get("choice", offer)


@jit
def write_choices(actions: Ints, known: Ints, full: bool, out: Bytes, at: int) -> int:
    """The offers of some actions, in order, if they are others than those known; they are known then."""
    sort(actions)
    begin, at, n = at, sign(out, text(out, at, OTHER_KEYS, CHOICES), BEGIN_LIST), 0
    for action in actions:
        place = after_comma(out, at, n)
        end = write_choice(action, out, place)
        if end > place:
            at, n = end, n + 1
            full |= known[n] != action
            known[n] = action
    full |= known[0] != n
    known[0] = n
    return sign(out, at, END_LIST) if full else begin


@jit
def sort(these: Ints) -> None:
    """In order; quick where most of them are so already."""
    for i in range(1, len(these)):
        one, j = these[i], i
        while j > 0 and these[j - 1] > one:
            these[j] = these[j - 1]
            j -= 1
        these[j] = one
