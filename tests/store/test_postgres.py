"""Troubles of PostgreSQL: lost connections and other servers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from ludotheque.bench.postgres import execute
from ludotheque.store.contract import ConflictError, Store, StoreError
from ludotheque.store.postgres_writer import WRITING
from tests.store.arrange import appended, opened, row, run, summary, until, waited_for

HANG_UP = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@asynccontextmanager
async def held(database: str) -> AsyncIterator[asyncpg.Connection]:
    """Keeps every writer waiting: somebody has locked the events."""
    connection = await asyncpg.connect(database)
    await connection.execute("BEGIN; LOCK TABLE events IN EXCLUSIVE MODE")
    yield connection
    connection.terminate()


def test_a_lost_connection_is_made_anew(postgresql_database: str) -> None:
    async def write(store: Store) -> None:
        for n in range(1, 4):
            assert await appended(store, row(n)) is None
            await execute(postgresql_database, HANG_UP)
            await asyncio.sleep(0.05)
        assert await store.log("t") == [row(1), row(2), row(3)]

    run(postgresql_database, write)


def test_a_connection_lost_in_a_commit_fails_its_group_and_the_next_one_goes_on(postgresql_database: str) -> None:
    heard: list[StoreError | None] = []

    async def write(store: Store) -> None:
        assert await appended(store, row(1)) is None
        async with held(postgresql_database) as holding:
            store.append([row(2)], None, heard.append)
            store.append([row(1, "other")], None, heard.append)
            await waited_for(holding)
            store.append([row(3)], None, heard.append)
            await holding.execute(HANG_UP)
        await until(lambda: len(heard) == 3)
        assert [type(one) for one in heard] == [StoreError, StoreError, ConflictError]
        assert await appended(store, row(2)) is None
        assert await store.log("t") == [row(1), row(2)]
        assert await store.log("other") == []

    run(postgresql_database, write)


def test_servers_that_write_the_same_table_conflict_and_never_both_win(postgresql_database: str) -> None:
    async def compete(store: Store, name: str) -> int:
        """Appends until there are 60 rows, from whatever the log has."""
        won = 0
        while (last := len(await store.log("t"))) < 60:
            problem = await appended(store, row(last + 1, body=name.encode()), about=summary(people=(name,)))
            assert problem is None or isinstance(problem, ConflictError)
            won += problem is None
        return won

    async def all_compete() -> None:
        async with opened(postgresql_database) as one, opened(postgresql_database) as two:
            won = await asyncio.gather(compete(one, "one"), compete(two, "two"))
            log = await one.log("t")
        assert [row.n for row in log] == list(range(1, len(log) + 1))
        assert [sum(row.body == name for row in log) for name in (b"one", b"two")] == list(won)

    asyncio.run(all_compete())


def test_forgetting_waits_for_a_server_that_is_writing(postgresql_database: str) -> None:
    """Else a log could be deleted between the look at its last number and the next event."""

    async def forget(store: Store) -> None:
        assert await appended(store, row(1), about=summary(touched=1)) is None
        writing = await asyncpg.connect(postgresql_database)
        await writing.execute(f"BEGIN; {WRITING}")
        forgetting = asyncio.create_task(store.forget(5, 5))
        await waited_for(writing)
        assert not forgetting.done()
        await writing.execute("COMMIT")
        assert await forgetting == 1
        await writing.close()

    run(postgresql_database, forget)


def test_an_append_waits_for_nobody_who_reads(postgresql_database: str) -> None:
    async def write(store: Store) -> None:
        reading = asyncio.gather(*(store.tables_of("ann", 10) for _ in range(50)))
        assert await appended(store, row(1)) is None
        await reading

    run(postgresql_database, write)
