"""How a game's records become views: each field says what of the state it is made from, and how.

Whoever shows a match again and again needs to make only those fields anew whose part of the state has changed.
"""

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ludotheque.games.box import Value, is_open, seats_in
from ludotheque.games.compiled import Record, in_python, plain

ALL = -1  # as bits: everything
V = TypeVar("V", bound=msgspec.Struct)


class Shown(NamedTuple):
    """A field of a view: its name, the fields of the state that it is made from, and how. What is a seat's own is made
    from the seat, too."""

    name: str
    of: str
    make: Callable[..., Any]


def shown_options(rules: ModuleType) -> Shown:
    """The options of a match, by the names that the state has for them."""
    options = rules.OPTIONS

    def make(s: Record) -> dict[str, Value]:
        return {option.name: option.value(getattr(s, option.name)) for option in options}

    return Shown("options", " ".join(option.name for option in options), make)


class Look(Generic[V]):
    """What can be seen of a game: by everybody, by each seat alone, and by those who remember what they saw.

    The fields named by `memory` are None while a round is played, for those who are shown none. Who may act is shown
    for all games alike.
    """

    def __init__(
        self,
        view: Callable[..., V],
        rules: ModuleType,
        shown: tuple[Shown, ...],
        own: tuple[Shown, ...],
        memory: tuple[str, ...],
    ) -> None:
        self._view = view
        self._rules = rules
        self._actors: Callable[[Record], int] = in_python(rules.actors)
        self._bits = {name: 1 << bit for bit, name in enumerate(rules.RECORD.names)}
        self._memory = memory
        self._shown = [(self._part(field), field) for field in shown]
        self._own = [(self._part(field), field) for field in own]
        self.own = functools.reduce(int.__or__, (part for part, _ in self._own))  # what own fields are made from
        self.touched = functools.cache(self._touched)

    def _part(self, field: Shown) -> int:
        """The fields of the state that a field is made from, as bits."""
        of = {*field.of.split(), *(("phase",) if field.name in self._memory else ())}
        return sum(self._bits[name] for name in of)

    def _touched(self, changed: int, own: bool = False) -> list[Shown]:
        """The fields that everybody sees, or a seat's own, that are made from what has changed, given as bits."""
        return [field for part, field in (self._own if own else self._shown) if part & changed or changed == ALL]

    def value(self, field: Shown, s: Record, memory: bool) -> Any:
        """A field that everybody sees, by a plain view."""
        if field.name in self._memory and not memory and not is_open(self._rules, s):
            return None
        return field.make(s)

    def look(self, view: Record, seat: int, memory: bool = True) -> V:
        """A view as a typed message. Without `memory` the fields of MEMORY are None while a round is played."""
        s = plain(view)
        shown = {field.name: self.value(field, s, memory) for _, field in self._shown}
        own = {field.name: field.make(s, seat) for _, field in self._own}
        return self._view(seat=seat if seat >= 0 else None, actors=seats_in(self._actors(s)), **shown, **own)
