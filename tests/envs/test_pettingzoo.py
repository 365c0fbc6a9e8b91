"""PettingZoo's own tests, and what they leave open."""

import copy
import doctest
import itertools
import sys
import time
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludotheque.games.box import shelf
from ludotheque.games.errors import IllegalMoveError, OptionError, SeatsError

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # these tests import PettingZoo's own games as one should not
    from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

import ludotheque.envs.pettingzoo
from ludotheque.envs.pettingzoo import InTurn, env, parallel_env, raw_env
from ludotheque.envs.setup import set_up
from tests.envs.reference import Played

SEATED: list[tuple[str, int]] = [("willi", 3), ("willi", 4), ("wimmuln", 4), ("holzwurm", 2), ("wheedle", 4)]
FASTER = 12  # so much quicker runs the clock that the benchmark looks at
# An observation with a mask is a dict, which PettingZoo's test knows of its own games only; the dead have no choice.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{start}")
    for start in ("Observation is not a NumPy array", "Observation space for each agent", "Action mask numpy array is")
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_the_api_is_kept(game: str, seats: int) -> None:
    api_test(env(game, seats, episode="round"), num_cycles=100)
    seed_test(lambda: env(game, seats), num_cycles=100)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_the_api_is_kept_when_all_act_at_once(game: str, seats: int) -> None:
    parallel_api_test(parallel_env(game, seats), num_cycles=100)


@pytest.mark.parametrize("game", shelf())
def test_the_benchmark_runs(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: FASTER * time.time()))
    performance_benchmark(raw_env(game))


def played(table: InTurn, played: Played) -> list[int]:
    """Plays to the end, choosing by turns; everything agrees with the same match, played by its texts."""
    choices, points, over = itertools.count(), [0.0] * table.setup.seats, False
    while not over:
        seat, legal = played.seat, played.legal()
        assert table.agent_selection == f"seat_{seat}"
        observation, reward, *ended, _ = table.last()
        assert ended == [False, False]
        assert np.flatnonzero(observation["action_mask"]).tolist() == legal
        points[seat] += reward
        choice = legal[next(choices) % len(legal)]
        table.step(choice)
        match = played.match
        over = played.step(choice)[1]
    for agent in table.possible_agents:
        assert table.agent_selection == agent, "the dead step one after another"
        _, reward, termination, *_ = table.last()
        assert termination
        points[table.seat(agent)] += reward
        table.step(None)
    assert table.agents == []
    assert points == match.scores[: table.setup.seats]
    return match.scores


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("willi", 3, {}), ("wimmuln", 5, {"target": 80}), ("holzwurm", 4, {"rounds": 1}), ("wheedle", 5, {"ticks": 30})],
)
def test_rewards_add_up_to_the_scores_of_the_match(game: str, seats: int, options: dict[str, Any]) -> None:
    table = raw_env(game, seats, **options)
    table.reset(seed=9)
    assert any(played(table, Played(table.setup, 9, 0)))


def test_only_who_is_asked_may_choose() -> None:
    table = raw_env("willi", 4)
    table.reset(seed=1)
    assert table.observe("seat_0")["action_mask"].sum() == 9
    assert table.observe("seat_1")["action_mask"].sum() == 0
    all_at_once = parallel_env("willi", 4)
    seen, _ = all_at_once.reset(seed=1)
    assert [seen[agent]["action_mask"].sum() for agent in all_at_once.agents] == [9, 9, 9, 9]


def test_when_all_is_over_nobody_acts() -> None:
    table = parallel_env("willi", 4, episode="round")
    seen, _ = table.reset(seed=1)
    points = np.zeros(4)
    while table.agents:
        seen, rewards, *_ = table.step({agent: int(look["action_mask"].argmax()) for agent, look in seen.items()})
        points += list(rewards.values())
    assert points.sum() == table.games.view(0, 0).score.sum()
    assert table.step({}) == ({}, {}, {}, {}, {})


def test_all_discard_in_one_step() -> None:
    table = parallel_env("willi", 4)
    seen, _ = table.reset(seed=1)
    seen, rewards, *_ = table.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents})
    assert sorted(int(look["action_mask"].any()) for look in seen.values()) == [0, 0, 0, 1]
    assert set(rewards.values()) == {0.0}


def test_in_a_market_the_order_is_drawn_and_who_comes_too_late_waits() -> None:
    table = parallel_env("wheedle", 4)
    numbers = {text: number for number, text in enumerate(table.setup.interface.texts)}
    wait = dict.fromkeys(table.possible_agents, numbers["wait"])
    winners = set()
    for seed in range(12):
        table.reset(seed=seed)
        table.step(dict.fromkeys(table.agents, numbers["turn"]))
        gift = next(
            number for text, number in numbers.items() if "nothing" in text and table.look(1)["action_mask"][number]
        )
        table.step({**wait, "seat_1": gift})
        table.step({**wait, "seat_0": numbers["take left 1"], "seat_3": numbers["take left 2"]})
        held = table.games.view(0, 0).held[:4].tolist()
        assert sorted(held) == [14, 15, 15, 16], "one has it, the other came too late"
        winners.add(held.index(16))
    assert winners == {0, 3}


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_what_is_illegal_is_refused(make: type) -> None:
    table = make("willi", 4)
    table.reset(seed=1)
    action = 1370
    with pytest.raises(IllegalMoveError, match=r"seat 0 may not choose 1370 \(swap b9 b9\); it may choose \d+ \(disc"):
        table.step(dict.fromkeys(table.agents, action) if make is parallel_env else action)


def test_what_is_not_there_is_said() -> None:
    wrong: list[tuple[type[Exception], dict[str, Any]]] = [
        (SeatsError, {"seats": 2}),
        (OptionError, {"render_mode": "human"}),
        (OptionError, {"colour": "red"}),
    ]
    for error, settings in wrong:
        with pytest.raises(error):
            env("willi", **settings)


def test_a_copy_goes_on_by_itself_and_a_match_reads_as_text() -> None:
    table = raw_env("holzwurm", 3, render_mode="ansi")
    table.reset(seed=1)
    other = copy.deepcopy(table)
    table.step(first(table))
    assert table.render() != other.render()
    other.step(first(other))
    assert table.render() == other.render()


def first(table: InTurn) -> int:
    """The first legal choice of who is asked."""
    return int(table.observe(table.agent_selection)["action_mask"].argmax())


def test_the_examples_run() -> None:
    failed, tried = doctest.testmod(ludotheque.envs.pettingzoo)
    assert tried > 2
    assert failed == 0


def test_rounds_can_be_episodes() -> None:
    table = raw_env("willi", 4, episode="round")
    table.reset(seed=4)
    assert sum(played(table, Played(set_up("willi", 4, episode="round"), 4, 0))) <= 6
