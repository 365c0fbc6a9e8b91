"""The sums that networks are made of, over rows of weights; compiled, several numbers at a time."""

from math import exp
from typing import Any

from ludotheque.bots.mind import Singles
from ludotheque.games.compiled import Floats, jit, jit_fast


@jit_fast
def add_rows(w: Singles, at: Any, n: int, out: Singles) -> None:
    """The first layer: the sum of the rows of some features, and of the last row, which is the bias."""
    for j in range(len(out)):
        out[j] = w[len(w) - 1, j]
    for i in range(n):
        row = at[i]
        for j in range(len(out)):
            out[j] += w[row, j]


@jit_fast
def add_row(w: Singles, row: int, out: Singles) -> None:
    """One more row."""
    for j in range(len(out)):
        out[j] += w[row, j]


@jit_fast
def add_layer(w: Singles, given: Singles, out: Singles) -> None:
    """The next layer from what is positive of the one before it; the last row is the bias."""
    for j in range(len(out)):
        out[j] = w[len(w) - 1, j]
    for i in range(len(given)):
        x = given[i]
        if x > 0:
            for j in range(len(out)):
                out[j] += x * w[i, j]


@jit_fast
def output(w: Singles, row: int, given: Singles) -> float:
    """One output, from what is positive of the last hidden layer; the last column is the bias."""
    n = len(given)
    out = w[row, n]
    for j in range(n):
        out += max(given[j], 0) * w[row, j]
    return out


@jit
def soften(logits: Floats, n: int, sharp: float) -> None:
    """Makes probabilities of the first n logits (softmax); the sharper, the likelier is the likeliest."""
    most = logits[0]
    for k in range(1, n):
        most = max(most, logits[k])
    total = 0.0
    for k in range(n):
        logits[k] = exp(sharp * (logits[k] - most))
        total += logits[k]
    for k in range(n):
        logits[k] /= total
