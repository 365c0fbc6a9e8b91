"""A game's learning interface as tables: numbered actions, and how a view becomes a vector."""

from collections.abc import Mapping, Sequence
from importlib import import_module

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.spec import NUMBER, PLACE, PLACES, STACK, Action, Field, Spec, all_actions
from ludotheque.games.box import Box, Value
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.errors import UnknownGameError

WORD = 8  # bytes
NOBODY = -1
KIND, OFFSET, TURN, STRIDE, WIDTH, BY = range(6)  # what a row of a layout says
CODE, FIELD, LEFT = range(3)  # ... and of a table of actions


class Interface:
    """What an agent sees and does in a game with so many seats."""

    def __init__(self, box: Box, seats: int, options: Mapping[str, Value]) -> None:
        self.box = box
        self.seats = seats
        self.places = box.rules.places(seats)
        self.spec = spec_of(box, seats, options)
        self.texts = tuple(action.text for action in self.spec.actions)
        self.codes = np.array([self._code(action) for action in self.spec.actions], np.int64)
        self.numbers = numbered(box, self.spec.actions)
        rows = [self._rows(field) for field in self.spec.fields]
        self.layout = np.array([row for part in rows for row in part], np.int64)
        self.parts = parts([field.name for field in self.spec.fields], rows)
        self.size = int(self.layout[:, WIDTH].sum())
        self.low, self.high = (self._bounds(rows, end) for end in ("least", "most"))

    def number(self, view: Record, seat: int, action: int) -> int | None:
        """The choice that means an action of the rules to a seat, such as a bot's; in a market there may be none."""
        words = np.frombuffer(view.tobytes(), np.int64)
        added = words[self.codes[:, FIELD] + (seat + self.codes[:, LEFT]) % self.seats]
        meant = self.codes[:, CODE] + np.where(self.codes[:, LEFT] > 0, added, 0)
        return next(iter(np.flatnonzero(meant == action).tolist()), None)

    def _code(self, action: Action) -> tuple[int, int, int]:
        """The rules' number of an action, and in a market the word to be added, by how far to the left it is."""
        return action.code, self._word(action.field) if action.field else 0, action.left

    def _word(self, name: str) -> int:
        """Where a field of the record begins."""
        fields = self.box.rules.RECORD.fields
        assert fields is not None
        return int(fields[name][1]) // WORD

    def _rows(self, field: Field) -> list[tuple[int, ...]]:
        """One row for each word of a field: what it is, where it is, whose it is, and what becomes of it."""
        shape = self.box.rules.RECORD[field.name].shape
        inner = len(field.widths)
        widths = (self.places,) if field.kind in (PLACE, PLACES) else field.widths
        turns = {"own": range(1), "each": range(self.places), "table": range(shape[0] if shape else 1)}[field.whose]
        rows: list[tuple[int, ...]] = []
        for turn in turns:
            for word, width in enumerate(widths):
                at = self._word(field.name) + word
                if field.whose == "table":
                    rows.append((field.kind, at + turn * inner, NOBODY, 0, width, field.by))
                else:
                    rows.append((field.kind, at, turn, inner, width, field.by))
        return rows

    def _bounds(self, rows: Sequence[Sequence[tuple[int, ...]]], end: str) -> NDArray[np.float32]:
        """The least or the most that each number can be."""
        bounds = []
        for field, part in zip(self.spec.fields, rows, strict=True):
            scaled = field.kind in (NUMBER, STACK)
            bound = getattr(field, end) / field.by if scaled else float(end == "most")
            bounds += [bound] * sum(row[WIDTH] for row in part)
        return np.array(bounds, np.float32)


def spec_of(box: Box, seats: int, options: Mapping[str, Value]) -> Spec:
    """What a game says of its learning interface."""
    home = f"ludotheque.envs.specs.{box.name}"
    try:
        module = import_module(home)
    except ModuleNotFoundError:
        raise UnknownGameError(f"{box.notation.TITLE} has no learning interface: there is no {home}") from None
    found: Spec = module.spec(seats, options)
    return found if found.actions else msgspec.structs.replace(found, actions=all_actions(box))


def numbered(box: Box, actions: Sequence[Action]) -> Ints:
    """The choice that stands for each of the rules' actions; empty where these are endless."""
    last = getattr(box.module, "ACTIONS", 0)
    numbers = np.full(last, NOBODY, np.int64)
    if last:
        numbers[[action.code for action in actions]] = np.arange(len(actions))
    return numbers


def parts(names: Sequence[str], rows: Sequence[Sequence[tuple[int, ...]]]) -> dict[str, slice]:
    """Where in a vector each field is."""
    ends = np.cumsum([sum(row[WIDTH] for row in part) for part in rows]).tolist()
    return {name: slice(start, end) for name, start, end in zip(names, [0, *ends], ends, strict=False)}
