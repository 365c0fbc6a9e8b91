"""The writer of a server on PostgreSQL: a task that commits together whatever has come while it was busy."""

from asyncio import Event
from collections.abc import Sequence

import asyncpg

from ludotheque.store.condition import Condition
from ludotheque.store.contract import StoreError, UnknownOutcomeError
from ludotheque.store.grouping import MOST, Append, Call, Group, Keep, call_all
from ludotheque.store.inserts import Insert, inserts
from ludotheque.store.postgres_connect import Connection, connect, kindly
from ludotheque.store.postgres_membership import NOW

FORGETTING = 1_819_632_751  # an advisory lock: writers share it, who forgets tables has it alone
TRIES = 5
OVERTAKEN = (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

# A server that stops in the middle of a transaction holds up who takes its tables only for so many milliseconds
WRITING = f"""
SELECT pg_advisory_xact_lock_shared({FORGETTING}), set_config('idle_in_transaction_session_timeout', '1000', true)
"""
# The last numbers of tables that have a lease, and its epoch (-1: it has expired); whoever takes one has to wait
FENCE = f"""
SELECT table_id, (SELECT max(n) FROM events WHERE table_id = leases.table_id),
  CASE WHEN expires > {NOW} THEN epoch ELSE -1 END
FROM leases LEFT JOIN servers ON servers.id = leases.server
WHERE table_id = ANY($1) ORDER BY table_id FOR SHARE OF leases
"""
LAST = """
SELECT wanted.id, (SELECT max(n) FROM events WHERE table_id = wanted.id) FROM unnest($1::text[]) AS wanted (id)
"""


class PostgresWriter:
    """Items wait in a list; the task takes them all, and connects anew whenever the connection was lost."""

    def __init__(self, url: str, condition: Condition) -> None:
        self._url = url
        self._condition = condition
        self._waiting: list[Append | Keep] = []
        self._wanted = Event()
        self._ending = False
        self._connection: Connection = None
        self._committing = False  # whether what is written may be stored, for all we know

    def put(self, item: Append | Keep) -> None:
        """Has an item written."""
        self._waiting.append(item)
        self._wanted.set()

    def cut(self) -> None:
        """Gives up what is being written: this server has lost its leases."""
        if self._connection is not None:
            self._connection.terminate()

    def end(self) -> None:
        """Asks the task to write what waits, and to end."""
        self._ending = True
        self._wanted.set()

    async def run(self) -> None:
        """The task."""
        while self._waiting or not self._ending:
            items, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if items:
                call_all(await self._write(items))
            elif not self._ending:
                self._wanted.clear()
                await self._wanted.wait()
        self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _write(self, items: Sequence[Append | Keep]) -> list[Call]:
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await connect(self._url)
            with kindly("written"):
                outcomes = await self._settled(items)
        except StoreError as problem:
            error = UnknownOutcomeError(str(problem)) if self._committing else problem
            self._condition.failed(error)
            self._disconnect()
            return [(item.then, error) for item in items]
        finally:
            self._committing = False
        self._condition.worked()
        return outcomes

    async def _settled(self, items: Sequence[Append | Keep]) -> list[Call]:
        """Writes a group; looks again at what is stored when another server was quicker."""
        for _ in range(TRIES):
            self._committing = False
            try:
                return await self._commit(items)
            except OVERTAKEN:
                continue
        raise StoreError("other servers kept changing the same tables")

    async def _commit(self, items: Sequence[Append | Keep]) -> list[Call]:
        tables = {item.table for item in items}
        async with self._connection.transaction():
            await self._connection.execute(WRITING)
            leased = await self._connection.fetch(FENCE, tables)
            known = {table: last or 0 for table, last, _ in leased}
            if free := tables - known.keys():
                known |= {table: last or 0 for table, last in await self._connection.fetch(LAST, free)}
            group = Group(known, items, {table: epoch for table, _, epoch in leased})
            for insert, rows in inserts(group):
                await self._connection.execute(statement(insert), *zip(*rows, strict=True))
            self._committing = True
        return group.outcomes


def statement(insert: Insert) -> str:
    """An insert of whole columns."""
    columns = ", ".join(f"${n}::{type_}[]" for n, type_ in enumerate(insert.types, 1))
    return f"{insert.head} SELECT * FROM unnest({columns}) {insert.tail}"
