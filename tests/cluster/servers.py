"""Servers as `ludotheque serve` starts them, behind links that can be cut, and a PostgreSQL that can be restarted."""

import asyncio
import os
import signal
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_server
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.cluster.links import Link, Streams, healthy
from tests.store.databases import fresh_postgresql, running_server

CLOCK = Path(__file__).parent / "clock"
ROOMY = [  # limits that random players would meet
    "--commands-per-second=1000",
    "--commands-burst=1000",
    "--connections-per-address=1000",
    "--connections-per-person=1000",
    "--tables-per-minute=1000",
    "--tables-per-person=1000",
]
STARTING = 60.0  # seconds that a server may take on a busy machine
STOPPING = 30.0


def free_port() -> int:
    """A port at which nobody listens."""
    with create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


class Server:
    """One server of the cluster at one address: when its process ends, another one is started, as systemd would."""

    def __init__(self, name: str, folder: Path, links: tuple[Link, Link], flags: list[str]) -> None:
        self.name = name
        self.database, self.peers = links  # to the database; and from the other servers
        self.port = free_port()
        self.log = folder / f"{name}.log"
        self.fell = 0  # times that it ended by itself after it had been well
        self.busy = False  # whether a fault of the process is going on
        self.away = 0.0  # seconds until it is started again
        self._wrong_by = folder / f"{name}.clock"
        self._flags = flags
        self._process: asyncio.subprocess.Process | None = None
        self._expected = False  # whether its end is
        self._keeper: asyncio.Task[None] | None = None
        self._wrong_by.write_bytes(struct.pack("<d", 0.0))

    def set_clock(self, wrong_by: float) -> None:
        """Lets its clock jump."""
        with self._wrong_by.open("r+b") as file:
            file.write(struct.pack("<d", wrong_by))

    async def start(self) -> None:
        """Starts it, now and whenever it has ended."""
        self._keeper = asyncio.create_task(self._keep())
        await self.well()

    async def well(self) -> None:
        """Waits until it says that it is well."""
        async with asyncio.timeout(STARTING):
            while not await healthy(self.port):
                await asyncio.sleep(0.1)

    async def _keep(self) -> None:
        command = (sys.executable, "-m", "ludotheque", "serve", f"--port={self.port}", "--log-format=json")
        places = filter(None, (str(CLOCK), os.environ.get("PYTHONPATH")))
        env = os.environ | {"PYTHONPATH": os.pathsep.join(places), "WRONG_BY": str(self._wrong_by)}
        while True:
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *command, *ROOMY, *self._flags, stdout=log, stderr=log, env=env
                )
            self._expected = False
            was_well = asyncio.create_task(self.well())
            await self._process.wait()
            self.fell += not self._expected and was_well.done() and was_well.exception() is None
            was_well.cancel()
            await asyncio.gather(was_well, return_exceptions=True)
            await asyncio.sleep(self.away or 0.3)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.send_signal(number)

    def kill(self) -> None:
        """Ends it without a warning."""
        self._expected = True
        self._signal(signal.SIGKILL)

    async def stop(self) -> bool:
        """Asks it to stop; whether it did in time, and well."""
        assert self._process is not None
        process, self._expected = self._process, True
        self._signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOPPING):
                return await process.wait() == 0
        except TimeoutError:
            process.kill()
            return False

    def pause(self) -> None:
        """Stops time for it."""
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Lets time go on."""
        self._signal(signal.SIGCONT)

    async def close(self) -> bool:
        """Ends it for good; whether it stopped well."""
        assert self._keeper is not None
        assert self._process is not None
        stopped = self._process.returncode is not None or await self.stop()
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)
        return stopped


class Postgres:
    """The one database."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url = fresh_postgresql(server.get_uri())
        self.name = urlsplit(self.url).path
        (folder,) = parse_qs(urlsplit(self.url).query)["host"]
        self._socket = Path(folder) / ".s.PGSQL.5432"

    async def reach(self) -> Streams:
        """A connection, as a link opens it."""
        return await asyncio.open_unix_connection(self._socket)

    def through(self, link: Link, user: str) -> str:
        """The database's address for a user, by a link."""
        return f"postgresql://{user}@127.0.0.1:{link.port}{self.name}"

    async def restart(self, how: str) -> None:
        """Restarts it: `fast` ends all connections, `immediate` is a crash that it recovers from."""
        command = (self._server.bin_path / "pg_ctl", "-w", "-D", self._server.pgdata, "-m", how, "restart")
        nowhere = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command, stdin=nowhere, stdout=nowhere, stderr=nowhere, user=self._server.system_user
        )
        assert await process.wait() == 0
        self._server.ensure_postgres_running()  # it notes the process that runs now


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server with an empty database, until the block ends."""
    with running_server() as server:
        yield Postgres(server)
