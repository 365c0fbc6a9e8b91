"""`serve --workers N`: several servers on one port."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from ludotheque.server import workers
from ludotheque.server.serve import AddressError, check, listening
from ludotheque.server.settings import Settings
from ludotheque.server.workers import Supervisor, WorkersError
from tests.server.serving import Person, Process, launched


def test_with_sqlite_one_is_enough_and_it_says_why() -> None:
    with pytest.raises(WorkersError, match=r"SQLite file belongs to one server.*Leave --workers out"):
        check(Settings(workers=2, database="games.db"))
    check(Settings(workers=1, database="games.db"))
    check(Settings(workers=2, database="postgresql://host/name"))


def test_an_address_that_only_one_worker_could_have_is_refused() -> None:
    for given in ({"peer_listen": "10.0.0.5:7000"}, {"peer_address": "games:7000"}):
        with pytest.raises(WorkersError, match="each worker needs a port of its own"):
            check(Settings(workers=2, database="postgresql://host/name", **given))  # type: ignore[arg-type]


def test_an_address_at_which_nobody_is_reached_is_refused() -> None:
    with pytest.raises(AddressError, match="give --peer-address"):
        check(Settings(peer_listen="0.0.0.0:7000"))
    check(Settings(peer_listen="0.0.0.0:7000", peer_address="games:7000"))
    with listening("127.0.0.1", 0) as taken:
        used = f"127.0.0.1:{taken.getsockname()[1]}"
        for address, why in ((used, "nobody can listen on port"), ("127.0.0.1:99999", "there is no such port")):
            with pytest.raises(AddressError, match=why):
                check(Settings(peer_listen=address, database="postgresql://host/name"))


class StoppedWhileStarting(Supervisor):
    """A supervisor of mocks that is asked to stop while it starts the second one."""

    def _start(self) -> Any:
        started = Mock(**{"is_alive.return_value": False})
        if hasattr(self, "_stopping"):
            self._stop(signal.SIGTERM, None)
        return started


def test_a_worker_that_is_started_while_a_signal_comes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PAUSE", 0.0)
    supervisor = StoppedWhileStarting(Mock(), Settings(workers=1), Mock(), 1.0)
    supervisor._look_after()
    (started,) = supervisor._processes
    started.terminate.assert_called_once_with()  # type: ignore[attr-defined]


def workers_of(server: Process) -> list[int]:
    """The processes of a server's workers; Linux tells."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the workers")
def test_workers_share_a_port_are_started_again_and_stop_together(postgresql_database: str) -> None:
    async def main() -> None:
        server = await launched(postgresql_database, "workers=2")
        before = workers_of(server)
        assert len(before) == 2
        ann = await Person(server.url, "Ann").come()
        table = await ann.make("holzwurm", 2)
        async with ann.at(table) as seat:
            await seat.opened()
        os.kill(before[0], signal.SIGKILL)
        async with asyncio.timeout(60):
            while len(set(workers_of(server)) - set(before)) < 1:
                await asyncio.sleep(0.05)
        async with ann.at(table) as seat:
            await seat.opened()
            assert (await seat.ask("pace", pace="quick"))["kind"] == "answer"
        workers = workers_of(server)
        code, log = await server.stop()
        assert code == 0, log
        assert log.count("a worker died and is started again") == 1
        assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]

    asyncio.run(main())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the workers")
@pytest.mark.long
def test_workers_end_when_the_process_that_started_them_is_killed(postgresql_database: str) -> None:
    async def main() -> None:
        server = await launched(postgresql_database, "workers=2")
        workers = workers_of(server)
        await server.kill()
        async with asyncio.timeout(30):
            while [pid for pid in workers if Path(f"/proc/{pid}").exists()]:
                await asyncio.sleep(0.05)

    asyncio.run(main())
