"""What a server measures of itself, as Prometheus reads it.

Labelled measurements are made once and then kept: `metrics.commands["do", "done"].inc()` looks into a dictionary.
Labels come from our own code, never from what someone sent, so that there are only so many.
"""

from typing import Generic, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
SLOW = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)

Metric = TypeVar("Metric", Counter, Gauge, Histogram)


class Labelled(dict[str | tuple[str, ...], Metric], Generic[Metric]):
    """A measurement for each value of its labels."""

    def __init__(self, parent: Metric) -> None:
        super().__init__()
        self._parent: Metric = parent

    def __missing__(self, labels: str | tuple[str, ...]) -> Metric:
        values = (labels,) if isinstance(labels, str) else labels
        child = self[labels] = self._parent.labels(*values)
        return child


class Metrics:
    """All measurements of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.commands = self._counters("commands", "Commands received, and what became of them.", "kind", "result")
        self.refusals = self._counters("refusals", "Commands refused, by the reason given.", "code")
        self.events = Counter("ludotheque_events", "Events stored.", registry=self.registry)
        self.connections = self._gauge("connections", "Open connections.")
        self.people = self._gauge("people", "People who are connected.")
        self.tables_awake = self._gauge("tables_awake", "Tables in memory; all others sleep in the store.")
        self.command_seconds = self._histogram("command_seconds", "From a command read to everyone told of it.", QUICK)
        self.commit_seconds = self._histogram("commit_seconds", "Time of one commit of events.", QUICK)
        self.loop_lag_seconds = self._histogram("loop_lag_seconds", "How late the event loop wakes up.", QUICK)
        bots = Histogram(
            "ludotheque_bot_seconds",
            "Time that a bot thinks.",
            ["game", "level"],
            registry=self.registry,
            buckets=SLOW,
        )
        self.bot_seconds = Labelled(bots)

    def text(self) -> bytes:
        """Everything measured so far, as Prometheus reads it; to be sent as CONTENT_TYPE."""
        return generate_latest(self.registry)

    def _counters(self, name: str, meaning: str, *labels: str) -> Labelled[Counter]:
        return Labelled(Counter(f"ludotheque_{name}", meaning, labels, registry=self.registry))

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"ludotheque_{name}", meaning, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"ludotheque_{name}", meaning, registry=self.registry, buckets=buckets)
