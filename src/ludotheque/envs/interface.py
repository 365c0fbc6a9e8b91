"""A game's learning interface as tables: numbered actions, and how a view becomes a vector."""

from collections.abc import Mapping, Sequence
from importlib import import_module

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.spec import NUMBER, PLACE, PLACES, STACK, Action, Field, Spec, all_actions
from ludotheque.games.box import WAIT, Box, Value
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.errors import UnknownGameError

WORD = 8  # bytes
NOBODY = -1
KIND, WIDTH, BY = range(3)  # what a row of a layout says
HASHES = 1 << 12
HASH_SHIFT = 20
FACTORS = 1 << 28  # times half a word, and twice that, is less than a whole number can be
FACTORS_TRIED = 20_000
HALF = 32
LOW_HALF = (1 << HALF) - 1
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
        self.wait = next(iter(np.flatnonzero(self.codes[:, CODE] == WAIT).tolist()), NOBODY)
        self.takes = int(np.count_nonzero(self.codes[:, LEFT] == 0))
        assert not self.codes[: self.takes, LEFT].any(), "choices that depend on neighbours are the last"
        listed = np.array([number for number in range(len(self.texts)) if self._is_listed(number)])
        if box.market:
            self.factors, self.choices = hashed(self.codes[listed, CODE], listed)
        else:
            self.factors, self.choices = (0, 0), numbered(box.module.ACTIONS, self.codes[listed, CODE], listed)
        self.most_legal = min(len(self.texts), box.rules.MOST_LEGAL + len(self.texts) - len(listed))
        self.offsets, self.layout = self._offsets(self.spec.fields), self._layout(self.spec.fields)
        kinds = enumerate(self.layout[:, KIND].tolist())
        self.turned = np.array([(row, kind) for row, kind in kinds if kind in (PLACE, PLACES)], np.int64)
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
    """What a game says of its learning interface."""
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


def hashed(codes: Ints, choices: Ints) -> tuple[tuple[int, int], NDArray[np.int16]]:
    """A perfect hash from the rules' numbers of actions to choices: two factors, and a table (`hash_of` in kernel.py).

    Free entries hold choice 0: whoever looks up a number that may be none of these compares it with what was found.
    """
    chance, table = np.random.default_rng(0), np.zeros(HASHES, np.int16)
    for low, high in chance.integers(1, FACTORS, (FACTORS_TRIED, 2)).tolist():
        at = ((codes & LOW_HALF) * low + (codes >> HALF) * high >> HASH_SHIFT) & HASHES - 1
        if len(np.unique(at)) == len(at):
            table[at] = choices
            return (low, high), table
    raise AssertionError(f"no two factors hash {len(codes)} actions into {HASHES} places: enlarge HASHES")


def numbered(actions: int, codes: Ints, choices: Ints) -> NDArray[np.int16]:
    """The choice that stands for each of the rules' actions, where these are so many."""
    table = np.full(actions, NOBODY, np.int16)
    table[codes] = choices
    return table
