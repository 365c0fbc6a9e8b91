"""What only PostgreSQL can meet with: lost connections and other servers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg
import msgspec
import pytest

from ludotheque.store.contract import ConflictError, Store, StoreError
from ludotheque.store.postgres_writer import PAYLOAD, WRITING, payloads
from tests.store.arrange import appended, opened, row, run, summary
from tests.store.databases import execute

HANG_UP = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def held(database: str) -> AsyncIterator[None]:
    """Keeps every writer waiting: somebody has locked the events."""
    connection = await asyncpg.connect(database)
    await connection.execute("BEGIN; LOCK TABLE events IN EXCLUSIVE MODE")
    yield
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
        async with held(postgresql_database):
            store.append([row(2)], None, heard.append)
            store.append([row(1, "other")], None, heard.append)
            await asyncio.sleep(0.2)
            store.append([row(3)], None, heard.append)
            await execute(postgresql_database, HANG_UP)
        await until(lambda: len(heard) == 3)
        assert [type(one) for one in heard] == [StoreError, StoreError, ConflictError]
        assert await appended(store, row(2)) is None
        assert await store.log("t") == [row(1), row(2)]
        assert await store.log("other") == []

    run(postgresql_database, write)


def test_other_servers_hear_of_what_is_committed_and_oneself_does_not(postgresql_database: str) -> None:
    async def talk() -> None:
        heard: dict[str, list[tuple[str, int]]] = {"one": [], "two": []}
        async with opened(postgresql_database) as one, opened(postgresql_database) as two:
            one.listen(lambda table, n: heard["one"].append((table, n)))
            two.listen(lambda table, n: heard["two"].append((table, n)))
            await asyncio.sleep(0.3)
            one.append([row(1), row(2)], summary(), lambda _: None)
            one.append([row(1, "other")], None, lambda _: None)
            await until(lambda: len(heard["two"]) == 2)
            assert await two.log("t") == [row(1), row(2)]
            assert await appended(two, row(3)) is None
            await until(lambda: len(heard["one"]) == 1)
        assert sorted(heard["two"]) == [("other", 1), ("t", 2)]
        assert heard["one"] == [("t", 3)]

    asyncio.run(talk())


def test_what_was_missed_while_the_connection_was_lost_is_told(postgresql_database: str) -> None:
    async def talk() -> None:
        heard: list[tuple[str, int]] = []
        async with opened(postgresql_database) as one, opened(postgresql_database) as two:
            assert await appended(one, row(1), about=summary()) is None
            two.listen(lambda table, n: heard.append((table, n)))
            await until(lambda: heard == [("t", 1)])
            await execute(postgresql_database, HANG_UP)
            await asyncio.sleep(0.05)
            assert await appended(one, row(2)) is None
            await until(lambda: heard[-1] == ("t", 2))
            assert await appended(one, row(3)) is None
            await until(lambda: heard[-1] == ("t", 3))

    asyncio.run(talk())


def test_a_group_of_many_tables_is_told_in_pieces_that_fit(postgresql_database: str) -> None:
    async def talk() -> None:
        heard: dict[str, int] = {}
        names = [f"{n:03}" + "é" * 40 for n in range(500)]
        async with opened(postgresql_database) as one, opened(postgresql_database) as two:
            two.listen(heard.__setitem__)
            await asyncio.sleep(0.3)
            for name in names:
                one.append([row(1, name)], None, lambda _: None)
            await until(lambda: len(heard) == 500)
        assert heard == dict.fromkeys(names, 1)

    asyncio.run(talk())


@pytest.mark.parametrize("name", ["t", "a" * 20, "é" * 20, '"' * 30])
@pytest.mark.parametrize("tables", [1, 2, 300, 999])
def test_payloads_fit_and_say_everything(name: str, tables: int) -> None:
    last = {f"{name}{n}": n for n in range(tables)}
    pieces = list(payloads("server", last))
    assert all(len(piece.encode()) <= PAYLOAD for piece in pieces)
    told: dict[str, int] = {}
    for piece in pieces:
        server, some = msgspec.json.decode(piece)
        assert server == "server"
        told |= some
    assert told == last
    assert len(pieces) <= len("".join(pieces).encode()) // (PAYLOAD // 2) + 1


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
        await asyncio.sleep(0.3)
        assert not forgetting.done()
        await writing.execute("COMMIT")
        assert await forgetting == 1
        await writing.close()

    run(postgresql_database, forget)


def test_an_append_waits_for_nobody_who_reads(postgresql_database: str) -> None:
    async def write(store: Store) -> None:
        reading = asyncio.gather(*(store.listed(10) for _ in range(50)))
        assert await appended(store, row(1)) is None
        await reading

    run(postgresql_database, write)
