"""What an agent sees and does in Willi."""

from collections.abc import Mapping

from ludotheque.envs.spec import Spec, all_actions, observed
from ludotheque.games.box import Value, box
from ludotheque.games.willi.rules import MOST_GAINED, ROUNDS, State

FIELDS = observed(
    State, "phase turn first rounds hand discard chosen held trick lead window caller won tricks shown void score"
)
# Left out: the options; `pile`, `turned` and `laid`, which follow from what lies there; results of the last round.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Willi can write; four discards, and eight tricks of four cards, six calls and a swap."""
    return Spec(FIELDS, all_actions(box("willi")), gains=(0, MOST_GAINED), decisions=4 + 8 * (4 + 6 + 1), rounds=ROUNDS)
