"""Asked to stop, the server tells everybody to come back, keeps everything, and ends soon and well."""

import asyncio
import signal
from random import Random
from time import monotonic

import pytest

from tests.server.serving import Person, Seat, launched
from tests.store.arrange import opened

SOON = 8.0  # seconds, on a busy machine


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_everybody_is_told_to_come_back(number: signal.Signals, sqlite_database: str) -> None:
    async def main() -> None:
        server = await launched(sqlite_database)
        ann, bob = [await Person(server.url, name).come() for name in ("Ann", "Bob")]
        table = await ann.make("holzwurm", 2)  # a bot could move once more, after all were told to come back
        async with ann.at(table) as host, bob.at(table) as guest:
            await guest.ask("sit")
            await host.start()
            await asyncio.gather(*(seat.play(Random(1), lambda: seats_reached(host, guest)) for seat in (host, guest)))
            begun = monotonic()
            server.process.send_signal(number)
            for seat in (host, guest):
                assert await seat.dropped() == (1012, "restart")
                assert seat.messages[-1] == {"kind": "bye", "code": "restart", "seconds": 2.0}
        code, log = await server.stop()
        assert code == 0, log
        assert monotonic() - begun < SOON
        assert "Traceback" not in log
        async with opened(sqlite_database) as store:
            kept, rows = await store.wake(table)
            assert kept is not None
            assert rows == []
        again = await launched(sqlite_database)
        ann.url = bob.url = again.url
        async with ann.at(table, after=host) as host_again, bob.at(table) as guest_again:
            await asyncio.gather(*(seat.play_on(Random(2)) for seat in (host_again, guest_again)))
        assert "scene" not in {one["kind"] for one in host_again.messages}
        assert (await again.stop())[0] == 0

    asyncio.run(main())


def seats_reached(*seats: Seat) -> bool:
    return any(seat.n >= 10 for seat in seats)


@pytest.mark.long
def test_a_bot_that_thinks_holds_up_nobody(sqlite_database: str) -> None:
    async def main() -> None:
        server = await launched(sqlite_database)
        ann = await Person(server.url, "Ann").come()
        tables = [await ann.make("willi", 4, level="master", first=1) for _ in range(4)]
        for table in tables:
            async with ann.at(table) as host:
                await host.start()
        async with ann.at(tables[0]) as host:
            await host.opened()
            await host.send("h", kind="hint", level="master")
            begun = monotonic()
            code, log = await server.stop()
            assert code == 0, log
            assert monotonic() - begun < SOON
            assert "Traceback" not in log
            assert (await host.dropped())[0] == 1012

    asyncio.run(main())
