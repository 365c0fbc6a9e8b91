"""Hints never hold up bots: they have a thread, a queue and a budget of their own, one at a time for a person."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from threading import Event

import pytest

from ludotheque.server import crew
from tests.server.serving import Seat, quick, serving


def test_one_person_on_ten_connections_gets_one_hint_at_a_time(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server, AsyncExitStack() as stack:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 4)
            seats = [await stack.enter_async_context(ann.at(table)) for _ in range(10)]
            await seats[0].start()
            for seat in seats:
                await seat.until(seat.may_act)
            busy = Event()
            server.room.crew._hint_pool.submit(busy.wait)
            asked = [asyncio.create_task(seat.ask("hint", level="regular")) for seat in seats]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            busy.set()
            answers = [await one for one in asked]
            kinds = [one["kind"] for one in answers]
            assert sorted(kinds) == ["hinted"] + 9 * ["refused"]
            assert {one["code"] for one in answers if one["kind"] == "refused"} == {"too_fast"}

    asyncio.run(main())


def test_bots_play_on_while_hints_wait(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 4)
            async with ann.at(table) as seat, bob.at(table) as other:
                await other.ask("sit")
                await seat.start()
                await seat.until(seat.may_act)
                busy = Event()
                server.room.crew._hint_pool.submit(busy.wait)
                try:
                    hint = asyncio.create_task(seat.ask("hint"))
                    async with asyncio.timeout(20):
                        while not server.room.crew.advised:
                            await asyncio.sleep(0.01)
                    rounds = [seat.play(Random(1), ended(seat)), other.play(Random(2), ended(other))]
                    await asyncio.gather(*rounds)
                    assert not hint.done()
                finally:
                    busy.set()
                assert (await hint)["kind"] == "hinted"

    def ended(seat: Seat) -> Callable[[], bool]:
        return lambda: len(seat.table["sheet"]) >= 1

    asyncio.run(main())


def test_hints_have_a_budget(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "HINTS_PER_MINUTE", 3)

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 4)
            async with ann.at(table) as seat:
                await seat.start()
                await seat.until(seat.may_act)
                answers = [await seat.ask("hint", level="regular") for _ in range(4)]
                assert [one["kind"] for one in answers] == 3 * ["hinted"] + ["refused"]
                assert answers[-1]["code"] == "too_fast"
                assert 0 < answers[-1]["facts"]["seconds"] <= 20

    asyncio.run(main())
