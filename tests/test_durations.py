"""The lengths of matches on the shelf can be measured again."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from ludotheque.games.box import shelf

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("durations", ROOT / "tools" / "durations.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", shelf())
def test_the_shelf_tells_how_long_a_match_really_takes(tool: ModuleType, game: str) -> None:
    about = (tool.ABOUT / game / "about.ts").read_text("utf-8")
    told = re.search(r"minutes: \{ bots: (\d+), people: (\d+) \}", about)
    assert told is not None
    for minutes, people in zip(map(int, told.groups()), (1, 4), strict=True):
        assert 0.6 < tool.minutes(game, people, 3) / minutes < 1.6, "call tools/durations.py --write"


def test_lengths_are_said_as_people_say_them(tool: ModuleType) -> None:
    assert [tool.said(found) for found in (0.2, 7.4, 12.4, 12.6, 23.0, 41.0)] == [1, 7, 12, 15, 25, 40]
