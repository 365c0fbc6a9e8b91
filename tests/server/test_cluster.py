"""Several servers on one PostgreSQL: whichever one comes to, everything is the same."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any

import asyncpg
import pytest

from ludotheque.bench.postgres import execute
from ludotheque.server import crew, hall, links
from ludotheque.store.postgres import PostgresStore
from tests.server.serving import Message, Person, Running, quick, serving
from tests.store.arrange import waited_for
from tests.store.test_leases import EXPIRED, commits_held

DEAD = "SELECT count(*) FROM leases WHERE server = 'dead'"
HANG_UP_COMMITS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT;'
"""


@asynccontextmanager
async def two_servers(database: str, **changes: Any) -> AsyncIterator[tuple[Running, Running]]:
    """Two servers that have met."""
    async with serving(quick(database, **changes)) as one, serving(quick(database, **changes)) as two:
        async with asyncio.timeout(20):
            while not (met(one) and met(two)):
                await asyncio.sleep(0.02)
        yield one, two


def met(server: Running) -> bool:
    return any(peer.opened for peer in server.room.cluster.peers)


def elsewhere(person: Person, server: Running) -> Person:
    """The same person, who has come by another server."""
    other = Person(server.url, person.name, person.language, person.token)
    other.id, other.salts = person.id, person.salts
    return other


def test_people_at_two_servers_play_at_one_table(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            (ann,) = await one.guests("Ann")
            bob, cas = await two.guests("Bob", "Cas")
            table = await ann.make("holzwurm", 2, options={"rounds": 1})
            async with bob.at(table) as guest, ann.at(table) as host, cas.at(table) as watcher:
                await guest.opened()
                assert (await guest.ask("sit"))["kind"] == "answer"
                await host.until(lambda: len(host.people) == 3)
                await guest.until(lambda: sorted(guest.people) == sorted(host.people))
                await host.start()
                await asyncio.gather(host.play_on(Random(1)), guest.play_on(Random(2)))
                await watcher.ended()
                assert [one["event"]["kind"] for one in watcher.events()].count("resumed") == 0
            assert list(one.room.hall.tables) == [table]
            assert not two.room.hall.tables
            for person in (ann, bob):
                assert (await person.get(f"/api/tables/{table}/matches/1/record")).status_code == 200

    asyncio.run(main())


def test_limits_and_names_are_the_same_at_every_server(postgresql_database: str) -> None:
    async def main() -> None:
        changes = {"connections_per_person": 2, "tables_per_minute": 2}
        async with two_servers(postgresql_database, **changes) as (one, two):
            (ann,) = await one.guests("Ann")
            there = elsewhere(ann, two)
            table = await ann.make("willi", 3, listed=True)
            await there.make("willi", 3)
            assert (await ann.post("/api/tables", {"game": "willi", "seats": 3})).status_code == 429
            async with ann.at(table) as first, there.at(table) as second:
                await first.opened()
                await second.opened()
                for person in (ann, there):
                    async with person.at(table) as third:
                        assert await third.dropped() == (4429, "too_many_connections")
                for person in (ann, there):
                    assert [one["id"] for one in (await person.get("/api/tables")).json()] == [table]
                    assert len((await person.get("/api/tables/mine")).json()) == 2
                    assert len((await person.get(f"/api/tables/{table}/said")).json()) == 0
                await ann.post("/api/me", {"name": "Anna", "language": "de"})
                async with asyncio.timeout(20):
                    while (await there.get("/api/me")).json()["name"] != "Anna":
                        await asyncio.sleep(0.02)

    asyncio.run(main())


def test_mutes_hints_and_removal_go_through_another_server(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            (ann,) = await one.guests("Ann")
            (bob,) = await two.guests("Bob")
            table = await ann.make("holzwurm", 2, first=1)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.opened()
                await guest.ask("sit")
                await guest.ask("mute", people=[ann.id])
                await host.start()
                await guest.until(guest.may_act)
                hinted = await guest.ask("hint", level="newcomer")
                assert hinted["kind"] == "hinted"
                assert hinted["do"] in guest.mine["choices"]
                n = guest.n
                await host.ask("say", text="unheard")
                await guest.until(lambda: guest.n > n)
                assert "unheard" not in "".join(guest.raw)
                refused = await guest.refused_for(b"\xff nonsense")
                assert refused["code"] == "bad_message"
            (cas,) = await two.guests("Cas")
            async with ann.at(table) as host, cas.at(table) as watcher:
                await watcher.opened()
                assert (await host.ask("remove", person=cas.id))["kind"] == "answer"
                assert (await watcher.dropped())[0] == 4410
            async with cas.at(table) as again:
                assert (await again.dropped())[0] == 4410
            async with cas.at("nowhere") as lost:
                assert (await lost.dropped())[0] == 4404

    asyncio.run(main())


def test_a_hint_at_one_server_counts_once_at_the_other(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "HINTS_PER_MINUTE", 2)

    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            (ann,) = await one.guests("Ann")
            people = ann, elsewhere(ann, two)
            tables = [await person.make("willi", 4, first=0) for person in people]
            async with ann.at(tables[0]) as here, people[1].at(tables[1]) as there:
                for seat in (here, there):
                    await seat.start()
                    await seat.until(seat.may_act)
                for seat in (here, there):
                    assert (await seat.ask("hint", level="regular"))["kind"] == "hinted"
                refused = await here.ask("hint", level="regular")
                assert refused["code"] == "too_fast"
                assert 0 < refused["facts"]["seconds"] <= 30

    asyncio.run(main())


def test_too_fast_is_too_fast_through_another_server(postgresql_database: str) -> None:
    async def main() -> None:
        changes = {"commands_per_second": 1.0, "commands_burst": 3}
        async with two_servers(postgresql_database, **changes) as (one, two):
            (ann,) = await one.guests("Ann")
            (bob,) = await two.guests("Bob")
            table = await ann.make("willi", 3)
            async with bob.at(table) as guest:
                await guest.opened()
                for n in range(210):
                    await guest.send(f"b{n}", kind="back")
                assert await guest.dropped() == (4429, "too_fast")
                assert sum(one["kind"] == "refused" and one["code"] == "too_fast" for one in guest.messages) > 100

    asyncio.run(main())


def cut(server: Running) -> None:
    """Breaks the connection that the server stores by."""
    assert isinstance(server.room.store, PostgresStore)
    server.room.store._writer.cut()


async def answers_around(database: str, strike: Callable[[Running], Awaitable[None]]) -> list[Message]:
    """Answers to one command, given when its COMMIT is held, once more after a blow, and again: it is stored once."""
    async with serving(quick(database)) as server:
        (ann,) = await server.guests("Ann")
        table = await ann.make("holzwurm", 2)
        async with ann.at(table) as host:
            say = partial(host.ask, "say", ref="s", text="stored")
            await host.opened()
            async with commits_held(database) as held:
                first = asyncio.create_task(say())
                await waited_for(held)
                await strike(server)
                second = asyncio.create_task(say())
            answers = [await first, await second, await say()]
        log = await server.room.store.log(table)
        assert sum(b"stored" in row.body for row in log) == 1
    return answers


def test_a_command_is_acknowledged_whose_commit_was_lost_but_stored(postgresql_database: str) -> None:
    async def lose(server: Running) -> None:
        cut(server)

    answers = asyncio.run(answers_around(postgresql_database, lose))
    assert [answer["kind"] for answer in answers] == ["answer"] * 3


def test_a_command_is_refused_that_was_never_committed(postgresql_database: str) -> None:
    async def hang_up(_: Running) -> None:
        await execute(postgresql_database, HANG_UP_COMMITS)

    first, _, last = asyncio.run(answers_around(postgresql_database, hang_up))
    assert first["code"] == "storage"
    assert last["kind"] == "answer"


def test_a_table_is_made_whose_commit_was_lost_but_stored(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as server:
            (ann,) = await server.guests("Ann")
            async with commits_held(postgresql_database) as held:
                making = asyncio.create_task(ann.make("holzwurm", 2))
                await waited_for(held)
                cut(server)
            table = await making
            assert [one["id"] for one in (await ann.get("/api/tables/mine")).json()] == [table]
            async with ann.at(table) as host:
                assert (await host.ask("say", text="here"))["kind"] == "answer"

    asyncio.run(main())


def test_a_server_alone_goes_on_after_its_leases_were_lost(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.start()
                await execute(postgresql_database, EXPIRED)
                async with asyncio.timeout(20):
                    while (answer := await host.ask("say", ref="s", text="hello"))["kind"] == "refused":
                        assert answer["code"] == "storage"
                await guest.until(lambda: guest.n == host.n)
                await asyncio.gather(host.play_on(Random(1)), guest.play_on(Random(2)))
            assert server.room.metrics.leases_lost.value == 1
            log = await server.room.store.log(table)
            assert sum(b"hello" in row.body for row in log) == 1

    asyncio.run(main())


def test_a_table_that_nobody_can_read_keeps_no_other_from_being_taken_over(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as server:
            (ann,) = await server.guests("Ann")
            tables = [await ann.make("holzwurm", 2) for _ in range(2)]
            for name in tables:
                server.room.hall.sleep(server.room.hall.tables[name])
            monkeypatch.setattr(hall, "woken", lambda name, *log: woken(name, *log) if name != tables[0] else 1 // 0)
            await execute(postgresql_database, "INSERT INTO servers (id, address, expires) VALUES ('dead', '', 0)")
            for name in tables:
                await execute(postgresql_database, f"UPDATE leases SET server = 'dead' WHERE table_id = '{name}'")
                async with asyncio.timeout(20):
                    while await asked(postgresql_database, DEAD):
                        await asyncio.sleep(0.05)
            async with asyncio.timeout(20):
                while tables[1] not in server.room.hall.tables:
                    await asyncio.sleep(0.02)
            async with ann.at(tables[0]) as seat:
                await seat.dropped()

    woken = hall.woken
    asyncio.run(main())


async def asked(database: str, query: str) -> Any:
    """The answer of a database."""
    connection = await asyncpg.connect(database)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


def test_nobody_opens_a_link_without_the_secret(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            (peer,) = one.room.cluster.peers
            host, port = peer.address.split(":")
            opened: list[links.AnyLinkMessage] = []
            for secret, to in (("wrong", peer.server), (one.room.cluster.secret, "another server")):
                link = links.Caller(secret, "me", to, opened.append, lambda: None)
                await asyncio.get_running_loop().create_connection(lambda: link, host, int(port))  # noqa: B023
                await asyncio.wait([link.open], timeout=10)
                assert link.open.cancelled()
            for nonsense in (b"GET / HTTP/1.1\r\n\r\n", b"\x00\x00\x00\x04nope", b"\xff" * 100):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(nonsense)
                async with asyncio.timeout(10):
                    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                        await reader.readexactly(10_000)
                writer.close()
            assert not opened
            assert met(one)
            assert met(two)

    asyncio.run(main())


def test_servers_reach_each_other_by_ipv6(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database, peer_listen="[::1]:0") as (one, _):
            assert one.room.cluster.peers[0].address.startswith("[::1]:")

    asyncio.run(main())


def test_links_that_broke_are_made_again_and_clients_come_back(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            (ann,) = await one.guests("Ann")
            (bob,) = await two.guests("Bob")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.opened()
                await host.until(lambda: bob.id in host.people)
                for peer in two.room.cluster.peers:
                    peer.drop()
                assert await guest.dropped() == (1012, "moved")
                assert guest.messages[-1] == {"kind": "bye", "code": "moved", "seconds": 0.2}
                await host.until(lambda: bob.id not in host.people)
                async with bob.at(table, after=guest) as again:
                    assert (await again.ask("sit"))["kind"] == "answer"
                    await host.until(lambda: bob.id in host.people)

    asyncio.run(main())


def test_a_server_that_stops_says_so_and_passes_on_to_who_takes_its_tables(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            ann, bob = await one.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2)
            asleep = await ann.make("holzwurm", 2)
            one.room.hall.sleep(one.room.hall.tables[asleep])
            assert (await ann.get("/health")).json()["status"] == "ok"
            async with ann.at(table) as host:
                await host.opened()
                draining = asyncio.create_task(one.room.cluster.drain())
                await asyncio.sleep(0)
                health = await ann.get("/health")
                assert (health.status_code, health.json()["status"]) == (503, "draining")
                assert await host.dropped() == (1012, "moved")
                await draining
            async with asyncio.timeout(20):
                while table not in two.room.hall.tables:
                    await asyncio.sleep(0.02)
            for name in (table, asleep):
                async with ann.at(name) as again:
                    await again.opened()
                    assert (await again.ask("pace", pace="quick"))["kind"] == "answer"
            assert not one.room.hall.tables
            assert set(two.room.hall.tables) == {table, asleep}
            made = await bob.make("willi", 3)
            async with bob.at(made) as own:
                await own.opened()

    asyncio.run(main())
