"""The weights of a game's networks, and room to work in: what machine code is given to think with."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.features import Features
from ludotheque.games.compiled import Floats, Ints, blank

Singles = NDArray[np.float32]
USUAL_FEATURES = 50  # that are there at a time
SMALL = 0.01
Weights = dict[str, Singles]  # by the names below


class LearnedMind(NamedTuple):
    """Two networks: one sees what a seat sees, and chooses; the other sees everything, and judges. The rest is scratch.

    The last row of a hidden layer is its bias; of the outputs, the last column.
    """

    sharp: float  # how much likelier the likeliest is made
    rows: Ints
    parts: Any
    base: Ints
    own_first: Singles
    own_second: Singles
    own_third: Singles
    all_first: Singles
    all_second: Singles
    all_third: Singles
    labels: Ints
    notes: Ints
    seen: Any
    features: Ints
    outputs: Ints
    firsts: Ints
    logits: Floats
    chances: Floats
    priors: Floats
    layers: Singles


NAMES = LearnedMind._fields[4:10]


def mind_of(features: Features, weights: Weights, sharp: float = 1.0) -> LearnedMind:
    """A mind with these weights."""
    rules = features.box.rules
    room = max(rules.MOST_LEGAL, features.outputs)
    return LearnedMind(
        sharp=sharp,
        rows=features.rows,
        parts=features.parts,
        base=np.array([features.count]),
        **{name: np.array(weights[name], np.float32, order="C") for name in NAMES},
        labels=np.zeros(max(1, features.sight.things), np.int64),
        notes=np.zeros(max(1, features.notes), np.int64),
        seen=blank(rules.RECORD).view(np.ndarray),
        features=np.zeros(features.count, np.int64),
        outputs=np.zeros(room, np.int64),
        firsts=np.zeros(room, np.int64),
        logits=np.zeros(room),
        chances=np.zeros(room),
        priors=np.zeros(room),
        layers=np.zeros((4, weights["own_first"].shape[1]), np.float32),
    )


def fresh(features: Features, seed: int) -> Weights:
    """Weights to begin with (He); those of outputs are small, so that at first all is about as likely."""
    chance = np.random.default_rng(seed)
    found = {}
    for name, (rows, columns) in features.shapes.items():
        made = chance.standard_normal((rows, columns)).astype(np.float32)
        if name.endswith("third"):
            made *= SMALL
            made[:, -1] = 0
        else:
            made *= (2 / (USUAL_FEATURES if name.endswith("first") else rows)) ** 0.5
            made[-1] = 0
        found[name] = made
    return found
