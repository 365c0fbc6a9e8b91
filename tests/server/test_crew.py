"""Bots at a human pace, and at a calm one."""

import asyncio
from random import Random
from time import monotonic

import msgspec
import pytest

from ludotheque.bots import market, pace
from ludotheque.games.box import box, shelf
from ludotheque.games.match import Match
from ludotheque.table.conductor import is_brief
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


@pytest.mark.parametrize("game", shelf())
def test_how_long_bots_take_depends_on_what_is_asked_and_never_on_a_hand(game: str) -> None:
    """A forced move is paced like any other: of what is asked, the phase that everybody sees decides."""
    found: dict[str, set[tuple[bool, bool]]] = {}
    chance = Random(1)
    for seed in range(6):
        match = Match(game, box(game).rules.SEATS[-1], seed=seed)
        for _ in range(400):
            if match.over:
                break
            seat = chance.choice(match.actors)
            options = match.box.legal(match.state, seat)
            phase = msgspec.to_builtins(match.view(seat))["phase"]
            found.setdefault(phase, set()).add((is_brief(match.box, options), len(options) == 1))
            match.do(seat, match.box.notation.text(chance.choice(options)))
    assert game in ("holzwurm", "wheedle") or any(forced for seen in found.values() for _, forced in seen)
    for phase, seen in found.items():
        assert len({brief for brief, _ in seen}) == 1, phase
