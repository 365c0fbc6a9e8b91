"""One way to measure: short turns, all contestants in each turn, medians."""

import statistics
import time
from collections.abc import Callable, Sequence

import msgspec

from ludotheque.conditions import conditions

TURNS = 9
SECONDS = 0.15  # that a contestant should take a turn


class Result(msgspec.Struct):
    """How many decisions a second: the median of all turns, the slowest and the fastest."""

    name: str
    group: str
    median: float
    low: float
    high: float


class Contestant(msgspec.Struct):
    """Something that plays: called with a number of rounds, it returns how many decisions it took."""

    name: str
    group: str
    play: Callable[[int], int]


def race(contestants: Sequence[Contestant], progress: Callable[[str], None]) -> list[Result]:
    """All play in turns, so that a busy machine slows all of them alike."""
    rounds = {}
    for one in contestants:
        progress(f"warming up: {one.name}")
        rounds[one.name] = rounds_in(one, SECONDS)
    rates: dict[str, list[float]] = {one.name: [] for one in contestants}
    for turn in range(TURNS):
        progress(f"turn {turn + 1} of {TURNS}")
        for one in contestants:
            start = time.perf_counter()
            decisions = one.play(rounds[one.name])
            rates[one.name].append(decisions / (time.perf_counter() - start))
    return [
        Result(one.name, one.group, statistics.median(rates[one.name]), min(rates[one.name]), max(rates[one.name]))
        for one in contestants
    ]


def rounds_in(one: Contestant, seconds: float) -> int:
    """How many rounds take about that long; the first call, which may compile, does not count."""
    one.play(1)
    rounds = 1
    while True:
        start = time.perf_counter()
        one.play(rounds)
        took = time.perf_counter() - start
        if took > seconds / 4:
            return max(1, round(rounds * seconds / took))
        rounds *= 4


def microseconds(call: Callable[[], object], n: int = 20_000) -> float:
    """The time of one call: the best of some turns, for a call so short that anything else is noise."""
    best = float("inf")
    for _ in range(TURNS):
        start = time.perf_counter()
        for _ in range(n):
            call()
        best = min(best, time.perf_counter() - start)
    return best / n * 1e6


def how() -> dict[str, str]:
    """The conditions that the numbers depend on."""
    method = f"one core, medians of {TURNS} turns of about {SECONDS} s, all in each turn"
    return {**conditions(), "method": method}
