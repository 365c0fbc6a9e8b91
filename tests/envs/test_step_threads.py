"""Helpers change nothing but the time."""

import gc
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.envs.batch import Batch
from ludotheque.envs.step_threads import StepThreads
from ludotheque.games.compiled import COUNTERS
from tests.conftest import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="helpers stay in machine code")


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds; fails if it does not in a minute."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def hired(games: Batch) -> StepThreads:
    helpers = games._helpers
    assert helpers is not None
    return helpers


def stepped_alike(one: Batch, two: Batch, steps: int) -> None:
    """Steps both by the same draws, and compares all that they write."""
    for _ in range(steps):
        choices = one.draw()
        assert np.array_equal(choices, two.draw())
        for mine, theirs in zip(one.step(choices), two.step(choices), strict=True):
            assert np.array_equal(mine, theirs)
        assert np.array_equal(one.packed, two.packed)
        assert np.array_equal(one.legal_count, two.legal_count)


@pytest.mark.parametrize("game", ["willi", "wheedle"])
def test_helpers_play_what_one_thread_plays_awake_and_after_sleep(game: str) -> None:
    one, three = (
        ludotheque.batch(game, 1500, seed=4, threads=threads, observation="packed", legal="list") for threads in (1, 3)
    )
    for _ in range(4):
        stepped_alike(one, three, 40)
        until(lambda: all(hired(three)._asleep[1:]))
    for games in (one, three):
        games.reset(9)
    stepped_alike(one, three, 5)


def test_helpers_write_to_the_callers_arrays() -> None:
    one, two = (ludotheque.batch("willi", 600, seed=4, threads=threads, legal="list") for threads in (1, 2))
    stepped_alike(one, two, 3)
    mine = np.empty_like(two.packed)
    two.write_to(packed=mine)
    stepped_alike(one, two, 3)
    assert np.array_equal(mine, one.packed)


def test_helpers_go_when_their_batch_does() -> None:
    before = set(threading.enumerate())
    games = ludotheque.batch("willi", 600, seed=4, threads=2, legal="list")
    games.step(games.draw())
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 1
    del games
    gc.collect()
    for helper in helpers:
        helper.join(60)
        assert not helper.is_alive()


def test_what_goes_wrong_in_a_helper_is_raised_by_who_waits_for_it() -> None:
    def work(k: int, counters: Any, patience: int) -> None:
        if k:
            raise IndexError("out of bounds")

    helpers = StepThreads(2, work, lambda counters, verb: None, lambda counters: len(counters) == COUNTERS)
    with pytest.raises(IndexError, match="out of bounds"):
        helpers.run(0)
    helpers.close()
