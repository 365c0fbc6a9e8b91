"""A game's learning interface as tables: numbered actions, and how a view becomes a vector."""

from collections.abc import Mapping, Sequence
from importlib import import_module

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.spec import NUMBER, PLACE, PLACES, STACK, Action, Field, Spec, all_actions
from ludotheque.games.box import Box
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.contract import WAIT, Value
from ludotheque.games.declared import ALL
from ludotheque.games.errors import UnknownGameError

WORD = 8  # bytes
NOBODY = -1
KIND, WIDTH, BY = range(3)  # what a row of a layout says
CODE, FIELD, LEFT = range(3)  # ... and of a table of actions


class Interface:
    """An agent's observations and actions in a game with a number of seats."""

    def __init__(self, box: Box, seats: int, options: Mapping[str, Value]) -> None:
        self.box = box
        self.seats = seats
        self.places = box.rules.places(seats)
        self.spec = spec_of(box, seats, options)
        self.texts = tuple(action.text for action in self.spec.actions)
        self.codes = np.array([self._code(action) for action in self.spec.actions], np.int64)
        self.wait = next(iter(np.flatnonzero(self.codes[:, CODE] == WAIT).tolist()), NOBODY)
        listed = np.array([number for number in range(len(self.texts)) if self._is_listed(number)])
        self.numbers = self._numbers(listed)
        self.renumbered = not np.array_equal(self.numbers[0], np.arange(len(self.numbers[0])))
        self.most_legal = min(len(self.texts), box.rules.MOST_LEGAL + len(self.texts) - len(listed))
        self.offsets, self.layout = self._offsets(self.spec.fields), self._layout(self.spec.fields)
        kinds = enumerate(self.layout[:, KIND].tolist())
        self.turned = np.array([(row, kind) for row, kind in kinds if kind in (PLACE, PLACES)], np.int64)
        self.guarded, self.visible = self._guarded()
        self.from_seat = np.array([self._from(seat) for seat in range(self.places)], np.int64)
        self.rows = parts({field.name: len(self._words(field, 0)) for field in self.spec.fields})
        self.parts = self._parts(self.spec.fields)
        self.size = int(self.layout[:, WIDTH].sum())
        own = [field for field in self.spec.fields if field.whose == "own"]
        self.secrets = [msgspec.structs.replace(field, whose="others") for field in own]
        self.secret_offsets, self.secret_layout = self._offsets(self.secrets), self._layout(self.secrets)
        self.secret_parts = self._parts(self.secrets)
        self.low, self.high = (self._bounds(end) for end in ("least", "most"))

    def number(self, view: Record, seat: int, action: int) -> int | None:
        """The choice that means an action of the rules to a seat, such as a bot's; in a market there may be none."""
        words = np.frombuffer(view.tobytes(), np.int64)
        added = words[self.codes[:, FIELD] + (seat + self.codes[:, LEFT]) % self.seats]
        meant = self.codes[:, CODE] + np.where(self.codes[:, LEFT] > 0, added, 0)
        return next(iter(np.flatnonzero(meant == action).tolist()), None)

    def _code(self, action: Action) -> tuple[int, int, int]:
        """The rules' number of an action, and in a market the word to be added, by how far to the left it is."""
        return action.code, self._word(action.field) if action.field else 0, action.left

    def _is_listed(self, number: int) -> bool:
        """Whether the rules' own list of legal actions has a choice by its code."""
        return (
            number not in self.spec.announcements and self.codes[number, CODE] != WAIT and not self.codes[number, LEFT]
        )

    def _numbers(self, listed: Ints) -> NDArray[np.int16]:
        """The choice that stands for each of the rules' actions; in a market for each entry of the rules' menu."""
        of = dict(zip(self.codes[listed, CODE].tolist(), listed.tolist(), strict=True))
        if not self.box.market:
            return np.array([[of.get(action, NOBODY) for action in range(self.box.module.ACTIONS)]], np.int16)
        menu = self.box.module.MENU
        numbers = np.array([[of.get(action, NOBODY) for action in row] for row in menu.tolist()], np.int16)
        for number in np.flatnonzero(self.codes[:, LEFT]).tolist():
            numbers[self.box.module.TAKES, self.codes[number, LEFT]] = number
        return numbers

    def _guarded(self) -> tuple[Ints, Ints]:
        """The rows that a seat may not always see, and for each stage of the game and seat their masks and blanks.

        What is in no view at any stage must not be observed: all else is read as it is.
        """
        rules = self.box.module
        stages = getattr(rules, "STAGES", rules.VISIBLE[None])
        seats = range(self.places)
        seen = np.array([[stage[seat + 1][:, self.offsets[seat]] for seat in seats] for stage in stages])
        assert seen[:, :, 0].any(axis=(0, 1)).all(), "what no seat may ever see must not be observed"
        rows = np.flatnonzero((seen[:, :, 0] != ALL).any(axis=(0, 1)))
        return rows, np.ascontiguousarray(seen[..., rows])

    def _from(self, seat: int) -> list[int]:
        """The places from a seat on, told for nobody and then for each."""
        return [NOBODY, *((place - seat) % self.places for place in range(self.places))]

    def _word(self, name: str) -> int:
        """Where a field of the record begins."""
        fields = self.box.rules.RECORD.fields
        assert fields is not None
        return int(fields[name][1]) // WORD

    def _words(self, field: Field, seat: int) -> list[tuple[int, int]]:
        """The words of a field as a seat is told them, in order: where each is, and how many columns it becomes."""
        shape = self.box.rules.RECORD[field.name].shape
        table, around = range(shape[0] if shape else 1), range(self.places)
        turns = {"table": table, "each": around, "own": around[:1], "others": around[1:]}[field.whose]
        widths = (self.places,) if field.kind in (PLACE, PLACES) else field.widths
        whose = [turn if field.whose == "table" else (seat + turn) % self.places for turn in turns]
        first = self._word(field.name)
        return [(first + part * len(widths) + k, width) for part in whose for k, width in enumerate(widths)]

    def _offsets(self, fields: Sequence[Field]) -> Ints:
        """Where the words of some fields are in the record, for each seat in the order in which it is told them."""
        seats = range(self.places)
        return np.array([[at for field in fields for at, _ in self._words(field, seat)] for seat in seats], np.int64)

    def _layout(self, fields: Sequence[Field]) -> Ints:
        """A row for each of these words: its kind, its number of columns, and what these are divided by."""
        rows = [(field.kind, width, field.by) for field in fields for _, width in self._words(field, 0)]
        return np.array(rows, np.int64)

    def _parts(self, fields: Sequence[Field]) -> dict[str, slice]:
        """Where in a vector each of some fields is."""
        return parts({field.name: sum(width for _, width in self._words(field, 0)) for field in fields})

    def _bounds(self, end: str) -> NDArray[np.float32]:
        """The least or the most that each number can be."""
        bounds = np.full(self.size, float(end == "most"), np.float32)
        for field in self.spec.fields:
            if field.kind in (NUMBER, STACK):
                bounds[self.parts[field.name]] = getattr(field, end) / field.by
        return bounds


def spec_of(box: Box, seats: int, options: Mapping[str, Value]) -> Spec:
    """The part of a learning interface that a game declares."""
    home = f"ludotheque.envs.specs.{box.name}"
    try:
        module = import_module(home)
    except ModuleNotFoundError:
        raise UnknownGameError(f"{box.notation.TITLE} has no learning interface: there is no {home}") from None
    found: Spec = module.spec(seats, options)
    return found if found.actions else msgspec.structs.replace(found, actions=all_actions(box))


def parts(sizes: Mapping[str, int]) -> dict[str, slice]:
    """Where each of some fields is, one after another."""
    ends = np.cumsum([*sizes.values()]).tolist()
    return {name: slice(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)}
