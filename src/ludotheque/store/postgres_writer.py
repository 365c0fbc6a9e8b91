"""The writer of a server on PostgreSQL: a task that commits together whatever has come while it was busy."""

from asyncio import Event
from collections.abc import Iterator, Mapping, Sequence

import asyncpg
import msgspec

from ludotheque.store.condition import Condition
from ludotheque.store.contract import StoreError
from ludotheque.store.grouping import MOST, Append, Call, Group, Keep, call_all
from ludotheque.store.inserts import Insert, inserts
from ludotheque.store.postgres_connect import Connection, connect, kindly

CHANNEL = "ludotheque"
FORGETTING = 1_819_632_751  # an advisory lock: writers share it, who forgets tables has it alone
PAYLOAD = 7999  # bytes, PostgreSQL's limit
TRIES = 5
OVERTAKEN = (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

WRITING = f"SELECT pg_advisory_xact_lock_shared({FORGETTING})"
LAST = """
SELECT wanted.id, (SELECT max(n) FROM events WHERE table_id = wanted.id) FROM unnest($1::text[]) AS wanted (id)
"""
NOTIFY = f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest($1::text[]) AS payload"


class PostgresWriter:
    """Items wait in a list; the task takes them all, and connects anew whenever the connection was lost."""

    def __init__(self, url: str, server: str, condition: Condition) -> None:
        self._url = url
        self._condition = condition
        self._server = server
        self._waiting: list[Append | Keep] = []
        self._wanted = Event()
        self._ending = False
        self._connection: Connection = None

    def put(self, item: Append | Keep) -> None:
        """Has an item written."""
        self._waiting.append(item)
        self._wanted.set()

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
            self._condition.failed(problem)
            self._disconnect()
            return [(item.then, problem) for item in items]
        self._condition.worked()
        return outcomes

    async def _settled(self, items: Sequence[Append | Keep]) -> list[Call]:
        """Writes a group; looks again at what is stored when another server was quicker."""
        for _ in range(TRIES):
            try:
                return await self._commit(items)
            except OVERTAKEN:
                continue
        raise StoreError("other servers kept changing the same tables")

    async def _commit(self, items: Sequence[Append | Keep]) -> list[Call]:
        tables = sorted({item.table for item in items})
        async with self._connection.transaction():
            await self._connection.execute(WRITING)
            known = {table: last or 0 for table, last in await self._connection.fetch(LAST, tables)}
            group = Group(known, items)
            for insert, rows in inserts(group):
                await self._connection.execute(statement(insert), *zip(*rows, strict=True))
            if group.last:
                await self._connection.execute(NOTIFY, list(payloads(self._server, group.last)))
        return group.outcomes


def statement(insert: Insert) -> str:
    """An insert of whole columns."""
    columns = ", ".join(f"${n}::{type_}[]" for n, type_ in enumerate(insert.types, 1))
    return f"{insert.head} SELECT * FROM unnest({columns}) {insert.tail}"


def payloads(server: str, last: Mapping[str, int]) -> Iterator[str]:
    """What other servers are told: who wrote, and the last number of each log; in as few pieces as there must be."""
    piece: dict[str, int] = {}
    room = PAYLOAD - len(told(server, piece))
    for table, n in last.items():
        size = len(told("", {table: n}))
        if size > room and piece:
            yield told(server, piece).decode()
            piece, room = {}, PAYLOAD - len(told(server, {}))
        piece[table] = n
        room -= size
    yield told(server, piece).decode()


def told(server: str, last: Mapping[str, int]) -> bytes:
    """The payload of one notification."""
    return msgspec.json.encode((server, last))
