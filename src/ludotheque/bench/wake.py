"""How quickly sleeping tables wake: a thousand half-played matches, from their snapshots and from their logs."""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
from uvicorn.loops.auto import auto_loop_factory

from ludotheque.games.box import box, shelf
from ludotheque.games.fair import commitment
from ludotheque.server.clock import Clock
from ludotheque.server.crew import Crew
from ludotheque.server.hall import Hall
from ludotheque.server.metrics import Metrics
from ludotheque.server.serve import tune
from ludotheque.server.settings import Settings
from ludotheque.store import open_store
from ludotheque.store.contract import EventRow, Store, StoredSnapshot, StoreError
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.setup import Setup
from ludotheque.table.sitting import Sitting
from ludotheque.table.snapshot import snapshot
from ludotheque.table.state import Table

SEATS = 4
PERSON = "bench"


class Woken(msgspec.Struct):
    """Milliseconds to wake a table: on average, and for the slowest of a hundred; and its events."""

    how: str
    tables: int
    events: float
    mean: float
    p99: float


def half_played(name: str, game: str, chance: Random) -> tuple[Table, list[EventRow]]:
    """A match that was left in the middle, and its log."""
    made = e.Made(setup=Setup(game, SEATS), secret=chance.randbytes(32).hex(), by=PERSON)
    table = Table.begin(name, made, 0.0)
    rows = [EventRow(name, 1, 0.0, e.encode(made))]

    def keep(event: e.AnyEvent) -> None:
        rows.append(EventRow(name, table.facts.n, 0.0, e.encode(event)))

    sitting = Sitting(table, keep, lambda: "", chance)
    sitting.arrive(PERSON, 0.0)
    salt = chance.randbytes(16).hex()
    for command in (c.Sit(0), c.Commit(commitment(salt.encode())), c.Start(), c.Reveal(salt)):
        sitting.ask(PERSON, "Bench", "", command, 0.0)
    play = table.play
    assert play is not None
    while len(play.round_scores) < middle(game):
        if play.deal_due:
            sitting.ask(PERSON, "Bench", "", c.Ready(), 0.0)
        seat = chance.choice(table.actors)
        choices = play.box.choices(play.box.view(play.state, seat), seat)
        action = chance.choice([choice for choice in choices if choice != "stop"] if len(choices) > 1 else choices)
        if table.facts.places[seat].by_bot:
            sitting.act_for(seat, play.box.notation.parse(action), 0.0)
        else:
            sitting.ask(PERSON, "Bench", "", c.Do(action, table.facts.sent[seat + 1]), 0.0)
    return table, rows


def middle(game: str) -> int:
    """Rounds of half a match."""
    return {"willi": 4, "wimmuln": 3, "holzwurm": 1, "wheedle": 2}[game]


async def keep(store: Store, tables: list[tuple[Table, list[EventRow]]], slept: bool) -> None:
    """Stores logs, and snapshots if the tables were put to sleep."""
    left = asyncio.Event()
    waiting = len(tables) * (2 if slept else 1)

    def then(problem: StoreError | None) -> None:
        nonlocal waiting
        assert problem is None, problem
        waiting -= 1
        if not waiting:
            left.set()

    for table, rows in tables:
        store.append(rows, None, then)
        if slept:
            store.keep_snapshot(StoredSnapshot(table.facts.id, table.facts.n, snapshot(table)), then)
    await left.wait()


async def woken(folder: Path, count: int, slept: bool) -> Woken:
    """Wakes all tables, one after the other."""
    for game in shelf():
        box(game).compile()
    chance = Random(1)
    made = [half_played(f"{game}-{i}", game, chance) for game in shelf() for i in range(8)]
    tables = [renamed(made[i % len(made)], f"table-{i}") for i in range(count)]
    store = await open_store(str(folder / f"{slept}.db"))
    await keep(store, tables, slept)
    settings, metrics, clock = Settings(), Metrics(), Clock()
    hall = Hall(store, settings, metrics, Crew(1, metrics), clock)
    times = []
    for table, _ in tables:
        begun = time.perf_counter()
        await hall.find(table.facts.id)
        times.append(1000 * (time.perf_counter() - begun))
    await hall.crew.close()
    await store.close()
    events = sum(len(rows) for _, rows in tables) / count
    how = "from a snapshot" if slept else "from the whole log"
    return Woken(how, count, events, sum(times) / count, sorted(times)[count * 99 // 100])


def renamed(one: tuple[Table, list[EventRow]], name: str) -> tuple[Table, list[EventRow]]:
    """The same match at another table."""
    table, rows = one
    facts = msgspec.structs.replace(table.facts, id=name)
    return Table(facts, table.play), [EventRow(name, row.n, row.at, row.body) for row in rows]


def wakes(count: int = 1000) -> list[Woken]:
    """From snapshots, as tables that were put to sleep; and from logs, as after a crash. All as in a server."""
    tune()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for slept in (True, False):
            with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
                found.append(runner.run(woken(Path(folder), count, slept)))
    return found
