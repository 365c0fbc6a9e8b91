"""Times that feel human, by statistics."""

from random import Random
from statistics import fmean, median, stdev

import pytest

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.pace import CHARACTERS, RANGE, hardness, market_reaction, reaction, thinking_time
from ludotheque.bots.player import Choice
from ludotheque.bots.thinking import Weighed

DRAWS = 3000


def choice(gap: float, spread: float = 2.0) -> Choice:
    """A choice whose best two lie so far apart."""
    best = Weighed(action=1, visits=300, fortune=0.4, points=gap, spread=spread)
    second = Weighed(action=2, visits=100, fortune=0.3, points=0.0, spread=spread)
    return Choice(1, (best, second), 400)


def times(level: str, made: Choice, options: int, draws: int = DRAWS) -> list[float]:
    chance = Random(4)
    return [thinking_time(level, made, options, chance) for _ in range(draws)]


def test_every_level_has_a_character() -> None:
    assert CHARACTERS.keys() == LEVELS.keys()
    assert thinking_time("expert:simulations=9", choice(0.1), 5, Random(1)) == thinking_time(
        "expert", choice(0.1), 5, Random(1)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_forced_moves_are_quick_and_nothing_takes_for_ever(level: str) -> None:
    forced = times(level, Choice(1), 1)
    assert min(forced) >= 0.4
    assert max(forced) <= 0.9
    for made, options in ((choice(0.0), 90), (choice(9.0), 2), (Choice(1), 7)):
        taken = times(level, made, options)
        assert min(taken) >= RANGE[0]
        assert max(taken) <= RANGE[1]
        assert median(taken) > median(forced)


@pytest.mark.parametrize("level", LEVELS)
def test_never_the_same(level: str) -> None:
    taken = [*times(level, choice(0.0), 90), *times(level, Choice(1), 1), *times(level, choice(2.0), 3)]
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_from_the_same_seed(level: str) -> None:
    assert times(level, choice(0.3), 5, 50) == times(level, choice(0.3), 5, 50)
    assert market_reaction(level, Random(9)) == market_reaction(level, Random(9))


def test_easy_and_hard_choices() -> None:
    for level in ("regular", "expert", "master"):
        assert 0.8 <= median(times(level, choice(5.0), 3)) <= 1.6
        assert 2.0 <= median(times(level, choice(0.0), 20)) <= 4.0


@pytest.mark.parametrize("level", LEVELS)
def test_the_closer_the_longer(level: str) -> None:
    medians = [median(times(level, choice(gap), 8)) for gap in (3.0, 1.0, 0.5, 0.2, 0.0)]
    assert medians == sorted(medians)
    medians = [median(times(level, choice(0.5, spread), 8)) for spread in (0.2, 1.0, 5.0)]
    assert medians == sorted(medians)


@pytest.mark.parametrize("level", LEVELS)
def test_the_more_options_the_longer(level: str) -> None:
    medians = [median(times(level, Choice(1), options)) for options in (1, 2, 5, 12, 32)]
    assert medians == sorted(medians)


def test_hardness_is_between_0_and_1() -> None:
    assert hardness(choice(0.0), 1000) == 1.0
    assert hardness(choice(100.0, 1.0), 2) < 0.1
    assert hardness(choice(0.0, 0.0), 2) < 0.1  # nothing is at stake
    assert 0.0 < hardness(Choice(1), 6) < 1.0


def test_characters() -> None:
    """Newcomers are the least even and masters the calmest; regulars are brisk."""
    taken = {level: times(level, choice(0.3), 8) for level in LEVELS}
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
    assert reaction(Random(3)) == market_reaction("regular", Random(3))
