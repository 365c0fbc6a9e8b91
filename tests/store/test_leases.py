"""Leases: one owner a table, and nothing is stored by an older one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from threading import Event
from time import sleep

import asyncpg

from ludotheque.bench.postgres import execute
from ludotheque.store import postgres_membership
from ludotheque.store.contract import (
    Lease,
    LeaseLostError,
    Owner,
    Store,
    StoredSnapshot,
    StoreError,
    UnknownOutcomeError,
)
from ludotheque.store.postgres import PostgresStore
from ludotheque.store.postgres_leases import TAKE_ORPHANS
from ludotheque.store.postgres_membership import TTL
from ludotheque.store.postgres_writer import WRITING
from tests.store.arrange import opened, outcome, row, summary, until, waited_for

EXPIRED = "UPDATE servers SET expires = 0"
SLOW_COMMIT = (
    """
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END'
    """,
    """
    CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait()
    """,
)


class Joined:
    """A store that has joined the others, and what it has heard."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.leases = store.leases
        self.lost = 0
        self.members: dict[str, str] = {}

    def lose(self) -> None:
        self.lost += 1

    def meet(self, members: dict[str, str]) -> None:
        self.members = members

    async def append(self, lease: Lease, *numbers: int) -> StoreError | None:
        rows = [row(n, body=b'"%d"' % lease.epoch) for n in numbers]
        return await outcome(lambda then: self.store.append(rows, summary(), then, lease.epoch))

    async def own(self, table: str = "t", new: bool = False) -> Lease:
        lease = await self.leases.take(table, new)
        assert lease is not None
        assert not isinstance(lease, Owner)
        return lease


@asynccontextmanager
async def joined(database: str) -> AsyncIterator[Joined]:
    async with opened(database) as store:
        one = Joined(store)
        membership = await store.leases.join("127.0.0.1:1", one.lose, one.meet)
        assert membership is not None
        assert membership.server == store.leases.server
        yield one


@asynccontextmanager
async def commits_held(database: str) -> AsyncIterator[asyncpg.Connection]:
    """Whoever commits events waits, until the block ends."""
    await execute(database, *SLOW_COMMIT)
    connection = await asyncpg.connect(database)
    await connection.execute("SELECT pg_advisory_lock(7)")
    try:
        yield connection
    finally:
        await connection.close()


def test_a_table_has_one_owner_until_that_lets_go(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one, joined(postgresql_database) as two:
            assert await one.leases.take("t") is None
            first = await one.own(new=True)
            assert (first.epoch, first.held, first.ownerless) == (1, True, None)
            assert await one.append(first, 1, 2) is None
            assert await two.leases.take("t") == Owner(one.leases.server)
            assert await two.leases.owner("t") == Owner(one.leases.server)
            assert await one.leases.owner("t") is None
            await one.leases.release("t", first)
            second = await two.own()
            assert (second.epoch, second.ownerless) == (2, None)
            await one.leases.release("t", first)
            assert isinstance(await one.append(first, 3), LeaseLostError)
            old = StoredSnapshot("t", 2, b"old")
            kept = await outcome(lambda then: one.store.keep_snapshot(old, then, first.epoch))
            assert isinstance(kept, LeaseLostError)
            assert await two.append(second, 3) is None
            assert [one.body for one in await two.store.log("t")] == [b'"1"', b'"1"', b'"2"']
        async with joined(postgresql_database) as three:  # those who left let go of all
            assert (await three.own()).epoch == 3

    asyncio.run(main())


def test_both_know_each_other_and_hear_when_one_leaves(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one:
            async with joined(postgresql_database) as two:
                await until(lambda: list(one.members) == [two.leases.server])
                await until(lambda: list(two.members) == [one.leases.server])
            await until(lambda: not one.members)

    asyncio.run(main())


def test_who_did_not_renew_in_time_loses_all_and_gets_another_name(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one, joined(postgresql_database) as two:
            lease = await one.own(new=True)
            assert await one.append(lease, 1) is None
            before = one.leases.server
            await execute(postgresql_database, f"{EXPIRED} WHERE id = '{before}'")
            assert isinstance(await one.append(lease, 2), LeaseLostError)
            taken = (await two.leases.take_orphans(10)).get("t") or await two.own()
            assert taken.epoch == 2
            assert taken.ownerless is not None
            await until(lambda: one.lost == 1)
            await until(lambda: one.leases.server != before)
            assert not lease.held
            assert isinstance(await one.append(lease, 2), LeaseLostError)
            assert await two.append(taken, 2) is None
            assert await two.leases.take_orphans(10) == {}
            assert await one.leases.take("t") == Owner(two.leases.server)

    asyncio.run(main())


def test_servers_that_take_orphans_at_the_same_time_get_different_ones(postgresql_database: str) -> None:
    async def main() -> None:
        async with (
            joined(postgresql_database) as one,
            joined(postgresql_database) as two,
            joined(postgresql_database) as dead,
        ):
            for n in range(30):
                await dead.own(f"t{n}", new=True)
            assert await one.leases.take_orphans(10) == {}
            await execute(postgresql_database, f"{EXPIRED} WHERE id = '{dead.leases.server}'")
            found = await asyncio.gather(*(server.leases.take_orphans(8) for server in (one, two, one, two)))
            tables = [table for some in found for table in some]
            assert len(tables) == len(set(tables)) > 8
            leases = [lease for some in found for lease in some.values()]
            assert {lease.epoch for lease in leases} == {2}
            assert all(lease.ownerless is not None for lease in leases)

    asyncio.run(main())


def test_who_looks_for_orphans_passes_over_leases_that_nobody_holds(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database):
            connection = await asyncpg.connect(postgresql_database)
            leases = "INSERT INTO leases SELECT '{0}' || n, '{0}', 1 FROM generate_series(1, {1}) n"
            for server, tables in (("", 100_000), ("a", 1_000), ("b", 1_000)):
                await connection.execute(leases.format(server, tables))
            await connection.execute("INSERT INTO servers SELECT 'dead' || n, '', 0 FROM generate_series(1, 30) n")
            await connection.execute("ANALYZE")
            plan = await connection.fetch(f"EXPLAIN {TAKE_ORPHANS}", "me", TTL, 20)
            await connection.close()
            assert "Seq Scan on leases" not in str(plan)

    asyncio.run(main())


def test_a_blocked_event_loop_keeps_its_leases(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one, joined(postgresql_database) as two:
            lease = await one.own(new=True)
            assert await one.append(lease, 1) is None
            sleep(postgres_membership.TTL + 1)
            assert lease.held
            assert await one.append(lease, 2) is None
            assert isinstance(await two.leases.take("t"), Owner)
            assert one.lost == 0

    asyncio.run(main())


def test_leases_are_renewed_while_thousands_of_events_are_stored(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one:
            lease = await one.own(new=True)
            stored: list[StoreError | None] = []
            begun = asyncio.get_running_loop().time()
            n = 0
            while asyncio.get_running_loop().time() < begun + postgres_membership.TTL + 1:
                for _ in range(500):
                    n += 1
                    one.store.append([row(n)], None, stored.append, lease.epoch)
                await until(lambda: len(stored) == n)  # noqa: B023
            assert set(stored) == {None}
            assert lease.held
            assert one.lost == 0

    asyncio.run(main())


def test_without_the_database_leases_are_over_when_their_time_is(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one:
            lease = await one.own(new=True)
            assert isinstance(one.leases.server, str)
            unreachable = await asyncpg.connect(postgresql_database)
            await unreachable.execute("BEGIN; LOCK TABLE servers IN ACCESS EXCLUSIVE MODE")
            await until(lambda: one.lost == 1)
            assert not lease.held
            await unreachable.execute("COMMIT")
            await unreachable.close()
            async with asyncio.timeout(20):
                while True:
                    try:
                        again = await one.own("u", new=True)
                    except StoreError:
                        await asyncio.sleep(0.05)
                    else:
                        break
            assert again.held

    asyncio.run(main())


def test_taking_a_table_waits_for_what_is_being_stored(postgresql_database: str) -> None:
    """So the log says what holds: a commit whose answer was lost is in it by then, or will never be."""

    async def main() -> None:
        async with joined(postgresql_database) as one:
            lease = await one.own(new=True)
            assert await one.append(lease, 1) is None
            heard: list[StoreError | None] = []
            async with commits_held(postgresql_database) as held:
                one.store.append([row(2)], None, heard.append, lease.epoch)
                await waited_for(held)
                assert isinstance(one.store, PostgresStore)
                one.store._writer.cut()
                await until(lambda: heard)
                assert isinstance(heard[0], UnknownOutcomeError)
                taking = asyncio.create_task(one.own())
                await waited_for(held, 2)
                assert not taking.done()
            again = await taking
            assert again.epoch == 2
            assert [one.n for one in await one.store.log("t")] == [1, 2]
            assert isinstance(await one.append(lease, 3), LeaseLostError)
            assert await one.append(again, 3) is None

    asyncio.run(main())


def test_who_stops_in_the_middle_of_a_transaction_holds_up_nobody_for_long(postgresql_database: str) -> None:
    async def main() -> None:
        async with joined(postgresql_database) as one, joined(postgresql_database) as two:
            lease = await one.own(new=True)
            assert await one.append(lease, 1) is None
            stuck = await asyncpg.connect(postgresql_database)
            await stuck.execute(f"BEGIN; {WRITING}")
            await stuck.execute("SELECT 1 FROM leases WHERE table_id = 't' FOR SHARE")
            await execute(postgresql_database, f"{EXPIRED} WHERE id = '{one.leases.server}'")
            async with asyncio.timeout(10):
                assert (await two.own()).epoch == 2
            stuck.terminate()

    asyncio.run(main())


def test_with_sqlite_one_server_owns_all(sqlite_database: str) -> None:
    async def main() -> None:
        async with opened(sqlite_database) as store:
            leases = store.leases
            assert not leases.shared
            assert await leases.join("", Event().set, partial(print, end="")) is None
            lease = await leases.take("t")
            assert lease is not None
            assert not isinstance(lease, Owner)
            assert lease.held
            assert await leases.owner("t") is None
            assert await leases.take_orphans(10) == {}
            await leases.release("t", lease)
            assert lease.held
            await leases.leave()

    asyncio.run(main())
