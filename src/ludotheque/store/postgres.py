"""A store in PostgreSQL, for several servers: a task writes, a few connections read, a thread renews leases."""

import asyncio
from asyncio import create_task, get_running_loop
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

import asyncpg

from ludotheque.store.contract import EventRow, StoredSnapshot, StoreError, Summary, Then
from ludotheque.store.deal_sets import Rows
from ludotheque.store.grouping import Append, Keep
from ludotheque.store.migrate import CURRENT, newest
from ludotheque.store.postgres_connect import LOST, PATIENCE, TIMEOUT, Connection, connect, kindly
from ludotheque.store.postgres_leases import PostgresLeases
from ludotheque.store.postgres_writer import FORGETTING, PostgresWriter
from ludotheque.store.queries import BELONGINGS, FORGET_TABLES, TABLES_AT_ONCE, Queries

READERS = 4
CLOSING = 2.0  # seconds that a database that does not answer holds up the end
MIGRATING = FORGETTING + 1  # an advisory lock: servers that start together migrate one after another


async def current(url: str) -> str | None:
    """The revision that the database is at."""
    connection = await connect(url)
    try:
        return await connection.fetchval(CURRENT)
    except asyncpg.UndefinedTableError:
        return None
    finally:
        await connection.close()


async def migrate(url: str) -> None:
    """Brings the database to the newest schema, or makes its tables."""
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    from ludotheque.store.migrate import upgrade

    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(url), poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            await connection.run_sync(upgrade)
    except DBAPIError as problem:
        raise StoreError(f"the database cannot be brought to the newest schema: {problem.orig}") from None
    finally:
        await engine.dispose()


async def open_postgres(url: str) -> "PostgresStore":
    """Opens a database that other servers may use as well."""
    with kindly("opened"):  # the pool keeps no connection at all costs: in an outage it would tell of every attempt
        if await current(url) != newest():
            await migrate(url)
        pool = await asyncpg.create_pool(
            url, min_size=0, max_size=READERS, timeout=TIMEOUT, command_timeout=PATIENCE, reset=keep_as_is
        )
    return PostgresStore(url, pool)


async def keep_as_is(_connection: Connection) -> None:
    """Skips asyncpg's reset of a connection: reading leaves nothing behind."""


@cache
def numbered(query: str) -> str:
    """A query with PostgreSQL's parameters."""
    return query.replace("?", "$")


def unknowable(values: tuple[object, ...]) -> bool:
    """Whether there is a zero in a text: PostgreSQL keeps no such text, so nothing is found by it."""
    return any(isinstance(value, str) and "\0" in value for value in values)


class PostgresStore(Queries):
    """The store of one server among several. See `contract.Store`."""

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        super().__init__()
        self._pool = pool
        self._open = True
        self._writer = PostgresWriter(url, self._condition)
        self._writing = create_task(self._writer.run(), name="store writer")
        self.leases = PostgresLeases(url, self._change, self._writer.cut)

    def append(self, rows: Sequence[EventRow], summary: Summary | None, then: Then, epoch: int = 0) -> None:
        self._put(Append(rows, summary, then, epoch))

    def keep_snapshot(self, snapshot: StoredSnapshot, then: Then, epoch: int = 0) -> None:
        self._put(Keep(snapshot, then, epoch))

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        self._writer.end()
        await asyncio.wait([self._writing], timeout=CLOSING)
        if not self._writing.done():
            self._writer.cut()
            self._writing.cancel()
            await asyncio.wait([self._writing])
        await self.leases.leave()
        try:
            with kindly("closed"):
                await asyncio.wait_for(self._pool.close(), CLOSING)
        except StoreError:
            self._pool.terminate()

    def _put(self, item: Append | Keep) -> None:
        if self._open:
            self._writer.put(item)
        else:
            get_running_loop().call_soon(item.then, StoreError("the store is closed"))

    async def _fetch(self, query: str, *values: object) -> Rows:
        """Reading changes nothing, so it goes on with another connection as long as those of the pool turn out lost."""
        if unknowable(values):
            return []
        with kindly("read"):
            for _ in range(READERS):
                with suppress(*LOST):
                    return await self._pool.fetch(numbered(query), *values)
            return await self._pool.fetch(numbered(query), *values)

    async def _change(self, query: str, *values: object) -> Rows:
        if unknowable(values):
            return []
        with kindly("written"):
            return await self._pool.fetch(numbered(query), *values)

    async def _forget_tables(self, unfinished_before: float, finished_before: float) -> int:
        values = (unfinished_before, finished_before, TABLES_AT_ONCE)
        with kindly("written"):
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(f"SELECT pg_advisory_xact_lock({FORGETTING})")
                tables = [table for (table,) in await connection.fetch(numbered(FORGET_TABLES), *values)]
                for name in BELONGINGS:
                    await connection.execute(f"DELETE FROM {name} WHERE table_id = ANY($1)", tables)
        return len(tables)
