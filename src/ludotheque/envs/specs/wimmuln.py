"""What an agent sees and does in Wimmüln."""

from collections.abc import Mapping

from ludotheque.envs.spec import Field, Spec, all_actions, number, one_of, place, places, some_of
from ludotheque.games.box import Value, box
from ludotheque.games.wimmuln.rules import BONUS, CARDS, COLOURS, GUESSES, HAND, OPTIONS, PLACES, TRIANGLES

MOST = int(TRIANGLES.sum() + BONUS.max())
TARGET = OPTIONS[0]
FIELDS: tuple[Field, ...] = (
    one_of("phase", "dealing, leading, guessing, playing, over", 5),
    place("turn", "who is asked, but while all guess"),
    place("first", "the dealer"),
    one_of("trump", "the colour, if there is one", COLOURS),
    one_of("turned", "the dealer's two cards: the one that leads, the one taken back", CARDS),
    one_of("shown", "the card that the dealer took back, while it is known to be in hand", CARDS),
    some_of("hand", "one's cards, the lower of two identical ones first", CARDS, whose="own"),
    number("held", "how many cards are in hand", int(HAND.max()), int(HAND.max()), whose="each"),
    one_of("open", "the open guess", CARDS, "each"),
    one_of("hidden", "one's hidden guess", CARDS, "own"),
    places("chosen", "who has guessed"),
    one_of("trick", "the card laid", CARDS, "each"),
    place("lead", "who led"),
    place("ahead", "whose card is the best so far"),
    some_of("played", "the cards of all tricks", CARDS),
    number("tricks", "how many tricks were won", int(HAND.max()), int(HAND.max()), whose="each"),
    number("triangles", "how many triangles were won", int(TRIANGLES.sum()), int(TRIANGLES.sum()), whose="each"),
    some_of("void", "colours that the hand does not have", COLOURS, whose="each"),
    number("score", "points before this round", 100, TARGET.high + MOST, whose="each"),
)
# Left out: the options; `rounds`, on which nothing depends; `laid`, which follows from the trick; `gained`.


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """Everything that Wimmüln can write. Every round brings triangles: those of all cards but the guesses at least."""
    cards = seats * int(HAND[seats])
    fewest = int(TRIANGLES[:cards].sum()) - seats * GUESSES * int(TRIANGLES.max())
    return Spec(
        FIELDS,
        all_actions(box("wimmuln")),
        gains=(0, MOST),
        decisions=1 + PLACES + cards,
        rounds=seats * int(options[TARGET.name]) // fewest + 1,
    )
