"""What everybody sees, in one call of machine code: for tables, which tell everyone after every action.

This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py).
"""

from types import ModuleType

from ludotheque.games.compiled import Record, Records, jit

game: ModuleType
look = game.view  # noqa: F821  `game` is put in as the source is executed; Numba takes any call of `.view` for NumPy's


@jit
def views(s: Record, out: Records) -> None:
    """Writes what a spectator sees, then what each seat sees."""
    for i in range(s.seats + 1):
        look(s, i - 1, out[i])
