"""Wheedle is played with people: bots announce, let offers stand, answer, haggle, spare the centre and leave time."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from ludotheque.bots.market import TEMPO, MarketConductor
from ludotheque.bots.pace import PACES, market_reaction
from ludotheque.bots.player import Bot
from ludotheque.games.contract import CLOCK, WAIT
from ludotheque.games.match import Match
from ludotheque.games.wheedle import manners, notation, rules
from tests.bots.live_market import EVERY, GAME, Deed, LiveTable, Round, figures, with_person
from tests.bots.test_negotiators import trading
from tests.conftest import COMPILED
from tests.games.arrange import go

STAND = 6.0  # seconds to read an offer
ROUNDS = 120
SEATS = pytest.mark.parametrize("seats", rules.SEATS)
compiled = pytest.mark.skipif(not COMPILED, reason="whole rounds need machine code")


@cache
def among(rivals: str, seats: int, pace: str = "usual") -> list[Round]:
    """A person among bots."""
    return with_person(rivals, seats, ROUNDS, seats, pace)


@compiled
@SEATS
def test_a_round_against_regulars_leaves_a_person_time(seats: int) -> None:
    found = figures(among("regular", seats))
    assert 60 <= found.seconds <= 150
    assert found.longest < 900
    assert found.trades > found.swaps


@compiled
@SEATS
def test_a_person_has_a_fair_share_against_regulars_also_of_the_stops(seats: int) -> None:
    found = figures(among("regular", seats))
    assert found.share >= 1 / seats
    assert found.stops >= 1 / seats


@compiled
@SEATS
def test_a_person_is_clearly_ahead_of_newcomers(seats: int) -> None:
    weak, strong = figures(among("newcomer", seats)), figures(among("regular", seats))
    assert weak.share >= 1.5 / seats
    assert weak.stops >= 1.5 / seats
    assert weak.ahead > strong.ahead


@compiled
def test_a_regular_is_ahead_of_newcomers_at_a_live_table() -> None:
    rounds = LiveTable(["regular", *["newcomer"] * 4], False, 3).play(ROUNDS)
    assert figures(rounds).ahead > 1.0


def stood(deeds: list[Deed]) -> Iterator[tuple[int, float]]:
    """Seats and how long their offers stood that they replaced or withdrew."""
    made: dict[int, tuple[int, float]] = {}
    number = 0
    for deed in deeds:
        if deed.kind in ("offer", "withdraw") and deed.seat in made:
            yield deed.seat, deed.at - made[deed.seat][1]
        if deed.kind == "offer":
            number += 1
            made[deed.seat] = number, deed.at
        elif deed.kind == "take":
            made = {seat: offer for seat, offer in made.items() if offer[0] != int(deed.do.split()[1])}
        if deed.kind == "withdraw" or deed.fell:
            made.pop(deed.seat, None)


@compiled
@pytest.mark.parametrize("pace", PACES)
def test_a_bots_offer_stands_long_enough_to_be_read(pace: str) -> None:
    times = [time for one in among("regular", 5, pace) for seat, time in stood(one.deeds) if seat]
    assert len(times) > ROUNDS
    assert min(times) >= STAND


@compiled
@SEATS
def test_an_offer_to_all_is_left_to_people_first(seats: int) -> None:
    for one in among("regular", seats):
        offers = [deed for deed in one.deeds if deed.kind == "offer"]
        taken = [(offers[int(deed.do.split()[1]) - 1], deed) for deed in one.deeds if deed.kind == "take"]
        assert all(deed.at >= offer.at + EVERY for offer, deed in taken if deed.seat and " to " not in offer.do)


@compiled
@SEATS
def test_bots_use_the_centre_seldom_and_not_after_one_another(seats: int) -> None:
    rounds = among("regular", seats)
    for one in rounds:
        swaps = [deed.at for deed in one.deeds if deed.kind == "centre" and deed.seat]
        assert all(later >= earlier + manners.CENTRE_REST for earlier, later in pairwise(swaps))
    assert figures(rounds).swaps <= 4.0


@compiled
@SEATS
def test_a_bots_first_words_are_an_announcement(seats: int) -> None:
    for one in among("regular", seats):
        for seat in range(1, seats):
            first = next((deed.kind for deed in one.deeds if deed.seat == seat), "seek")
            assert first in ("seek", "give", "stop")


@compiled
def test_one_bot_acts_at_a_time() -> None:
    for one in among("regular", 6):
        acts = [deed.at for deed in one.deeds if deed.seat]
        assert all(later - earlier > 0.5 for earlier, later in pairwise(acts))


def answer(match: Match, seat: int, at: float) -> tuple[float, str]:
    """How a bot answers an offer that is made to it at a time, and after how many seconds."""
    market, bot = MarketConductor(GAME, Random(1)), Bot("wheedle", "regular", seed=1, compiled=COMPILED)
    market.saw(GAME.view(match.state, CLOCK), 0.0, "usual")
    market.due(seat, "regular", 0.0)
    go(match, f"{seat} seek BGHP give TA", "2 offer G for H to 1")
    market.saw(GAME.view(match.state, CLOCK), at, "usual")
    now = at
    while now < at + 60:
        now = market.due(seat, "regular", now)
        action = bot.choose(GAME.view(match.state, seat), seat, look=market.look(seat, now)).action
        market.looked(seat, "regular", action, now)
        if action != WAIT:
            return now - at, notation.text(action)
    raise AssertionError("no answer within a minute")


def test_who_addresses_a_bot_gets_a_counter_offer_soon() -> None:
    """Seat 1 keeps its majority in H, but would like the G; it has T and A to spare."""
    seconds, done = answer(trading(), 1, 1.0)
    assert seconds < 12
    assert done.startswith("offer")
    assert done.endswith("for G to 2")


def test_without_a_unit_of_time_there_are_no_manners() -> None:
    market = MarketConductor(GAME, Random(1), unit=0.0)
    market.saw(GAME.view(trading().state, CLOCK), 5.0, "usual")
    assert market.due(1, "regular", 5.0) == 5.0
    assert market.look(1, 5.0) is None


def test_every_pace_of_a_table_has_a_tempo_and_calm_is_the_slowest() -> None:
    assert TEMPO.keys() == PACES.keys()
    assert TEMPO["quick"] < TEMPO["usual"] < TEMPO["calm"]
    for pace, factor in TEMPO.items():
        market = MarketConductor(GAME, Random(2))
        market.saw(GAME.view(trading().state, CLOCK), 0.0, pace)
        market.looked(1, "regular", WAIT, 0.0)
        assert market.due(1, "regular", 0.0) == pytest.approx(factor * market_reaction("regular", Random(2)))


def test_a_new_round_begins_with_a_short_look() -> None:
    match, market = trading(), MarketConductor(GAME, Random(2))
    market.saw(GAME.view(match.state, CLOCK), 0.0, "usual")
    market.looked(1, "master", WAIT, 10_000.0)
    match.state.rounds += 1
    market.saw(GAME.view(match.state, CLOCK), 20.0, "usual")
    assert market.due(1, "master", 20.0) < 60.0
