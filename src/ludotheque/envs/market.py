"""The choices that are legal in a market, as machine code.

This source is executed once for each game with a market, with `game` being that game's rules (see `for_game`).
"""

from types import ModuleType

from ludotheque.envs.arrays import Shorts
from ludotheque.games.cards import rest
from ludotheque.games.compiled import Record, jit, jit_fast
from ludotheque.games.contract import FINE

game: ModuleType
rules = game
actors, legal_by, why = rules.actors, rules.legal_by, rules.why


@jit
def list_legal(s: Record, seat: int, how: Record, numbers: Shorts, out: Shorts) -> int:
    """Writes the choices of a seat that may act: those of the rules' own list, announcements, and to wait."""
    n = legal_by(s, seat, numbers, False, out)
    announcements = how.announced - how.announcements
    assert n + announcements < len(out)
    if why(s, seat, how.announcement) == FINE:
        count_on(how.announcements, announcements, out, n)
        n += announcements
    out[n] = how.wait  # where others can act
    return n + (rest(actors(s)) != 0)


@jit_fast
def count_on(first: int, n: int, out: Shorts, at: int) -> None:
    """Writes n numbers from the first on."""
    for k in range(n):
        out[at + k] = first + k
