"""Every game, move by move, against a slow and obvious program that was written from the rules alone."""

import importlib
import random
from typing import Any

import pytest

from ludotheque.games.box import Value, box
from ludotheque.games.match import Deal, Match

VARIANTS: dict[str, list[dict[str, Value]]] = {
    "willi": [{"tie": tie, "swap": swap} for tie in ("first", "last") for swap in ("any", "colour")],
}
CASES = [(game, seats, options) for game, all_options in VARIANTS.items()
         for seats in box(game).rules.SEATS for options in all_options]


def deck_of(match: Match) -> list[str]:
    """The deck of the deal just made."""
    deal = next(entry for entry in reversed(match.log) if isinstance(entry, Deal))
    return deal.deal.split()


def compare(match: Match, oracle: Any) -> None:
    assert set(match.actors) == oracle.actors()
    assert match.scores == oracle.scores
    for seat in range(match.seats):
        assert set(match.legal(seat)) == oracle.legal(seat), f"seat {seat}"
    assert match.over == oracle.over
    assert set(match.winners) == oracle.winners


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_match_goes_as_the_oracle_says(game: str, seats: int, options: dict[str, Value]) -> None:
    chance = random.Random(f"{game}{seats}{options}")
    match = Match(game, seats=seats, seed=chance.randrange(1000), **options)
    oracle = importlib.import_module(f"tests.oracle.{game}").Oracle(seats, match.options, match.first)
    dealt = 0
    while not match.over:
        rounds = sum(isinstance(entry, Deal) for entry in match.log)
        if rounds > dealt:
            dealt = rounds
            oracle.deal(deck_of(match))
        compare(match, oracle)
        seat = chance.choice(match.actors)
        action = chance.choice(match.legal(seat))
        match.do(seat, action)
        oracle.do(seat, action)
        assert match.round_scores[-1:] in ([], [oracle.round_scores])
    compare(match, oracle)
