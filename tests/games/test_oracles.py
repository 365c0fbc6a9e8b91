"""Every game, move by move, against a slow and obvious program that was written from the rules alone."""

import importlib
import random
from typing import Any

import pytest

from ludotheque.games.contract import CLOCK
from ludotheque.games.match import Deal, Match
from tests.games.variants import VARIANTS, Variant, some_interpreted
from tests.oracle import wheedle

TURN_GAMES = [variant for variant in VARIANTS if variant[0] != "wheedle"]
MARKETS = [variant for variant in VARIANTS if variant[0] == "wheedle"]
COMPANIES = "BTGHNPACF"


def deal_to(oracle: Any, match: Match) -> None:
    """Gives the oracle the deck of the deal just made."""
    deal = match.log[-1]
    assert isinstance(deal, Deal)
    oracle.deal(deal.deal.split())


def oracle_for(match: Match) -> Any:
    oracle = importlib.import_module(f"tests.oracle.{match.box.name}").Oracle(match.seats, match.options, match.first)
    deal_to(oracle, match)
    return oracle


def do_both(match: Match, oracle: Any, seat: int, action: str) -> None:
    rounds = len(match.round_scores)
    match.do(seat, action)
    oracle.do(seat, action)
    assert oracle.deal_due == (len(match.round_scores) > rounds and not match.over)
    if len(match.round_scores) > rounds:
        assert match.round_scores[-1] == oracle.round_scores
    if oracle.deal_due:
        deal_to(oracle, match)


def compare(match: Match, oracle: Any) -> None:
    assert set(match.actors) == oracle.actors()
    assert match.scores == oracle.scores
    assert match.over == oracle.over
    assert set(match.winners) == oracle.winners


@pytest.mark.parametrize("variant", some_interpreted(TURN_GAMES))
def test_a_match_goes_as_the_oracle_says(variant: Variant) -> None:
    game, seats, options = variant
    chance = random.Random(f"{game}{seats}{options}")
    match = Match(game, seats=seats, seed=chance.randrange(1000), **options)
    oracle = oracle_for(match)
    while not match.over:
        compare(match, oracle)
        for seat in range(seats):
            assert set(match.legal(seat)) == oracle.legal(seat), f"seat {seat}"
        seat = chance.choice(match.actors)
        do_both(match, oracle, seat, chance.choice(match.legal(seat)))
    compare(match, oracle)


def some_stack(chance: random.Random) -> str:
    companies = chance.sample(COMPANIES, chance.choice((1, 1, 1, 2, 3)))
    return "".join(f"{chance.choice(('', '', '2', '3'))}{c}" for c in sorted(companies, key=COMPANIES.index))


def some_action(chance: random.Random, seats: int) -> str:
    """Anything that a player of Wheedle could write, allowed or not."""
    to = f" to {chance.randrange(seats)}" if chance.random() < 0.3 else ""
    return chance.choice(
        (
            f"offer {some_stack(chance)} for {some_stack(chance)}{to}",
            f"offer {some_stack(chance)} for nothing{to}",
            f"take {chance.randrange(1, 40)}",
            f"centre {chance.choice(COMPANIES)} for {chance.choice(COMPANIES)}",
            f"seek {chance.choice(COMPANIES)} give {chance.choice(COMPANIES)}",
            chance.choice(("turn", "withdraw", "done", "undone", "time", "stop")),
        )
    )


@pytest.mark.parametrize("variant", some_interpreted(MARKETS))
def test_wheedle_goes_as_the_oracle_says(variant: Variant) -> None:
    _, seats, options = variant
    chance = random.Random(f"{seats}{options}")
    match = Match("wheedle", seats=seats, seed=chance.randrange(1000), **options)
    oracle: wheedle.Oracle = oracle_for(match)
    while not match.over:
        compare(match, oracle)
        seat = chance.choice([*range(seats), CLOCK])
        offered = [action for action in match.legal(seat) if action != "stop"]
        asked = chance.sample(offered, min(8, len(offered))) + [some_action(chance, seats) for _ in range(12)]
        assert [match.allowed(seat, action) for action in asked] == [oracle.allowed(seat, action) for action in asked]
        actions = [action for action in asked if match.allowed(seat, action)]
        trades = [action for action in actions if action.startswith(("take", "centre"))]
        if actions:
            do_both(match, oracle, seat, chance.choice(trades if trades and chance.random() < 0.5 else actions))
        if seat != CLOCK and not match.over:
            state = match.cards()
            hands = ["".join(c * n for c, n in hand.items()) for hand in state.hands]  # type: ignore[attr-defined]
            assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in oracle.hands]
    compare(match, oracle)
