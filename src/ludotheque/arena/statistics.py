"""Means and how sure they are: 95 % intervals by Student's t, from samples that do not depend on each other."""

from collections.abc import Sequence
from functools import cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

SURE = 0.95
MANY = 100  # degrees of freedom from which on a series is exact enough


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its margin to either side; from a single sample nobody knows the margin."""

    mean: float
    margin: float | None
    samples: int

    @property
    def clear(self) -> bool:
        """Whether the interval is clear of zero."""
        return self.margin is not None and abs(self.mean) > self.margin


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of all that samples like these come from."""
    n = len(samples)
    margin = student(n - 1) * stdev(samples) / sqrt(n) if n > 1 else None
    return Estimate(fmean(samples), margin, n)


@cache
def student(freedom: int) -> float:
    """How many standard errors to either side hold 95 % of Student's t distribution."""
    if freedom > MANY:
        z = NormalDist().inv_cdf((1 + SURE) / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 1.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < SURE else (low, middle)
    return high


def within(t: float, freedom: int) -> float:
    """The share of Student's t distribution between -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for i in range(freedom // 2):
        total += term
        step = 2 * i + 1 + odd
        term *= step / (step + 1) * cos(angle) ** 2
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
