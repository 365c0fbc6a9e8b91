"""A store in one SQLite file: a thread writes, a few threads read."""

import sqlite3
from asyncio import AbstractEventLoop, Future, get_running_loop, to_thread
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import local
from typing import TypeVar

from filelock import BaseFileLock

from ludotheque.store.contract import StoreError
from ludotheque.store.deal_sets import Rows
from ludotheque.store.leases import SoleLeases
from ludotheque.store.lock import lock
from ludotheque.store.migrate import CURRENT, newest
from ludotheque.store.queries import BELONGINGS, FORGET_TABLES, TABLES_AT_ONCE, Queries
from ludotheque.store.sqlite_writer import SqliteWriter, Work

READERS = 2
PATIENCE = 5.0  # seconds that a connection waits for a lock of somebody who looks into the file
STATEMENTS = 512  # kept prepared: inserts come in many lengths
T = TypeVar("T")


def connect(path: Path) -> sqlite3.Connection:
    """A connection that commits when told to, and then durably."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def current(connection: sqlite3.Connection) -> str | None:
    """The revision that the file is at."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchone():
        return None
    return next(iter(connection.execute(CURRENT).fetchall()), (None,))[0]


def migrate(path: Path) -> None:
    """Brings the file to the newest schema, or makes it."""
    from sqlalchemy import Connection, create_engine, event
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import NullPool

    from ludotheque.store.migrate import upgrade

    engine = create_engine("sqlite://", creator=lambda: connect(path), poolclass=NullPool)

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "begin", begin)
    try:
        with engine.begin() as connection:
            upgrade(connection)
    except DBAPIError as problem:
        raise StoreError(f"the database {path} cannot be brought to the newest schema: {problem.orig}") from None


async def open_sqlite(path: Path) -> "SqliteStore":
    """Opens a file that no other process uses, and makes it when there is none."""
    return await to_thread(_open, path, get_running_loop())


def _open(path: Path, loop: AbstractEventLoop) -> "SqliteStore":
    with ExitStack() as stack:
        locked = lock(path)
        stack.callback(locked.release)
        try:
            with closing(connect(path)) as connection:
                found = current(connection)
            if found != newest():
                migrate(path)
            store = SqliteStore(path, locked, loop)
        except sqlite3.Error as problem:
            raise StoreError(f"the database {path} cannot be used: {problem}") from None
        stack.pop_all()
    return store


class SqliteStore(Queries, SqliteWriter):
    """The store of a single server, which reads and writes. See `contract.Store`."""

    def __init__(self, path: Path, locked: BaseFileLock, loop: AbstractEventLoop) -> None:
        Queries.__init__(self)
        SqliteWriter.__init__(self, connect(path), loop, self._condition)
        self.leases = SoleLeases()
        self._path = path
        self._locked = locked
        self._open = True
        self._reading = local()
        self._connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, "store reader", self._start_reading)

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        self.end()
        await self.ended
        await to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()
        self._locked.release()

    def _start_reading(self) -> None:
        self._reading.connection = connect(self._path)
        self._connections.append(self._reading.connection)

    async def _fetch(self, query: str, *values: object) -> Rows:
        if not self._open:
            raise StoreError("the store is closed")
        return await self._loop.run_in_executor(self._readers, self._read, query, values)

    def _read(self, query: str, values: Sequence[object]) -> Rows:
        try:
            return self._reading.connection.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeEncodeError, OverflowError) as problem:
            raise StoreError(f"the database could not be read: {problem}") from None

    async def _change(self, query: str, *values: object) -> Rows:
        return await self._work(lambda connection: connection.execute(query, values).fetchall())

    async def _forget_tables(self, unfinished_before: float, finished_before: float) -> int:
        def forget(connection: sqlite3.Connection) -> int:
            values = (unfinished_before, finished_before, TABLES_AT_ONCE)
            tables = [table for (table,) in connection.execute(FORGET_TABLES, values)]
            for name in BELONGINGS:
                places = ", ".join("?" * len(tables))
                connection.execute(f"DELETE FROM {name} WHERE table_id IN ({places})", tables)
            self.forgot(tables)
            return len(tables)

        return await self._work(forget)

    async def _work(self, do: Callable[[sqlite3.Connection], T]) -> T:
        """Has the writer do something, and waits for it."""
        future: Future[T] = self._loop.create_future()

        def then(outcome: T | StoreError) -> None:
            if future.cancelled():
                return
            if isinstance(outcome, StoreError):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        self._put(Work(do, then))
        return await future
