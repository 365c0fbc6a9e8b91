"""The arrays that matches are stepped in: what compiled code is given."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.setup import EnvSetup
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, Records, blank

Bytes = NDArray[np.int8]
Singles = NDArray[np.float32]
SLOTS = 32  # bits for the number of a match within a batch


class Matches(NamedTuple):
    """A row for each match; `words` are the same records as whole numbers."""

    states: Records
    words: Ints
    rngs: Ints
    seat: Ints
    ticks: Ints
    mask: Bytes
    observation: Singles
    rewards: Singles
    done: NDArray[np.bool_]


class BatchPlan(NamedTuple):
    """What all matches have in common."""

    how: Any
    options: Ints
    codes: Ints
    numbers: Ints
    layout: Ints


class Scratch(NamedTuple):
    """Room for one thread to work in."""

    seen: Records
    words: Ints
    deck: Ints
    actions: Ints


def words_of(records: Records) -> Ints:
    """The same records as whole numbers."""
    words: Ints = records.view(np.int64).reshape(len(records), -1)
    return words


def matches(setup: EnvSetup, n: int) -> Matches:
    """Room for n matches."""
    interface = setup.interface
    states = blank(setup.box.rules.RECORD, n).view(np.ndarray)
    return Matches(
        states=states,
        words=words_of(states),
        rngs=np.zeros((n, 1), np.int64),
        seat=np.zeros(n, np.int64),
        ticks=np.zeros(n, np.int64),
        mask=np.zeros((n, len(interface.texts)), np.int8),
        observation=np.zeros((n, interface.size), np.float32),
        rewards=np.zeros((n, setup.seats), np.float32),
        done=np.zeros(n, np.bool_),
    )


def plan(setup: EnvSetup, again: bool) -> BatchPlan:
    """What all matches of a setup have in common."""
    interface = setup.interface
    return BatchPlan(setup.how(again), setup.codes, interface.codes, interface.numbers, interface.layout)


def desk(setup: EnvSetup) -> Scratch:
    """Scratch arrays for a thread."""
    rules = setup.box.rules
    seen = blank(rules.RECORD).view(np.ndarray)
    deck = np.zeros(rules.deck_size(setup.seats), np.int64)
    return Scratch(seen, words_of(seen), deck, np.zeros(rules.MOST_LEGAL, np.int64))


def sources(seed: int, n: int) -> Ints:
    """A random source for each match of a batch, as the seed and its number say."""
    return np.array([seeded((seed << SLOTS) + i) for i in range(n)])
