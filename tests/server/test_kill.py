"""The server is killed at any moment of many live matches, and started again: nothing that was told is lost."""

import asyncio
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from ludotheque.games.record import verify
from tests.server.serving import Message, Person, Process, Seat, launched
from tests.server.streams import Streams
from tests.store.arrange import opened

TABLES: list[dict[str, Any]] = [
    {"game": "willi", "seats": 3},
    {"game": "wimmuln", "seats": 3, "options": {"target": 1}},
    {"game": "holzwurm", "seats": 2, "options": {"rounds": 1}},
    {"game": "wheedle", "seats": 4},
    {"game": "holzwurm", "seats": 3, "options": {"rounds": 1}},
    {"game": "wheedle", "seats": 5, "options": {"seconds": 1}},
]
LOST = (OSError, WebSocketException, TimeoutError)


class Client:
    """Somebody who comes back whenever the connection is lost, and remembers all that was heard."""

    def __init__(self, person: Person, table: str, chance: Random) -> None:
        self.person = person
        self.table = table
        self.chance = chance
        self.last: Seat | None = None
        self.raw: list[tuple[int, str, Message]] = []  # seat, text, message
        self.asked: dict[str, bool] = {}  # commands by id: whether they were acknowledged
        self.pending: tuple[str, dict[str, Any]] | None = None
        self.finishing = False

    async def stay(self) -> None:
        """Comes back until told to finish, and the match is over."""
        while not self.done():
            try:
                async with self.person.at(self.table, after=self.last) as seat:
                    try:
                        await seat.opened()
                        self.last = seat
                        await self.take_part(seat)
                    finally:
                        self.note(seat)
            except LOST:
                await asyncio.sleep(0.02)

    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.finishing and self.pending is None and self.last is not None and self.last.stage == "over"

    def note(self, seat: Seat) -> None:
        here = [place["person"] for place in seat.table["seats"]]  # between two matches a view says nothing of seats
        at = here.index(self.person.id) if self.person.id in here else -1
        self.raw += [(at, *both) for both in zip(seat.raw, seat.messages, strict=True)]

    async def take_part(self, seat: Seat) -> None:
        """A watcher watches."""
        await seat.until(lambda: self.finishing and seat.stage == "over", 60)

    async def command(self, seat: Seat, kind: str, **facts: Any) -> None:
        """A command, with the same id again if its answer was lost."""
        if self.pending is None:
            self.pending = f"c{len(self.asked)}", {"kind": kind, **facts}
        ref, wish = self.pending
        self.asked.setdefault(ref, False)
        answer = await seat.ask(ref=ref, **wish)
        self.asked[ref] = answer["kind"] == "answer"
        self.pending = None


class Player(Client):
    """Somebody who plays as fast as can be; the host also asks for more matches."""

    async def take_part(self, seat: Seat) -> None:
        while self.pending is not None or not (self.finishing and seat.stage == "over"):
            if self.pending is not None:
                await self.command(seat, "")
            elif seat.may_act():
                await self.command(seat, "do", do=self.chance.choice(seat.mine["choices"]), saw=seat.n)
            elif seat.awaited():
                await self.command(seat, "ready")
            elif seat.stage == "over" and self.is_host(seat):
                await self.command(seat, "rematch")
            elif seat.stage == "open" and self.is_host(seat) and not seat.table["starting"] and seat.all_promised():
                await self.command(seat, "start")
            else:
                n = seat.n
                await seat.until(lambda n=n: seat.n > n or (self.finishing and seat.stage == "over"), 60)  # type: ignore[misc]

    def is_host(self, seat: Seat) -> bool:
        return bool(seat.table["host"] == self.person.id)


class Sleeper(Client):
    """Somebody who sits there and never acts, so that the clock does; who leaves at last, so that it need not."""

    def done(self) -> bool:
        return self.finishing

    async def take_part(self, seat: Seat) -> None:
        await seat.until(self.done, 60)


async def arranged(server: Process, count: int) -> list[Client]:
    """Tables with people at them: a host and a guest who play, or one who sleeps; and somebody who watches."""
    clients: list[Client] = []
    for number, setup in enumerate(TABLES[:count]):
        names = [f"{name} {number}" for name in ("Ann", "Bob", "Cas")]
        ann, bob, cas = [await Person(server.url, name).come() for name in names]
        table = await ann.make(level="newcomer", clock="brisk", **setup)
        kind = Sleeper if number % 2 else Player
        async with bob.at(table) as guest:
            await guest.ask("sit")
        chance = Random(number)
        clients += [Player(ann, table, chance), kind(bob, table, chance), Client(cas, table, chance)]
    return clients


def reached(clients: list[Client]) -> list[int]:
    """How far everybody has come."""
    return [client.last.n if client.last else 0 for client in clients]


async def killed_again_and_again(database: str, tables: int, kills: int) -> None:
    server = await launched(database)
    clients = await arranged(server, tables)
    tasks = [asyncio.create_task(client.stay()) for client in clients]
    chance = Random(99)
    for _ in range(kills):
        before = reached(clients)
        async with asyncio.timeout(60):
            while before == reached(clients):
                await asyncio.sleep(0.02)
        await asyncio.sleep(chance.uniform(0.1, 1.0))
        await server.kill()
        server = await launched(database)
        for client in clients:
            client.person.url = server.url
    for client in clients:
        client.finishing = True
    await asyncio.wait_for(asyncio.gather(*tasks), 100)
    for client in clients[::3]:
        match = client.last.table["match"] if client.last else 0
        record = await client.person.get(f"/api/tables/{client.table}/matches/{match}/record")
        assert verify(record.text).deals >= 1
    code, log = await server.stop()
    assert code == 0
    assert "Traceback" not in log
    await compare(database, clients)


async def compare(database: str, clients: list[Client]) -> None:
    """Everything that anybody was told is what the log tells; what was acknowledged is there once."""
    async with opened(database) as store:
        for table in {client.table for client in clients}:
            here = [client for client in clients if client.table == table]
            wanted: dict[int, set[int]] = {}
            for client in here:
                for seat, _, message in client.raw:
                    if message["kind"] == "scene":
                        wanted.setdefault(seat, set()).add(message["n"])
            streams = Streams(table, await store.log(table), wanted)
            for client in here:
                check(client, streams)


def check(client: Client, streams: Streams) -> None:
    heard = []
    for seat, text, message in client.raw:
        if message["kind"] == "event":
            assert text == streams.events[seat][message["n"]]
            heard.append(message["n"])
        elif message["kind"] == "scene":
            assert text == streams.scenes[seat][message["n"]]
    assert heard == sorted(set(heard))
    assert len(heard) > (0 if isinstance(client, Sleeper) else 20)
    caused = {ref: streams.caused[client.person.id, ref] for ref in client.asked}
    assert caused == client.asked  # once if it was acknowledged, else not at all


@pytest.mark.slow
def test_no_kill_loses_what_was_told_nor_doubles_it(sqlite_database: str) -> None:
    asyncio.run(killed_again_and_again(sqlite_database, tables=4, kills=1))


@pytest.mark.long
def test_no_kill_of_many_loses_anything(sqlite_database: str) -> None:
    asyncio.run(killed_again_and_again(sqlite_database, tables=6, kills=3))


@pytest.mark.long
def test_no_kill_loses_anything_on_postgresql(postgresql_database: str) -> None:
    asyncio.run(killed_again_and_again(postgresql_database, tables=3, kills=2))
