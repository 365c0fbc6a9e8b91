"""Metrics of a server, in Prometheus's text format.

All of it is counted on the event loop, several times a command, so the counters here are plain numbers without locks;
Prometheus' own classes come in when somebody looks. Labels come from our own code, never from what someone sent, so
that there are only so many. None of them tells what somebody did: who reads them at a small server knows who plays, and
a move that the rules refuse says something about a hand.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
SLOW = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)


class Tally:
    """A counter, or a gauge."""

    def __init__(self) -> None:
        self.value = 0

    def inc(self, n: int = 1) -> None:
        """Adds to it."""
        self.value += n

    def dec(self) -> None:
        """Takes one away."""
        self.value -= 1

    def set(self, n: int) -> None:
        """Sets it."""
        self.value = n


class Spread:
    """A histogram of durations."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Counts one duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """How many took at most so long."""
        return list(zip([*map(str, self.bounds), "+Inf"], accumulate(self.counts), strict=True))


T = TypeVar("T", Tally, Spread)
Labels = tuple[str, ...]


class Labelled(dict[Labels, T], Generic[T]):
    """A measurement for each value of its labels."""

    def __init__(self, make: Callable[[], T]) -> None:
        super().__init__()
        self._make: Callable[[], T] = make

    def __missing__(self, labels: Labels) -> T:
        made = self[labels] = self._make()
        return made


class Metrics(Collector):
    """All measurements of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.commands: Labelled[Tally] = Labelled(Tally)
        self.refusals: Labelled[Tally] = Labelled(Tally)
        self.events, self.connections, self.people, self.tables_awake = (Tally() for _ in range(4))
        self.forwarded, self.leases_taken, self.leases_lost = (Tally() for _ in range(3))
        self.ownerless_seconds = Spread(SLOW)
        self.command_seconds, self.commit_seconds, self.loop_lag_seconds = (Spread(QUICK) for _ in range(3))
        self.bot_seconds: Labelled[Spread] = Labelled(lambda: Spread(SLOW))
        self.registry.register(self)

    def text(self) -> bytes:
        """Everything measured so far, as Prometheus reads it; to be sent as CONTENT_TYPE."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        """Everything, with what it means."""
        yield counted(
            "commands", "Commands of people and bots, and what became of them.", self.commands, "by", "result"
        )
        yield counted(
            "refusals", "Commands refused, by the reason given; the rules of the games are one.", self.refusals, "code"
        )
        yield counted("events", "Events stored.", {(): self.events})
        yield gauge("connections", "Open connections.", self.connections)
        yield gauge("people", "People who are connected.", self.people)
        yield gauge("tables_awake", "Tables in memory, whose leases are held; all others sleep.", self.tables_awake)
        yield gauge("forwarded", "Open connections that are passed on to other servers.", self.forwarded)
        yield counted("leases_taken", "Tables taken over from servers that died.", {(): self.leases_taken})
        yield counted("leases_lost", "Tables lost because leases were not renewed in time.", {(): self.leases_lost})
        yield timed("command_seconds", "From a command read to everyone told of it.", {(): self.command_seconds})
        yield timed("commit_seconds", "Time of one commit of events.", {(): self.commit_seconds})
        yield timed("loop_lag_seconds", "How late the event loop wakes up.", {(): self.loop_lag_seconds})
        yield timed("ownerless_seconds", "Time that taken tables were without a server.", {(): self.ownerless_seconds})
        yield timed("bot_seconds", "Time that a bot thinks.", self.bot_seconds, "game", "level")


def counted(name: str, meaning: str, each: dict[Labels, Tally], *labels: str) -> Metric:
    """Counters of one name."""
    family = CounterMetricFamily(f"ludotheque_{name}", meaning, labels=labels)
    for values, tally in each.items():
        family.add_metric(values, tally.value)
    return family


def gauge(name: str, meaning: str, tally: Tally) -> Metric:
    """A number that rises and falls."""
    return GaugeMetricFamily(f"ludotheque_{name}", meaning, value=tally.value)


def timed(name: str, meaning: str, each: dict[Labels, Spread], *labels: str) -> Metric:
    """Histograms of one name."""
    family = HistogramMetricFamily(f"ludotheque_{name}", meaning, labels=labels)
    for values, spread in each.items():
        family.add_metric(values, spread.buckets(), spread.sum)
    return family
