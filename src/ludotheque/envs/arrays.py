"""The arrays that matches are stepped in: what compiled code is given."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.setup import EnvSetup
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, Records, blank

Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Singles = NDArray[np.float32]
SLOTS = 32  # bits for the number of a match within a batch
DICE = 1 << (SLOTS - 1)  # the first number of those that stand for the sources of random choices,
THUMBS = DICE + (1 << (SLOTS - 2))  # and of those for the rules of thumb of others
SHARE = 256  # matches that a thread takes at a time
DRAW, STEP, RESET = range(3)  # what threads do together
AGAIN, LEAVE = -2, -3  # in the place of a choice: begin the next episode, leave the match as it is


class Matches(NamedTuple):
    """A row for each match; `words` are the same records as whole numbers.

    `packed` and `legal` are always written; `mask` and `observation` have no columns unless the caller wants them.
    """

    states: Records
    words: Ints
    rngs: Ints
    dice: Ints
    seat: Ints
    ticks: Ints
    packed: Ints
    legal: Shorts
    legal_count: Ints
    mask: Bytes
    observation: Singles
    rewards: Singles
    done: NDArray[np.bool_]


class Opponents(NamedTuple):
    """The seats that do not learn: whose turn ends theirs."""

    learner: Ints  # the seat of each match that learns
    acted: NDArray[np.bool_]  # whether it has, in this episode
    gained: Singles  # by every seat of each match, since the learner was told last
    rngs: Ints
    inside: int  # whether machine code plays them; else whoever steps the batch is asked


class BatchPlan(NamedTuple):
    """Arrays that all matches share."""

    how: Any
    options: Ints
    codes: Ints
    numbers: Shorts
    offsets: Ints
    guarded: Ints
    visible: Ints
    turned: Ints
    from_seat: Ints
    layout: Ints


class Scratch(NamedTuple):
    """Room for one thread to work in."""

    seen: Records
    deck: Ints
    actions: Ints
    packed: Ints
    legal: Shorts


def words_of(records: Records) -> Ints:
    """The same records as whole numbers."""
    words: Ints = records.view(np.int64).reshape(len(records), -1)
    return words


def matches(setup: EnvSetup, n: int, mask: bool = True, observation: bool = True) -> Matches:
    """Room for n matches, and for the long forms that are wanted."""
    interface = setup.interface
    states = blank(setup.box.rules.RECORD, n).view(np.ndarray)
    return Matches(
        states=states,
        words=words_of(states),
        rngs=np.zeros((n, 1), np.int64),
        dice=np.zeros((n, 1), np.int64),
        seat=np.zeros(n, np.int64),
        ticks=np.zeros(n, np.int64),
        packed=np.zeros((n, len(interface.layout)), np.int64),
        legal=np.zeros((n, interface.most_legal), np.int16),
        legal_count=np.zeros(n, np.int64),
        mask=np.zeros((n, len(interface.texts) if mask else 0), np.int8),
        observation=np.zeros((n, interface.size if observation else 0), np.float32),
        rewards=np.zeros((n, setup.seats), np.float32),
        done=np.zeros(n, np.bool_),
    )


def plan(setup: EnvSetup, again: bool) -> BatchPlan:
    """The constants that all matches of a setup share."""
    it = setup.interface
    return BatchPlan(
        setup.how(again),
        setup.codes,
        it.codes,
        it.numbers,
        it.offsets,
        it.guarded,
        it.visible,
        it.turned,
        it.from_seat,
        it.layout,
    )


def desk(setup: EnvSetup) -> Scratch:
    """Scratch arrays for a thread."""
    rules, interface = setup.box.rules, setup.interface
    return Scratch(
        seen=blank(rules.RECORD).view(np.ndarray),
        deck=np.zeros(rules.deck_size(setup.seats), np.int64),
        actions=np.zeros(rules.MOST_LEGAL, np.int64),
        packed=np.zeros(len(interface.layout), np.int64),
        legal=np.zeros(interface.most_legal, np.int16),
    )


def sources(seed: int, n: int, first: int = 0) -> Ints:
    """A random source for each match of a batch, as the seed and its number say."""
    return np.array([seeded((seed << SLOTS) + first + i) for i in range(n)])
