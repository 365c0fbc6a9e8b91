"""Limits that hold for all servers together: each tells the others what it has granted, and who is connected to it.

What is told takes a moment, so that somebody who asks two servers at once may be granted one request too many.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from ludotheque.server.limits import Counted, Gate
from ludotheque.server.links import Inside, LinkMessage, Took


class Sharing:
    """Gates and limits by their names."""

    def __init__(self, gates: Mapping[str, Gate], limits: Mapping[str, Counted]) -> None:
        self._gates, self._limits = gates, limits

    def begin(self, tell: Callable[[LinkMessage], None]) -> None:
        """Tells the other servers from now on."""

        def inside(gate: str, key: str, count: int) -> None:
            tell(Inside(gate, key, count))

        def took(limit: str, key: str) -> None:
            tell(Took(limit, key))

        for name, gate in self._gates.items():
            gate.changed = partial(inside, name)
        for name, limit in self._limits.items():
            limit.granted = partial(took, name)

    def everybody(self) -> Iterator[Inside]:
        """The state that a newly connected server needs."""
        for name, gate in self._gates.items():
            for key, count in gate:
                yield Inside(name, key, count)

    def hear(self, server: str, message: Inside | Took, now: float) -> None:
        """Notes what another server tells; limits that are not known here are of another version."""
        if isinstance(message, Took):
            if message.limit in self._limits:
                self._limits[message.limit].count(message.key, now)
        elif message.gate in self._gates:
            self._gates[message.gate].set_elsewhere(server, message.key, message.count)

    def forget(self, server: str) -> None:
        """Another server has ended, or cannot be heard."""
        for gate in self._gates.values():
            gate.forget(server)
