"""Faults at random from a seed, at servers, links, the database and clocks."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from random import Random

from tests.cluster.history import AnyEntry, Fault
from tests.cluster.links import Link
from tests.cluster.servers import Postgres, Server

LEASE = 3.0  # seconds: after so long without a word from its owner a table may be taken
PAUSES = (1.1 * LEASE, 2.5 * LEASE)
CUTS = (0.3, 2.0 * LEASE)
WEIGHTS = {"kill": 6, "pause": 3, "cut": 3, "slow": 2, "database": 1, "rolling": 1, "clock": 1}


class Nemesis:
    """Does one thing after the other, some at the same time; of several servers one at least is left in peace."""

    def __init__(
        self,
        servers: list[Server],
        postgres: Postgres,
        chance: Random,
        note: Callable[[AnyEntry], None],
        weights: Mapping[str, int] = WEIGHTS,
        every: float = 1.5,
    ) -> None:
        self.done: Counter[str] = Counter()
        self.problems: list[str] = []  # servers that did not stop, faults that could not be done
        self._servers = servers
        self._postgres = postgres
        self._chance = chance
        self._note = note
        self._weights = weights
        self._every = every
        self._tasks: set[asyncio.Task[None]] = set()
        self._database_busy = False
        self._faults: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "pause": self._pause,
            "cut": self._cut,
            "slow": self._slow,
            "database": self._restart_database,
            "rolling": self._roll,
            "clock": self._clock,
        }

    async def rage(self, seconds: float) -> None:
        """Does harm for so long; then all is mended."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    (kind,) = self._chance.choices([*self._weights], [*self._weights.values()])
                    task = asyncio.create_task(self._harm(kind))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                    await asyncio.sleep(self._chance.expovariate(1 / self._every))
        except TimeoutError:
            await self._mend()

    async def _harm(self, kind: str) -> None:
        try:
            await self._faults[kind]()
        except Exception as problem:  # noqa: BLE001 - told at the end
            self.problems.append(f"{kind}: {problem!r}")

    async def _mend(self) -> None:
        await asyncio.gather(*self._tasks)
        for server in self._servers:
            server.set_clock(0.0)
            await server.well()

    def _begin(self, kind: str, where: str) -> None:
        self.done[kind] += 1
        self._note(Fault(time.monotonic(), kind, where))

    def _victim(self) -> Server | None:
        """A server whose process may be harmed now."""
        free = [server for server in self._servers if not server.busy]
        return self._chance.choice(free) if len(free) > 1 or free == self._servers else None

    async def _kill(self) -> None:
        if (server := self._victim()) is None:
            return
        server.busy, server.away = True, self._chance.choice([0.0, 0.0, self._chance.uniform(0.5, 2 * LEASE)])
        self._begin("kill", server.name)
        server.kill()
        await asyncio.sleep(self._chance.uniform(0.3, 1.5))
        await self._usable(server)

    async def _usable(self, server: Server) -> None:
        """Waits until a server is well, or the database keeps it from that."""
        try:
            await server.well()
        finally:
            server.busy = False

    async def _pause(self) -> None:
        if (server := self._victim()) is None:
            return
        server.busy = True
        self._begin("pause", server.name)
        server.pause()
        await asyncio.sleep(self._chance.uniform(*PAUSES))
        server.wake()
        await self._usable(server)

    def _link(self) -> tuple[Link, str]:
        server = self._chance.choice(self._servers)
        if self._chance.random() < 0.5:
            return server.database, f"{server.name} and the database"
        return server.peers, f"{server.name} and the others"

    async def _cut(self) -> None:
        link, where = self._link()
        silent = self._chance.random() < 0.5
        self._begin("cut", f"{where}, {'in silence' if silent else 'at once'}")
        (link.silence if silent else link.cut)()
        await asyncio.sleep(self._chance.uniform(*CUTS))
        link.heal()

    async def _slow(self) -> None:
        link, where = self._link()
        self._begin("slow", where)
        link.slow(self._chance.uniform(0.01, 0.2), self._chance.choice([0.0, 20_000.0, 200_000.0]))
        await asyncio.sleep(self._chance.uniform(1.0, 2 * LEASE))
        link.heal()

    async def _restart_database(self) -> None:
        if self._database_busy:
            return
        self._database_busy = True
        how = self._chance.choice(["fast", "immediate"])
        self._begin("database", how)
        await self._postgres.restart(how)
        self._database_busy = False

    async def _roll(self) -> None:
        """One server after the other is stopped and started, as for a new version."""
        for server in self._servers:
            if server.busy:
                continue
            server.busy, server.away = True, 0.0
            self._begin("rolling", server.name)
            if not await server.stop():
                self.problems.append(f"{server.name} did not stop well")
            await asyncio.sleep(0.5)
            await self._usable(server)

    async def _clock(self) -> None:
        server = self._chance.choice(self._servers)
        wrong_by = self._chance.choice([-86_400.0, -3600.0, -20.0, 0.0, 20.0, 3600.0, 86_400.0])
        self._begin("clock", f"{server.name} by {wrong_by}")
        server.set_clock(wrong_by)
