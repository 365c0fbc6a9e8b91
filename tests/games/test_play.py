"""Changing a choice that all make at the same time."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.games.errors import IllegalMoveError
from ludotheque.games.match import Match
from ludotheque.games.record import read_record, write_record
from tests.games.invariants import is_consistent

pytestmark = pytest.mark.interpreted


def choosing(game: str, seats: int, seed: int) -> Match:
    """A match in which all are choosing."""
    match = Match(game, seats, seed=seed)
    while len(match.actors) == 1:  # in Wimmüln the dealer may have something to decide before
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    return match


def changed(match: Match, seat: int, text: str) -> None:
    match.change(seat, match.box.notation.parse(text))


choosers = st.builds(choosing, st.sampled_from(["willi", "wimmuln"]), st.sampled_from([3, 4]), st.integers(0, 1 << 30))


@given(choosers, st.randoms(use_true_random=False), st.integers(0, 12))
def test_only_the_final_choices_count(match: Match, chance: Random, changes: int) -> None:
    """However often and in whatever order choices are changed: as if only the last had ever been made."""
    direct = read_record(write_record(match))
    choices = {seat: match.legal(seat) for seat in match.actors}
    final = {seat: chance.choice(choices[seat]) for seat in match.actors}
    *first, last = chance.sample(match.actors, len(match.actors))
    for seat in first:
        match.do(seat, final[seat])
    for _ in range(changes):
        seat = chance.choice(first)
        final[seat] = chance.choice(choices[seat])
        changed(match, seat, final[seat])
        assert match.actors == [last]
        assert is_consistent(match.box, match.state)
    match.do(last, final[last])
    for seat, text in final.items():
        direct.do(seat, text)
    assert match.state.tobytes() == direct.state.tobytes()
    assert read_record(write_record(match)).state.tobytes() == direct.state.tobytes()
    for seat in range(match.seats):
        with pytest.raises(IllegalMoveError):
            changed(match, seat, choices[seat][0])


@given(choosers)
def test_what_may_not_be_chosen_changes_nothing(match: Match) -> None:
    own, foreign = match.legal(0), match.legal(1)
    match.do(0, own[0])
    before, chosen, log = match.state.tobytes(), dict(match.chosen), list(match.log)
    for text in {*foreign, "play r5"} - set(own):
        with pytest.raises(IllegalMoveError):
            changed(match, 0, text)
    with pytest.raises(IllegalMoveError):
        changed(match, 1, foreign[0])  # there is nothing to change yet
    assert (match.state.tobytes(), match.chosen, match.log) == (before, chosen, log)


def test_who_has_chosen_is_forgotten_when_all_have() -> None:
    match = choosing("willi", 4, 1)
    for seat in range(4):
        assert list(match.chosen) == list(range(seat))
        match.do(seat, match.legal(seat)[0])
    assert match.chosen == {}


def test_in_turn_and_in_a_market_nothing_can_be_changed() -> None:
    for game in ("holzwurm", "wheedle"):
        match = Match(game, 4, seed=2)
        for _ in range(3):
            seat = match.actors[0]
            match.do(seat, match.legal(seat)[0])
            assert match.chosen == {}
            with pytest.raises(IllegalMoveError):
                changed(match, seat, match.legal(match.actors[0])[0])


def test_others_see_no_difference_when_a_choice_is_changed() -> None:
    match = choosing("wimmuln", 4, 5)
    choices = match.legal(2)
    match.do(2, choices[0])
    views = [msgspec.json.encode(match.view(seat)) for seat in (-1, 0, 1, 3)]
    changed(match, 2, choices[-1])
    assert [msgspec.json.encode(match.view(seat)) for seat in (-1, 0, 1, 3)] == views
