"""Bots at a human pace, and at a calm one."""

import asyncio
from collections.abc import Iterator
from random import Random
from time import monotonic

import msgspec
import pytest

from ludotheque.bots import market, pace
from ludotheque.games.box import box, shelf
from ludotheque.games.match import Match
from ludotheque.games.wheedle.manners import READ, STAND
from ludotheque.games.wheedle.rules import NO_OFFER, PHASES, TRADING
from ludotheque.server.hall import timed
from ludotheque.store.contract import EventRow
from ludotheque.table import events as e
from ludotheque.table.conductor import is_brief
from ludotheque.table.setup import Pace
from ludotheque.table.state import Table
from tests.server.serving import Person, quick, serving

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


UNIT = 0.1  # of a second, for what is a second among people
TABLES = 4
EVENTS = 40  # at each


async def market_round(ann: Person) -> str:
    """A table at which bots have traded for a while, or for a whole round, and somebody looked on."""
    table = await ann.make("wheedle", 4, level="regular", first=0)
    async with ann.at(table) as seat:
        await seat.opened()
        await seat.start()
        await seat.do("turn")
        await seat.until(
            lambda: len(seat.events()) >= EVENTS or PHASES[TRADING] not in (seat.view or {}).values(), 120.0
        )
    return table


def offers_of(rows: list[EventRow]) -> Iterator[tuple[str, float]]:
    """What bots do with offers, and for how long each has stood then: with their own, and with those to all."""
    (at, made), *events = timed(rows)
    assert isinstance(made, e.Made)
    table, since = Table.begin("t", made, at), {NO_OFFER: at}
    for at, event in events:
        if isinstance(event, e.Did) and table.play is not None:
            offers, to = table.play.state.offer.tolist(), table.play.state.addressee.tolist()
            word, *more = event.do.split()
            if word in ("offer", "withdraw") and offers[event.seat] != NO_OFFER:
                yield "replaced", at - since[offers[event.seat]]
            if word == "take" and to[offers.index(int(more[0]))] < 0:
                yield "taken", at - since[int(more[0])]
        table.apply(event, at)
        if table.play is not None:
            for offer in table.play.state.offer.tolist():
                since.setdefault(offer, at)


@pytest.mark.long
def test_bots_of_a_server_leave_people_time_to_read_offers(sqlite_database: str) -> None:
    async def logs() -> list[list[EventRow]]:
        async with serving(quick(sqlite_database), pace=UNIT) as server:
            people = await server.guests(*(f"Ann {n}" for n in range(TABLES)))
            tables = await asyncio.gather(*map(market_round, people))
            return [await server.room.hall.store.log(table) for table in tables]

    found = [one for rows in asyncio.run(logs()) for one in offers_of(rows)]
    stood = {what: [seconds for kind, seconds in found if kind == what] for what in ("replaced", "taken")}
    assert found
    assert min(stood["replaced"], default=STAND) >= STAND * UNIT, stood
    assert min(stood["taken"], default=READ) >= READ * UNIT, stood
