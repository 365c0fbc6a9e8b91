"""Features that a network sees and outputs that it can choose, derived from a game's declarations.

Every field of a state becomes some features, each of which is there or not: a card in a set, one of several things, a
number of that size. Places are told from the seat on that looks. Where a view is blank nothing is there, so one
numbering serves both: from a view follow the features that a seat may know, from the state all that there are.

A game's `sight.py`, if it has one, helps to see what is alike: it gives things labels (colours from trump on), and
notes what follows from the fields (how many tricks are still wanted). What can be chosen has an output for each first
part of an action, and one for each second part: a swap is a card given, then a card taken (factored.py).
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.factored import NO_SECOND, parts_of
from ludotheque.games.box import Box, box
from ludotheque.games.compiled import Ints
from ludotheque.games.declared import NumberKind, fields_of
from ludotheque.games.errors import LudothequeError

ONE_OF, NUMBER, SET, SEAT, SEATS, STACK, LAG = range(7)  # kinds of rows
# The columns of a row; notes are counted after the words of the record
KIND, WORD, STRIDE, PLACE, FIRST, WIDTH, LOW, STEP, LABEL, PART_LABEL = range(10)
NO_PLACE = -1  # in a row that is the table's
NO_LABEL = -1
MOST_STEPS = 64  # a number with more values is told in steps
LAGS = 16  # steps of how far a score lies behind the best
LARGEST = 1 << 16  # numbers beyond are packed: what they say is said by other fields
LAST_ROUND = ("gained", "total", "ending", "stopper")  # fields that tell of it
WORD_BYTES = 8
HIDDEN = (128, 64)  # how wide the two hidden layers of a network are


class NoTurnsError(LudothequeError):
    """A game that networks cannot learn."""


class GameSight:
    """The help of a game's sight.py: things with labels, from the first of each kind on, and notes."""

    def __init__(self, played: Box) -> None:
        module = played.sight
        labelled: Sequence[tuple[Sequence[str], int]] = getattr(module, "LABELLED", ())
        self.notes: Mapping[str, NumberKind] = getattr(module, "NOTES", {})
        self.by_part: Mapping[str, Sequence[str]] = getattr(module, "BY_PART", {})
        self.names = [tuple(names) for names, _ in labelled]
        self.sizes = [size for _, size in labelled]
        self.firsts = [0, *accumulate(len(names) for names in self.names)]

    @property
    def things(self) -> int:
        """How many things have labels."""
        return self.firsts[-1]

    def labels_of(self, names: Sequence[str | None]) -> tuple[int, int]:
        """Where the labels of some things are, and how many labels there may be."""
        for known, first, size in zip(self.names, self.firsts, self.sizes, strict=False):
            if known == tuple(names):
                return first, size
        return NO_LABEL, len(names)

    def label_of(self, name: str) -> tuple[int, int]:
        """Where the label of a thing is, and how many labels of its kind there may be."""
        for known, first, size in zip(self.names, self.firsts, self.sizes, strict=False):
            if name in known:
                return first + known.index(name), size
        return NO_LABEL, 1


class Features:
    """The numbering of a game's features, as rows of a table, and of its outputs."""

    def __init__(self, played: Box) -> None:
        if played.market:
            title = played.notation.TITLE
            raise NoTurnsError(f"networks learn games in which people take turns; {title} is a market, without any")
        self.box = played
        self.sight = GameSight(played)
        self.places: int = played.rules.RECORD["score"].shape[0]
        self.count = self.notes = 0
        self.rows: Ints = np.array([*self._all_rows()], np.int64)
        self.outputs = 0
        texts = [played.notation.text(action) for action in range(played.module.ACTIONS)]
        known: dict[tuple[str, str], int] = {}
        found = [self._outputs(text, known) for text in texts]
        self.parts: NDArray[np.int16] = np.array(found, np.int16)
        self.inputs = self.count + self.outputs
        self.hidden = HIDDEN

    @property
    def shapes(self) -> dict[str, tuple[int, int]]:
        """The shapes of all weights: the last row of a hidden layer is its bias, of outputs it is the last column."""
        wide, narrow = HIDDEN
        return {
            "own_first": (self.inputs + 1, wide),
            "own_second": (wide + 1, narrow),
            "own_third": (self.outputs, narrow + 1),
            "all_first": (self.count + 1, wide),
            "all_second": (wide + 1, narrow),
            "all_third": (self.places, narrow + 1),
        }

    def _all_rows(self) -> Iterator[tuple[int, ...]]:
        """The rows of all fields, and of all notes."""
        record = self.box.rules.RECORD
        assert record.fields is not None
        for name, declared in fields_of(self.box.rules.State).items():
            kind = declared.kind
            if name not in LAST_ROUND and (kind.high < LARGEST or kind.writer in ("names", "stack")):
                yield from self._rows(name, kind, int(record.fields[name][1]) // WORD_BYTES)
        word = record.itemsize // WORD_BYTES
        for name, kind in self.sight.notes.items():
            yield from self._rows(name, kind, word)
            word += int(np.prod(kind.shape))
        self.notes = word - record.itemsize // WORD_BYTES

    def _rows(self, name: str, kind: NumberKind, word: int) -> Iterator[tuple[int, ...]]:
        """The rows of one field, or note."""
        widths = kind.widths if kind.writer == "names" else (1,)
        shape = kind.shape[:-1] if len(widths) > 1 else kind.shape
        many = shape[0] if shape else 1
        label, labels = self.sight.labels_of(self.sight.by_part.get(name, ()))
        for k in range(len(widths)):
            what, width, low, step, names = self._kind(name, kind, k)
            for part in range(min(many, self.places) if kind.by_place else many):
                at = word + k + (0 if kind.by_place else part * len(widths))
                stride, place = (len(widths), part) if kind.by_place else (0, NO_PLACE)
                by_part = label + part if label != NO_LABEL else NO_LABEL
                yield what, at, stride, place, self.count, width, low, step, names, by_part
                if label == NO_LABEL:
                    self.count += width
            if label != NO_LABEL:
                self.count += width * labels

    def _kind(self, name: str, kind: NumberKind, part: int) -> tuple[int, int, int, int, int]:
        """How a number becomes features: its kind, how many there are, its least value, its steps and its labels."""
        if name == "score":
            return LAG, LAGS, 0, 1, NO_LABEL
        match kind.writer:
            case "names":
                label, labels = self.sight.labels_of(kind.names)
                return SET, labels if kind.names else kind.widths[part], 0, 1, label
            case "name":
                label, labels = self.sight.labels_of(kind.names)
                return ONE_OF, labels, 0, 1, label
            case "seat":
                return SEAT, self.places, 0, 1, NO_LABEL
            case "seats":
                return SEATS, self.places, 0, 1, NO_LABEL
            case "stack":
                kinds, most = kind.widths
                return STACK, kinds * (most + 1), most + 1, 1, NO_LABEL
        step = -(-(kind.high - kind.low + 1) // MOST_STEPS)
        return NUMBER, (kind.high - kind.low) // step + 1, kind.low, step, NO_LABEL

    def _outputs(self, text: str, known: dict[tuple[str, str], int]) -> tuple[int, int, int, int]:
        """The outputs of an action's two parts: where those of its kind begin, and the label that is added."""
        found = []
        for which, part in zip(("first", "second"), parts_of(text), strict=True):
            before, _, last = part.rpartition(" ")
            label, labels = self.sight.label_of(last) if part != NO_SECOND else (NO_LABEL, 1)
            key = which, before if label != NO_LABEL else part
            if key not in known:
                known[key] = self.outputs
                self.outputs += labels
            found += [known[key], label]
        first, label, second, second_label = found
        return first, label, second, second_label


@functools.cache
def features(name: str) -> Features:
    """The features of a game, made once."""
    return Features(box(name))
