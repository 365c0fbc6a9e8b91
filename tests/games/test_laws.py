"""The two laws of a view, and conservation, over random positions of every game, seat count and option.

Run `do.py test --positions 1000000 -k laws` for a million positions a game.
"""

import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import blank, for_game
from tests.conftest import COMPILED
from tests.games.variants import VARIANTS, Options, Variant, called, ends

UNCOMPILED_POSITIONS = 40
LAWS = (
    "all is well",
    "redeal found no world that fits a view",
    "redeal made a world that the game cannot have",
    "a redealt world looks different from what the seat had seen",
    "a redealt world has other seats to act",
    "a seat's legal actions depend on what it may not know",
    "a refusal depends on what the seat may not know",
    "random play reached a state that the game cannot have",
)


def check(game: str, seats: int, options: Options, positions: int) -> str:
    rules = box(game).rules
    laws = for_game("tests.games.invariants.laws", box(game).module)
    views = blank(rules.RECORD, 2)
    words = views.view(np.int64).reshape(2, -1)
    actions = np.empty((2, rules.MOST_LEGAL), np.int64)
    law = laws.check(
        blank(rules.RECORD)[0], views[0], blank(rules.RECORD)[0], views[1], words[0], words[1],
        seats, box(game).codes(box(game).options(given=options)), np.arange(rules.deck_size(seats)),
        actions[0], actions[1], seeded(seats), positions,
    )  # fmt: skip
    return LAWS[law]


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_the_laws_hold_in_random_positions(variant: Variant, request: pytest.FixtureRequest) -> None:
    shares = sum(game == variant[0] for game, _, _ in VARIANTS)
    assert check(*variant, -(-request.config.getoption("--positions") // shares)) == "all is well"


@pytest.mark.interpreted
@pytest.mark.skipif(COMPILED, reason="the same as above")
@pytest.mark.parametrize("variant", ends(VARIANTS), ids=called)
def test_the_laws_hold_interpreted(variant: Variant) -> None:
    assert check(*variant, UNCOMPILED_POSITIONS) == "all is well"
