"""A server that is asked to stop does so soon, whatever its tables, its database and its threads are at."""

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from itertools import count
from time import monotonic

import pytest

from ludotheque.games.box import box
from ludotheque.server import cluster, hall
from ludotheque.server.line import Line
from ludotheque.server.live import Live
from ludotheque.server.wire import Wire
from ludotheque.store import postgres
from ludotheque.table.errors import RefusedError
from tests.server.serving import Person, Running, Seat, quick, serving
from tests.server.test_cluster import met, two_servers
from tests.store.arrange import waited_for
from tests.store.test_leases import commits_held

SOON = 8.0  # seconds, on a busy machine
BUSY = """
import asyncio, time
from concurrent.futures import ThreadPoolExecutor
from ludotheque.server.serve import serve_on, listening
from ludotheque.server.settings import Settings

def opened(port):
    asyncio.get_running_loop().run_in_executor(None, time.sleep, 300)  # as a game is loaded
    print(port, flush=True)

serve_on(Settings(database={database!r}, bot_threads=1), listening("127.0.0.1", 0), opened, 0.0)
"""


async def flood(seat: Seat, ending: asyncio.Event) -> None:
    """Asks again and again, without waiting for answers."""
    for n in count():
        if ending.is_set() or seat.closed is not None:
            return
        await seat.send(f"again {n}", kind="say", text="again")
        await asyncio.sleep(0.001)


def test_a_table_that_is_asked_all_the_time_is_handed_over(postgresql_database: str) -> None:
    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            ann, bob = await one.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.opened()
                await guest.opened()
                ending = asyncio.Event()
                floods = [asyncio.create_task(flood(seat, ending)) for seat in (host, guest)]
                await host.told("said", 5)
                await asyncio.wait_for(one.room.cluster.drain(), SOON)
                assert await host.dropped() == (1012, "moved")
                ending.set()
                await asyncio.gather(*floods, return_exceptions=True)
            async with ann.at(table) as again:
                assert (await again.ask("say", text="here"))["kind"] == "answer"
            assert not one.room.hall.tables
            log = await two.room.store.log(table)
            assert [row.n for row in log] == list(range(1, len(log) + 1))

    asyncio.run(main())


def test_a_table_that_is_being_handed_over_is_not_taken_back(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, released = hall.Hall._keep, asyncio.Event()

    async def keep_later(self: hall.Hall, live: Live) -> None:
        await released.wait()
        await keep(self, live)

    async def main() -> None:
        async with two_servers(postgresql_database) as (one, two):
            (ann,) = await one.guests("Ann")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host:
                await host.opened()
                monkeypatch.setattr(hall.Hall, "_keep", keep_later)
                draining = asyncio.create_task(one.room.cluster.drain())
                assert await host.dropped() == (1012, "moved")
            ann.url = two.url
            async with ann.at(table) as again:
                assert await again.dropped() == (1012, "moved")
            assert not one.room.hall.tables
            released.set()
            await draining
            async with ann.at(table) as again:
                assert (await again.ask("say", text="here"))["kind"] == "answer"
            assert [*two.room.hall.tables] == [table]

    asyncio.run(main())


def test_what_the_database_does_not_take_holds_up_no_server(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, bound in ((cluster, "DRAINING"), (hall, "CLOSING"), (postgres, "CLOSING")):
        monkeypatch.setattr(module, bound, 0.3)

    async def main() -> None:
        async with serving(quick(postgresql_database)) as two, AsyncExitStack() as life:
            one = await life.enter_async_context(serving(quick(postgresql_database)))
            async with asyncio.timeout(20):
                while not met(one):
                    await asyncio.sleep(0.02)
            (ann,) = await one.guests("Ann")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host:
                await host.opened()
                async with commits_held(postgresql_database) as held:
                    await host.send("s", kind="say", text="held up")
                    await waited_for(held)
                    begun = monotonic()
                    await life.aclose()
                    assert monotonic() - begun < 2 * SOON
            ann.url = two.url
            async with ann.at(table) as again:
                assert (await again.ask("say", ref="s", text="held up"))["kind"] == "answer"
            log = await two.room.store.log(table)
            assert sum(b"held up" in row.body for row in log) == 1

    asyncio.run(main())


def test_who_comes_to_the_only_server_while_it_stops_is_not_kept_waiting(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 2)
            server.room.hall.sleep(server.room.hall.tables[table])
            await server.room.cluster.drain()
            begun = monotonic()
            async with ann.at(table) as seat:
                assert await seat.dropped() == (1012, "moved")
            assert monotonic() - begun < cluster.REACH

    asyncio.run(main())


def test_goodbye_is_not_said_twice(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host:
                await host.opened()
                async with commits_held(postgresql_database) as held:
                    await host.send("s", kind="say", text="held up")
                    await waited_for(held)
                    leaving = asyncio.create_task(host.line.close())
                    async with asyncio.timeout(20):
                        while not all(wire.parting for wire in wires(server)):
                            await asyncio.sleep(0.01)
                    for wire in wires(server):
                        wire.shutdown()
                await leaving

    asyncio.run(main())


def wires(server: Running) -> list[Wire]:
    """The connections to all tables."""
    lines = [line for live in server.room.hall.tables.values() for line in live.connections]
    return [line.wire for line in lines if isinstance(line, Line)]


def test_nobody_is_asked_once_the_bots_have_gone(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 3, level="newcomer", first=0)
            async with ann.at(table) as host:
                await host.start()
                crew, live = server.room.crew, server.room.hall.tables[table]
                await crew.close()
                n = live.table.facts.n
                await host.until(host.may_act)
                await host.do(host.mine["choices"][0])
                assert live.table.facts.n > n
                crew.plan(live)
                play = live.table.play
                assert play is not None
                with pytest.raises(RefusedError, match="Many ask"):
                    await crew.advise(ann.id, box("holzwurm"), "regular", play.box.view(play.state, 0), 0, 0.0)

    asyncio.run(main())


def test_a_thread_that_still_loads_a_game_is_not_waited_for(sqlite_database: str) -> None:
    async def main() -> None:
        pipe = asyncio.subprocess.PIPE
        program = BUSY.format(database=sqlite_database)
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=pipe, stderr=pipe)
        assert process.stdout is not None
        port = int(await asyncio.wait_for(process.stdout.readline(), 60))
        ann = await Person(f"http://127.0.0.1:{port}", "Ann").come()
        await ann.make("holzwurm", 2)
        begun = monotonic()
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 0, errors
        assert monotonic() - begun < SOON
        assert b"threads are not waited for" in errors
        assert b"Traceback" not in errors

    asyncio.run(main())
