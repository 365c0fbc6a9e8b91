"""Random play for benchmarks and tests: legal, complete, counted, and the same again from the same seed."""

from types import ModuleType

import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, Record, for_game
from tests.games.invariants import is_consistent
from tests.games.variants import GAMES

pytestmark = [pytest.mark.interpreted, pytest.mark.parametrize("game", GAMES)]


def walk(game: str) -> ModuleType:
    return for_game("ludotheque.games.walk", box(game).module)


def started(game: str) -> tuple[Record, Ints, Ints]:
    """The smallest match, its deck, and room for actions."""
    rules = box(game).rules
    return (
        box(game).new(rules.SEATS[0]),
        np.arange(rules.deck_size(rules.SEATS[0])),
        np.empty(rules.MOST_LEGAL, np.int64),
    )


def test_as_many_decisions_are_made_as_were_asked_for(game: str) -> None:
    s, deck, actions = started(game)
    box(game).rules.deal(s, deck)
    before = s.tobytes()
    assert walk(game).play(s, actions, seeded(1), 0) == 0
    assert s.tobytes() == before
    assert walk(game).play(s, actions, seeded(1), 3) == 3
    assert is_consistent(box(game), s)


def test_play_ends_where_nobody_may_act(game: str) -> None:
    s, deck, actions = started(game)
    assert walk(game).play(s, actions, seeded(1), 10) == 0  # nothing is dealt
    box(game).rules.deal(s, deck)
    assert walk(game).play(s, actions, seeded(1), 1 << 40) > 3
    assert box(game).rules.actors(s) == 0


def test_matches_end_and_are_the_same_again_from_the_same_seed(game: str) -> None:
    options = box(game).codes(box(game).options())
    found = []
    for _ in range(2):
        s, deck, actions = started(game)
        decisions = walk(game).matches(s, int(s.seats), options, deck, actions, seeded(3), 1)
        assert s.phase == box(game).rules.OVER
        found.append((decisions, s.tobytes()))
    assert found[0] == found[1]
