"""Willi's learning interface: observations and actions of an agent."""

from ludotheque.envs.spec import Options, Spec, observed
from ludotheque.games.willi.rules import MOST_GAINED, ROUNDS, State

FIELDS = observed(
    State, "phase turn first rounds hand discard chosen held trick lead window caller won tricks shown void score"
)
# Left out: the options; `pile`, `turned` and `laid`, which follow from what lies there; results of the last round.


def spec(seats: int, options: Options) -> Spec:
    """Four discards, and eight tricks of four cards, six calls and a swap."""
    return Spec(FIELDS, gains=(0, MOST_GAINED), decisions=4 + 8 * (4 + 6 + 1), rounds=ROUNDS)
