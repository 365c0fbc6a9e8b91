"""What an agent sees and does in Wheedle, in ticks: whoever is asked does one thing, or waits."""

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from ludotheque.envs.spec import Action, Field, Spec, counts, number, one_of, place, places, some_of
from ludotheque.games.box import WAIT, Value, box
from ludotheque.games.wheedle.notation import LETTERS
from ludotheque.games.wheedle.rules import (
    CARDS,
    COMPANIES,
    DONE,
    FULL_POINTS,
    MOST_OFFERS,
    MOST_SEATS,
    SHARES,
    STOP_POINTS,
    TAKE,
)

MOST_SHARES = int(SHARES.max())
MOST = FULL_POINTS * CARDS + STOP_POINTS
LEAST = -MOST_SHARES - STOP_POINTS
FIELDS: tuple[Field, ...] = (
    one_of("phase", "dealing, sorting, trading, over", 4),
    place("first", "the dealer"),
    number("rounds", "dealt so far", MOST_SEATS, MOST_SEATS),
    one_of("centre", "the company of the centre card, once it is turned", COMPANIES),
    counts("hand", "one's shares", COMPANIES, MOST_SHARES, "own"),
    number("held", "how many shares are in hand", (CARDS - 1) // 4, CARDS, whose="each"),
    counts("shown", "shares that the hand has at least", COMPANIES, MOST_SHARES, "each"),
    counts("limit", "shares that it has at most", COMPANIES, MOST_SHARES, "each"),
    some_of("seeks", "companies announced as sought", COMPANIES, whose="each"),
    some_of("gives", "companies announced as given", COMPANIES, whose="each"),
    counts("offered", "what the standing offer gives; nothing if there is none", COMPANIES, MOST_SHARES, "each"),
    counts("wanted", "what it wants", COMPANIES, MOST_SHARES, "each"),
    place("addressee", "to whom it goes; nobody if to all", "each"),
    number("offers", "offers made in this round", 100, MOST_OFFERS),
    places("done", "who has said done"),
    number("score", "points before this round", 100, MOST_SEATS * MOST, whose="each", least=MOST_SEATS * LEAST),
)
# Left out: the options; the numbers of the offers; how the last round ended, and what it brought.


def texts() -> Iterator[str]:
    """What can be written down at any time."""
    yield from ("turn", "stop", "done", "undone", "withdraw")
    yield from (f"centre {lay} for {take}" for lay, take in product(LETTERS, LETTERS))
    yield from (f"offer {give} for {want}" for give, want in permutations(LETTERS, 2))
    yield from (f"offer {give} for nothing" for give in LETTERS)
    yield from (f"seek {want} give {give}" for want, give in permutations(LETTERS, 2))


def spec(seats: int, options: Mapping[str, Value]) -> Spec:
    """To wait, to offer or announce one share for another, to swap with the centre, to take a neighbour's offer."""
    written = [Action(text, box("wheedle").notation.parse(text)) for text in texts()]
    takes = [Action(f"take left {left}", TAKE, "offer", left) for left in range(1, seats)]
    actions = [Action("wait", WAIT), *written, *takes]
    return Spec(FIELDS, actions, gains=(LEAST, MOST), decisions=0, rounds=seats, closing=DONE)
