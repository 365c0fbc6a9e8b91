"""What an agent sees and does in Wimmüln."""

from collections.abc import Mapping

from ludotheque.envs.spec import Spec, all_actions, observed
from ludotheque.games.box import Value, box
from ludotheque.games.wimmuln.rules import GUESSES, HAND, MOST_GAINED, OPTIONS, PLACES, TRIANGLES, State

TARGET = OPTIONS[0]
FIELDS = observed(
    State,
    "phase turn first trump turned shown hand held open hidden chosen trick lead ahead played tricks triangles "
    "void score",
    score=100,
)
# Left out: the options; `rounds`, on which nothing depends; `laid`, which follows from the trick; `gained`.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Wimmüln can write. Every round brings triangles: those of all cards but the guesses at least."""
    cards = seats * int(HAND[seats])
    fewest = int(TRIANGLES[:cards].sum()) - seats * GUESSES * int(TRIANGLES.max())
    return Spec(
        FIELDS,
        all_actions(box("wimmuln")),
        gains=(0, MOST_GAINED),
        decisions=1 + PLACES + cards,
        rounds=seats * int(options[TARGET.name]) // fewest + 1,
    )
