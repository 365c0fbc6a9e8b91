"""The settings of a match, as far as they were given."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ludotheque.bots.levels import level
from ludotheque.games.box import Box
from ludotheque.games.contract import Value
from ludotheque.games.errors import SeatsError
from ludotheque.terminal.lines.own import MatchSoFar

LEVEL = "regular"  # unless another is chosen
SEEDS = 1_000_000


class Setting(msgspec.Struct, frozen=True):
    """Settings of a match, as far as they were given; the rest is asked."""

    game: str | None = None
    seats: int | None = None
    bots: int | None = None
    seed: int | None = None
    edition: str | None = None
    name: str | None = None
    language: str | None = None
    level: str | None = None
    options: Mapping[str, str] = {}
    start: MatchSoFar | None = None  # from which moment of a match one plays on


def check(setting: Setting, game: Box) -> dict[str, Any]:
    """The options of the match; raises if anything that was said does not fit the game."""
    options = game.read_options(setting.edition, setting.options)
    level(game.name, setting.level or LEVEL)
    seats = seats_said(setting)
    if seats is not None:
        game.check_seats(seats)
    return options


def seats_said(setting: Setting) -> int | None:
    """How many seats there are, by what was said."""
    if setting.bots is not None and setting.seats is not None and setting.seats != setting.bots + 1:
        raise SeatsError(f"{setting.seats} seats are one player and {setting.seats - 1} bots, not {setting.bots}")
    return setting.bots + 1 if setting.bots is not None else setting.seats


def same_again(game: Box, seats: int, seed: int, strength: str, options: Mapping[str, Value]) -> str:
    """The command that deals the same cards again."""
    command = f"play {game.name} --bots {seats - 1} --seed {seed}"
    if strength != LEVEL:
        command += f" --level {strength}"
    usual = game.options()
    said = [f"--option {name}={value}" for name, value in options.items() if value != usual[name]]
    return " ".join([command, *said])
