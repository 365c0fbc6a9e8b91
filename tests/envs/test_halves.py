"""Two halves of a batch do what the whole does, one beside the other."""

import doctest
import pickle
import threading

import numpy as np
import pytest

import ludotheque
import ludotheque.envs.halves
from ludotheque.envs.batch import Batch
from ludotheque.envs.halves import OrderError
from ludotheque.games.box import shelf
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import IllegalMoveError, OptionError


@pytest.mark.parametrize("game", shelf())
def test_halves_do_what_two_plain_batches_do(game: str) -> None:
    halves = ludotheque.batch(game, 9, seed=1, ticks=20, episode="round").halves()
    whole = ludotheque.batch(game, 9, seed=1, ticks=20, episode="round")
    plain = [whole.part(0, 4), whole.part(4, 9)]
    ended = 0
    for turn in range(2 * 300):
        half, same = halves.recv(), plain[turn % 2]
        for name in ("seat", "observation", "packed", "mask", "rewards", "done"):
            assert np.array_equal(getattr(half, name), getattr(same, name)), name
        ended += int(half.done.sum())
        choices = half.draw()
        assert np.array_equal(choices, same.draw())
        halves.send(choices)
        same.step(choices)
    assert ended > 0


def test_the_parts_of_a_batch_are_the_batch() -> None:
    games, same = (ludotheque.batch("willi", 7, seed=1) for _ in range(2))
    first, second = games.part(0, 3), games.part(3, 7)
    for _ in range(200):
        choices = same.draw()
        rewards, done = same.step(choices)
        first.step(choices[:3])
        second.step(choices[3:])
        assert np.array_equal(games.observation, same.observation)
        assert np.array_equal(games.rewards, rewards)
        assert np.array_equal(games.done, done)


def test_halves_write_to_the_arrays_of_the_whole_and_of_the_caller() -> None:
    games = ludotheque.batch("willi", 4, seed=1)
    seen = np.zeros_like(games.observation)
    games.write_to(observation=seen)
    halves = games.halves()
    half = halves.recv()
    assert half.observation.base is seen
    before = seen.copy()
    halves.send(half.draw())
    halves.send(halves.recv().draw())
    assert halves.recv() is half
    assert not np.array_equal(seen[:2], before[:2])


def test_a_half_steps_while_the_other_is_with_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    halves, go, plain = ludotheque.batch("willi", 4, seed=1).halves(), threading.Event(), Batch.advance
    stepped: list[threading.Thread] = []

    def advance(half: Batch, choices: Ints) -> None:
        assert go.wait(60)
        stepped.append(threading.current_thread())
        plain(half, choices)

    monkeypatch.setattr(Batch, "advance", advance)
    for _ in range(2):
        halves.send(halves.recv().draw())
    assert stepped == [], "both have been sent, and nobody waited for a step"
    go.set()
    halves.recv()
    assert stepped
    assert threading.current_thread() not in stepped


def test_actions_that_were_sent_are_the_callers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ludotheque.batch("willi", 4, seed=1)
    halves, same = whole.halves(), pickle.loads(pickle.dumps(whole)).part(0, 2)
    go, plain = threading.Event(), Batch.advance
    choices = halves.recv().draw()
    same.step(choices)
    with monkeypatch.context() as patch:
        patch.setattr(Batch, "advance", lambda half, chosen: plain(half, chosen) if go.wait(60) else None)
        halves.send(choices)
        choices[:] = -1
        go.set()
        halves.send(halves.recv().draw())
        assert np.array_equal(halves.recv().observation, same.observation)


def test_what_comes_out_of_turn_is_refused() -> None:
    halves = ludotheque.batch("willi", 4, seed=1).halves()
    with pytest.raises(OrderError, match="receive a half before"):
        halves.send([0, 0])
    half = halves.recv()
    with pytest.raises(OrderError, match="send the actions of the half"):
        halves.recv()
    halves.send(half.draw())
    with pytest.raises(OrderError, match="receive a half before"):
        halves.send([0, 0])


def test_what_is_illegal_is_refused_and_changes_nothing() -> None:
    halves = ludotheque.batch("willi", 4, seed=1).halves()
    half = halves.recv()
    before = pickle.dumps(half)
    with pytest.raises(IllegalMoveError, match=r"match 1: seat 0 may not choose 1370 \(swap b9 b9\)"):
        halves.send([half.mask[0].argmax(), 1370])
    with pytest.raises(OptionError, match="2 whole numbers"):
        halves.send(np.zeros(4, np.int64))
    assert pickle.dumps(half) == before
    halves.send(half.draw())
    assert halves.recv() is not half, "the half could still be sent"


def test_choices_drawn_before_a_reset_are_checked_after_it() -> None:
    halves = ludotheque.batch("willi", 4, seed=1).halves()
    drawn = halves.recv().draw()
    halves.reset(2)
    half = halves.recv()
    assert not half.mask[np.arange(2), drawn].all(), "this deal allows not all of them"
    with pytest.raises(IllegalMoveError):
        halves.send(drawn)


def test_one_match_has_no_halves() -> None:
    with pytest.raises(OptionError, match="a batch of 1 match has no halves"):
        ludotheque.batch("willi", 1).halves()


def test_a_reset_begins_both_halves_anew() -> None:
    halves, same = ludotheque.batch("holzwurm", 6, seed=1).halves(), ludotheque.batch("holzwurm", 6, seed=2)
    for _ in range(5):
        halves.send(halves.recv().draw())
    halves.reset(2)
    for first, last in ((0, 3), (3, 6)):
        half = halves.recv()
        assert np.array_equal(half.observation, same.observation[first:last])
        assert not half.rewards.any()
        halves.send(half.draw())


def test_the_examples_run() -> None:
    failed, tried = doctest.testmod(ludotheque.envs.halves)
    assert tried > 3
    assert failed == 0
