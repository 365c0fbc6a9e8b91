"""Differences between two choices, and how sure they are."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

import numpy as np

from ludotheque.analysis.models import Outcomes
from ludotheque.analysis.result import Interval
from ludotheque.games.compiled import Floats

SHOWN = 1.96  # standard errors to either side hold 95 %
POINTS_COUNT = 0.1  # beside chances, both in units of their spread


class Scale(NamedTuple):
    """How far chances and points spread from world to world, so that the two can be added up."""

    chance: float
    points: float

    def worth(self, found: Outcomes) -> Floats:
        """The worth of outcomes: the chance of the match, and points where that hardly differs."""
        worth: Floats = POINTS_COUNT * found.points / self.points if self.points else np.zeros_like(found.points)
        return worth + found.chances / self.chance if self.chance else worth


def scale_of(found: Sequence[Outcomes]) -> Scale:
    """The spread of outcomes, whatever was chosen."""
    return Scale(
        fmean(float(one.chances.std(1).mean()) for one in found),
        fmean(float(one.points.std(1).mean()) for one in found),
    )


def interval(samples: Floats, errors: float) -> Interval:
    """The mean of samples, and so many standard errors to either side."""
    mean, error = float(samples.mean()), float(samples.std(ddof=1)) / sqrt(len(samples))
    return Interval(mean, mean - errors * error, mean + errors * error)


def pooled(found: Sequence[Floats]) -> Interval:
    """The mean difference between two rows, each model counting alike."""
    each = [interval(np.diff(one, axis=0)[0], SHOWN) for one in found]
    mean = fmean(one.mean for one in each)
    margin = sqrt(sum((one.high - one.mean) ** 2 for one in each)) / len(each)
    return Interval(*(round(bound, 4) for bound in (mean, mean - margin, mean + margin)))
