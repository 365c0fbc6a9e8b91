"""Thinking times, kept as counts in bins so that millions of them take little room.

A bin is five percent wide, so a quantile is right to a few percent.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import ceil, floor, log

import msgspec

WIDTH = 1.05
SHORTEST = 1e-7  # seconds, where the first bin begins


class Thinking(msgspec.Struct, frozen=True):
    """How long the decisions of a bot took; forced moves are none. In a market each look at it is one."""

    decisions: int
    median_ms: float | None = None
    p99_ms: float | None = None


def bin_of(seconds: float) -> int:
    """The bin that a time falls into."""
    return max(0, floor(log(max(seconds, SHORTEST) / SHORTEST, WIDTH)))


def milliseconds(bin_: int) -> float:
    """The middle of a bin."""
    return float(f"{1000 * SHORTEST * WIDTH ** (bin_ + 0.5):.3g}")


def thought(counts: Iterable[Mapping[int, int]]) -> Thinking:
    """All of an entrant's times in one line."""
    total: Counter[int] = Counter()
    for some in counts:
        total.update(some)
    decisions = total.total()
    if not decisions:
        return Thinking(0)
    return Thinking(decisions, milliseconds(quantile(total, 0.5)), milliseconds(quantile(total, 0.99)))


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The bin below and in which that share of all lies."""
    bins = sorted(counts)
    wanted = ceil(share * sum(counts.values()))
    return next(b for b, sum_ in zip(bins, accumulate(counts[b] for b in bins), strict=True) if sum_ >= wanted)
