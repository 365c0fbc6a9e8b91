"""The four levels, from a child's play to the strongest we have.

Every game has the same ones; a game's `bot.py` says in LEVELS how its own differ from what stands here. An arena can
try any other setting: `level("willi", "expert:simulations=200,trust=0.5")`.
"""

from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.games.box import box
from ludotheque.games.errors import LudothequeError


class LevelError(LudothequeError):
    """There is no such level, or no such setting."""


Count = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Level(msgspec.Struct, frozen=True):
    """How well a bot plays. Without simulations it goes by rules of thumb."""

    name: str
    sees: Count = 0  # how many of its choices it looks at; 0 for all
    folly: Share = 0.0  # how often it does not even think
    simulations: Count = 0
    explore: Annotated[float, Meta(ge=0)] = 0.7  # how much is tried beside what seems best
    trust: Share = 0.0  # how often others are taken to play by rules of thumb, rather than for the best found
    thumb: Share = 1.0  # how often playouts follow the rules of thumb, rather than chance
    wide: Annotated[float, Meta(gt=0)] = 2.0  # how many choices are looked at, in roots of the visits
    deep: Annotated[int, Meta(ge=1, le=1000)] = 200  # how many decisions ahead the tree reaches
    horizon: Count = 1 << 40  # how many decisions a playout has; cut short, it is judged by the brain's `value`
    brain: str = ""  # the module whose `policy` and `value` the search goes by; the game's own `bot` if none is named


LevelName = Literal["newcomer", "regular", "expert", "master"]
LEVELS: dict[LevelName, dict[str, Any]] = {
    "newcomer": {"sees": 2, "folly": 0.2},
    "regular": {},
    "expert": {"simulations": 500},
    "master": {"simulations": 5000},
}
SETTINGS = [name for name in Level.__struct_fields__ if name != "name"]


def level(game: str, text: str) -> Level:
    """A level of a game by its name, with other settings if some are named."""
    name, _, changes = text.partition(":")
    if name not in LEVELS:
        raise LevelError(f"there is no level {name!r}; there are {', '.join(LEVELS)}")
    own = box(game).bot.LEVELS.get(name, {})
    try:
        found = msgspec.convert({"name": text, **LEVELS[name], **own, **said(changes)}, Level, strict=False)
    except msgspec.ValidationError as problem:
        raise LevelError(f"{text} is no level: {problem}") from None
    if found.brain:
        brain_called(found.brain)
    return found


def said(text: str) -> dict[str, str]:
    """Settings such as `simulations=200,trust=0.5`."""
    settings = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in SETTINGS:
            raise LevelError(f"a level has no setting {name!r}; it has {', '.join(SETTINGS)}")
        settings[name] = value
    return settings


def brain_called(name: str) -> ModuleType:
    """The module of that name, which may be anybody's, if it can choose."""
    try:
        found = import_module(name)
    except ImportError as problem:
        raise LevelError(f"there is no brain {name!r}: {problem}") from None
    if not hasattr(found, "policy"):
        raise LevelError(f"{name} is no brain: it has no policy(s, seat, actions, n, rng)")
    return found
