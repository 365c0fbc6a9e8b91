"""Servers of a cluster die, are stopped for a while, or are asked to stop: others go on with their tables."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from time import monotonic
from typing import Any

from tests.server.serving import Person, Process, Seat, launched
from tests.server.test_kill import Client, Player, compare
from tests.store.arrange import opened

TAKEOVER = 5.0  # seconds, as promised
BUSY = 5.0  # seconds more on a machine that has other things to do


@asynccontextmanager
async def two_processes(database: str, *given: str) -> AsyncIterator[list[Process]]:
    """Two servers, which are told to stop at the end if they still live."""
    servers = [await launched(database, *given) for _ in range(2)]
    try:
        yield servers
    finally:
        for server in servers:
            if server.process.returncode is None:
                await server.kill()


async def playing(server: Process, chance: Random, **setup: Any) -> list[Client]:
    """A host and a guest at a table of that server."""
    ann, bob = [await Person(server.url, name).come() for name in ("Ann", "Bob")]
    table = await ann.make("holzwurm", 3, level="newcomer", clock="brisk", options={"rounds": 1}, **setup)
    async with bob.at(table) as guest:
        await guest.ask("sit")
    return [Player(ann, table, chance), Player(bob, table, chance)]


async def moved_on(clients: list[Client], since: int) -> float:
    """Waits until all have been told more than that; the seconds it took."""
    begun = monotonic()
    async with asyncio.timeout(60):
        while any(client.last is None or client.last.n <= since for client in clients):
            await asyncio.sleep(0.01)
    return monotonic() - begun


@asynccontextmanager
async def back_at(person: Person, table: str, after: Seat) -> AsyncIterator[Seat]:
    """Comes back as often as told to, until the table answers."""
    while True:
        async with person.at(table, after=after) as seat:
            try:
                answer = await seat.ask("say", ref="here", text="here")
            except ConnectionResetError:
                continue
            assert answer["kind"] == "answer"
            yield seat
            return


def furthest(clients: list[Client]) -> int:
    return max(client.last.n if client.last else 0 for client in clients)


async def finish(clients: list[Client], tasks: list[asyncio.Task[None]]) -> None:
    for client in clients:
        client.finishing = True
    await asyncio.wait_for(asyncio.gather(*tasks), 100)


def test_another_server_goes_on_when_one_is_killed(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_processes(postgresql_database) as (one, two):
            clients = await playing(one, Random(1))
            clients[1].person.url = two.url  # passed on
            tasks = [asyncio.create_task(client.stay()) for client in clients]
            await moved_on(clients, 10)
            await one.kill()
            before = furthest(clients)
            clients[0].person.url = two.url
            assert await moved_on(clients, before) < TAKEOVER + BUSY
            await finish(clients, tasks)
            metrics = (await clients[0].person.get("/metrics")).text
            assert "ludotheque_leases_taken_total 1.0" in metrics
            assert (await two.stop())[0] == 0
        await compare(postgresql_database, clients)

    asyncio.run(main())


def test_bots_move_at_tables_of_a_dead_server_before_anybody_comes_back(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_processes(postgresql_database) as (one, two):
            ann = await Person(one.url, "Ann").come()
            table = await ann.make("holzwurm", 3, level="newcomer", clock="brisk")
            async with ann.at(table) as host:
                await host.start()
                await host.play(Random(1), lambda: host.n >= 20)
                await one.kill()
            async with opened(postgresql_database) as store:
                before = len(await store.log(table))
                async with asyncio.timeout(TAKEOVER + BUSY):
                    while len(await store.log(table)) < before + 5:
                        await asyncio.sleep(0.05)
                assert b'"resumed"' in b"".join(row.body for row in (await store.log(table))[before:])
            ann.url = two.url
            async with ann.at(table, after=host) as again:
                await again.opened()
                await again.play(Random(1), lambda: again.n >= 40)

    asyncio.run(main())


def test_a_server_that_was_stopped_for_a_while_tells_and_stores_nothing_more(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_processes(postgresql_database) as (one, two):
            ann, bob = [await Person(one.url, name).come() for name in ("Ann", "Bob")]
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.start()
                one.process.send_signal(signal.SIGSTOP)
                await host.send("lost", kind="say", text="to a sleeping server")
                bob.url = two.url
                begun = monotonic()
                async with back_at(bob, table, guest) as there:
                    assert monotonic() - begun < TAKEOVER + BUSY
                    one.process.send_signal(signal.SIGCONT)
                    assert await host.dropped() == (1012, "moved")
                    assert not [message for message in host.messages if message.get("id") == "lost"]
                    assert (await there.ask("say", text="still here"))["kind"] == "answer"
                    async with ann.at(table, after=host) as back:  # passed on by the server that had the table
                        assert (await back.ask("say", ref="lost", text="to a sleeping server"))["kind"] == "answer"
                        await there.until(lambda: there.n == back.n)
            assert "table lost" in (await one.stop())[1]
            async with opened(postgresql_database) as store:
                log = await store.log(table)
            assert [row.n for row in log] == list(range(1, len(log) + 1))
            assert sum(b"sleeping" in row.body for row in log) == 1

    asyncio.run(main())


def test_a_server_that_stops_hands_its_tables_over(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_processes(postgresql_database) as (one, two):
            clients = [client for n in range(3) for client in await playing(one, Random(n))]
            for client in clients[::2]:
                client.person.url = two.url
            tasks = [asyncio.create_task(client.stay()) for client in clients]
            await moved_on(clients, 10)
            before = furthest(clients)
            for client in clients:
                client.person.url = two.url
            stopping = asyncio.create_task(one.stop())
            waited = await moved_on(clients, before)
            code, log = await stopping
            assert code == 0
            assert "Traceback" not in log
            assert log.count("table handed over") == 3
            assert waited < 1.0 + BUSY
            await finish(clients, tasks)
        await compare(postgresql_database, clients)

    asyncio.run(main())
