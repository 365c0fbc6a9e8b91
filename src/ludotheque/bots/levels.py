"""The four levels, from a child's play to the strongest we have.

Every game has the same ones; a game's `bot.py` says in LEVELS how its own differ from what stands here. An arena can
try any other setting: `level("willi", "expert:simulations=200,trust=0.5")`.
"""

import importlib
from typing import Any

import msgspec

from ludotheque.games.errors import LudothequeError


class LevelError(LudothequeError):
    """There is no such level, or no such setting."""


class Level(msgspec.Struct, frozen=True):
    """How well a bot plays. Without simulations it goes by rules of thumb."""

    name: str
    sees: int = 0  # how many of its choices it looks at; 0 for all
    folly: float = 0.0  # how often it does not even think
    simulations: int = 0
    explore: float = 0.7  # how much is tried beside what seems best
    trust: float = 0.0  # how often others are taken to play by rules of thumb, rather than for the best found
    thumb: float = 1.0  # how often playouts follow the rules of thumb, rather than chance
    wide: float = 2.0  # how many choices are looked at, in roots of the visits
    deep: int = 200  # how many decisions ahead the tree reaches
    horizon: int = 1 << 40  # how many decisions a playout has; cut short, it is judged by the brain's `value`
    brain: str = ""  # the module whose `policy` and `value` the search goes by; the game's own `bot` if none is named


LEVELS: dict[str, dict[str, Any]] = {
    "newcomer": {"sees": 2, "folly": 0.2},
    "regular": {},
    "expert": {"simulations": 500},
    "master": {"simulations": 5000},
}
SETTINGS = {name: kind for name, kind in Level.__annotations__.items() if name != "name"}


def level(game: str, text: str) -> Level:
    """A level of a game by its name, with other settings if some are named."""
    name, _, changes = text.partition(":")
    if name not in LEVELS:
        raise LevelError(f"there is no level {name!r}; there are {', '.join(LEVELS)}")
    own = importlib.import_module(f"ludotheque.games.{game}.bot").LEVELS.get(name, {})
    return Level(text, **{**LEVELS[name], **own, **settings(changes)})


def settings(text: str) -> dict[str, Any]:
    """Settings such as `simulations=200,trust=0.5`."""
    said: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in SETTINGS:
            raise LevelError(f"a level has no setting {name!r}; it has {', '.join(SETTINGS)}")
        try:
            said[name] = SETTINGS[name](value)
        except ValueError:
            raise LevelError(f"{name} is a number, not {value!r}") from None
    return said
