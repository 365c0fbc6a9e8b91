"""The puzzles that come with the package: each can be asked, and its solution is the best of its choices."""

from random import Random

import msgspec
import pytest

from ludotheque.arena.puzzling import PuzzleJudge
from ludotheque.games.box import box, shelf
from ludotheque.games.contract import WAIT
from ludotheque.puzzles.puzzle import Puzzle, action_of, puzzles
from ludotheque.puzzles.showing import shown, solution

FIFTY = 50


@pytest.fixture(params=shelf())
def game(request: pytest.FixtureRequest) -> str:
    """A game, at full speed."""
    box(request.param).compile()
    return str(request.param)


def test_there_are_fifty_of_each_game_and_all_differ(game: str) -> None:
    assert len(puzzles(game)) >= FIFTY
    assert len({one.id for one in puzzles(game)}) == len(puzzles(game))
    assert len({(one.deck, str(one.deeds)) for one in puzzles(game)}) == len(puzzles(game))


def test_each_is_a_moment_of_a_legal_round_in_which_that_seat_may_do_all_that_it_is_offered(game: str) -> None:
    for one in puzzles(game):
        match = one.match()
        assert one.rules == match.box.rules.VERSION
        assert one.seat in match.actors
        assert not match.over
        for choice in one.choices:
            action = action_of(match.box, choice.do)
            assert match.box.market if action == WAIT else match.box.allowed(match.state, one.seat, action)


def test_the_solution_is_better_than_each_other_choice_beyond_doubt(game: str) -> None:
    for one in puzzles(game):
        assert len(one.choices) >= 2
        assert one.best
        assert all(choice.gives_away > choice.margin for choice in one.choices[1:])
        assert "regular" in one.missed_by


def test_what_is_shown_is_what_the_seat_saw_and_does_not_tell_the_solution(game: str) -> None:
    for one in puzzles(game):
        asked = shown(game, one.id)
        view = msgspec.json.decode(msgspec.json.encode(one.match().view(one.seat)))
        scene: dict[str, object] = {}
        for message in map(msgspec.json.decode, asked.messages):
            scene |= message.get("view") or {}
            scene |= message.get("mine", {})
        memory = box(game).notation.MEMORY
        assert {key: scene[key] for key in view if key not in memory} == {
            key: view[key] for key in view if key not in memory
        }
        assert {option.do for option in asked.options} == {choice.do for choice in one.choices}
        assert b"gives_away" not in msgspec.json.encode(asked)
        assert solution(game, one.id).best == one.best


def test_the_order_of_the_choices_does_not_tell_which_is_best(game: str) -> None:
    places = {[option.do for option in shown(game, one.id).options].index(one.best) for one in puzzles(game)}
    assert len(places) > 1


@pytest.mark.long
def test_deeper_thought_still_agrees(game: str) -> None:
    """A sample: other worlds, and masters with other chance."""
    sample = Random(f"sample {game}").sample(puzzles(game), 3)
    judge = PuzzleJudge(game, seed=2_000_000)
    for one in sample:
        assert agrees(judge, one), one.id


def agrees(judge: PuzzleJudge, one: Puzzle) -> bool:
    """Whether the solution comes out best again, for both models, and a master chooses it."""
    view, actions = one.view(), [action_of(one.box, choice.do) for choice in one.choices]
    means = [judge.compared(view, one.seat, actions, 3000, model).points.mean(axis=1) for model in judge.models]
    best = all(mean.argmax() == 0 for mean in means)
    return best and judge.masters[0].choose(view, one.seat).action == actions[0]
