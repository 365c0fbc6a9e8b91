"""What an agent sees and does in Holzwurm."""

from collections.abc import Mapping

from ludotheque.envs.spec import Field, Spec, all_actions, number, one_of, place, some_of
from ludotheque.games.box import Value, box
from ludotheque.games.holzwurm.rules import (
    CARDS,
    COLOURED_CARDS,
    DECK,
    FATE,
    HAND,
    LEAST,
    MOST,
    MOST_ROUNDS,
    NUMBERS,
    OPTIONS,
    ROWS,
)

GREYS = CARDS - COLOURED_CARDS  # and the −13
FIELDS: tuple[Field, ...] = (
    one_of("phase", "dealing, playing, over", 3),
    place("turn", "who is asked"),
    number("rounds", "dealt so far", MOST_ROUNDS, MOST_ROUNDS),
    some_of("hand", "one's cards", COLOURED_CARDS, GREYS, whose="own"),
    number("held", "how many cards are in hand", int(HAND.max()), CARDS, whose="each"),
    some_of("shown", "cards that all saw go into the hand", COLOURED_CARDS, GREYS, whose="each"),
    some_of("row", "the cards of the row in each of the five slots", COLOURED_CARDS, GREYS),
    number("laid", "how many cards each row has", NUMBERS, NUMBERS),
    some_of("greyish", "slots whose row has only greys", ROWS),
    one_of("fate", "the pile of fate from the top, as it was dealt", CARDS),
    number("taken", "how many cards of it are gone", FATE, FATE),
    number("score", "points before this round", 100, MOST_ROUNDS * MOST, whose="each", least=MOST_ROUNDS * LEAST),
)
# Left out: the options; `first`, on which nothing depends; `lying` and `homes`, which follow from the rows; `gained`.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Holzwurm can write. Six times cards come back, at most a row of eleven and one more."""
    lays = DECK + FATE * (1 + NUMBERS + 1)
    rounds = int(options[OPTIONS[0].name])
    return Spec(FIELDS, all_actions(box("holzwurm")), gains=(LEAST, MOST), decisions=lays, rounds=rounds)
