"""What a network sees and what it can choose, derived from a game's declarations.

Every field of a state becomes some features, each of which is there or not: a card in a set, one of several things, a
number up to that much. Places are told from the seat on that looks. Where a view is blank nothing is there, so one
numbering serves both: from a view follow the features that a seat may know, from the state all that there are.

What can be chosen has one output for each first part of an action, and one for each second part: a swap is a card given,
then a card taken (factored.py).
"""

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.factored import Factors, factors
from ludotheque.games.box import Box
from ludotheque.games.compiled import Ints
from ludotheque.games.declared import Declared, fields_of

ONE_OF, NUMBER, SET, SEAT, SEATS, STACK, LAG = range(7)  # kinds of rows
KIND, WORD, STRIDE, PLACE, FIRST, WIDTH, LOW, STEP = range(8)  # what a row says
NO_PLACE = -1  # in a row that is the table's
MOST_STEPS = 64  # a number with more values is told in steps
LAGS = 16  # steps of how far a score lies behind the best
LARGEST = 1 << 16  # numbers beyond are packed: what they say is said by other fields
PACKED = ("homes", "offer")
LAST_ROUND = ("gained", "total", "ending", "stopper")  # fields that tell of it
WORD_BYTES = 8


class Features:
    """The numbering of a game's features, as rows of a table, and of its outputs."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.rows: Ints
        self.count = 0
        rows = []
        for name, declared in fields_of(box.rules.State).items():
            if name not in LAST_ROUND and declared.kind.high < LARGEST or declared.kind.writer in ("names", "stack"):
                rows += [*self._rows(name, declared)]
        self.rows = np.array(rows, np.int64)
        texts = tuple(box.notation.text(action) for action in range(box.module.ACTIONS))
        self.factors: Factors = factors(texts)
        self.firsts, self.outputs = len(self.factors.firsts), len(self.factors.firsts) + len(self.factors.seconds)
        self.inputs = self.count + self.firsts

    def _rows(self, name: str, declared: Declared) -> Iterator[tuple[int, ...]]:
        """The rows of one field."""
        kind, record = declared.kind, self.box.rules.RECORD
        assert record.fields is not None
        word = int(record.fields[name][1]) // WORD_BYTES
        widths = kind.widths if kind.writer == "names" else (1,)
        shape = kind.shape[:-1] if len(widths) > 1 else kind.shape
        parts = shape[0] if shape else 1
        places = len(record["score"].shape) and record["score"].shape[0]
        for part in range(min(parts, places) if kind.by_place else parts):
            for k in range(len(widths)):
                stride = len(widths) if kind.by_place else 0
                at = word + k + (0 if kind.by_place else part * len(widths))
                place = part if kind.by_place else NO_PLACE
                what, width, low, step = self._kind(name, declared, k, places)
                yield what, at, stride, place, self.count, width, low, step
                self.count += width

    def _kind(self, name: str, declared: Declared, part: int, places: int) -> tuple[int, int, int, int]:
        """How a number of a field becomes features: its kind, how many there are, its least value, and steps."""
        kind = declared.kind
        if name == "score":
            return LAG, LAGS, 0, 1
        match kind.writer:
            case "names":
                return SET, kind.widths[part], 0, 1
            case "name":
                return ONE_OF, len(kind.names), 0, 1
            case "seat":
                return SEAT, places, 0, 1
            case "seats":
                return SEATS, places, 0, 1
            case "stack":
                kinds, most = kind.widths
                return STACK, kinds * (most + 1), most + 1, 1
        step = -(-(kind.high - kind.low + 1) // MOST_STEPS)
        return NUMBER, (kind.high - kind.low) // step + 1, kind.low, step

    @functools.cached_property
    def parts(self) -> NDArray[np.int16]:
        """The outputs of each action: that of its first part, and that of its second, or of no second."""
        return (self.factors.parts + np.array([0, self.firsts])).astype(np.int16)


@functools.cache
def features(name: str) -> Features:
    """The features of a game, made once."""
    from ludotheque.games.box import box

    return Features(box(name))
