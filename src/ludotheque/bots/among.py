"""One bot with habits of its own among others, by rules of thumb, as machine code: what tuning measures.

This source is executed once for each game, with `game` being that game's rules and `search` its search (see `for_game`
in compiled.py).
"""

from types import ModuleType
from typing import Any

from ludotheque.games.cards import lowest, one, rest
from ludotheque.games.chance import shuffle
from ludotheque.games.compiled import Floats, Ints, Record, jit
from ludotheque.games.contract import WAIT

game: ModuleType
search: ModuleType
by_thumb = search.by_thumb

LONG = 100_000  # decisions, after which a round is given up


@jit
def play(s: Record, odd: int, mine: Any, theirs: Any, actions: Ints, rng: Ints) -> None:
    """Plays a round to its end: one seat by its own habits, the others by theirs."""
    for _ in range(LONG):
        seats = game.actors(s)
        if seats == 0:
            return
        seat = one(seats, rng) if rest(seats) else lowest(seats)
        action = by_thumb(s, seat, actions, mine, rng) if seat == odd else by_thumb(s, seat, actions, theirs, rng)
        if action != WAIT:
            game.apply(s, seat, action)


@jit
def leads(
    s: Record, seats: int, options: Ints, mine: Any, theirs: Any, deck: Ints, actions: Ints, rng: Ints, out: Floats
) -> None:
    """Writes for each of many deals how many points the odd one is ahead of the others' mean, having sat everywhere."""
    for i in range(len(out)):
        shuffle(rng, deck)
        ahead = 0.0
        for odd in range(seats):
            game.start(s, seats, options, i % seats)
            game.deal(s, deck)
            play(s, odd, mine, theirs, actions, rng)
            for seat in range(seats):
                ahead += s.gained[seat] if seat == odd else -s.gained[seat] / (seats - 1)
        out[i] = ahead / seats
