"""Wheedle's learning interface, in ticks: whoever is asked does one thing, or waits."""

from collections.abc import Iterator
from itertools import permutations, product

from ludotheque.envs.spec import Action, Options, Spec, observed
from ludotheque.games.box import box
from ludotheque.games.contract import WAIT
from ludotheque.games.wheedle.notation import LETTERS
from ludotheque.games.wheedle.rules import CARDS, DONE, LEAST_GAINED, MOST_GAINED, TAKE, State

FIELDS = observed(
    State,
    "phase first rounds centre hand held shown limit seeks gives offered wanted addressee offers done score",
    held=(CARDS - 1) // 4,
    offers=100,
    score=100,
)
# Left out: the options; the numbers of the offers; how the last round ended, and what it brought.


def texts() -> Iterator[str]:
    """Texts of the actions that can be written down at any time."""
    yield from ("turn", "stop", "done", "undone", "withdraw")
    yield from (f"centre {lay} for {take}" for lay, take in product(LETTERS, LETTERS))
    yield from (f"offer {give} for {want}" for give, want in permutations(LETTERS, 2))
    yield from (f"offer {give} for nothing" for give in LETTERS)
    yield from (f"seek {want} give {give}" for want, give in permutations(LETTERS, 2))


def spec(seats: int, options: Options) -> Spec:
    """To wait, to offer or announce one share for another, to swap with the centre, to take a neighbour's offer."""
    written = [Action(text, box("wheedle").notation.parse(text)) for text in texts()]
    takes = [Action(f"take left {left}", TAKE, "offer", left) for left in range(1, seats)]
    actions = [Action("wait", WAIT), *written, *takes]
    seeking = [number for number, action in enumerate(actions) if action.text.startswith("seek")]
    return Spec(
        FIELDS,
        gains=(LEAST_GAINED, MOST_GAINED),
        decisions=0,
        rounds=seats,
        closing=DONE,
        actions=actions,
        announcements=range(seeking[0], seeking[-1] + 1),
    )
