"""What an agent sees and does in Holzwurm."""

from collections.abc import Mapping

from ludotheque.envs.spec import Spec, all_actions, observed
from ludotheque.games.box import Value, box
from ludotheque.games.holzwurm.rules import DECK, FATE, HAND, LEAST, MOST, NUMBERS, OPTIONS, State

FIELDS = observed(
    State,
    "phase turn rounds hand held shown row laid greyish fate taken score",
    held=int(HAND.max()),
    score=100,
)
# Left out: the options; `first`, on which nothing depends; `lying` and `homes`, which follow from the rows; `gained`.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Holzwurm can write. Six times cards come back, at most a row of eleven and one more."""
    lays = DECK + FATE * (1 + NUMBERS + 1)
    rounds = int(options[OPTIONS[0].name])
    return Spec(FIELDS, all_actions(box("holzwurm")), gains=(LEAST, MOST), decisions=lays, rounds=rounds)
