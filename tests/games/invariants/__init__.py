"""What holds in every state that a game can have: the judge of random play, and of worlds that bots imagine.

A file a game. Like walk.py each is executed beside the rules of its game, so that machine code made from it is made
anew when those rules change.
"""

from ludotheque.games.box import Box
from ludotheque.games.compiled import Record, for_game


def is_consistent(game: Box, s: Record) -> bool:
    """Whether a match of a game can have this state."""
    return bool(for_game(f"{__name__}.{game.name}", game.module).consistent(s))
