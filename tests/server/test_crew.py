"""Bots at a human pace, and at a calm one."""

import asyncio
from time import monotonic

import pytest

from ludotheque.bots import market, pace
from ludotheque.table.setup import Pace
from tests.server.serving import quick, serving

THOUGHT = 0.2  # seconds


async def first_deed(database: str, game: str, chosen: Pace, **setup: object) -> float:
    """Seconds until some bot acts, once a match has begun."""
    async with serving(quick(database), pace=1.0) as server:
        (ann,) = await server.guests("Ann")
        table = await ann.make(game, 4, level="newcomer", pace=chosen, **setup)
        async with ann.at(table) as seat:
            await seat.opened()
            begun = monotonic()
            await seat.start()
            if game == "wheedle":
                begun = monotonic()
                await seat.do("turn")
            await seat.told("did", 2 if game == "wheedle" else 1)
            return monotonic() - begun


@pytest.mark.parametrize(("game", "setup"), [("willi", {}), ("wheedle", {"first": 0})])
def test_bots_take_their_time_at_a_calm_table(
    game: str, setup: dict[str, object], sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "thinking_time", lambda *_: THOUGHT)
    monkeypatch.setattr(market, "market_reaction", lambda *_: THOUGHT)
    seconds = asyncio.run(first_deed(sqlite_database, game, "calm", **setup))
    factor = market.FIRST * market.TEMPO["calm"] if game == "wheedle" else pace.PACES["calm"]
    assert seconds >= factor * THOUGHT


def test_bots_are_not_calm_unless_asked(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pace.PACES, "calm", 1000.0)
    monkeypatch.setattr(pace, "thinking_time", lambda *_: THOUGHT)
    assert asyncio.run(first_deed(sqlite_database, "willi", "usual")) < pace.PACES["calm"] * THOUGHT
