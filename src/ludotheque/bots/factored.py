"""Actions in two parts: what is done with which card, then the other card, place or company that goes with it.

Pairs make up most actions of a game: 1296 of Willi's 1371 are swaps. An agent that chooses one part after the other has
111 and 37 outputs instead.
"""

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.compiled import Ints

NO_SECOND = ""  # the second part of an action that has only one
PAIR = 3  # words of an action's text that has two parts: the last word is the second


class Factors:
    """The parts of all actions: their texts, the parts of each action, and the action that two parts make, or -1."""

    def __init__(self, texts: Sequence[str]) -> None:
        parts = [parts_of(text) for text in texts]
        self.firsts = tuple(dict.fromkeys(first for first, _ in parts))
        self.seconds = tuple(dict.fromkeys([NO_SECOND, *(second for _, second in parts)]))
        self.parts: NDArray[np.int16] = np.array(
            [(self.firsts.index(a), self.seconds.index(b)) for a, b in parts], np.int16
        )
        self.numbers: Ints = np.full((len(self.firsts), len(self.seconds)), -1, np.int64)
        self.numbers[self.parts[:, 0], self.parts[:, 1]] = np.arange(len(texts))


def parts_of(text: str) -> tuple[str, str]:
    """The two parts of an action's text."""
    if len(text.split()) < PAIR:
        return text, NO_SECOND
    first, _, second = text.rpartition(" ")
    return first, second


@functools.cache
def factors(texts: tuple[str, ...]) -> Factors:
    """The parts of some actions, made once."""
    return Factors(texts)
