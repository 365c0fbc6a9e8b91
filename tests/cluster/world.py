"""Everything at once: servers, links, a database, people at tables, and what all of them did, judged."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import msgspec

from ludotheque.bench.postgres import execute
from ludotheque.store.contract import EventRow
from tests.cluster.checker import Expected, Finding, findings, going_on
from tests.cluster.history import AnyEntry, Calm, Logged, Owned
from tests.cluster.links import Balancer, Link
from tests.cluster.nemesis import Nemesis
from tests.cluster.player import Person, Player, Watcher
from tests.cluster.servers import Postgres, Server, free_port
from tests.server.streams import Streams

THINK = 0.08  # seconds that a player takes on average
GOING_ON = 60.0  # seconds in which every table must have gone on after the last fault, on a busy machine
Setup = dict[str, Any]
TABLES: list[tuple[Setup, int, int]] = [  # how it is played, how many people play, and how many watch
    ({"game": "willi", "seats": 4}, 2, 2),
    ({"game": "holzwurm", "seats": 2}, 2, 1),
    ({"game": "wheedle", "seats": 4, "options": {"seconds": 5}}, 2, 1),
    ({"game": "wimmuln", "seats": 3}, 1, 2),
    ({"game": "holzwurm", "seats": 4}, 4, 0),
]
WITNESS = """
CREATE TABLE witness (table_id text, n integer, epoch integer, writer text);
CREATE FUNCTION see_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO witness SELECT NEW.table_id, NEW.n, epoch, current_user FROM leases WHERE table_id = NEW.table_id;
  RETURN NULL;
END $$;
CREATE FUNCTION see_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO witness VALUES (NEW.table_id, 0, NEW.epoch, current_user);
  RETURN NULL;
END $$;
CREATE TRIGGER see_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION see_event();
CREATE TRIGGER see_lease AFTER INSERT OR UPDATE ON leases FOR EACH ROW WHEN (NEW.server <> '')
  EXECUTE FUNCTION see_lease();
"""
EVERYWHERE = {"level": "newcomer", "pace": "quick", "clock": "brisk"}


class Cluster:
    """Servers at one database, with a balancer in front of them."""

    def __init__(self, servers: list[Server], balancer: Balancer, postgres: Postgres) -> None:
        self.servers = servers
        self.balancer = balancer
        self.postgres = postgres


@asynccontextmanager
async def cluster(count: int, postgres: Postgres, folder: Path) -> AsyncIterator[Cluster]:
    """A number of servers, until the block ends. The database bears witness of what they write."""
    servers, links = [], []
    for number in range(count):
        listens = free_port()
        database, peers = Link(postgres.reach), Link(partial(asyncio.open_connection, "127.0.0.1", listens))
        links += [database, peers]
        await database.start()
        await peers.start()
        name = f"server_{number}"
        await execute(postgres.url, f"CREATE ROLE {name} SUPERUSER LOGIN")
        flags = [
            f"--database={postgres.through(database, name)}",
            f"--peer-listen=127.0.0.1:{listens}",
            f"--peer-address=127.0.0.1:{peers.port}",
        ]
        servers.append(Server(name, folder, (database, peers), flags))
    balancer = Balancer([server.port for server in servers])
    await balancer.start()
    try:
        for server in servers:
            await server.start()
        await execute(postgres.url, WITNESS)
        yield Cluster(servers, balancer, postgres)
        for server in servers:
            assert await server.close(), f"{server.name} did not stop well; its log is {server.log}"
    finally:
        for server in servers:
            await server.close()
        for link in (balancer, *links):
            await link.close()


class Round:
    """Some time at some tables, all that was told meanwhile, and what was wrong with it."""

    def __init__(self, cluster: Cluster, chance: Random, tables: Sequence[tuple[Setup, int, int]]) -> None:
        self.history: list[AnyEntry] = []
        self._cluster = cluster
        self._chance = chance
        self._tables = tables
        self._clients: list[Watcher] = []

    @property
    def commands(self) -> int:
        """How many were acknowledged."""
        return sum(client.acknowledged for client in self._clients if isinstance(client, Player))

    async def play(self, nemesis: Nemesis, seconds: float) -> None:
        """People come, play under faults, go on without faults, and leave; then all of it is judged."""
        for setup, players, watchers in self._tables:
            await self._seat(setup, players, watchers)
        tasks = [asyncio.create_task(client.stay()) for client in self._clients]
        try:
            await nemesis.rage(seconds)
            self.history.append(Calm(time.monotonic()))
            await self._all_go_on()
            for client in self._clients:
                client.finishing = True
            await asyncio.wait(tasks, timeout=GOING_ON)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for problem in ended:
            if isinstance(problem, Exception):
                raise problem

    async def _seat(self, setup: Setup, players: int, watchers: int) -> None:
        """People come to a new table."""
        people = []
        for number in range(players + watchers):
            name = f"{setup['game']}-{len(self._clients) + number}"
            people.append(await Person(self._cluster.balancer.port, name, self._chance.randrange(1 << 24)).come())
        table = await people[0].make(**EVERYWHERE, **setup)
        for number, person in enumerate(people):
            chance, note = Random(self._chance.random()), self.history.append
            if number < players:
                self._clients.append(Player(person, table, note, chance, THINK, players))
            else:
                self._clients.append(Watcher(person, table, note, chance))

    async def _all_go_on(self) -> None:
        """Waits until at every table something has happened that is more than talk; the checker says if it did not."""
        calm = len(self.history)
        tables = {client.at for client in self._clients}
        with suppress(TimeoutError):
            async with asyncio.timeout(GOING_ON):
                while tables - going_on(self.history[calm:]):
                    await asyncio.sleep(0.2)

    async def judged(self) -> list[Finding]:
        """Findings, by the log and by the database's witness."""
        tables = sorted({client.at for client in self._clients})
        rows, witness = await evidence(self._cluster.postgres.url, tables)
        epochs = {(table, n): epoch for table, n, epoch, _ in witness if n}
        log = {
            table: [Logged(row.n, msgspec.json.decode(row.body), epochs.get((table, row.n))) for row in events]
            for table, events in rows.items()
        }
        assert all(row.epoch for events in log.values() for row in events), "the database has not witnessed all"
        owned = [Owned(table, epoch, writer) for table, _, epoch, writer in witness]
        return findings(self.history, log, owned, rebuilt(rows))


async def evidence(
    database: str, tables: list[str]
) -> tuple[dict[str, list[EventRow]], list[tuple[str, int, int, str]]]:
    """The logs of tables, and who took and wrote them in which epoch, asked of the database itself."""
    connection = await asyncpg.connect(database)
    try:
        query = "SELECT table_id, n, at, body FROM events WHERE table_id = ANY($1) ORDER BY table_id, n"
        found = await connection.fetch(query, tables)
        seen = await connection.fetch("SELECT * FROM witness WHERE table_id = ANY($1)", tables)
    finally:
        await connection.close()
    log: dict[str, list[EventRow]] = {table: [] for table in tables}
    for row in found:
        log[row["table_id"]].append(EventRow(*row))
    return log, [tuple(row) for row in seen]


def rebuilt(log: dict[str, list[EventRow]]) -> Expected:
    """Every viewer's messages, rebuilt from the logs alone."""
    return {
        (table, viewer): told for table, rows in log.items() for viewer, told in Streams(table, rows, {}).events.items()
    }
