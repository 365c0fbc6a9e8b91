"""Minnow's learning interface: observations and actions of an agent."""

from ludotheque.games.minnow.rules import HAND, MOST_POINTS, State

from ludotheque.envs.spec import Options, Spec, observed

FEWEST = 1 + 2 + 3  # points that a round brings to all together

# --8<-- [start:fields]
FIELDS = observed(State, "phase turn lead trick hand gone caught score", score=100)
# Left out: the option; `first` and `rounds`, on which nothing depends; `laid` and `held`, which follow; `gained`.


def spec(seats: int, options: Options) -> Spec:
    """How long a match can be, and what a round can bring."""
    rounds = seats * int(options["target"]) // FEWEST + 1
    return Spec(FIELDS, gains=(0, MOST_POINTS), decisions=seats * HAND, rounds=rounds)


# --8<-- [end:fields]
