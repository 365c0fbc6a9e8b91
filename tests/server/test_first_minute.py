"""The first minute of a server: games are compiled beside it, and nobody waits for the compiler."""

import asyncio
import os
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest

from ludotheque.compiling import POLITE
from ludotheque.games.box import box, shelf
from tests.conftest import COMPILED
from tests.server.serving import Person, Process, Seat, launched

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not COMPILED, reason="is about machine code")]

SOON = 2.0  # seconds for an answer while a compiler runs beside
A_GAME = 480.0  # seconds for one game to be compiled, on a busy machine
LAST = shelf()[-1]


def made(cache: Path) -> int:
    """How much machine code is kept."""
    return len([*cache.rglob("*.nbc")])


async def some_made(cache: Path) -> None:
    """Waits until a game is compiled in part."""
    async with asyncio.timeout(A_GAME):
        while not made(cache):
            await asyncio.sleep(0.1)


async def lateness(server: Process) -> float:
    """The mean time by which the server's event loop woke up late, in seconds."""
    found = {"ludotheque_loop_lag_seconds_count": "0"}
    while not float(found["ludotheque_loop_lag_seconds_count"]):  # it is measured twice a second
        text = (await Person(server.url, "").get("/metrics")).text
        found = dict(one.rsplit(" ", 1) for one in text.splitlines() if one.startswith("ludotheque_loop_lag_seconds_"))
    return float(found["ludotheque_loop_lag_seconds_sum"]) / float(found["ludotheque_loop_lag_seconds_count"])


async def first_answers(ann: Person, table: str) -> list[float]:
    """Seconds until a match has started, until an expert has given a hint, and until one has acted."""
    async with ann.at(table) as seat:
        await seat.opened()
        begun = [monotonic()]
        assert (await seat.start())["kind"] == "answer"
        begun.append(monotonic())
        await seat.until(seat.may_act)
        begun.append(monotonic())
        assert (await seat.ask("hint", level="master"))["kind"] == "hinted"
        begun.append(monotonic())
        await seat.do(seat.mine["choices"][0])
        await seat.until(lambda: any(one["event"].get("bot") for one in seat.events()))
        begun.append(monotonic())
        return [after - before for before, after in pairwise(begun)]


async def expert_table(ann: Person, game: str) -> str:
    """A table at which one plays against experts, and begins."""
    return await ann.make(game, box(game).rules.SEATS[-1], level="expert", first=0)


@pytest.mark.long
def test_nobody_waits_for_the_compiler(sqlite_database: str, tmp_path: Path) -> None:
    """With an empty cache, and with one that a server has left half full when it was stopped."""

    async def main() -> None:
        server = await launched(sqlite_database, cache=tmp_path)
        ann = await Person(server.url, "Ann").come()
        tables = {game: await expert_table(ann, game) for game in shelf()}
        waits = {("empty", game): await first_answers(ann, await expert_table(ann, game)) for game in shelf()}
        await some_made(tmp_path)
        late = [await lateness(server)]
        assert (await server.stop())[0] == 0
        assert made(tmp_path) > 0
        server = await launched(sqlite_database, cache=tmp_path)
        ann.url = server.url
        waits |= {("half", game): await first_answers(ann, tables[game]) for game in shelf()}
        late.append(await lateness(server))
        assert (await server.stop())[0] == 0
        assert max(max(each) for each in waits.values()) < SOON, waits
        assert max(late) < SOON / 10, late

    asyncio.run(main())


def regulars(seat: Seat) -> list[bool]:
    """What was told of whether experts play as regulars."""
    return [one["regulars"] for one in seat.messages if one["kind"] == "presence"]


@pytest.mark.long
def test_what_somebody_sits_down_to_is_compiled_first_and_experts_say_when_they_are_ready(
    sqlite_database: str, tmp_path: Path
) -> None:
    async def main() -> None:
        server = await launched(sqlite_database, cache=tmp_path)
        ann = await Person(server.url, "Ann").come()
        await some_made(tmp_path)  # of another game, which has to wait now
        async with ann.at(await expert_table(ann, LAST)) as seat:
            await seat.opened()
            assert (await seat.start())["kind"] == "answer"
            hinted = await seat.ask("hint", level="expert")
            assert hinted["level"] == "regular"
            assert "a regular’s advice" in hinted["message"]
            await seat.until(lambda: False in regulars(seat), A_GAME)
            assert regulars(seat)[0]
            assert LAST in (await ann.get("/health")).json()["compiled"]
            assert (await seat.ask("hint", level="expert"))["level"] == "expert"
        assert (await server.stop())[0] == 0

    asyncio.run(main())


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes where Linux lists them")
def test_a_server_that_stops_takes_its_compilers_along(sqlite_database: str, tmp_path: Path) -> None:
    def compilers() -> list[int]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words, env = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
            except OSError:  # ended meanwhile, or somebody else's
                continue
            if b"ludotheque.compiling" in words and os.fsencode(tmp_path) in env:
                found.append(int(process.name))
        return found

    lower = min(os.getpriority(os.PRIO_PROCESS, 0) + POLITE, 19)

    async def main() -> None:
        for end in (Process.stop, Process.kill):
            server = await launched(sqlite_database, cache=tmp_path)
            async with asyncio.timeout(A_GAME):
                while {os.getpriority(os.PRIO_PROCESS, one) for one in compilers()} != {lower}:
                    await asyncio.sleep(0.05)
            await end(server)
            async with asyncio.timeout(A_GAME):
                while compilers():
                    await asyncio.sleep(0.05)

    asyncio.run(main())
