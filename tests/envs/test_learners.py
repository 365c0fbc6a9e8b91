"""One seat of each match learns among others: the same matches are played as if all seats were asked."""

import doctest
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

import ludotheque
import ludotheque.envs.learners
from ludotheque.bots.features import NoTurnsError, features
from ludotheque.bots.learned import weights
from ludotheque.bots.levels import LevelError, level
from ludotheque.bots.mind import NAMES, fresh
from ludotheque.bots.player import Bot
from ludotheque.bots.thinking import searching
from ludotheque.envs.arrays import THUMBS, Bytes, Singles, sources
from ludotheque.envs.batch import Batch
from ludotheque.games.box import box, shelf
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import IllegalMoveError, OptionError, SeatsError

N, SEED = 5, 7
TURNS: list[tuple[str, dict[str, Any]]] = [
    ("willi", {"seats": 3, "episode": "round"}),
    ("willi", {"seats": 4}),
    ("wimmuln", {"seats": 4, "episode": "round"}),
    ("holzwurm", {"seats": 3, "rounds": 2}),
]


class Turn(NamedTuple):
    """What a learner is told when it is asked: what it sees, the points since it acted last, and whether that ended an
    episode."""

    seen: bytes
    rewards: list[float]
    done: bool


def first_legal(observation: Singles, mask: Bytes) -> Ints:
    """The first legal action of each match."""
    return mask.argmax(axis=1)


def told(games: Batch, steps: int) -> list[list[Turn]]:
    """What each learner is told while it chooses the first action that is legal."""
    turns: list[list[Turn]] = [[] for _ in games.seat]
    for _ in range(steps):
        for i, mine in enumerate(turns):
            mine.append(Turn(games.observation[i].tobytes(), games.rewards[i].tolist(), bool(games.done[i])))
        games.step(games.mask.argmax(axis=1))
    return turns


def told_one_by_one(games: Batch, other: Callable[[int, int], int], steps: int) -> list[list[Turn]]:
    """The same in a batch in which every seat is asked; the learner of match i has seat i."""
    turns: list[list[Turn]] = [[] for _ in games.seat]
    gained, over = np.zeros_like(games.rewards), np.zeros(N, np.bool_)
    while min(map(len, turns)) < steps:
        choices = games.mask.argmax(axis=1)
        for i, seat in enumerate(games.seat.tolist()):
            if seat != i % games.setup.seats:
                choices[i] = other(i, seat)
                continue
            turns[i].append(Turn(games.observation[i].tobytes(), gained[i].tolist(), bool(over[i])))
            gained[i], over[i] = 0, False
        rewards, done = games.step(choices)
        gained += rewards
        over |= done
    return [mine[:steps] for mine in turns]


@pytest.mark.parametrize(("game", "settings"), TURNS)
@pytest.mark.parametrize("others", ["regular", "classic-regular"])
def test_rules_of_thumb_inside_do_what_they_do_outside(game: str, settings: dict[str, Any], others: str) -> None:
    plain = ludotheque.batch(game, N, seed=SEED, **settings)
    found, rngs = box(game), sources(SEED, N, THUMBS)
    search, habits = searching(found, ""), found.bot.Habits(**level(game, others).habits)
    actions = np.empty(found.rules.MOST_LEGAL, np.int64)

    def by_thumb(match: int, seat: int) -> int:
        view = plain.view(match, seat)
        choice = plain.setup.interface.number(view, seat, search.by_thumb(view, seat, actions, habits, rngs[match]))
        assert choice is not None
        return choice

    learning = ludotheque.batch(game, N, seed=SEED, others=others, **settings)
    turns = told(learning, 130)
    assert turns == told_one_by_one(plain, by_thumb, 130)
    assert any(turn.done for mine in turns for turn in mine)


@pytest.mark.parametrize(("game", "settings"), [TURNS[0], pytest.param(*TURNS[3], marks=pytest.mark.long)])
def test_a_network_inside_does_what_it_does_outside(game: str, settings: dict[str, Any]) -> None:
    plain, rngs = ludotheque.batch(game, N, seed=SEED, **settings), sources(SEED, N, THUMBS)
    bot = Bot(game, "regular:brain=learned")

    def by_network(match: int, seat: int) -> int:
        bot.rng = rngs[match]
        view = plain.view(match, seat)
        choice = plain.setup.interface.number(view, seat, bot.choose(view, seat).action)
        assert choice is not None
        return choice

    learning = ludotheque.batch(game, N, seed=SEED, others="regular:brain=learned", **settings)
    turns = told(learning, 90)
    assert turns == told_one_by_one(plain, by_network, 90)
    assert any(turn.done for mine in turns for turn in mine)


def test_a_network_plays_by_the_weights_that_it_is_given(tmp_path: Path) -> None:
    shipped, other = weights("willi"), cast(dict[str, Any], fresh(features("willi"), 3))
    np.savez(tmp_path / "other.npz", **other)
    ways: list[Any] = [f"regular:brain=learned,weights={tmp_path / 'other.npz'}", other, shipped]
    named, given, different = (told(ludotheque.batch("willi", N, seed=SEED, others=way), 40) for way in ways)
    assert named == given
    assert named != different


def test_threads_halves_and_copies_of_a_batch_with_a_network_play_what_it_plays() -> None:
    one, two, halved = (
        ludotheque.batch("willi", 600, seed=SEED, others="regular:brain=learned", threads=threads)
        for threads in (1, 2, 1)
    )
    copy, halves = pickle.loads(pickle.dumps(one)), halved.halves()
    for _ in range(20):
        choices = one.draw()
        one.step(choices)
        for same in (two, copy):
            same.step(choices)
            assert np.array_equal(one.observation, same.observation)
        for first in (0, 300):
            halves.recv()
            halves.send(choices[first : first + 300])
    assert np.array_equal(halves.recv().observation, one.observation[:300])


def test_weights_that_do_not_fit_are_refused() -> None:
    shipped = weights("willi")
    with pytest.raises(LevelError, match="there are no weights of willi in what was given as others: 'own_first'"):
        ludotheque.batch("willi", 2, others={})
    with pytest.raises(LevelError, match=r"what was given as others: own_third is .* it learned another game"):
        ludotheque.batch("willi", 2, others={name: shipped[name] for name in NAMES} | {"own_third": np.zeros((2, 2))})
    with pytest.raises(LevelError, match="it learned another game"):
        ludotheque.batch("holzwurm", 2, others=shipped)
    with pytest.raises(NoTurnsError, match="Wheedle is a market"):
        ludotheque.batch("wheedle", 2, others="regular:brain=learned")


@pytest.mark.parametrize(("game", "settings"), [*TURNS, ("wheedle", {"seats": 4, "ticks": 15})])
def test_a_function_plays_the_others(game: str, settings: dict[str, Any]) -> None:
    plain = ludotheque.batch(game, N, seed=SEED, **settings)
    learning = ludotheque.batch(game, N, seed=SEED, others=first_legal, **settings)
    assert told(learning, 60) == told_one_by_one(plain, lambda match, seat: int(plain.mask[match].argmax()), 60)


@pytest.mark.parametrize("others", ["regular", first_legal])
@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("willi", {}),
        ("wimmuln", {"target": 60}),
        ("holzwurm", {"rounds": 2}),
        ("wheedle", {"ticks": 3}),
        ("wheedle", {}),
    ],
)
def test_the_rewards_of_an_episode_add_up_to_the_scores(game: str, settings: dict[str, Any], others: Any) -> None:
    """Also where a round can be over before its learner has been asked once: three ticks of a market."""
    games = ludotheque.batch(game, 24, seed=SEED, **settings)
    learners = ludotheque.envs.learners.Learners(games.setup, 24, SEED, again=False, others=others)
    points, ended = np.zeros_like(learners.rewards), 0
    while ended < 40:
        rewards, done = learners.step(np.where(learners.done, 0, learners.draw()))
        points += rewards
        for match in np.flatnonzero(done).tolist():
            assert points[match].tolist() == learners.view(match, 0).score[: games.setup.seats].tolist()
            assert not learners.mask[match].any(), "nothing can be done when all is over"
            points[match] = 0
            ended += 1


@pytest.mark.parametrize("game", shelf())
def test_the_learner_is_always_asked_and_seeds_repeat(game: str) -> None:
    games, same, other = (ludotheque.batch(game, 8, seed=seed, others="regular", learner=1) for seed in (1, 1, 2))
    assert not np.array_equal(games.observation, other.observation)
    copy = pickle.loads(pickle.dumps(games))
    for _ in range(30):
        assert set(games.seat.tolist()) == {1}
        assert games.mask.any(axis=1).all()
        choices = games.draw()
        games.step(choices)
        for twin in (same, copy):
            twin.step(choices)
            assert np.array_equal(games.observation, twin.observation)
            assert np.array_equal(games.rewards, twin.rewards)


def test_halves_of_a_learning_batch_play_what_the_whole_plays() -> None:
    whole, halves = (ludotheque.batch("willi", 6, seed=1, others="regular", episode="round") for _ in range(2))
    two = halves.halves()
    for _ in range(60):
        choices = whole.draw()
        for first, last in ((0, 3), (3, 6)):
            half = two.recv()
            assert np.array_equal(half.observation, whole.observation[first:last])
            assert np.array_equal(half.rewards, whole.rewards[first:last])
            two.send(choices[first:last])
        whole.step(choices)


def test_other_habits_play_differently() -> None:
    usual, odd = (ludotheque.batch("holzwurm", 8, seed=1, others=name) for name in ("regular", "regular:room=50"))
    different = False
    for _ in range(10):
        choices = usual.draw()
        usual.step(choices)
        if different := not np.array_equal(choices, odd.draw()):
            break
        odd.step(choices)
        different = not np.array_equal(usual.packed, odd.packed)
        if different:
            break
    assert different


def choosing(chosen: list[Any]) -> Any:
    """A function that chooses as the last of these does."""
    return lambda observation, mask: chosen[-1](mask)


def test_what_is_illegal_is_refused() -> None:
    games = ludotheque.batch("willi", 3, seed=1, others="regular")
    before = pickle.dumps(games)
    with pytest.raises(IllegalMoveError, match=r"match 0: seat 0 may not choose 1370 \(swap b9 b9\)"):
        games.step([1370, 1370, 1370])
    with pytest.raises(OptionError, match="3 whole numbers"):
        games.step([0])
    assert pickle.dumps(games) == before
    for wrong, error, said in (
        (lambda mask: mask.argmin(axis=1), IllegalMoveError, "may not choose"),
        (lambda mask: mask[:, 0] * 0.5, OptionError, "whole numbers from the others"),
        (lambda mask: 0, OptionError, "whole numbers from the others"),
    ):
        chosen: list[Any] = [lambda mask: mask.argmax(axis=1)]
        games = ludotheque.batch("willi", 3, seed=1, others=choosing(chosen))
        chosen.append(wrong)
        with pytest.raises(error, match=said):
            games.step(games.draw())


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(OptionError, match=r"others choose at once, as 'regular' does.* not as 'expert'"):
        ludotheque.batch("willi", 2, others="expert")
    with pytest.raises(SeatsError, match="one of the seats 0 to 3, not 4"):
        ludotheque.batch("willi", 2, others="regular", learner=4)
    with pytest.raises(OptionError, match="want observation='floats' and legal='mask'"):
        ludotheque.batch("willi", 2, others=first_legal, legal="list")
    with pytest.raises(OptionError, match="say who plays them"):
        ludotheque.batch("willi", 2, learner=0)


def test_the_examples_run() -> None:
    failed, tried = doctest.testmod(ludotheque.envs.learners)
    assert tried > 3
    assert failed == 0
