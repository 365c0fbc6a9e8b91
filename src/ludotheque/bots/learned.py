"""The brains that bots go by: a game's rules of thumb, its networks, or anybody's module; and what these think with."""

import functools
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ludotheque.bots import blind
from ludotheque.bots.features import Features, features
from ludotheque.bots.levels import LEARNED, Level, LevelError, brain_called
from ludotheque.bots.mind import NAMES, Weights, mind_of
from ludotheque.games.box import Box
from ludotheque.games.compiled import for_game

UNREADABLE = (OSError, EOFError, ValueError, KeyError, BadZipFile)
SHIPPED = resources.files("ludotheque.bots") / "weights"


def brain_of(box: Box, name: str) -> ModuleType:
    """The brain of that name; the game's own rules of thumb if it has none."""
    if not name:
        return box.bot
    return network(box) if name == LEARNED else brain_called(name)


def mind_for(box: Box, level: Level, given: Weights | None = None) -> Any:
    """The mind of a brain at a level: habits, or weights, those of the level if none are given."""
    if level.brain != LEARNED:
        return box.bot.Habits(**level.habits)
    return mind_of(features(box.name), given or weights(box.name, level.weights), level.sharp)


def network(box: Box) -> ModuleType:
    """The networks of a game, as code: one source, executed for each."""
    seats = box.rules.SEATS
    places = np.array([box.rules.places(n) if n in seats else 0 for n in range(max(seats) + 1)])
    given: dict[str, Any] = {"bot": box.bot, "sight": box.sight or blind, "places_of": places}
    return for_game("ludotheque.bots.network", box.module, compiled=False, **given)


@functools.lru_cache(8)
def weights(game: str, file: str = "") -> Weights:
    """The weights of a game's networks, from a file or those that come with it; raises if they do not fit."""
    where = file or "this version"
    try:
        kept = arrays_in(Path(file) if file else SHIPPED / f"{game}.npz")
    except UNREADABLE as problem:
        raise LevelError(f"there are no weights of {game} in {where}: {problem}") from None
    return fitting(game, kept, where)


def fitting(game: str, kept: Mapping[str, Any], where: str) -> Weights:
    """Arrays as the weights of a game's networks; raises if they do not fit."""
    try:
        found = {name: np.array(kept[name], np.float32) for name in NAMES}
    except (KeyError, TypeError, ValueError) as problem:
        raise LevelError(f"there are no weights of {game} in {where}: {problem}") from None
    check(features(game), found, where)
    return found


def arrays_in(path: Traversable) -> dict[str, Any]:
    """The arrays of a file; what it raises if it cannot be read is UNREADABLE."""
    with path.open("rb") as file, np.load(file) as kept:
        return dict(kept)


def check(wanted: Features, found: Weights, where: str) -> None:
    """Raises unless weights have the shapes that a game's networks need."""
    for name, shape in wanted.shapes.items():
        if found[name].shape != shape:
            raise LevelError(f"{where}: {name} is {found[name].shape}, not {shape}: it learned another game")
