"""Several servers on one PostgreSQL: the price of a command by way of another server, and the time a takeover takes.

Costs are processor time of Ludotheque's own processes for each command, all arrangements by turns in one run, each
server with as many tables, and as many commands as it can take. Clients and PostgreSQL use the same cores, which does
not count: what two workers make of two cores that they have to themselves follows from the time that a command takes.
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from ludotheque.bench import live
from ludotheque.bench.live import SEATS, BenchClient, Guests, Load, Party, cpu_of, pace, seat_all
from ludotheque.bench.postgres import new_database
from ludotheque.bench.wire import wired

GAME = "willi"
TURNS_EACH = 8  # slices of each arrangement
SECONDS = 1.5  # of a slice
SETTLE = 0.5  # seconds before and after it
PACED_SECONDS = 10.0  # for which latencies are measured
CATCHING_UP = 2.0  # seconds until all that was held back is done
THINK = (0.5, 2.0)  # seconds that people take meanwhile
KILLS = 3
PLAYED = 5.0  # seconds for which tables are played at before their server is killed
PATIENCE = 30.0  # seconds after which a table counts as lost
REACH = 10.0  # seconds for an answer to whoever comes back
LOOK = 0.03  # seconds between two looks for events of tables
AGAIN = 0.2  # seconds until somebody tries again who was sent away
ANSWER = b'{"kind":"answer","id":'
SAY = b'{"id":"back","command":{"kind":"say","text":"back"}}'
MOVED = """
SELECT id FROM unnest($1::text[], $2::int[]) AS before (id, last)
WHERE EXISTS (SELECT 1 FROM events WHERE table_id = id AND n > last)
"""
LAST = "SELECT table_id, max(n) FROM events WHERE table_id = ANY($1) GROUP BY table_id"


class CommandCost(msgspec.Struct):
    """The cost of a command in one arrangement: milliseconds until it is answered, processor time in µs."""

    how: str
    tables: int
    median: float
    p99: float
    microseconds: float  # of the servers
    database: float  # of PostgreSQL, likewise
    commands: float  # a second, beside the clients


class Takeover(msgspec.Struct):
    """Seconds from `kill -9` until tables moved again, for each of them in order; lost ones count as `PATIENCE`."""

    how: str
    seconds: list[float]

    def at(self, share: float) -> float:
        """The seconds within which that share of the tables moved again."""
        return self.seconds[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


class TimedClient(BenchClient):
    """A client that times the answers to its commands."""

    def __init__(self, party: Party, chance: Random) -> None:
        super().__init__(party, chance)
        self._sent: dict[bytes, float] = {}

    def send(self, command: bytes) -> None:
        """Sends a command."""
        super().send(command)
        self._sent[b'"c%d"' % self.refs] = time.perf_counter()

    def take(self, body: bytes) -> None:
        """Stops the clock of a command that is answered. Refused ones do not count: nothing is stored for them."""
        if body.startswith(ANSWER):
            sent = self._sent.pop(body[len(ANSWER) : -1], 0.0)
            self.party.load.latencies.append(time.perf_counter() - sent)
        super().take(body)


class TimedParty(Party):
    """Those at one table, who time answers."""

    client = TimedClient


class Arrangement:
    """Clients at servers, and the processes whose time counts. While one is measured, the others rest."""

    def __init__(self, how: str, tables: int, load: Load, processes: list[int], database: int) -> None:
        self.rate = 0.0  # commands a second in the last slice
        self.think = 0.0  # seconds that people take while commands are counted
        self._how = how
        self._tables = tables
        self._load = load
        self._commands = 0
        self._cpu = self._database_cpu = self._seconds = 0.0
        self._latencies: list[float] = []
        self._processes = processes
        self._database = database

    async def pace(self, seconds: float) -> None:
        """Measures latencies while people take their time."""
        self._load.think = partial(self._load.chance.uniform, *THINK)
        async with self._going_on(CATCHING_UP):
            await asyncio.sleep(seconds)
            self._latencies = sorted(1000 * one for one in self._load.latencies) or [0.0]

    async def count(self, seconds: float) -> None:
        """Counts commands and processor time."""
        self._load.think = lambda: self.think
        async with self._going_on(SETTLE):
            begun, cpu, database = time.perf_counter(), self._used(), cpu_of_tree(self._database)
            await asyncio.sleep(seconds)
            took = time.perf_counter() - begun
            self.rate = self._load.commands / took
            self._seconds += took
            self._commands += self._load.commands
            self._cpu += self._used() - cpu
            self._database_cpu += cpu_of_tree(self._database) - database

    def slow_down(self, rate: float) -> None:
        """Lets people take about as long as it needs for so many commands a second."""
        if self.think:
            self.think *= self.rate / rate
        else:
            self.think = self._tables / rate

    def reset(self) -> None:
        """Counts from here on."""
        self._commands, self._cpu, self._database_cpu, self._seconds = 0, 0.0, 0.0, 0.0

    @asynccontextmanager
    async def _going_on(self, settle: float) -> AsyncIterator[None]:
        self._load.go_on()
        await asyncio.sleep(settle)
        self._load.reset()
        yield
        self._load.rest()
        await asyncio.sleep(SETTLE)

    def _used(self) -> float:
        return sum(map(cpu_of, self._processes))

    async def close(self) -> None:
        """Everybody leaves."""
        await self._load.close()

    @property
    def cost(self) -> CommandCost:
        """The cost of a command, by all that was counted."""
        times, commands = self._latencies, max(1, self._commands)
        median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        servers, database = 1e6 * self._cpu / commands, 1e6 * self._database_cpu / commands
        return CommandCost(self._how, self._tables, median, p99, servers, database, commands / self._seconds)


@contextmanager
def serving(database: str, *flags: str) -> Iterator[tuple[int, int]]:
    """A server of several: its port and its process."""
    command = ("serve", "--port=0", f"--database={database}", "--analyses=never", *live.ROOMY, *flags)
    with live.server("ludotheque", *command) as found:
        yield found


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(pid) for pid in found]


def cpu_of_tree(process: int) -> float:
    """Seconds of processor time that a process and its children have used, those that have ended included."""
    used = 0.0
    for pid in (process, *children(process)):
        with suppress(FileNotFoundError):
            used += cpu_of(pid)
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return used + (int(fields[13]) + int(fields[14])) / 100


async def compiled(*ports: int) -> None:
    """Waits until servers have compiled all games."""
    for port in ports:
        await Guests(port).compiled()


async def idle(processes: list[int]) -> None:
    """Waits until processes do next to nothing: workers are not asked one by one whether they have compiled."""
    used = 1.0
    while used > 0.1:
        before = sum(map(cpu_of, processes))
        await asyncio.sleep(2)
        used = (sum(map(cpu_of, processes)) - before) / 2


async def seated(port: int, at: int, tables: int) -> Load:
    """Tables made at one server, and their people's connections at one, perhaps another; they rest."""
    load = Load(lambda: 0.0, timed=False)
    guests = Guests(port)
    tokens = await guests.tokens(SEATS)
    await seat_all([TimedParty(load, SEATS).begin(guests, tokens, GAME, SEATS, at) for _ in range(tables)])
    await asyncio.sleep(1)
    load.rest()
    return load


async def costs(server: Any, two: list[tuple[int, int]], workers: tuple[int, int], tables: int) -> list[CommandCost]:
    """One server, one by way of another, two workers on one port with as many tables each, and one server again that is
    as busy as one of these: where less comes at a time, less is stored and told together, and a command costs more."""
    database, (one, first), (other, second) = server.get_pid(), *two
    port, processes = workers[0], workers_of(workers[1])
    await compiled(one, other, port)
    await idle([first, second, *processes])
    at_one = await seated(one, one, tables)
    arrangements = [
        Arrangement("one server", tables, at_one, [first], database),
        Arrangement("by way of another", tables, await seated(one, other, tables), [first, second], database),
        both := Arrangement("two workers", 2 * tables, await seated(port, port, 2 * tables), processes, database),
        slow := Arrangement("one server, as busy as a worker", tables, at_one, [first], database),
    ]
    for arrangement in arrangements:
        await arrangement.pace(PACED_SECONDS)
    for turn in range(1 + TURNS_EACH):
        for arrangement in arrangements:
            if arrangement is slow:
                slow.slow_down(both.rate / len(processes))
            await arrangement.count(SECONDS)
            if not turn:  # some things are slow the first time
                arrangement.reset()
    for arrangement in arrangements[:-1]:  # the last one has the people of the first
        await arrangement.close()
    return [arrangement.cost for arrangement in arrangements]


def workers_of(process: int) -> list[int]:
    """The workers that a server has started."""
    return [pid for pid in children(process) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def measured_costs(server: Any, tables: int) -> list[CommandCost]:
    """Costs with servers of their own."""
    apart, shared = new_database(server, "apart"), new_database(server, "shared")
    with ExitStack() as stack:
        two = [stack.enter_context(serving(apart)) for _ in range(2)]
        workers = stack.enter_context(serving(shared, "--workers=2"))
        return asyncio.run(costs(server, two, workers, tables))


def gain(found: list[CommandCost]) -> float:
    """Commands that two workers make on two cores of their own, for each that one server, as busy, makes on one."""
    return 2 * found[3].microseconds / found[2].microseconds


# Takeovers


def measured_takeovers(server: Any, servers: int, tables: int) -> list[Takeover]:
    """Kills servers of many tables, one after another. The others stay."""
    database = new_database(server, "takeovers")
    found: list[list[float]] = [[], []]
    with ExitStack() as stack:
        others = [stack.enter_context(serving(database))[0] for _ in range(servers - 1)]
        for kill in range(KILLS):
            with serving(database) as victim:
                for times, more in zip(found, asyncio.run(killed(database, others, victim, tables, kill)), strict=True):
                    times += more
    names = ("a clock or a bot, with nobody back yet", "a command of somebody who came back")
    return [Takeover(how, sorted(times)) for how, times in zip(names, found, strict=True)]


async def killed(
    database: str, others: list[int], victim: tuple[int, int], tables: int, seed: int
) -> tuple[list[float], list[float]]:
    """Seconds until tables move again by themselves, where nobody comes back; and by a command, where people do."""
    port, process = victim
    chance = Random(seed)
    guests, load = Guests(port), Load(partial(pace, chance), timed=False)
    await compiled(*others, port)
    tokens = await guests.tokens(live.PEOPLE)
    parties = [Party(load, live.PEOPLE) for _ in range(tables)]
    games = [live.TURNS[i % len(live.TURNS)] for i in range(tables)]
    await seat_all([party.begin(guests, tokens, game, SEATS) for party, game in zip(parties, games, strict=True)])
    await asyncio.sleep(PLAYED)
    load.rest()
    os.kill(process, signal.SIGKILL)
    begun = time.perf_counter()
    names = [party.table for party in parties]
    back = [came_back(chance.choice(others), name, tokens[0], begun) for name in names[1::2]]
    by_themselves, by_command = await asyncio.gather(moved(database, names[::2], begun), asyncio.gather(*back))
    await load.close()
    return by_themselves, by_command


async def moved(database: str, tables: list[str], begun: float) -> list[float]:
    """When each table's next event was stored."""
    import asyncpg

    connection = await asyncpg.connect(database)
    waiting: dict[str, int] = dict(await connection.fetch(LAST, tables))
    found = []
    while waiting and time.perf_counter() - begun < PATIENCE:
        for (table,) in await connection.fetch(MOVED, [*waiting], [*waiting.values()]):
            del waiting[table]
            found.append(time.perf_counter() - begun)
        await asyncio.sleep(LOOK)
    await connection.close()
    return found + [PATIENCE] * len(waiting)


async def came_back(port: int, table: str, token: str, begun: float) -> float:
    """When somebody who came to another server had a command acknowledged."""
    while time.perf_counter() - begun < PATIENCE:
        with suppress(OSError):
            if await acknowledged(port, table, token):
                return time.perf_counter() - begun
        await asyncio.sleep(AGAIN)
    return PATIENCE


async def acknowledged(port: int, table: str, token: str) -> bool:
    """Whether a command is acknowledged; not if the server sends its client away to come back later."""
    answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def take(body: bytes) -> None:
        if not answered.done() and (b'"kind":"bye"' in body[:40] or b'"id":"back"' in body):
            answered.set_result(body.startswith(b'{"kind":"answer"'))

    async with asyncio.timeout(REACH):
        wire = await wired(port, f"/ws/tables/{table}", token, take)
        wire.send(SAY)
        try:
            return await answered
        finally:
            assert wire.transport is not None
            wire.transport.abort()
