"""The one writer of a SQLite file: a thread that commits together whatever has come while it was busy."""

import sqlite3
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from ludotheque.store.contract import StoreError
from ludotheque.store.grouping import MOST, Append, Group, Keep, Outcome, settle
from ludotheque.store.inserts import Insert, inserts

UNSTORABLE = (sqlite3.Error, UnicodeEncodeError, OverflowError)
MOST_KNOWN = 100_000  # tables whose last number is remembered
ROWS_AT_ONCE = 256  # in one statement: every statement costs a struggle with the event loop for Python's lock

LAST = "SELECT max(n) FROM events WHERE table_id = ?1"


class Work(msgspec.Struct, frozen=True):
    """Anything else that writes: done in the same transactions as the appends; `then` hears its result."""

    do: Callable[[sqlite3.Connection], object]
    then: Callable[[Any], None]


Item = Append | Keep | Work


class Writer:
    """A thread with a queue. Outcomes come back to the event loop, one call a group."""

    def __init__(self, connection: sqlite3.Connection, loop: AbstractEventLoop) -> None:
        self.ended: Future[None] = loop.create_future()
        self._connection = connection
        self._loop = loop
        self._known: dict[str, int] = {}
        self._queue: SimpleQueue[Item | None] = SimpleQueue()
        self.put = self._queue.put
        Thread(target=self._run, name="store writer", daemon=True).start()

    def end(self) -> None:
        """Asks the thread to write what waits, and to end; `ended` says when it has."""
        self._queue.put(None)

    def _run(self) -> None:
        ending = False
        while not ending:
            items = self._waiting()
            ending = items[-1] is None
            outcomes = self._write([item for item in items if item is not None])
            self._loop.call_soon_threadsafe(settle, self._loop, outcomes)
        self._connection.close()
        self._loop.call_soon_threadsafe(self.ended.set_result, None)

    def _waiting(self) -> list[Item | None]:
        """Waits for an item, then takes what else is there, at most until the end."""
        items = [self._queue.get()]
        while items[-1] is not None and len(items) < MOST:
            try:
                items.append(self._queue.get_nowait())
            except Empty:
                break
        return items

    def _write(self, items: Sequence[Item]) -> list[Outcome]:
        logged = [item for item in items if not isinstance(item, Work)]
        works = [item for item in items if isinstance(item, Work)]
        try:
            with transaction(self._connection):
                done: list[Outcome] = [(work.then, work.do(self._connection)) for work in works]
                group = Group(self._last_of(logged), logged)
                for insert, rows in inserts(group):
                    self._insert(insert, rows)
        except UNSTORABLE as problem:
            self._known.clear()
            error = StoreError(f"the database could not be written: {problem}")
            return [(item.then, error) for item in items]
        self._known |= group.last
        return done + group.outcomes

    def _last_of(self, items: Iterable[Append | Keep]) -> dict[str, int]:
        """The last numbers of logs; they are remembered, since nobody else writes here."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        for table in {table for item in items for table in item.tables()} - self._known.keys():
            self._known[table] = self._connection.execute(LAST, (table,)).fetchone()[0] or 0
        return self._known

    def _insert(self, insert: Insert, rows: Sequence[tuple[object, ...]]) -> None:
        """Many rows by few statements."""
        places = f"({', '.join('?' * len(insert.types))})"
        for begin in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[begin : begin + ROWS_AT_ONCE]
            statement = f"{insert.head} VALUES {', '.join([places] * len(some))} {insert.tail}"
            self._connection.execute(statement, tuple(chain.from_iterable(some)))

    def forgot(self, tables: Iterable[str]) -> None:
        """Their logs are empty now; called by works, in the thread."""
        for table in tables:
            self._known.pop(table, None)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
