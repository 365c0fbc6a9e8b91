"""Times that feel human, by statistics."""

from random import Random
from statistics import fmean, median, stdev
from typing import get_args

import pytest

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.pace import (
    BRIEF,
    CHARACTERS,
    PACES,
    RANGE,
    market_reaction,
    reaction,
    thinking_time,
    turn_time,
)
from ludotheque.table.setup import Pace

DRAWS = 3000


def times(level: str, draws: int = DRAWS) -> list[float]:
    chance = Random(4)
    return [thinking_time(level, chance) for _ in range(draws)]


def test_every_level_has_a_character() -> None:
    assert CHARACTERS.keys() == LEVELS.keys()
    assert thinking_time("expert:simulations=9", Random(1)) == thinking_time("expert", Random(1))


def test_a_table_offers_the_paces_that_bots_know() -> None:
    assert set(get_args(Pace)) == PACES.keys()


@pytest.mark.parametrize("level", LEVELS)
def test_three_bots_answer_within_two_seconds_at_the_usual_pace(level: str) -> None:
    """Between two turns of one's own three rivals act, and a trick is read; 2.5 seconds are to be enough for all."""
    taken = times(level)
    assert min(taken) >= RANGE[0]
    assert max(taken) <= RANGE[1]
    assert median(sum(taken[i : i + 3]) for i in range(0, DRAWS, 3)) <= 2.0


@pytest.mark.parametrize("level", LEVELS)
def test_never_the_same(level: str) -> None:
    taken = times(level)
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_from_the_same_seed(level: str) -> None:
    assert times(level, 50) == times(level, 50)
    assert market_reaction(level, Random(9)) == market_reaction(level, Random(9))


def test_paces_differ_by_a_factor() -> None:
    usual = turn_time("regular", "usual", False, Random(5))
    for pace, factor in PACES.items():
        assert turn_time("regular", pace, False, Random(5)) == pytest.approx(factor * usual)


@pytest.mark.parametrize("pace", PACES)
def test_questions_that_can_be_answered_in_advance_hold_nobody_up(pace: str) -> None:
    chance = Random(6)
    assert max(turn_time("master", pace, True, chance) for _ in range(DRAWS)) <= BRIEF[1]


def test_characters() -> None:
    """Newcomers are the least even and masters the calmest; regulars are brisk."""
    taken = {level: times(level) for level in LEVELS}
    uneven = [stdev(taken[level]) / fmean(taken[level]) for level in LEVELS]
    assert uneven == sorted(uneven, reverse=True)
    middle = {level: median(taken[level]) for level in LEVELS}
    assert middle["regular"] < middle["expert"] < middle["master"]
    slow = {level: sum(time > 2 * middle[level] for time in taken[level]) for level in LEVELS}
    assert slow["newcomer"] > 5 * max(1, slow["expert"])


def test_a_market_is_watched_the_closer_the_better_one_plays() -> None:
    medians = []
    for level in LEVELS:
        chance = Random(2)
        medians.append(median(market_reaction(level, chance) for _ in range(DRAWS)))
    assert medians == sorted(medians, reverse=True)
    assert market_reaction("regular", Random(3)) > 3 * reaction(Random(3))  # people need time, an arena does not
