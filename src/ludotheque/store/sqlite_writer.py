"""The one writer of a SQLite file: a thread that commits together whatever has come while it was busy."""

import functools
import sqlite3
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from ludotheque.store.condition import Condition
from ludotheque.store.contract import EventRow, StoredSnapshot, StoreError, Summary, Then
from ludotheque.store.grouping import MOST, Append, Call, Group, Keep, call_all
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
Statement = tuple[str, tuple[object, ...]]


class SqliteWriter:
    """The half of a store that writes: a thread with a queue. Outcomes come back to the event loop together.

    The thread gets all appends of one turn of the event loop at once: woken for each, it would struggle with the loop
    for Python's lock each time.
    """

    def __init__(self, connection: sqlite3.Connection, loop: AbstractEventLoop, condition: Condition) -> None:
        self.ended: Future[None] = loop.create_future()
        self._connection = connection
        self._loop = loop
        self._condition = condition
        self._known: dict[str, int] = {}
        self._queue: SimpleQueue[list[Item] | None] = SimpleQueue()
        self._turn: list[Item] = []  # appends of this turn of the event loop
        self._closed = False
        Thread(target=self._run, name="store writer", daemon=True).start()

    def append(self, rows: Sequence[EventRow], summary: Summary | None, then: Then, epoch: int = 0) -> None:
        """As `contract.Store` says."""
        item = Append(rows, summary, then, epoch)
        if self._closed:
            self._refuse(item)
            return
        if not self._turn:
            self._loop.call_soon(self._hand_over)
        self._turn.append(item)

    def keep_snapshot(self, snapshot: StoredSnapshot, then: Then, epoch: int = 0) -> None:
        """As `contract.Store` says."""
        self._put(Keep(snapshot, then, epoch))

    def end(self) -> None:
        """Asks the thread to write what waits, and to end; `ended` says when it has."""
        self._closed = True
        self._hand_over()
        self._queue.put(None)

    def _put(self, item: Item) -> None:
        """Wakes the thread for one thing, after what came before it."""
        if self._closed:
            self._refuse(item)
            return
        self._hand_over()
        self._queue.put([item])

    def _hand_over(self) -> None:
        """Wakes the thread with the appends of this turn, if there are any."""
        if self._turn:
            turn, self._turn = self._turn, []
            self._queue.put(turn)

    def _refuse(self, item: Item) -> None:
        self._loop.call_soon(item.then, StoreError("the store is closed"))

    def _run(self) -> None:
        ending = False
        while not ending:
            items, ending = self._waiting()
            outcomes = self._write(items)
            self._loop.call_soon_threadsafe(call_all, outcomes)
        self._connection.close()
        self._loop.call_soon_threadsafe(self.ended.set_result, None)

    def _waiting(self) -> tuple[list[Item], bool]:
        """Waits for items, then takes what else is there; also whether that is the end."""
        items: list[Item] = []
        more = self._queue.get()
        while more is not None:
            items += more
            if len(items) >= MOST:
                return items, False
            try:
                more = self._queue.get_nowait()
            except Empty:
                return items, False
        return items, True

    def _write(self, items: Sequence[Item]) -> list[Call]:
        """Writes all of it or nothing; whom to tell what of it."""
        logged = [item for item in items if not isinstance(item, Work)]
        works = [item for item in items if isinstance(item, Work)]
        try:
            with transaction(self._connection, bool(works)):
                outcomes: list[Call] = [(work.then, work.do(self._connection)) for work in works]
                group = Group(self._last_of(logged), logged)
                inserts = [*statements(group)]
                with transaction(self._connection, len(inserts) > 1 and not works):  # one alone is all or nothing
                    for text, values in inserts:
                        self._connection.execute(text, values)
        except UNSTORABLE as problem:
            self._known.clear()
            error = StoreError(f"the database could not be written: {problem}")
            if logged:
                self._condition.failed(error)
            return [(item.then, error) for item in items]
        self._known |= group.last
        if logged:
            self._condition.worked()
        return outcomes + group.outcomes

    def _last_of(self, items: Iterable[Append | Keep]) -> dict[str, int]:
        """The last numbers of logs; they are remembered, since nobody else writes here."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        for item in items:
            if item.table not in self._known:
                self._known[item.table] = self._connection.execute(LAST, (item.table,)).fetchone()[0] or 0
        return self._known

    def forgot(self, tables: Iterable[str]) -> None:
        """Forgets the last numbers of deleted logs; called by works, in the thread."""
        for table in tables:
            self._known.pop(table, None)


def statements(group: Group) -> Iterator[Statement]:
    """The statements that insert a group, many rows each."""
    for insert, rows in inserts(group):
        for begin in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[begin : begin + ROWS_AT_ONCE]
            yield statement(insert, len(some)), tuple(chain.from_iterable(some))


@functools.cache
def statement(insert: Insert, rows: int) -> str:
    """A statement that inserts so many rows."""
    places = f"({', '.join('?' * len(insert.types))})"
    return f"{insert.head} VALUES {', '.join([places] * rows)} {insert.tail}"


@contextmanager
def transaction(connection: sqlite3.Connection, wanted: bool) -> Iterator[None]:
    """A transaction around the block, if one is wanted."""
    if not wanted:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
