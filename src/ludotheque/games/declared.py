"""A game's state, declared once: what each field is, who may see it, and what messages call it.

    class State:
        rounds: int = public(count(0, ROUNDS), "round")    # everybody sees it; messages call it `round`
        tricks: Ints = public(each(PLACES, count(0, 2)))   # a number for each place
        hand: Ints = own(each(PLACES, set_of(CARDS)))      # a seat sees its own part
        window: int = kept(count(0, PLACES))               # everybody may know it, but it is in no message
        pile: Ints = secret(several(9, one_of(CARDS)))     # nobody sees it, unless `view` says so

From a declaration follow the record, what a view copies, how fields are written in messages, the rows of an
observation, and the range of every number. A field that declares nothing fails at import, so what a seat may see is
always what somebody has allowed it to see.
"""

from collections.abc import Sequence
from types import GenericAlias
from typing import Any, Literal, get_type_hints

import msgspec
import numpy as np

from ludotheque.games.compiled import Ints, Record, copy_masked, jit, word
from ludotheque.games.writing import (
    BEGIN_LIST,
    END_LIST,
    Bytes,
    Texts,
    after_comma,
    name_or_null,
    named,
    null,
    number,
    number_or_null,
    quoted,
    seats,
    sign,
)

NONE = -1  # stands for no seat, no card
WATCHING = -1
ALL = -1  # a mask that lets everything through
Writer = Literal["number", "seat", "seats", "name", "names", "stack"]
NUMBER, SEAT, SEATS, NAME, NAMES = range(5)
WRITERS: dict[Writer, int] = {"number": NUMBER, "seat": SEAT, "seats": SEATS, "name": NAME, "names": NAMES}
LARGEST = (1 << 63) - 1
Who = Literal["all", "own", "nobody"]


class NumberKind(msgspec.Struct, frozen=True):
    """The meaning of a number in a state: its range, and how it is written for people."""

    low: int
    high: int
    writer: Writer = "number"
    names: tuple[str | None, ...] = ()
    widths: tuple[int, ...] = ()  # how many things each number of a large set tells of
    shape: tuple[int, ...] = ()
    by_place: bool = False  # whether there is one for each place

    @property
    def blank(self) -> int:
        """The value that stands where nothing may be seen: no card, an empty set, zero."""
        return NONE if self.low == NONE else 0


class Declared(msgspec.Struct, frozen=True):
    """A declared field."""

    kind: NumberKind
    seen: Who  # in views: by everybody, or each seat its own part
    told: Who = "nobody"  # in messages
    name: str = ""  # there
    about: str = ""  # for those who read what an agent sees


def count(low: int, high: int) -> NumberKind:
    """A number from low to high."""
    return NumberKind(low, high)


def one_of(names: Sequence[str | None]) -> NumberKind:
    """One of several things by their names, or none of them."""
    return NumberKind(NONE, len(names) - 1, "name", tuple(names))


def always_one_of(names: Sequence[str | None]) -> NumberKind:
    """One of several things by their names, such as a phase."""
    return NumberKind(0, len(names) - 1, "name", tuple(names))


def set_of(names: Sequence[str]) -> NumberKind:
    """A set of things by their names."""
    return NumberKind(0, (1 << len(names)) - 1, "names", tuple(names), (len(names),))


def large_set(*widths: int) -> NumberKind:
    """A set of so many things that it needs several numbers."""
    return NumberKind(0, (1 << max(widths)) - 1, "names", widths=widths, shape=(len(widths),))


def stack_of(kinds: int, most: int) -> NumberKind:
    """How many there are of each of some kinds, packed in one number."""
    return NumberKind(0, LARGEST, "stack", widths=(kinds, most))


def seat_of(most: int) -> NumberKind:
    """A seat or place, or nobody."""
    return NumberKind(NONE, most - 1, "seat")


def seat_set(most: int) -> NumberKind:
    """A set of seats."""
    return NumberKind(0, (1 << most) - 1, "seats")


def each(places: int, kind: NumberKind) -> NumberKind:
    """One for each place."""
    return msgspec.structs.replace(kind, shape=(places, *kind.shape), by_place=True)


def several(size: int, kind: NumberKind) -> NumberKind:
    """A list of fixed length, such as the cards of a pile."""
    return msgspec.structs.replace(kind, shape=(size, *kind.shape))


def public(kind: NumberKind, name: str = "", about: str = "") -> Any:
    """Everybody sees it, and messages tell it; by its own name if no other is given."""
    return Declared(kind, "all", "all", name, about)


def kept(kind: NumberKind, about: str = "") -> Any:
    """Everybody may know it; messages do not tell it by itself."""
    return Declared(kind, "all", about=about)


def own(kind: NumberKind, name: str = "", about: str = "") -> Any:
    """Each seat sees its own part, and is told it alone."""
    return Declared(kind, "own", "own", name, about)


def own_kept(kind: NumberKind, about: str = "") -> Any:
    """Each seat may know its own part; messages do not tell it by itself."""
    return Declared(kind, "own", about=about)


def secret(kind: NumberKind, told: Who = "nobody", about: str = "") -> Any:
    """Nobody sees it, but for what a game's `view` adds: what messages tell of it."""
    return Declared(kind, "nobody", told, about=about)


def fields_of(state: type) -> dict[str, Declared]:
    """The declared fields of a state; raises where one declares nothing."""
    found: dict[str, Declared] = {}
    for name in get_type_hints(state):
        field = vars(state).get(name)
        assert isinstance(field, Declared), f"{state.__module__}.{name} must declare what it is and who may see it"
        found[name] = field
    return found


def record_of(state: type) -> np.dtype[np.void]:
    """The record of a state: whole numbers, in the order in which they are declared."""
    for name in (fields := fields_of(state)):
        assert not hasattr(np.record, name), f"a field must not be named {name}: NumPy's records use that name"
    return np.dtype([(name, "i8", field.kind.shape) for name, field in fields.items()])


def tables_of(state: type, viewers: int, keep: str) -> tuple[np.dtype[np.void], Ints, Ints, Ints]:
    """Tables for the verbs of a game: the record, what each viewer sees of it, and what clears it for a new match, or
    for a new round, in which some fields stay as they are."""
    return record_of(state), visibility(state, viewers), fresh(state), fresh(state, keep)


def fresh(state: type, keep: str = "") -> Ints:
    """For every number of a state a mask of what stays when it is cleared, and the blank that stands there else."""
    stays = {name: ALL if name in keep.split() else 0 for name in fields_of(state)}
    parts = [masked(field.kind, np.full(field.kind.shape, stays[name])) for name, field in fields_of(state).items()]
    return np.concatenate(parts, axis=1)


def masked(kind: NumberKind, mask: Ints) -> Ints:
    """The mask of a field's numbers, and the blanks that stand where it lets nothing through."""
    return np.array([mask.ravel(), np.where(mask == ALL, 0, kind.blank).ravel()])


@jit
def clear(s: Record, new: Ints) -> None:
    """Makes everything blank but for what stays."""
    copy_masked(s, s, new[0], new[1])


# Views


def visibility(state: type, viewers: int, **seen: Who) -> Ints:
    """The masks and blanks of each viewer, from the one who only watches to the last seat: for every number of a state
    the bits that may be seen, and the value that stands where none may. `seen`: who sees a field if not as declared.
    """
    fields = fields_of(state)
    fields |= {name: msgspec.structs.replace(fields[name], seen=who) for name, who in seen.items()}
    rows = [[sight(field, viewer) for field in fields.values()] for viewer in range(WATCHING, viewers)]
    return np.array([np.concatenate(parts, axis=1) for parts in rows])


def sight(field: Declared, viewer: int) -> Ints:
    """The masks and blanks of one field."""
    mask = np.full(field.kind.shape, ALL if field.seen == "all" else 0, np.int64)
    if field.seen == "own" and viewer != WATCHING:
        mask[viewer] = ALL
    return masked(field.kind, mask)


@jit
def show(s: Record, seat: int, visible: Ints, out: Record) -> None:
    """Builds a view from nothing: of each number only what the mask of this viewer admits."""
    copy_masked(s, out, visible[seat + 1, 0], visible[seat + 1, 1])


# Messages


class Message(msgspec.Struct, frozen=True):
    """The fields of a message in order: what each is made from, and how those are written that need no code.

    A row is a writer, the first number, how many there are (or ONE, or BY_SEAT), and the first of the names. Of a field
    that needs code it is DERIVED, and which of those fields it is.
    """

    sources: dict[str, str]
    rows: Ints
    names: Texts


ONE = -1
BY_SEAT = 0
DERIVED = -1


def message(
    state: type, told: Who, view: type[msgspec.Struct] | None = None, by_seat: bool = True, **derived: str
) -> Message:
    """The fields that everybody is told, or each seat alone. Those that are derived name what of a state they are made
    from. They stand in the order of a view; without one as they are declared, then as they are given.

    `by_seat`: lists have as many entries as seats, not places.
    """
    declared = {field.name or name: (name, field) for name, field in fields_of(state).items() if field.told == told}
    known = [*declared, *(name for name in derived if name not in declared)]
    order = [name for name in view.__struct_fields__ if name in known] if view else known
    assert len(order) == len(known), f"{set(known) - set(order)} must be in the view: it is declared or derived"
    record, sources = record_of(state), {}
    names: list[str | None] = [None]
    rows: list[tuple[int, int, int, int]] = []
    for name in order:
        if name in derived:
            sources[name] = derived[name]
            rows.append((DERIVED, [*derived].index(name), 0, 0))
            continue
        sources[name], field = declared[name]
        size = ONE if not field.kind.shape else BY_SEAT if by_seat else field.kind.shape[0]
        assert record.fields is not None
        rows.append((WRITERS[field.kind.writer], record.fields[sources[name]][1] // 8, size, len(names)))
        names += field.kind.names
    return Message(sources, np.array(rows), quoted(names))


def types_of(state: type) -> dict[str, Any]:
    """The types of what messages tell of a state, by name; a seat is told its own part of a list."""
    return {field.name or name: type_of(field) for name, field in fields_of(state).items() if field.told != "nobody"}


def type_of(field: Declared) -> Any:
    """The type of what messages tell of a field."""
    kind = field.kind
    name = str if kind.low == 0 and None not in kind.names else str | None
    one: dict[Writer, Any] = {
        "number": int, "seat": int | None, "seats": list[int], "name": name, "names": list[str],
        "stack": dict[str, int],
    }  # fmt: skip
    listed = kind.shape and field.told == "all"
    return GenericAlias(list, one[kind.writer]) if listed else one[kind.writer]


@jit
def write(s: Record, told: Ints, field: int, names: Texts, out: Bytes, at: int) -> int:
    """A field that everybody sees, as JSON."""
    size = told[field, 2]
    if size == ONE:
        return write_number(word(s, told[field, 1]), told[field, 0], told[field, 3], names, out, at)
    at = sign(out, at, BEGIN_LIST)
    for i in range(s.seats if size == BY_SEAT else size):
        value = word(s, told[field, 1] + i)
        at = write_number(value, told[field, 0], told[field, 3], names, out, after_comma(out, at, i))
    return sign(out, at, END_LIST)


@jit
def write_part(s: Record, seat: int, told: Ints, field: int, names: Texts, out: Bytes, at: int) -> int:
    """A seat's part of a field, as JSON; who watches has nothing."""
    value = word(s, told[field, 1] + seat) if seat != WATCHING else 0
    if seat == WATCHING and told[field, 0] != NAMES:
        return null(out, at)
    return write_number(value, told[field, 0], told[field, 3], names, out, at)


@jit
def write_number(value: int, writer: int, first: int, names: Texts, out: Bytes, at: int) -> int:
    """A number of a state, as what it stands for."""
    if writer == NUMBER:
        return number(out, at, value)
    if writer == SEAT:
        return number_or_null(out, at, value, NONE)
    if writer == SEATS:
        return seats(out, at, value)
    if writer == NAME:
        return name_or_null(out, at, names[first:], value, NONE)
    return named(out, at, value, names[first:])


# Records from elsewhere


def ranges(state: type) -> Ints:
    """The lowest and the highest that each number of a state can be."""
    kinds = [field.kind for field in fields_of(state).values()]
    sizes = [int(np.prod(kind.shape, dtype=int)) for kind in kinds]
    return np.array([np.repeat([getattr(kind, end) for kind in kinds], sizes) for end in ("low", "high")])


def within(numbers: Ints, between: Ints) -> bool:
    """Whether all numbers of a state are in their ranges."""
    return bool(np.all((between[0] <= numbers) & (numbers <= between[1])))
