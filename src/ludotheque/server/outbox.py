"""What has happened at a table and is not stored yet, and what waits to be told until it is.

Nothing leaves before it is durable: events, answers and refusals wait together until the store has committed all that
came before them. One append at a time, so that a log has no gaps.
"""

from asyncio import Future, get_running_loop
from collections.abc import Callable
from typing import Protocol

import msgspec

from ludotheque.server.clock import Clock
from ludotheque.server.metrics import Metrics
from ludotheque.store.contract import EventRow, Store, StoreError, Summary

REMOVED = 4410  # with which the connection of somebody who was removed is closed


class Connection(Protocol):
    """Somebody's open socket at a table."""

    person: str
    name: str
    language: str
    viewer: int  # a seat, or WATCHING
    muted: set[str]

    def send(self, *messages: bytes) -> None:
        """Sends as soon as possible, and never waits."""

    def close(self, code: int, reason: str) -> None:
        """Closes when all that waits has been sent."""


class Asked(msgspec.Struct, frozen=True):
    """A command whose answer waits."""

    connection: Connection
    ref: str
    since: float


class Bundle:
    """What goes together."""

    __slots__ = ("asked", "messages", "parting", "rows")

    def __init__(self) -> None:
        self.rows: list[EventRow] = []
        self.messages: dict[Connection, list[bytes]] = {}
        self.asked: list[Asked] = []
        self.parting: list[Connection] = []  # who must go


class Outbox:
    """What one table has to store and to tell. `then` hears when something was stored, or which commands were lost."""

    def __init__(
        self, store: Store, clock: Clock, metrics: Metrics, then: Callable[[list[Asked] | None], None]
    ) -> None:
        self.waiting = Bundle()
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._then = then
        self._storing: Bundle | None = None
        self._begun = 0.0  # when that was
        self._settling: list[Future[None]] = []

    def tell(self, connection: Connection, message: bytes) -> None:
        """A message for somebody."""
        self.waiting.messages.setdefault(connection, []).append(message)

    def forget(self, connection: Connection) -> None:
        """Somebody is gone, and need not be told anything."""
        self.waiting.messages.pop(connection, None)

    @property
    def storing(self) -> bool:
        """Whether the store has something that it has not confirmed."""
        return self._storing is not None

    @property
    def stored(self) -> bool:
        """Whether all that has happened is stored."""
        return not (self.storing or self.waiting.rows)

    async def settled(self) -> None:
        """Until what is being stored is, or is lost."""
        waiting = get_running_loop().create_future()
        self._settling.append(waiting)
        await waiting

    def flush(self, summary: Callable[[], Summary | None]) -> None:
        """Stores what waits, if it is not about to store something; what needs no storing is told at once."""
        if self._storing is not None:
            return
        bundle = self._storing = self.waiting
        self.waiting = Bundle()
        if bundle.rows:
            self._begun = self._clock.now()
            self._store.append(bundle.rows, summary(), self._stored)
        else:
            self._stored(None)

    def drop(self) -> list[Asked]:
        """Nothing of what waits has happened, or will be told. These commands were lost."""
        lost, self.waiting = self.waiting.asked, Bundle()
        return lost

    def _stored(self, error: StoreError | None) -> None:
        """Tells what is stored, or needs no storing."""
        bundle, self._storing = self._storing, None
        assert bundle is not None
        if bundle.rows:
            self._metrics.commit_seconds.observe(self._clock.now() - self._begun)
        if error is None:
            for connection, messages in bundle.messages.items():
                connection.send(*messages)
            now = self._clock.now()
            for asked in bundle.asked:
                self._metrics.command_seconds.observe(now - asked.since)
            for connection in bundle.parting:
                connection.close(REMOVED, "removed")
        self._then(None if error is None else [*bundle.asked, *self.drop()])
        for waiting in self._settling:
            waiting.set_result(None)
        self._settling = []
