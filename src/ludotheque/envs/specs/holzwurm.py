"""Holzwurm's learning interface: observations and actions of an agent."""

from ludotheque.envs.spec import Options, Spec, observed
from ludotheque.games.holzwurm.rules import DECK, FATE, HAND, LEAST, MOST, NUMBERS, State

FIELDS = observed(
    State,
    "phase turn rounds hand held shown row laid greyish fate taken score",
    held=int(HAND.max()),
    score=100,
)
# Left out: the options; `first`, on which nothing depends; `lying` and `homes`, which follow from the rows; `gained`.


def spec(seats: int, options: Options) -> Spec:
    """Six times cards come back, at most a row of eleven and one more."""
    lays = DECK + FATE * (1 + NUMBERS + 1)
    rounds = int(options["rounds"])
    return Spec(FIELDS, gains=(LEAST, MOST), decisions=lays, rounds=rounds)
