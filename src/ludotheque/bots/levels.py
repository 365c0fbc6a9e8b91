"""The four levels, from a child's play to the strongest we have.

Every game has the same ones; a game's `bot.py` says in LEVELS how its own differ from what stands here. An arena can
try any other setting, and other habits of a game's rules of thumb: `level("willi", "expert:simulations=200,noise=1")`.
A game may also name EXPLOITERS: regulars with other habits, which only arenas know, to find out what these bring. The
levels of version 0.2 stay, so that every comparison with them can be repeated: `level("willi", "classic-master")`.
"""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, Literal, cast

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
    paired: bool = False  # choices are compared in the same worlds, and the worse half is dropped again and again
    mixed: Share = 0.0  # the part of the simulations that go by rules of thumb, beside those by networks; if paired
    deep: Annotated[int, Meta(ge=1, le=1000)] = 200  # how many decisions ahead the tree reaches
    horizon: Count = 1 << 40  # how many decisions a playout has; cut short, it is judged by the brain's `value`
    habits: dict[str, float] = {}  # the numbers of the rules of thumb that differ from the usual ones
    brain: str = ""  # what it goes by: the game's rules of thumb, its networks (LEARNED), or a module of that name
    sharp: Annotated[float, Meta(gt=0)] = 1.0  # how much likelier networks make what seems best to them
    weights: str = ""  # the file of the networks' weights; those that come with the game if none is named


LevelName = Literal["newcomer", "regular", "expert", "master"]
LEVELS: dict[str, dict[str, Any]] = {  # by LevelName
    "newcomer": {"sees": 2, "folly": 0.2},
    "regular": {},
    "expert": {"simulations": 500},
    "master": {"simulations": 5000},
}
LEARNED = "learned"  # the brain that networks make
BY_NETWORK = {"trust": 1.0, "horizon": 0, "deep": 1, "explore": 1.0}  # others by the network, leaves by the critic
CLASSIC = "classic-"  # of version 0.2: what a name begins with
SETTINGS = [name for name in Level.__struct_fields__ if name not in ("name", "habits")]


def level(game: str, text: str) -> Level:
    """A level of a game by its name, with other settings if some are named."""
    name, _, changes = text.partition(":")
    bot, plain = box(game).bot, name.removeprefix(CLASSIC)
    exploiters: dict[str, dict[str, Any]] = getattr(bot, "EXPLOITERS", {})
    if plain not in LEVELS and name not in exploiters:
        raise LevelError(f"there is no level {name!r}; there are {', '.join([*LEVELS, *exploiters])}")
    own = bot.LEVELS if plain == name else getattr(bot, "CLASSIC", bot.LEVELS)  # a newer game has no others
    settings, changed = said(changes, bot.Habits._fields)
    habits = {**own.get("habits", {}), **exploiters.get(name, {}), **changed}
    try:
        found = {**LEVELS.get(plain, {}), **own.get(plain, {}), **settings, "name": text, "habits": habits}
        if found.get("brain") == LEARNED:
            found = {**BY_NETWORK, **found}
        made = msgspec.convert(found, Level, strict=False)
    except msgspec.ValidationError as problem:
        raise LevelError(f"{text} is no level: {problem}") from None
    if made.mixed and not (made.paired and made.brain):
        raise LevelError(f"{text} is no level: mixed needs paired=1, and a brain beside the rules of thumb")
    if made.brain not in ("", LEARNED):
        brain_called(made.brain)
    return made


def nearest(text: str) -> LevelName:
    """The level that people know a bot by; exploiters are regulars."""
    name = text.partition(":")[0].removeprefix(CLASSIC)
    return cast(LevelName, name) if name in LEVELS else "regular"


def said(text: str, habits: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Settings and habits such as `simulations=200,noise=0.5`."""
    found: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in SETTINGS and name not in habits:
            raise LevelError(f"a level has no setting {name!r}; it has {', '.join([*SETTINGS, *habits])}")
        found[name] = value
    return (
        {name: value for name, value in found.items() if name in SETTINGS},
        {name: value for name, value in found.items() if name in habits},
    )


def brain_called(name: str) -> ModuleType:
    """The module of that name, which may be anybody's, if it can choose."""
    try:
        found = import_module(name)
    except ImportError as problem:
        raise LevelError(f"there is no brain {name!r}: {problem}") from None
    if not hasattr(found, "policy"):
        raise LevelError(f"{name} is no brain: it has no policy(s, seat, actions, n, mind, rng)")
    return found
