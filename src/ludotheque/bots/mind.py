"""The weights of a game's networks, and room to work in: what machine code is given to think with."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.features import Features
from ludotheque.games.compiled import Floats, Ints, blank

Singles = NDArray[np.float32]
HIDDEN = (128, 64)  # how wide the two hidden layers are
Weights = dict[str, Singles]  # by the names below


class LearnedMind(NamedTuple):
    """Two networks of three layers each, the last row of the first two layers and the last column of the third being the
    bias: one sees what a seat sees and chooses, the other sees all and judges. The rest is scratch."""

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
    layers: Singles


NAMES = LearnedMind._fields[3:9]


def mind_of(features: Features, weights: Weights) -> LearnedMind:
    """A mind with these weights."""
    rules = features.box.rules
    room = max(rules.MOST_LEGAL, features.outputs)
    return LearnedMind(
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
        layers=np.zeros((4, weights["own_first"].shape[1]), np.float32),
    )


def fresh(features: Features, seed: int) -> Weights:
    """Weights to begin with (He); outputs begin small, so that all is about as likely."""
    chance = np.random.default_rng(seed)
    wide, narrow = HIDDEN
    places = features.box.rules.RECORD["score"].shape[0]

    def layer(rows: int, columns: int, active: float) -> Singles:
        made = chance.standard_normal((rows + 1, columns)) * (2.0 / active) ** 0.5
        made[-1] = 0.0
        return made.astype(np.float32)

    def last(outputs: int) -> Singles:
        made = 0.01 * chance.standard_normal((outputs, narrow + 1))
        made[:, -1] = 0.0
        return made.astype(np.float32)

    return {
        "own_first": layer(features.inputs, wide, 40.0),
        "own_second": layer(wide, narrow, wide),
        "own_third": last(features.outputs),
        "all_first": layer(features.count, wide, 60.0),
        "all_second": layer(wide, narrow, wide),
        "all_third": last(places),
    }
