"""The lengths of matches on the shelf can be measured again."""

import re
from pathlib import Path

import pytest
from tools import durations

from ludotheque.games.box import shelf

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
@pytest.mark.parametrize("game", shelf())
def test_the_shelf_tells_how_long_a_match_really_takes(game: str) -> None:
    about = (durations.ABOUT / game / "about.ts").read_text("utf-8")
    told = re.search(r"minutes: \{ bots: (\d+), people: (\d+) \}", about)
    assert told is not None
    for minutes, people in zip(map(int, told.groups()), (1, 4), strict=True):
        assert 0.6 < durations.minutes(game, people, 3) / minutes < 1.6, "call tools/durations.py --write"


def test_lengths_are_said_as_people_say_them() -> None:
    assert [durations.said(found) for found in (0.2, 7.4, 12.4, 12.6, 23.0, 41.0)] == [1, 7, 12, 15, 25, 40]
