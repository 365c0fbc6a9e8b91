"""A step and a look around, in one call of machine code each: for tables, which tell everyone after every action.

Calls from Python with an array of records are some ten times quicker than with a record, so these take arrays of one.
This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py).
"""

from types import ModuleType

import numpy as np

from ludotheque.games.box import FINE
from ludotheque.games.compiled import Ints, Records, jit_brief

game: ModuleType
actors, apply, legal, why = game.actors, game.apply, game.legal, game.why  # noqa: F821  `game` is put in
look = game.view  # noqa: F821  Numba takes any call of `.view` for NumPy's
RECORD = game.RECORD  # noqa: F821
FIELD = np.repeat(np.arange(len(RECORD.names)), [RECORD[name].itemsize // 8 for name in RECORD.names])  # of each number


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
def around(states: Records, out: Records, numbers: Ints, changed: Ints, actions: Ints, counts: Ints) -> int:
    """Writes what a spectator sees, then what each seat sees, and which fields of that are different from before; also
    the legal actions of those with room for them. Returns who may act.

    `numbers` are the views as plain numbers, twice: as `out` has them, and as they were.
    """
    s = states[0]
    for i in range(s.seats + 1):
        look(s, i - 1, out[i])
        changed[i] = 0
        for j in range(len(FIELD)):
            if numbers[0, i, j] != numbers[1, i, j]:
                changed[i] |= 1 << FIELD[j]
                numbers[1, i, j] = numbers[0, i, j]
    acting = actors(s)
    for seat in range(len(counts)):
        counts[seat] = legal(out[seat + 1], seat, actions[seat]) if acting >> seat & 1 else 0
    return acting
