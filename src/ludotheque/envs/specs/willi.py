"""What an agent sees and does in Willi."""

from collections.abc import Mapping

from ludotheque.envs.spec import Field, Spec, all_actions, number, one_of, place, places, some_of
from ludotheque.games.box import Value, box
from ludotheque.games.willi.rules import CARDS, COLOURS, HAND, PLACES, ROUNDS, SCORE_CARDS, TRICKS_EACH

MOST = int(SCORE_CARDS.max())
FIELDS: tuple[Field, ...] = (
    one_of("phase", "dealing, discarding, playing, calling, swapping, over", 6),
    place("turn", "who is asked, but while all discard", "table"),
    place("first", "who starts the round"),
    number("rounds", "dealt so far", ROUNDS, ROUNDS),
    some_of("hand", "one's cards", CARDS, whose="own"),
    one_of("discard", "the card that one has discarded", CARDS, "own"),
    places("chosen", "who has discarded"),
    number("held", "how many cards are in hand", HAND, HAND, whose="each"),
    one_of("trick", "the card laid", CARDS, "each"),
    place("lead", "who led"),
    number("window", "whose chance to call it is: 0 the last to play, 1 the leader, 2 the next …", PLACES, PLACES),
    place("caller", "who has called"),
    some_of("won", "the cards won", CARDS, whose="each"),
    number("tricks", "how many tricks were won", TRICKS_EACH, TRICKS_EACH, whose="each"),
    some_of("shown", "cards that all saw go into the hand", CARDS, whose="each"),
    some_of("void", "colours that the rest of the hand does not have", COLOURS, whose="each"),
    number("score", "points before this round", ROUNDS * MOST, ROUNDS * MOST, whose="each"),
)
# Left out: the options; `pile`, `turned` and `laid`, which follow from what lies there; results of the last round.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Willi can write; four discards, and eight tricks of four cards, six calls and a swap."""
    return Spec(FIELDS, all_actions(box("willi")), gains=(0, MOST), decisions=4 + 8 * (4 + 6 + 1), rounds=ROUNDS)
