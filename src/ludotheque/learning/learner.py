"""Proximal policy optimisation of two networks, as machine code: one that chooses, and a critic that sees all hands.

Of thousands of features some seventy are there at a time. So gradients are written out here, for the rows that they
touch; a library that multiplies whole matrices takes several times as long (docs/training.md has the figures). Every
sample adds its own slopes to those of its minibatch; then Adam takes a step.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.mind import Singles, Weights
from ludotheque.bots.sums import add_layer, add_rows, output, soften
from ludotheque.games.compiled import Floats, Ints, jit, jit_fast

Shorts = NDArray[np.int16]
STEADY, SCALE, TINY = 0.9, 0.99, 1e-7  # of Adam


class Samples(NamedTuple):
    """Choices that a learner made, a row each, and how the rounds ended in which it made them.

    A list of features or outputs is as long as the number before it says.
    """

    own_count: Shorts
    own: Shorts  # the features that were seen
    all_count: Shorts
    all: Shorts  # ... and all that there were
    legal_count: Shorts
    legal: Shorts  # the outputs that could be chosen
    choice: Shorts  # which of these
    chance: Singles  # how likely that was, as a logarithm
    round: Ints
    seat: Ints
    places: Ints
    ends: Singles  # of each round: every place's share of the match
    worth: Singles  # what the critic thought of the state
    gain: Singles  # how much better it went


class Network(NamedTuple):
    """The layers of one network, or what belongs to each of their weights."""

    first: Singles
    second: Singles
    third: Singles


def network_of(weights: Weights, whose: str) -> Network:
    """One of the two networks."""
    return Network(*(weights[f"{whose}_{layer}"] for layer in Network._fields))


@jit_fast
def back_to_outputs(w: Singles, row: int, slope: float, hidden: Singles, slopes: Singles, back: Singles) -> None:
    """From the slope of one output to those of its weights, and of what it was computed from."""
    n = len(hidden)
    slopes[row, n] += slope
    for j in range(n):
        slopes[row, j] += slope * max(hidden[j], 0)
        back[j] += slope * w[row, j]


@jit_fast
def back_to_layer(w: Singles, given: Singles, hidden: Singles, back: Singles, slopes: Singles, out: Singles) -> None:
    """From the slopes behind a layer to those of its weights, and of the layer before it."""
    n = len(hidden)
    for j in range(n):
        if hidden[j] <= 0:
            back[j] = 0
        slopes[len(w) - 1, j] += back[j]
    for i in range(len(given)):
        x = given[i]
        if x > 0:
            total = np.float32(0)
            for j in range(n):
                slopes[i, j] += x * back[j]
                total += w[i, j] * back[j]
            out[i] = total
        else:
            out[i] = 0


@jit
def back(net: Network, slopes: Network, features: Shorts, n: int, layers: Singles) -> None:
    """From the slopes behind the hidden layers to those of all their weights."""
    narrow = net.second.shape[1]
    back_to_layer(net.second, layers[0], layers[1, :narrow], layers[2, :narrow], slopes.second, layers[3])
    add_to_row(slopes.first, len(slopes.first) - 1, layers[3])
    for i in range(n):
        add_to_row(slopes.first, features[i], layers[3])


@jit_fast
def add_to_row(w: Singles, row: int, given: Singles) -> None:
    """Adds numbers to a row."""
    for j in range(len(given)):
        w[row, j] += given[j]


@jit
def think(net: Network, features: Shorts, n: int, layers: Singles) -> None:
    """The hidden layers for some features."""
    narrow = net.second.shape[1]
    add_rows(net.first, features, n, layers[0])
    add_layer(net.second, layers[0], layers[1, :narrow])
    for j in range(narrow):
        layers[2, j] = 0


@jit
def learn_choices(
    b: Samples, order: Ints, net: Network, slopes: Network, layers: Singles, logits: Floats,
    clip: float, spread: float, entropy: float,
) -> float:  # fmt: skip
    """Adds the slopes of some samples to those of the network that chooses; returns how undecided it was, in all.

    Without a `clip` what was chosen is right, whatever came of it.
    """
    whole = 0.0
    narrow = net.second.shape[1]
    for i in order:
        n, many = b.own_count[i], b.legal_count[i]
        think(net, b.own[i], n, layers)
        for k in range(many):
            logits[k] = output(net.third, b.legal[i, k], layers[1, :narrow])
        soften(logits, many, 1.0)
        undecided = 0.0
        for k in range(many):
            undecided -= logits[k] * log(max(logits[k], 1e-12))
        whole += undecided
        chosen, gain = b.choice[i], b.gain[i] / spread
        ratio = logits[chosen] / exp(b.chance[i])
        push = gain * ratio
        if clip == 0.0:
            push = 1.0
        elif (gain > 0 and ratio > 1 + clip) or (gain < 0 and ratio < 1 - clip):
            push = 0.0
        for k in range(many):
            slope = push * logits[k] + entropy * logits[k] * (log(max(logits[k], 1e-12)) + undecided)
            if k == chosen:
                slope -= push
            back_to_outputs(net.third, b.legal[i, k], slope, layers[1, :narrow], slopes.third, layers[2, :narrow])
        back(net, slopes, b.own[i], n, layers)
    return whole


@jit
def learn_worth(b: Samples, order: Ints, net: Network, slopes: Network, layers: Singles, logits: Floats) -> float:
    """Adds the slopes of some samples to those of the critic; returns how wrong it was, in all."""
    whole = 0.0
    narrow = net.second.shape[1]
    for i in order:
        n, places, seat = b.all_count[i], b.places[i], b.seat[i]
        think(net, b.all[i], n, layers)
        for k in range(places):
            logits[k] = output(net.third, k, layers[1, :narrow])
        soften(logits, places, 1.0)
        for k in range(places):
            share = b.ends[b.round[i], (seat + k) % places]
            whole -= share * log(max(logits[k], 1e-12))
            back_to_outputs(net.third, k, logits[k] - share, layers[1, :narrow], slopes.third, layers[2, :narrow])
        back(net, slopes, b.all[i], n, layers)
    return whole


@jit
def judge(b: Samples, net: Network, layers: Singles, logits: Floats) -> None:
    """Writes what the critic thinks of all states: the share of the match of who looks."""
    narrow = net.second.shape[1]
    for i in range(len(b.choice)):
        think(net, b.all[i], b.all_count[i], layers)
        for k in range(b.places[i]):
            logits[k] = output(net.third, k, layers[1, :narrow])
        soften(logits, b.places[i], 1.0)
        b.worth[i] = logits[0]


@jit
def advantages(b: Samples, fade: float, last: Ints) -> None:
    """Writes by how much each choice went better than the critic expected (generalised advantages): from the end of
    each seat's round back to its beginning."""
    last[:] = -1
    for i in range(len(b.choice) - 1, -1, -1):
        number, seat = b.round[i], b.seat[i]
        then = last[number, seat]
        if then < 0:
            b.gain[i] = b.ends[number, seat] - b.worth[i]
        else:
            b.gain[i] = b.worth[then] - b.worth[i] + fade * b.gain[then]
        last[number, seat] = i


@jit_fast
def step(
    weights: Singles, slopes: Singles, means: Singles, squares: Singles, rate: float, size: int, steps: int
) -> None:
    """One step of Adam down the slopes of a minibatch of this size, which are zero afterwards."""
    unbias, unscale = 1 - STEADY**steps, 1 - SCALE**steps
    for i in range(len(weights)):
        slope = slopes[i] / np.float32(size)
        slopes[i] = 0
        means[i] = np.float32(STEADY) * means[i] + np.float32(1 - STEADY) * slope
        squares[i] = np.float32(SCALE) * squares[i] + np.float32(1 - SCALE) * slope * slope
        weights[i] -= (
            np.float32(rate / unbias) * means[i] / (np.sqrt(squares[i] / np.float32(unscale)) + np.float32(TINY))
        )
