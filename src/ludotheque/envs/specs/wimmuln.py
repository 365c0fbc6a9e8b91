"""Wimmüln's learning interface: observations and actions of an agent."""

from ludotheque.envs.spec import Options, Spec, observed
from ludotheque.games.wimmuln.rules import GUESSES, HAND, MOST_GAINED, PLACES, TRIANGLES, State

FIELDS = observed(
    State,
    "phase turn first trump turned shown hand held open hidden chosen trick lead ahead played tricks triangles "
    "void score",
    score=100,
)
# Left out: the options; `rounds`, on which nothing depends; `laid`, which follows from the trick; `gained`.


def spec(seats: int, options: Options) -> Spec:
    """Every round brings triangles: those of all cards but the guesses at least."""
    cards = seats * int(HAND[seats])
    fewest = int(TRIANGLES[:cards].sum()) - seats * GUESSES * int(TRIANGLES.max())
    return Spec(
        FIELDS,
        gains=(0, MOST_GAINED),
        decisions=1 + PLACES + cards,
        rounds=seats * int(options["target"]) // fewest + 1,
    )
