"""The choices that are legal, as machine code.

This source is executed once for each game without a market, with `game` being that game's rules (see `for_game`).
"""

from types import ModuleType

from ludotheque.envs.arrays import Shorts
from ludotheque.games.compiled import Record, jit

game: ModuleType
legal = game.legal


@jit
def list_legal(s: Record, seat: int, how: Record, numbers: Shorts, out: Shorts) -> int:
    """Writes the choices of a seat that may act, in the order of the rules' own list; returns how many."""
    n = legal(s, seat, out)
    if how.renumbered:
        for k in range(n):
            out[k] = numbers[0, out[k]]
    return n
