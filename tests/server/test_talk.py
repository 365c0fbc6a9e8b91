"""Bots that say a word now and then."""

import asyncio
from random import Random

import pytest

from ludotheque.server import live
from tests.server.serving import Seat, quick, serving


class Chatty(Random):
    """Chance that always lets a bot speak."""

    def random(self) -> float:
        return 0.0


def said(seat: Seat) -> list[tuple[int, str]]:
    events = [one["event"] for one in seat.events() if one["event"]["kind"] == "said"]
    return [(event["seat"], event["preset"]) for event in events]


def test_bots_greet_and_say_goodbye_and_it_is_kept_like_all_that_is_said(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHANCE", Chatty(1))

    async def main() -> None:
        async with serving(quick(sqlite_database), pace=0.001) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 3, level="newcomer", options={"rounds": 1})
            async with ann.at(table) as seat:
                await seat.start()
                await seat.told("said", 2)
                assert sorted(said(seat)) == [(1, "hello"), (2, "hello")]
                await seat.play_on(Random(3))
                assert len({place for place, _ in said(seat)}) == 2, "one line a round is all that a bot says"
                assert len(said(seat)) == 2
                kept = (await ann.get(f"/api/tables/{table}/said")).json()
                assert [(one["seat"], one["preset"]) for one in kept] == said(seat)

    asyncio.run(main())


@pytest.mark.parametrize(("pace", "lesson"), [(0.0, False), (0.001, True)])
def test_bots_that_hurry_and_those_of_a_lesson_say_nothing(
    pace: float, lesson: bool, sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHANCE", Chatty(1))

    async def main() -> None:
        async with serving(quick(sqlite_database), pace=pace) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 3, level="newcomer", options={"rounds": 1}, lesson=lesson)
            async with ann.at(table) as seat:
                await seat.start()
                await seat.play_on(Random(3))
                assert said(seat) == []

    asyncio.run(main())
