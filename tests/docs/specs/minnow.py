"""What an agent sees and does in Minnow."""

from collections.abc import Mapping

from ludotheque.envs.spec import Field, Spec, all_actions, number, one_of, place, some_of
from ludotheque.games.box import Value, box

CARDS, HAND, HIGHEST_TARGET = 12, 3, 100
MOST = CARDS * HAND  # points; a round brings less
FEWEST = 1 + 2 + 3  # points that a round brings to all together

# --8<-- [start:fields]
FIELDS: tuple[Field, ...] = (
    one_of("phase", "dealing, playing, over", 3),
    place("turn", "who is asked"),
    place("lead", "who led"),
    one_of("trick", "the card laid", CARDS, "each"),
    some_of("hand", "one's cards", CARDS, whose="own"),
    some_of("gone", "the cards of earlier tricks", CARDS),
    some_of("caught", "the fish caught in this round", CARDS, whose="each"),
    number("score", "points before this round", 100, HIGHEST_TARGET + MOST, whose="each"),
)
# Left out: the option; `first` and `rounds`, on which nothing depends; `laid` and `held`, which follow; `gained`.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Minnow can write."""
    rounds = seats * int(options["target"]) // FEWEST + 1
    return Spec(FIELDS, all_actions(box("minnow")), gains=(0, MOST), decisions=seats * HAND, rounds=rounds)


# --8<-- [end:fields]
