"""Setups of environments: a game, its seats and options, and how long an episode is."""

import functools
import secrets
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from ludotheque.envs.interface import CODE, Interface
from ludotheque.games.box import Box, box
from ludotheque.games.compiled import Ints, blank, for_game, record_of
from ludotheque.games.contract import Value
from ludotheque.games.errors import OptionError

EPISODES = ("match", "round")
TICKS = 500  # in a market, decisions of all seats together until the clock ends a round


class How:
    """How matches are stepped, as compiled code reads it."""

    seats: int
    places: int
    single: int  # an episode is one round
    again: int  # an episode that is over is followed by another
    market: int  # anyone may act at any time: who is asked is drawn
    ticks: int
    closing: int
    renumbered: int  # choices have other numbers than the rules' actions
    wait: int  # the choice to wait
    announcements: int  # the first of the choices that are legal together,
    announced: int  # and the one after their last
    announcement: int  # what the first means in the rules


HOW = record_of(How)


class EnvSetup(msgspec.Struct, frozen=True):
    """A game, its seats, options and episode. It can be pickled, hashed and compared."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    episode: str
    ticks: int

    @property
    def box(self) -> Box:
        """The game."""
        return box(self.game)

    @property
    def interface(self) -> Interface:
        """The learning interface: observations and actions."""
        return interface(self.game, self.seats, self.options)

    @property
    def kernel(self) -> ModuleType:
        """The machine code that steps matches."""
        return kernel(self.game)

    @property
    def codes(self) -> Ints:
        """The options as `start` takes them."""
        return self.box.codes(dict(self.options))

    def how(self, again: bool) -> Any:
        """The settings as an array of one record."""
        how, announcements = blank(HOW), self.interface.spec.announcements
        how.seats, how.places = self.seats, self.interface.places
        how.single, how.again, how.market = self.episode == "round", again, self.box.market
        how.ticks, how.closing = self.ticks, self.interface.spec.closing
        how.renumbered, how.wait = self.interface.renumbered, self.interface.wait
        how.announcements, how.announced = announcements.start, announcements.stop
        how.announcement = self.interface.codes[announcements.start, CODE]
        return how.view(np.ndarray)


def set_up(
    game: str,
    seats: int | None = None,
    edition: str | None = None,
    episode: str = "match",
    ticks: int = TICKS,
    options: Mapping[str, Value] | None = None,
) -> EnvSetup:
    """A checked setup."""
    found = box(game)
    seats = found.rules.SEATS[-1] if seats is None else seats
    found.check_seats(seats)
    if episode not in EPISODES:
        raise OptionError(f"an episode is a match or a round, not {episode!r}")
    if ticks < 1:
        raise OptionError(f"a round has 1 tick or more, not {ticks}")
    return EnvSetup(game, seats, tuple(found.options(edition, options).items()), episode, ticks)


def secret_seed() -> int:
    """A seed that nobody knows."""
    return secrets.randbits(63)


@functools.cache
def interface(game: str, seats: int, options: tuple[tuple[str, Value], ...]) -> Interface:
    """The learning interface, made once."""
    return Interface(box(game), seats, dict(options))


@functools.cache
def kernel(game: str) -> ModuleType:
    """The machine code of a game, made once."""
    box(game).compile()
    lists = "ludotheque.envs.market" if box(game).market else "ludotheque.envs.listing"
    return for_game("ludotheque.envs.kernel", box(game).module, listing=for_game(lists, box(game).module))
