"""The level that a person is held against: the nearest one, and none for who gives away more than all of them."""

import pytest

from ludotheque.analysis.levels import level_rows, like
from ludotheque.analysis.result import LevelRow
from ludotheque.games.box import shelf

ROWS = [
    LevelRow("newcomer", given_away=2.0, margin=0.5, mistakes=1.0, rounds=40),
    LevelRow("regular", given_away=1.0, margin=0.2, mistakes=0.5, rounds=40),
    LevelRow("master", given_away=0.0, margin=0.0, mistakes=0.0, rounds=40),
]


@pytest.mark.parametrize(
    ("given_away", "level"), [(0.0, "master"), (0.3, "master"), (1.4, "regular"), (2.4, "newcomer"), (2.6, "")]
)
def test_it_is_the_nearest_level_or_none(given_away: float, level: str) -> None:
    assert like(ROWS, given_away) == level


def test_where_nothing_was_measured_there_is_none() -> None:
    assert like([], 0.0) == ""


@pytest.mark.parametrize("game", shelf())
def test_of_each_game_every_level_was_measured(game: str) -> None:
    assert [row.level for row in level_rows(game)] == ["newcomer", "regular", "expert", "master"]
