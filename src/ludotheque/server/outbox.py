"""An outbox for each table: events that are not stored yet, and messages that wait until they are.

Nothing leaves before it is durable: events, answers and refusals wait together until the store has committed all that
came before them. One append at a time, so that a log has no gaps.
"""

from asyncio import Future, get_running_loop
from collections.abc import Callable
from typing import Protocol

import msgspec

from ludotheque.server.clock import Clock
from ludotheque.server.metrics import Metrics
from ludotheque.store.contract import EventRow, Lease, LeaseLostError, Store, StoreError, Summary

REMOVED = 4410  # with which the connection of somebody who was removed is closed


class Connection(Protocol):
    """Somebody's open socket at a table, here or at another server."""

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
    again: bool = False  # whether it was obeyed when it came before: it may be stored already


class Bundle:
    """One append and the messages that depend on it."""

    __slots__ = ("asked", "messages", "parting", "rows")

    def __init__(self) -> None:
        self.rows: list[EventRow] = []
        self.messages: dict[Connection, list[bytes]] = {}
        self.asked: list[Asked] = []
        self.parting: list[Connection] = []  # who must go


class Outbox:
    """The outbox of one table. `then` is called after each append: with None, or why it failed; `lost` with it."""

    def __init__(
        self, store: Store, lease: Lease, clock: Clock, metrics: Metrics, then: Callable[[StoreError | None], None]
    ) -> None:
        self.waiting = Bundle()
        self.lease = lease
        self.lost: list[Asked] = []  # commands of an append that failed, and of what waited for it
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._then = then
        self._storing: Bundle | None = None
        self._begun = 0.0  # when that was
        self._settling: list[Future[None]] = []

    def tell(self, connection: Connection, message: bytes) -> None:
        """Queues a message for a connection."""
        self.waiting.messages.setdefault(connection, []).append(message)

    def forget(self, connection: Connection) -> None:
        """Drops the messages for a connection that has ended."""
        self.waiting.messages.pop(connection, None)

    @property
    def storing(self) -> bool:
        """Whether an append is under way."""
        return self._storing is not None

    @property
    def stored(self) -> bool:
        """Whether all events are stored."""
        return not (self.storing or self.waiting.rows)

    async def settled(self) -> None:
        """Waits until every pending append has been committed or has failed."""
        waiting = get_running_loop().create_future()
        self._settling.append(waiting)
        await waiting

    def flush(self, summary: Callable[[], Summary | None]) -> None:
        """Starts an append of the waiting events, unless one is under way; messages without events are sent at once.

        Where somebody else may have the table by now, nothing leaves.
        """
        if self._storing is not None:
            return
        if not self.lease.held:
            self._lose()
            return
        bundle = self._storing = self.waiting
        self.waiting = Bundle()
        if bundle.rows:
            self._begun = self._clock.now()
            self._store.append(bundle.rows, summary(), self._stored, self.lease.epoch)
        else:
            self._stored(None)

    def _lose(self) -> None:
        """Gives up what waits, if anything does: what became of its commands is for others to say."""
        if self.waiting.rows or self.waiting.messages:
            self.lost = self.drop()
            self._then(LeaseLostError("the lease is lost"))

    def drop(self) -> list[Asked]:
        """Drops all that waits; returns the commands that are lost with it."""
        lost, self.waiting = self.waiting.asked, Bundle()
        return lost

    def _stored(self, error: StoreError | None) -> None:
        """Sends the messages of a finished append, or reports that it failed."""
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
        else:
            self.lost = [*bundle.asked, *self.drop()]
        self._then(error)
        settling, self._settling = self._settling, []
        for waiting in settling:
            if not waiting.done():  # whoever waited may have given up
                waiting.set_result(None)
