"""Short ways to fill and to ask a store."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from ludotheque.store import open_store
from ludotheque.store.contract import EventRow, Person, Stage, Store, StoredSnapshot, StoreError, Summary, Then

T = TypeVar("T")


WAITING = """
SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN (
    SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
)
"""  # not of pg_stat_activity, which stays as it is until a transaction ends


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


async def waited_for(holding: asyncpg.Connection, by: int = 1) -> None:
    """Waits until so many others wait for a lock."""
    async with asyncio.timeout(20):
        while await holding.fetchval(WAITING) < by:
            await asyncio.sleep(0.01)


def row(n: int, table: str = "t", body: bytes = b"{}") -> EventRow:
    return EventRow(table, n, 1000.0 + n, body)


def summary(
    id: str = "t",  # noqa: A002
    stage: Stage = "open",
    made: float = 1.0,
    touched: float = 2.0,
    listed: bool = True,
    people: tuple[str, ...] = (),
) -> Summary:
    return Summary(id, "willi", stage, listed, made, touched, b'{"seats":4}', people)


def person(id: str = "ann", seen: float = 5.0) -> Person:  # noqa: A002
    return Person(id, b"\x00proof", "Ann ♥", "nl", 4.0, seen)


async def outcome(ask: Callable[[Then], None], seconds: float = 60) -> StoreError | None:
    """What a call's `then` hears."""
    heard: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
    ask(heard.set_result)
    return await asyncio.wait_for(heard, seconds)


async def appended(store: Store, *rows: EventRow, about: Summary | None = None) -> StoreError | None:
    return await outcome(lambda then: store.append(rows, about, then))


async def kept(store: Store, snapshot: StoredSnapshot) -> StoreError | None:
    return await outcome(lambda then: store.keep_snapshot(snapshot, then))


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = await open_store(database)
    try:
        yield store
    finally:
        await store.close()


def run(database: str, ask: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """Asks an opened store."""

    async def within() -> T:
        async with opened(database) as store:
            return await ask(store)

    return asyncio.run(within())
