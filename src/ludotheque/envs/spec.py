"""The declarations of what an agent sees and does in a game.

What a seat sees is a record of whole numbers (its view). A field of it becomes a fixed number of numbers: 0 and 1 for
what is so or not, else a number divided by a constant. Places are told from the seat on that looks: oneself, then the
place on one's left, and so on around the table.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from ludotheque.games.box import Box
from ludotheque.games.contract import Value
from ludotheque.games.declared import Declared, fields_of

Options = Mapping[str, Value]
Whose = Literal[
    "table", "each", "own", "others"
]  # all there is; each place's part; only that of who looks; all others'
NUMBER, ONE_OF, PLACE, SET, PLACES, STACK = range(6)


class Field(msgspec.Struct, frozen=True):
    """A field of the view, and how it becomes numbers. Places have no width of their own: there are as many as places.

    `widths` are the numbers that each word of a part becomes; numbers and counts are divided by `by`.
    """

    name: str
    about: str
    kind: int
    whose: Whose
    widths: tuple[int, ...] = (1,)
    by: int = 1
    least: int = 0
    most: int = 1


def number(name: str, about: str, by: int, most: int, *, whose: Whose = "table", least: int = 0) -> Field:
    """A number from least to most."""
    return Field(name, about, NUMBER, whose, by=by, least=least, most=most)


def one_of(name: str, about: str, n: int, whose: Whose = "table") -> Field:
    """One of n things, or none of them."""
    return Field(name, about, ONE_OF, whose, (n,))


def place(name: str, about: str, whose: Whose = "table") -> Field:
    """One of the places, or nobody."""
    return Field(name, about, PLACE, whose)


def some_of(name: str, about: str, *widths: int, whose: Whose = "table") -> Field:
    """A set; a large one has several words."""
    return Field(name, about, SET, whose, widths)


def places(name: str, about: str, whose: Whose = "table") -> Field:
    """A set of places."""
    return Field(name, about, PLACES, whose)


def counts(name: str, about: str, kinds: int, most: int, whose: Whose = "table") -> Field:
    """How many there are of each kind."""
    return Field(name, about, STACK, whose, (kinds,), by=most, most=most)


def observed(state: type, order: str, **by: int) -> tuple[Field, ...]:
    """Fields of a state as it is declared, in this order. Numbers are divided by their highest, or by what is given."""
    known = fields_of(state)
    return tuple(seen_as(name, known[name], by.get(name, known[name].kind.high)) for name in order.split())


def seen_as(name: str, declared: Declared, by: int) -> Field:
    """How one declared field becomes numbers."""
    kind, about = declared.kind, declared.about
    is_own = "own" in (declared.seen, declared.told)
    whose: Whose = "own" if is_own else "each" if kind.by_place else "table"
    match kind.writer:
        case "number":
            return number(name, about, by, kind.high, whose=whose, least=kind.low)
        case "name":
            return one_of(name, about, len(kind.names), whose)
        case "names":
            return some_of(name, about, *kind.widths, whose=whose)
        case "stack":
            kinds, most = kind.widths
            return counts(name, about, kinds, most, whose)
        case "seat":
            return place(name, about, whose)
    return places(name, about, whose)


class Action(msgspec.Struct, frozen=True):
    """A choice of an agent: in the rules `code`, plus what a field says of the seat that is so far to the left."""

    text: str
    code: int
    field: str = ""
    left: int = 0


def all_actions(box: Box) -> list[Action]:
    """Every action that a game can write, in the order of the rules' own numbers."""
    found = ((action, box.notation.text(action)) for action in range(box.module.ACTIONS))
    return [Action(text, action) for action, text in found if box.notation.parse(text) == action]


class Spec(msgspec.Struct, frozen=True):
    """The learning interface of one game, by its number of seats."""

    fields: Sequence[Field]
    gains: tuple[int, int]  # the fewest and the most points that a seat can get in a round
    decisions: int  # no round has more, all seats together; 0 where only the clock ends it
    rounds: int  # no match has more
    closing: int = -1  # what everybody does when the clock ends a round
    actions: Sequence[Action] = ()  # by default all that the game can write
    announcements: range = range(0)  # choices that the rules' own list leaves out: if one is legal, all are
