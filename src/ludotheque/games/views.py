"""A step and a look around, in one call of machine code each: for tables, which tell everyone after every action.

States and views are handed over as plain numbers: telling arrays of records apart takes longer than many a verb.
This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py).
"""

from types import ModuleType

import numpy as np

from ludotheque.games.box import FINE
from ludotheque.games.compiled import Ints, jit_brief

game: ModuleType
actors, apply, legal, why = game.actors, game.apply, game.legal, game.why
look = game.view  # Numba takes any call of `.view` for NumPy's
FIELDS = game.RECORD.names
RECORD = np.dtype((np.record, game.RECORD))
FIELD = np.repeat(np.arange(len(FIELDS)), [RECORD[name].itemsize // 8 for name in FIELDS])  # of each number


@jit_brief
def step(state: Ints, before: Ints, seat: int, action: int, acting: Ints) -> int:
    """Acts if that is allowed, else says why not. Keeps the state before, and who could act before and after."""
    s = state.view(RECORD)[0]
    acting[0] = actors(s)
    refused = why(s, seat, action)
    if refused == FINE:
        for j in range(len(state)):
            before[j] = state[j]
        apply(s, seat, action)
        acting[1] = actors(s)
    return refused


@jit_brief
def around(state: Ints, views: Ints, changed: Ints, actions: Ints, counts: Ints) -> int:
    """Writes what a spectator sees, then what each seat sees, and which fields of that are different from before; also
    the legal actions of those who may act. Returns who may.

    There are two of all views: as they are, and as they were.
    """
    s = state.view(RECORD)[0]
    acting = actors(s)
    for i in range(s.seats + 1):
        seen = views[0, i].view(RECORD)[0]
        look(s, i - 1, seen)
        if i and acting >> i - 1 & 1:
            counts[i - 1] = legal(seen, i - 1, actions[i - 1])
        changed[i] = 0
        for j in range(len(FIELD)):
            if views[0, i, j] != views[1, i, j]:
                changed[i] |= 1 << FIELD[j]
                views[1, i, j] = views[0, i, j]
    return acting
