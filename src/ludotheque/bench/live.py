"""Live tables under load: how many commands a second, how quickly everyone hears, and what a table costs.

Server and clients are processes of their own on the same machine; clients speak through `wire`, which costs little. The
yardstick is `echo`: the same framework, the same sockets, the same fan-out and messages as long, but nothing behind it.
"""

import asyncio
import hashlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import httpx
import msgspec

from ludotheque.bench.wire import BenchSocket, wired
from ludotheque.games.box import shelf

SEATS = 4
SECONDS = 1.5  # of each slice in which commands are counted, and how many slices there are of both
TURNS_EACH = 8
PEOPLE = 2  # at a table with two bots
AT_ONCE = 10  # parties that sit down
TURNS = ("willi", "wimmuln", "holzwurm")  # games in which bots wait for people
ROOMY = [  # limits that a benchmark does not meet
    "--commands-per-second=100000",
    "--commands-burst=100000",
    "--connections-per-address=100000",
    "--connections-per-person=10000",
    "--tables-per-minute=10000",
    "--tables-per-person=10000",
    "--log-level=warning",
]
SALT = b"bench"
COMMIT = b'{"kind":"commit","hash":"%b"}' % hashlib.sha256(SALT).hexdigest().encode()
REVEAL = b'{"kind":"reveal","salt":"%b"}' % SALT
_PORT = re.compile(rb":(\d+) ")


class Rate(msgspec.Struct):
    """Commands a second, and the server's share of a core."""

    commands: float
    cpu: float
    messages: float  # sent for each command: an answer, and an event to each of the four
    bytes: float  # of a message, on average


class Latency(msgspec.Struct):
    """How quickly everyone at a table hears of a command, in milliseconds, at so many tables."""

    tables: int
    commands_a_second: float
    median: float
    p99: float
    worst: float
    cpu: float


class Resting(msgspec.Struct):
    """The cost of a table while nobody acts: KiB of memory without its sockets, and microseconds of time a second."""

    tables: int
    kib: float
    microseconds: float


@contextmanager
def server(*command: str) -> Iterator[tuple[int, int]]:
    """A server process: its port and its id."""
    with subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = _PORT.search(line)
            yield int(found[1] if found else line), process.pid
        finally:
            process.terminate()


@contextmanager
def tables(database: Path) -> Iterator[tuple[int, int]]:
    """Our server."""
    with server("ludotheque", "serve", "--port=0", f"--database={database}", *ROOMY) as found:
        yield found


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def resident(process: int) -> float:
    """KiB of memory that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return float(next(line for line in lines if line.startswith("VmRSS")).split()[1])


class Guests:
    """People who have come to a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        once = httpx.Limits(max_keepalive_connections=0)  # so that each table is made by whichever worker is free
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", limits=once)

    async def compiled(self) -> None:
        """Waits until the server has compiled all games."""
        while len((await self.http.get("/health")).raise_for_status().json()["compiled"]) < len(shelf()):
            await asyncio.sleep(0.2)

    async def tokens(self, count: int) -> list[str]:
        """Tokens of new people. Each sits at many tables, for an address may bring only so many people a minute."""
        found = []
        for i in range(count):
            self.http.cookies.clear()
            answer = await self.http.post("/api/me", json={"name": f"Guest {i}"})
            found.append(answer.raise_for_status().cookies["ludotheque"])
        self.http.cookies.clear()
        return found

    async def make(self, token: str, game: str, seats: int, **setup: object) -> str:
        """A table."""
        headers = {"authorization": f"Bearer {token}"}
        answer = await self.http.post("/api/tables", json={"game": game, "seats": seats, **setup}, headers=headers)
        return str(answer.raise_for_status().json()["id"])


class BenchClient:
    """A client that plays at random, as soon as it is asked or after thinking."""

    def __init__(self, party: "Party", chance: Random) -> None:
        self.party = party
        self.chance = chance
        self.wire: BenchSocket | None = None
        self.refs = 0
        self.choices: list[str] = []

    def take(self, body: bytes) -> None:
        """Looks only at what it needs."""
        self.party.heard(self, body)

    def send(self, command: bytes) -> None:
        """Sends a command."""
        self.refs += 1
        assert self.wire is not None
        self.party.load.send(self.wire, b'{"id":"c%d","command":%b}' % (self.refs, command))


class Party:
    """Those at one table."""

    client = BenchClient

    def __init__(self, load: "Load", seats: int) -> None:
        self.load = load
        self.seats = [self.client(self, load.chance) for _ in range(seats)]
        self.committed = 0  # how many have promised a salt for the next match
        self.sent: dict[bytes, tuple[float, int]] = {}  # when an action was sent, and how many have not heard of it
        self.table = ""

    async def begin(self, guests: Guests, tokens: list[str], game: str, seats: int, at: int = 0) -> None:
        """Sits down, perhaps by way of another server; the match starts when everybody has promised a salt."""
        self.table = await guests.make(tokens[0], game, seats)
        for seat, token in zip(self.seats, tokens, strict=False):
            seat.wire = await wired(at or guests.port, f"/ws/tables/{self.table}", token, seat.take)
            self.load.wires.append(seat.wire)
            if seat is not self.seats[0]:
                seat.send(b'{"kind":"sit"}')
            seat.send(COMMIT)

    def heard(self, seat: BenchClient, body: bytes) -> None:
        """Somebody was told something."""
        self.load.bytes += len(body)
        self.load.messages += 1
        if body.startswith(b'{"kind":"event"'):
            self._note(body)
            if b'"table":{' in body:
                self._settle(seat, body)
            if b'"choices":[' in body or b'"asked":' in body:
                self._answer(seat, body)
            if b'"round_over"' in body:
                seat.send(b'{"kind":"ready"}')
            if b'"stage":"over"' in body and seat is self.seats[0]:
                seat.send(b'{"kind":"rematch"}')

    def _settle(self, seat: BenchClient, body: bytes) -> None:
        """Before a match: salts are promised, the host starts, salts are revealed."""
        if b'"event":{"kind":"again"' in body:
            seat.send(COMMIT)
        elif b'"event":{"kind":"starting"' in body:
            seat.send(REVEAL)
        elif b'"event":{"kind":"committed"' in body and seat is self.seats[0]:
            self.committed += 1
            if self.committed == len(self.seats):
                self.committed = 0
                seat.send(b'{"kind":"start"}')

    def _answer(self, seat: BenchClient, body: bytes) -> None:
        """Asked anew, though perhaps the same as before."""
        if (at := body.find(b'"choices":[')) >= 0:
            seat.choices = msgspec.json.decode(body[at + 10 : body.index(b"]", at) + 1])
        if not seat.choices:
            return
        n = int(body[body.index(b'"n":') + 4 : body.index(b",", 16)])
        action = self.load.chance.choice(seat.choices).encode()
        command = b'{"kind":"do","do":"%b","saw":%d}' % (action, n)
        think = self.load.think()
        if think:
            asyncio.get_running_loop().call_later(think, self._act, seat, command, action)
        else:
            self._act(seat, command, action)

    def _act(self, seat: BenchClient, command: bytes, action: bytes) -> None:
        if self.load.timed:
            self.sent[b'"seat":%d,"do":"%b' % (self.seats.index(seat), action.split()[0])] = (
                time.perf_counter(), len(self.seats),
            )  # fmt: skip
        seat.send(command)

    def _note(self, body: bytes) -> None:
        """The last who hears of an action stops its clock."""
        if not self.sent:
            return
        start = body.find(b'"seat":')
        key = body[start : body.find(b'"', body.find(b'"do":"', start) + 6)].split(b" ")[0]
        if key in self.sent:
            at, left = self.sent.pop(key)
            if left > 1:
                self.sent[key] = (at, left - 1)
            else:
                self.load.latencies.append(time.perf_counter() - at)


class Load:
    """All clients, and what they have counted."""

    def __init__(self, think: Callable[[], float], timed: bool) -> None:
        self.think = think
        self.timed = timed
        self.chance = Random(1)
        self.commands = self.bytes = self.messages = 0
        self.latencies: list[float] = []
        self.resting = False
        self.held: list[tuple[BenchSocket, bytes]] = []
        self.wires: list[BenchSocket] = []

    def send(self, wire: BenchSocket, message: bytes) -> None:
        """Sends a command, now or when there is time for it."""
        if self.resting:
            self.held.append((wire, message))
        else:
            self.commands += 1
            wire.send(message)

    def rest(self) -> None:
        """Holds back what clients want to send."""
        self.resting = True

    def go_on(self) -> None:
        """Sends what was held back."""
        held, self.held, self.resting = self.held, [], False
        for wire, message in held:
            self.send(wire, message)

    async def close(self) -> None:
        """Ends all connections."""
        self.rest()
        for wire in self.wires:
            assert wire.transport is not None
            wire.transport.abort()
        await asyncio.sleep(0.1)

    def reset(self) -> None:
        """Counts from here on."""
        self.commands = self.bytes = self.messages = 0
        self.latencies.clear()


async def seat_all(parties: Sequence[Awaitable[None]]) -> None:
    """Has parties sit down, some at a time."""
    for first in range(0, len(parties), AT_ONCE):
        await asyncio.gather(*parties[first : first + AT_ONCE])


async def full_tables(port: int, game: str, parties: int) -> Load:
    """Tables of four clients each, that send as many commands as the server takes."""
    guests, load = Guests(port), Load(lambda: 0.0, timed=False)
    await guests.compiled()
    tokens = await guests.tokens(SEATS)
    await seat_all([Party(load, SEATS).begin(guests, tokens, game, SEATS) for _ in range(parties)])
    return load


async def counted(load: Load, process: int, seconds: float) -> Rate:
    """Counts events for a number of seconds."""
    load.reset()
    begun, cpu = time.perf_counter(), cpu_of(process)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    commands, messages = max(1, load.commands), max(1, load.messages)
    return Rate(load.commands / took, (cpu_of(process) - cpu) / took, messages / commands, load.bytes / messages)


def spoken(seat: int) -> bytes:
    """A seat's message to the echo."""
    return b'{"id":"c%d","command":{"kind":"do","do":"play r5","saw":120}}' % seat


def hear_echo(load: Load, wires: list[BenchSocket], seat: int, body: bytes) -> None:
    """Each seat speaks as soon as it hears the one before."""
    load.bytes += len(body)
    load.messages += 1
    if (int(body[8:9]) + 1) % SEATS == seat:
        load.send(wires[seat], spoken(seat))


async def full_groups(port: int, size: int, groups: int) -> Load:
    """The same for the echo: one after the other speaks."""
    load = Load(lambda: 0.0, timed=False)
    for group in range(groups):
        wires: list[BenchSocket] = []
        for seat in range(SEATS):
            take = partial(hear_echo, load, wires, seat)
            wires.append(await wired(port, f"/ws/tables/{group}?size={size}", "", take))
        load.send(wires[0], spoken(0))
    return load


async def slice_of(load: Load, process: int) -> Rate:
    """A second of it, while the other rests."""
    load.go_on()
    await asyncio.sleep(0.3)
    rate = await counted(load, process, SECONDS)
    load.rest()
    await asyncio.sleep(0.3)
    return rate


def mean(rates: Sequence[Rate]) -> Rate:
    """The rate of all slices together."""
    return Rate(*(sum(each) / len(rates) for each in zip(*map(msgspec.structs.astuple, rates), strict=True)))


async def by_turns(ours: tuple[int, int], bare: tuple[int, int], game: str, parties: int) -> tuple[Rate, Rate]:
    """Our server and the echo with messages as long, each given as port and process."""
    tables = await full_tables(ours[0], game, parties)
    await asyncio.sleep(1)
    size = (await slice_of(tables, ours[1])).bytes
    groups = await full_groups(bare[0], round(size), parties)
    await slice_of(groups, bare[1])
    slices = [(await slice_of(tables, ours[1]), await slice_of(groups, bare[1])) for _ in range(TURNS_EACH)]
    return mean([one for one, _ in slices]), mean([other for _, other in slices])


def throughput(game: str, parties: int) -> tuple[Rate, Rate]:
    """Our server and the echo, by turns: machines are not always equally quick."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tables(Path(folder) / "bench.db") as ours,
        server("ludotheque.bench.echo") as bare,
    ):
        return asyncio.run(by_turns(ours, bare, game, parties))


def pace(chance: Random) -> float:
    """Seconds that a person takes."""
    return chance.uniform(0.5, 3.0)


async def calm(process: int) -> None:
    """Waits until few tables cost little: the first bots that search may have to be compiled."""
    await asyncio.sleep(4)
    used = 1.0
    while used > 0.5:
        before = cpu_of(process)
        await asyncio.sleep(2)
        used = (cpu_of(process) - before) / 2


async def crowded(port: int, process: int, steps: Sequence[int], seconds: float) -> list[Latency]:
    """More and more tables of two people and two bots at a human pace."""
    guests, load = Guests(port), Load(lambda: pace(load.chance), timed=True)
    await guests.compiled()
    tokens, seated = await guests.tokens(PEOPLE), 0
    found: list[Latency] = []
    for tables in steps:
        games = [shelf()[i % len(shelf())] for i in range(seated, tables)]
        await seat_all([Party(load, PEOPLE).begin(guests, tokens, game, SEATS) for game in games])
        seated = tables
        if not found:
            await calm(process)
        await asyncio.sleep(4)
        rate = await counted(load, process, seconds)
        times = sorted(1000 * time for time in load.latencies)
        found.append(
            Latency(
                tables, len(times) / seconds, times[len(times) // 2], times[len(times) * 99 // 100], times[-1], rate.cpu
            )
        )
    return found


def latencies(steps: Sequence[int] = (100, 250, 500, 1000), seconds: float = 15.0) -> list[Latency]:
    """From a command to everyone's event, at more and more tables."""
    with tempfile.TemporaryDirectory() as folder, tables(Path(folder) / "bench.db") as (port, process):
        return asyncio.run(crowded(port, process, steps, seconds))


async def resting(port: int, process: int, count: int) -> Resting:
    """Tables with a match in progress: their memory once everybody has left, and their time while everybody thinks."""
    guests, load = Guests(port), Load(lambda: 3600.0, timed=False)
    await guests.compiled()
    tokens = await guests.tokens(PEOPLE)
    await seat_all([Party(load, PEOPLE).begin(guests, tokens, game, SEATS) for game in TURNS])
    await calm(process)
    before = resident(process)
    parties = [Party(load, PEOPLE) for _ in range(count)]
    games = [TURNS[i % len(TURNS)] for i in range(count)]
    await seat_all([party.begin(guests, tokens, game, SEATS) for party, game in zip(parties, games, strict=True)])
    await asyncio.sleep(8)  # until all bots have acted, and wait for people
    rate = await counted(load, process, 10.0)
    for party in parties:
        for seat in party.seats:
            assert seat.wire is not None
            assert seat.wire.transport is not None
            seat.wire.transport.close()
    await asyncio.sleep(2)
    return Resting(count, (resident(process) - before) / count, 1e6 * rate.cpu / count)


def rest(count: int = 1000) -> Resting:
    """The cost of an idle table."""
    with tempfile.TemporaryDirectory() as folder, tables(Path(folder) / "bench.db") as (port, process):
        return asyncio.run(resting(port, process, count))
