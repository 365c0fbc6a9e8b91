"""The environments, measured: every form of a batch beside the rules alone and other libraries' environments."""

import os
from collections.abc import Callable, Iterator

import numpy as np

from ludotheque.bench import ours, rivals
from ludotheque.bench.measure import Contestant
from ludotheque.envs.batch import Batch, batch
from ludotheque.games.box import box, shelf
from ludotheque.games.compiled import Ints

MATCHES = 4096
YARDSTICK = "OpenSpiel spades, Python loop"
Chooser = Callable[[Batch], Ints]


def all_step(games: int = MATCHES) -> list[Contestant]:
    """Batches of every game with all its seats, in every form, and the nearest environments of other libraries."""
    own = [one for game in shelf() for one in forms(game, games)]
    return [*own, *rivals.vectors(games), *(one for one in rivals.all_play() if "rollouts" not in one.name)]


def forms(game: str, games: int) -> Iterator[Contestant]:
    """The rules of a game alone, then its batches: short and long forms, choices of NumPy's, all cores."""
    seats, title, cores = box(game).rules.SEATS[-1], box(game).notation.TITLE, os.cpu_count() or 1
    yield named(f"{title}, rules alone", ours.random_play(game, seats).play)
    yield named(f"{title}, packed and list", steps(game, games, Batch.draw))
    yield named(f"{title}, packed and list, {cores} threads", steps(game, games, Batch.draw, threads=cores))
    yield named(f"{title}, packed and list, choices by NumPy", steps(game, games, by_numpy()))
    yield named(f"{title}, floats and mask", steps(game, games, Batch.draw, observation="floats", legal="mask"))


def named(name: str, play: Callable[[int], int]) -> Contestant:
    """One of ours."""
    return Contestant(name, ours.GROUP, play)


def steps(
    game: str, games: int, choose: Chooser, threads: int = 1, observation: str = "packed", legal: str = "list"
) -> Callable[[int], int]:
    """Plays so many steps of a batch; returns how many decisions these were."""
    table = batch(game, games, seed=1, threads=threads, observation=observation, legal=legal)

    def play(n: int) -> int:
        for _ in range(n):
            table.step(choose(table))
        return n * games

    return play


def by_numpy() -> Chooser:
    """Choices that NumPy draws from the lists of legal actions."""
    chance = np.random.default_rng(1)

    def choose(table: Batch) -> Ints:
        which = (chance.random(len(table.seat)) * table.legal_count).astype(np.int64)
        return table.legal[np.arange(len(which)), which].astype(np.int64)

    return choose
