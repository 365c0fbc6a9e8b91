"""A step and a look around, in one call of machine code each: for tables, which tell everyone after every action.

Calls from Python with an array of records are some ten times quicker than with a record, so these take arrays of one.
This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py).
"""

from types import ModuleType

from ludotheque.games.box import FINE
from ludotheque.games.compiled import Ints, Records, jit_brief

game: ModuleType
actors, apply, legal, why = game.actors, game.apply, game.legal, game.why  # noqa: F821  `game` is put in
look = game.view  # noqa: F821  Numba takes any call of `.view` for NumPy's


@jit_brief
def step(states: Records, before: Records, seat: int, action: int, acting: Ints) -> int:
    """Acts if that is allowed, else says why not. Keeps the state before, and who could act before and after."""
    s = states[0]
    acting[0] = actors(s)
    refused = why(s, seat, action)
    if refused == FINE:
        before[0] = states[0]
        apply(s, seat, action)
        acting[1] = actors(s)
    return refused


@jit_brief
def around(states: Records, out: Records, actions: Ints, counts: Ints) -> None:
    """Writes what a spectator sees, then what each seat sees, and the legal actions of those with room for them."""
    s = states[0]
    for i in range(s.seats + 1):
        look(s, i - 1, out[i])
    acting = actors(s)
    for seat in range(len(counts)):
        counts[seat] = legal(out[seat + 1], seat, actions[seat]) if acting >> seat & 1 else 0
