"""Searches side by side: simulations a second, and who wins at our own tables."""

import random
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import msgspec
import numpy as np

from ludotheque.bench.measure import SECONDS, Contestant
from ludotheque.bench.ours import GROUP
from ludotheque.bench.rivals import dealt
from ludotheque.bots.levels import level
from ludotheque.bots.thinking import Tree
from ludotheque.games.box import box, seats_in, shelf
from ludotheque.games.chance import seeded, shuffle
from ludotheque.games.compiled import Record

SEARCH = 1000  # simulations in one search
SEATS = {"wheedle": 5}  # else four
PLAYOUTS = {"by chance": 0.0, "by rules of thumb": 1.0}
YARDSTICK = "OpenSpiel hearts, C++ ISMCTS"


def all_search() -> list[Contestant]:
    """Searches from the first decision of a round that has a choice."""
    ours = [searching(game, playouts) for game in shelf() for playouts in PLAYOUTS]
    return [*ours, *hearts()]


def first_choice(game: str) -> tuple[Record, int]:
    """A view, and whose it is."""
    rules, seats, rng = box(game).rules, SEATS.get(game, 4), seeded(1)
    s = box(game).new(seats)
    deck = np.arange(rules.deck_size(seats))
    shuffle(rng, deck)
    rules.deal(s, deck)
    while len(box(game).legal(s, seat := seats_in(rules.actors(s))[0])) < 3:
        rules.apply(s, seat, box(game).legal(s, seat)[0])
    return box(game).view(s, seat), seat


def searcher(game: str, thumb: float) -> Tree:
    """An expert's search with other playouts."""
    box(game).compile()
    return Tree(box(game), level(game, f"expert:simulations={SEARCH},thumb={thumb}"))


def searching(game: str, playouts: str) -> Contestant:
    """Our search, for one game."""
    tree, (view, seat), rng = searcher(game, PLAYOUTS[playouts]), first_choice(game), seeded(1)

    def play(n: int) -> int:
        return sum(tree.think(view, seat, rng, None, None)[1] for _ in range(n))

    return Contestant(f"{box(game).notation.TITLE}, playouts {playouts}", GROUP, play)


def hearts() -> Iterator[Contestant]:
    """OpenSpiel's search in C++, in the nearest game that it can deal anew."""
    if find_spec("pyspiel") is None:
        return
    import pyspiel

    state = dealt(pyspiel.load_game("hearts"), random.Random(1))
    chance = pyspiel.RandomRolloutEvaluator(1, 1)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot: Any = pyspiel.ISMCTSBot(1, chance, 2.0, SEARCH, -1, most_visited, False, False)

    def play(n: int) -> int:
        for _ in range(n):
            bot.step(state)
        return n * SEARCH

    yield Contestant(YARDSTICK, "OpenSpiel", play)


class Threads(msgspec.Struct):
    """Simulations a second of one thinking bot, and of two at once."""

    one: float
    two: float


def threads() -> Threads:
    """The gain of a second core: the best of some turns of one bot, and of two."""
    turns = [(together(1), together(2)) for _ in range(5)]
    return Threads(one=max(one for one, _ in turns), two=max(two for _, two in turns))


def together(bots: int) -> float:
    """Simulations a second of so many bots that think at the same time."""
    view, seat = first_choice("willi")
    trees = [searcher("willi", 1.0) for _ in range(bots)]
    rngs = [seeded(i) for i in range(bots)]
    done = [0] * bots
    until = time.perf_counter() + 4 * SECONDS

    def think(i: int) -> None:
        while time.perf_counter() < until:
            done[i] += trees[i].think(view, seat, rngs[i], None, None)[1]

    begun = time.perf_counter()
    thinking = [threading.Thread(target=think, args=(i,)) for i in range(bots)]
    for thread in thinking:
        thread.start()
    for thread in thinking:
        thread.join()
    return sum(done) / (time.perf_counter() - begun)
