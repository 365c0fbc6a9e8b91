"""The store fails in the middle of matches: nothing half happens, everybody is told, and tables go on by themselves."""

import asyncio
import atexit
import logging
import os
import signal
import sqlite3
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from ludotheque.bench.postgres import started
from ludotheque.server import hall
from ludotheque.store.sqlite import SqliteStore
from tests.server.serving import Message, Person, Running, Seat, quick, serving
from tests.server.streams import Streams, numbers
from tests.store.databases import fresh_postgresql


async def set_room(store: Any, pages: int) -> None:
    """A disk with room for so many more pages; 0 for as many as there can be."""
    assert isinstance(store, SqliteStore)

    def limit(connection: sqlite3.Connection) -> None:
        (used,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {used + pages if pages else 2**30}")

    await store._work(limit)


async def same_as_log(server: Running, table: str, seats: list[Seat]) -> Streams:
    """Checks that everybody was told what the log says, and nothing else."""
    scenes: dict[int, set[int]] = {}
    for seat in seats:
        number = seat.mine.get("seat")
        scenes.setdefault(-1 if number is None else number, set()).update(numbers(seat.messages, "scene"))
    streams = Streams(table, await server.room.store.log(table), scenes)
    for seat in seats:
        number = seat.mine.get("seat")
        viewer = -1 if number is None else number
        for raw, message in zip(seat.raw, seat.messages, strict=True):
            if message["kind"] == "event":
                assert raw == streams.events[viewer][message["n"]]
            elif message["kind"] == "scene":
                assert raw == streams.scenes[viewer][message["n"]]
    return streams


def test_a_full_disk(sqlite_database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, cas = await server.guests("Ann", "Bob", "Cas")
            table = await ann.make("holzwurm", 2, options={"rounds": 1})
            async with ann.at(table) as host, bob.at(table) as guest, cas.at(table) as watcher:
                await guest.ask("sit")
                await host.start()
                await together(host, guest, watcher)
                await set_room(server.room.store, 2)
                said = await until_full(guest)
                told = [one["text"] for one in await watcher.told("said", len(said))]
                assert told == said
                refused = await host.ask("say", text="x")
                assert refused["code"] == "storage"
                health = await cas.get("/health")
                assert (health.status_code, health.json()["status"]) == (503, "degraded")
                made = await cas.post("/api/tables", {"game": "willi", "seats": 3, "edition": "french"})
                assert (made.status_code, made.json().get("code")) in ((503, "storage"), (201, None))
                await set_room(server.room.store, 0)
                health = await cas.get("/health")  # it tries by itself: nobody has to play for that
                assert (health.status_code, health.json()["status"]) == (200, "ok")
                await until_stored(host)
                await together(host, guest, watcher)
                await asyncio.gather(*(seat.play_on(Random(1)) for seat in (host, guest)))
                await watcher.ended()
                await same_as_log(server, table, [host, guest, watcher])
            log = await server.room.store.log(table)
            assert sum(b'"said"' in row.body for row in log) == len(said) + 1

    asyncio.run(main())
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert told == ["the database fails", "the database works again"]


def test_an_outage_of_postgresql_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """A server of its own, that stops like a crash and comes back: while matches are played."""

    async def main(postgres: Any, folder: Path, database: str) -> None:
        async with serving(quick(database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            tables = [await one.make("holzwurm", 3) for one in (ann, bob)]
            async with ann.at(tables[0]) as host, bob.at(tables[1]) as other:
                await host.ask("start")
                await other.ask("start")
                os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
                for seat in (host, other):
                    async with asyncio.timeout(20):
                        while (await seat.ask("say", text="x"))["kind"] == "answer":
                            await asyncio.sleep(0.05)
                for path in ("/health", "/api/tables/mine", f"/api/tables/{tables[0]}"):
                    assert (await ann.get(path)).status_code == 503
                await asyncio.sleep(4)  # long enough for every part to try again, and to be heard about it
                assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == [
                    "the database fails"
                ]
                postgres.ensure_postgres_running()
                for seat in (host, other):
                    await until_stored(seat)
                assert (await ann.get("/health")).json()["status"] == "ok"

    with tempfile.TemporaryDirectory(prefix="ludo-", ignore_cleanup_errors=True) as name:
        postgres = started(Path(name))
        try:
            asyncio.run(main(postgres, Path(name), fresh_postgresql(postgres.get_uri())))
        finally:
            postgres.cleanup()
            atexit.unregister(postgres._cleanup)
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert told == ["the database fails", "the database works again"]


async def together(*seats: Seat) -> None:
    n = max(seat.n for seat in seats)
    for seat in seats:
        await seat.until(lambda seat=seat: seat.n >= n)  # type: ignore[misc]


async def until_full(seat: Seat) -> list[str]:
    """Talks until nothing more can be stored; returns what could."""
    said: list[str] = []
    while True:
        text = f"{len(said)} " + "x" * 200
        answer = await seat.ask("say", text=text)
        if answer["kind"] == "refused":
            assert answer["code"] == "storage"
            assert answer["message"]
            return said
        said.append(text)
        assert len(said) < 10_000


async def until_stored(seat: Seat) -> Message:
    """Tries again with the same id, as a client should, until it is done."""
    async with asyncio.timeout(15):
        while (answer := await seat.ask("say", ref="again", text="done"))["kind"] == "refused":
            assert answer["code"] == "storage"
            await asyncio.sleep(0.05)
    return answer


def test_who_comes_while_a_table_cannot_be_stored_waits_for_it(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "MEND", (1.5,))

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host:
                await set_room(server.room.store, 1)
                await until_full(host)
                await set_room(server.room.store, 0)
                async with bob.at(table) as guest, bob.at(table) as gone:
                    await asyncio.sleep(0.2)
                    assert not guest.messages
                    gone.abort()
                    await guest.opened()
                    assert (await guest.ask("sit"))["kind"] == "answer"
                    await until_stored(host)
                    await together(host, guest)
                    await same_as_log(server, table, [host])

    asyncio.run(main())


def test_what_is_stored_is_not_refused_when_it_is_asked_again(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host:
                assert (await host.ask("say", ref="stored", text="stored"))["kind"] == "answer"
                await set_room(server.room.store, 1)
                await until_full(host)
                async with asyncio.timeout(20):
                    while server.room.hall.tables[table].broken:
                        await asyncio.sleep(0.01)
                lost = host.ask("say", ref="lost", text="x" * 240)
                again = host.ask("say", ref="stored", text="stored")
                refused, answered = await asyncio.gather(lost, again)
                assert refused["code"] == "storage"
                assert answered["kind"] == "answer"

    asyncio.run(main())


async def cut_connections(database: str) -> None:
    """Ends all connections to a PostgreSQL database but this one."""
    connection = await asyncpg.connect(database)
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    await connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    await connection.close()


def test_lost_connections_to_postgresql(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as server:
            people: list[Person] = await server.guests("Ann", "Bob")
            ann, bob = people
            table = await ann.make("holzwurm", 2, options={"rounds": 3})
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.start()
                playing = asyncio.gather(
                    *(seat.play(Random(1), lambda: host.stage == "over") for seat in (host, guest))
                )
                for _ in range(4):
                    await asyncio.sleep(0.15)
                    await cut_connections(postgresql_database)
                await playing
                streams = await same_as_log(server, table, [host, guest])
                answers = {one["id"] for seat in (host, guest) for one in seat.messages if one["kind"] == "answer"}
                caused = {ref for _, ref in streams.caused}
                assert answers <= caused
                assert max(streams.caused.values()) == 1

    asyncio.run(main())
