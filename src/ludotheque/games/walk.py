"""Random play as machine code: for benchmarks, and for tests that must see millions of positions.

This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py).
"""

from types import ModuleType

from ludotheque.games.cards import lowest, one, rest
from ludotheque.games.chance import below, shuffle
from ludotheque.games.compiled import Ints, Record, jit

game: ModuleType


ENDLESS = 1 << 40


@jit
def play(s: Record, actions: Ints, rng: Ints, most: int) -> int:
    """Random decisions of random actors until nobody may act, but no more than that; returns how many there were."""
    for decision in range(most):
        seats = game.actors(s)
        if seats == 0:
            return decision
        seat = one(seats, rng) if rest(seats) else lowest(seats)
        n = game.legal(s, seat, actions)
        game.apply(s, seat, actions[below(rng, n)])
    return most


@jit
def match(s: Record, deck: Ints, actions: Ints, rng: Ints) -> int:
    """Plays a started match to its end by random decisions; returns how many there were."""
    decisions = 0
    while s.phase != game.OVER:
        shuffle(rng, deck)
        game.deal(s, deck)
        decisions += play(s, actions, rng, ENDLESS)
    return decisions


@jit
def matches(s: Record, seats: int, options: Ints, deck: Ints, actions: Ints, rng: Ints, n: int) -> int:
    """Plays n matches; returns how many decisions there were."""
    decisions = 0
    for i in range(n):
        game.start(s, seats, options, i % seats)
        decisions += match(s, deck, actions, rng)
    return decisions
