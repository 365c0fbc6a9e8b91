"""A table of the points that each level of bot gives away, by the same judge: a person's play is held against it.

`levels.json` keeps what `python tools/giveaway.py` measured.
"""

import functools
from collections.abc import Sequence
from importlib import resources

import msgspec

from ludotheque.analysis.result import LevelRow


class LevelTable(msgspec.Struct, frozen=True):
    """All that was measured, and how."""

    how: str
    games: dict[str, list[LevelRow]]


@functools.cache
def measured() -> LevelTable:
    """The table that comes with this version."""
    kept = resources.files("ludotheque.analysis") / "levels.json"
    return msgspec.json.decode(kept.read_bytes(), type=LevelTable)


def level_rows(game: str) -> list[LevelRow]:
    """Points that each level of a game gives away; nothing where nobody has measured it."""
    return measured().games.get(game, [])


def like(levels: Sequence[LevelRow], given_away: float) -> str:
    """The level that gives away most nearly as much in a round; none if even the weakest gives away clearly less."""
    if not levels or given_away > max(row.given_away + row.margin for row in levels):
        return ""
    return min(levels, key=lambda row: abs(row.given_away - given_away)).level
