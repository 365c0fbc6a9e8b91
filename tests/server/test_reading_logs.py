"""Tables are read from their logs: whole or not at all, never twice at a time, and reading writes nothing."""

import asyncio
import sqlite3
from random import Random
from typing import Any

import pytest

from ludotheque.table.state import KEPT_TALK
from tests.server.serving import Person, Running, quick, serving

MOMENT = 0.002  # seconds after which a table that nobody looks at is put to sleep


async def played(server: Running, until: int = 30) -> tuple[Person, str]:
    """Ann's table, asleep in the middle of a match."""
    (ann,) = await server.guests("Ann")
    table = await ann.make("holzwurm", 2, options={"rounds": 1})
    async with ann.at(table) as seat:
        await seat.start()
        await seat.play(Random(1), lambda: seat.n >= until or seat.stage == "over")
    return ann, table


def change(database: str, *statements: str) -> None:
    """Does something to a file that no server has open; without snapshots, so that logs are read."""
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.execute("DELETE FROM snapshots")
        for statement in statements:
            connection.execute(statement)


def stored(database: str) -> list[Any]:
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        return connection.execute("SELECT table_id, n, at, body FROM events ORDER BY table_id, n").fetchall()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM events WHERE n = 9", "log_gap"),
        ("DELETE FROM events WHERE n = 1", "log_gap"),
        ("""UPDATE events SET body = '{"kind":"rained"}' WHERE n = 9""", "unknown_event"),
        ("UPDATE events SET body = '{' WHERE n = 9", "unknown_event"),
        ("""UPDATE events SET body = '{"kind":"did","seat":0,"do":"lay r99 new"}' WHERE n = 9""", "unknown_event"),
        (
            """UPDATE events SET body = '{"kind":"dealt","deck":"r1 r1"}' WHERE CAST(body AS TEXT) LIKE '%dealt%'""",
            "unknown_event",
        ),
        (
            """UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '"rules":1', '"rules":77') AS BLOB)""",
            "other_rules",
        ),
        (
            """UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'holzwurm', 'of a newer version') AS BLOB)""",
            "unknown_event",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_by_name_and_stays_as_it_is(
    statement: str, code: str, sqlite_database: str
) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, table = await played(server)
        change(sqlite_database, statement)
        before = stored(sqlite_database)
        async with serving(quick(sqlite_database)) as server:
            ann.url = server.url
            for _ in range(2):
                async with ann.at(table) as seat:
                    refused = await seat.told_refused(code)
                    assert refused["message"]
                    assert await seat.dropped() == (4409, code)
            answer = await ann.get(f"/api/tables/{table}/said")
            assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert stored(sqlite_database) == before

    asyncio.run(main())


@pytest.mark.parametrize(
    "broken",
    ["substr(body, 1, length(body) - 9)", "zeroblob(100)", "CAST(replace(body, 'Ann', 'Bob') AS BLOB)"],
)
def test_where_a_snapshot_is_broken_the_log_is_replayed(broken: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, table = await played(server)
            async with ann.at(table) as seat:
                before = (await seat.opened()).mine["hand"]
        with sqlite3.connect(sqlite_database.removeprefix("sqlite:///")) as connection:
            assert connection.execute(f"UPDATE snapshots SET body = {broken} WHERE body != {broken}").rowcount == 1
        async with serving(quick(sqlite_database)) as server:
            ann.url = server.url
            async with ann.at(table) as seat:
                assert (await seat.opened()).mine["hand"] == before
                assert "Ann" in str(seat.table)

    asyncio.run(main())


def test_an_unfinished_match_is_refused_without_reading_its_log(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, table = await played(server, until=8)
            read: list[str] = []
            wanted = server.room.store.log

            async def log(name: str, since: int = 0) -> Any:
                read.append(name)
                return await wanted(name, since)

            monkeypatch.setattr(server.room.store, "log", log)
            for asleep in (False, True):
                if asleep:
                    server.room.hall.sleep(server.room.hall.tables[table])
                for what in ("record", "replay"):
                    answer = await ann.get(f"/api/tables/{table}/matches/1/{what}")
                    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
                    answer = await ann.get(f"/api/tables/{table}/matches/2/{what}")
                    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_match")
            assert read == []

    asyncio.run(main())


def test_coming_back_and_reading_talk_cost_the_same_however_much_was_said(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            people = await server.guests(*(f"Guest {n}" for n in range(5)))
            table = await people[0].make("willi", 4)
            for person in people:
                async with person.at(table) as seat:
                    await asyncio.gather(*(seat.ask("say", text="x" * 240) for _ in range(300)))
                    refused = await seat.ask("say", text="and one more")
                    assert refused["code"] == "said_enough"
            live = server.room.hall.tables[table]
            assert len(live.table.facts.talk) == KEPT_TALK
            assert sum(len(chunk.times) for chunk in live.history._chunks) <= 2 * 100

    asyncio.run(main())


def test_a_table_that_falls_asleep_while_somebody_enters_is_the_one_they_enter(sqlite_database: str) -> None:
    """A thousand times: some enter and some give up while a sweep puts to sleep whatever nobody looks at."""

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            hall, (_, table) = server.room.hall, await played(server, until=8)
            chance = Random(3)

            async def sweep() -> None:
                while True:
                    for live in [*hall.tables.values()]:
                        if live.quiet and hall.clock.now() - live.idle_since >= MOMENT:
                            hall.sleep(live)
                    await asyncio.sleep(0)

            async def visit() -> None:
                for _ in range(chance.randrange(4)):
                    await asyncio.sleep(0)
                live = await hall.find(table)
                assert hall.tables[table] is live
                seen.append(live)

            seen: list[Any] = []
            sweeping = asyncio.create_task(sweep())
            for _ in range(1000):
                visits = [asyncio.create_task(visit()) for _ in range(4)]
                for _ in range(chance.randrange(12)):
                    await asyncio.sleep(0)
                visits[chance.randrange(4)].cancel()
                await asyncio.gather(*visits, return_exceptions=True)
                assert not [one.exception() for one in visits if not one.cancelled() and one.exception()]
            sweeping.cancel()
            assert len(seen) >= 3000

    asyncio.run(main())


@pytest.mark.long
def test_two_servers_that_meet_at_a_table_write_only_what_was_asked(postgresql_database: str) -> None:
    async def main() -> None:
        settings = quick(postgresql_database)
        async with serving(settings) as one, serving(settings) as two:
            ann, bob = await one.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, options={"rounds": 1})
            bob.url = two.url
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await until_stored(host, "start")
                moves = 0
                for seat in (host, guest) * 60:
                    await asyncio.sleep(0.05)
                    if seat.may_act() and (await seat.do(seat.mine["choices"][0]))["kind"] == "answer":
                        moves += 1
                await asyncio.sleep(1.0)
                log = await one.room.store.log(table)
                kinds = [row.body.partition(b'"kind":"')[2].partition(b'"')[0].decode() for row in log]
                assert moves >= 3, "nobody could play"
                assert kinds.count("resumed") <= 1
                quiet = len(log)
                await asyncio.sleep(2.0)
                assert len(await one.room.store.log(table)) == quiet, "servers write without being asked"

    async def until_stored(seat: Any, kind: str) -> None:
        async with asyncio.timeout(10):
            while (await seat.ask(kind))["kind"] != "answer":
                await asyncio.sleep(0.1)

    asyncio.run(main())
