"""Gymnasium's own checks, as far as they know vector environments, and what they leave open."""

import doctest
from typing import Any

import numpy as np
import pytest

from ludotheque.games.box import shelf
from ludotheque.games.errors import IllegalMoveError, OptionError

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_reset_options, check_reset_return_type, check_reset_seed_determinism
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import ludotheque.envs.gymnasium
from ludotheque.envs.gymnasium import VectorGames, vector_env

NEXT, SAME = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
ROUNDS: dict[str, dict[str, Any]] = {"wheedle": {"ticks": 30, "episode": "round"}}


def made(game: str, n: int = 6, **settings: Any) -> VectorGames:
    """Short episodes of a game."""
    return vector_env(game, n, **{"episode": "round", **ROUNDS.get(game, {}), **settings})


def first_legal(info: dict[str, Any]) -> Any:
    """The first legal action of each match; any where there is none."""
    return info["action_mask"].argmax(axis=1)


@pytest.mark.parametrize("mode", [NEXT, SAME])
@pytest.mark.parametrize("game", shelf())
def test_what_is_seen_and_done_is_in_the_spaces(game: str, mode: AutoresetMode) -> None:
    games = made(game, autoreset_mode=mode)
    check_reset_seed_determinism(games)  # type: ignore[arg-type]  # it asks for nothing that only single ones have
    check_reset_options(games)  # type: ignore[arg-type]
    check_reset_return_type(games)  # type: ignore[arg-type]
    seen, info = games.reset(seed=1)
    games.action_space.seed(1)
    assert games.metadata["autoreset_mode"] is mode
    for _ in range(60):
        assert seen in games.observation_space
        assert all(one in games.single_observation_space for one in seen)
        actions = games.action_space.sample(tuple(info["action_mask"]))
        assert actions in games.action_space
        seen, rewards, terminations, truncations, info = games.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (games.num_envs,)
        assert not truncations.any()
        assert info["action_mask"].shape == (games.num_envs, len(games.games.actions))


@pytest.mark.parametrize("game", shelf())
def test_both_modes_play_the_same_episodes_and_show_how_they_end(game: str) -> None:
    """The step that only begins the next episode is left out of the one, final observations are put into the other."""
    told: dict[AutoresetMode, list[list[Any]]] = {}
    for mode in (NEXT, SAME):
        games = made(game, autoreset_mode=mode)
        seen, info = games.reset(seed=3)
        told[mode] = [[("seen", seen[i].tobytes())] for i in range(games.num_envs)]
        over = np.zeros(games.num_envs, np.bool_)
        for _ in range(90):
            begun = over if mode is NEXT else np.zeros_like(over)
            seen, rewards, over, _, info = games.step(first_legal(info))
            assert not (begun & (over | (rewards != 0))).any(), "a step that begins an episode brings and ends nothing"
            for i in range(games.num_envs):
                if not begun[i]:
                    told[mode][i].append((rewards[i], bool(over[i])))
                if mode is SAME and over[i]:
                    assert info["_final_obs"][i]
                    assert not info["final_info"]["action_mask"][i].any()
                    told[mode][i].append(("seen", info["final_obs"][i].tobytes()))
                told[mode][i].append(("seen", seen[i].tobytes()))
            if mode is NEXT:
                assert np.array_equal(info["action_mask"].any(axis=1), ~over), "nothing can be done at an end"
            else:
                assert info["action_mask"].any(axis=1).all()
                assert ("final_obs" in info) == over.any()
    assert sum(told[NEXT][0][k][1] is True for k in range(len(told[NEXT][0]))) > 1
    for one, other in zip(told[NEXT], told[SAME], strict=True):
        shared = min(len(one), len(other))
        assert shared > 90
        assert one[:shared] == other[:shared]


@pytest.mark.parametrize("mode", [NEXT, SAME])
@pytest.mark.parametrize("reward", ["points", "lead"])
@pytest.mark.parametrize("game", shelf())
def test_an_episodes_rewards_add_up_to_what_the_rules_give(game: str, reward: str, mode: AutoresetMode) -> None:
    games = made(game, reward=reward, autoreset_mode=mode, seats=4)
    wrapped = RecordEpisodeStatistics(games)
    scores: list[Any] = []
    renew = games.games.renew

    def note_scores() -> None:
        scores.append([games.games.view(match, 0).score[:4].tolist() for match in range(games.num_envs)])

    games.games.renew = lambda: (note_scores(), renew())[1]  # type: ignore[method-assign,func-returns-value]
    _, info = wrapped.reset(seed=2)
    ended = 0
    while ended < 12:
        _, _, over, _, info = wrapped.step(first_legal(info))
        if mode is NEXT:
            note_scores()
        for match in np.flatnonzero(over):
            own, others = scores[-1][match][match % 4], np.delete(scores[-1][match], match % 4)
            assert info["episode"]["r"][match] == pytest.approx(own - (others.mean() if reward == "lead" else 0))
            ended += 1


@pytest.mark.parametrize("game", shelf())
def test_a_seed_repeats(game: str) -> None:
    games, same = made(game), made(game)
    seen, info = games.reset(seed=4)
    again, _ = same.reset(seed=4)
    assert np.array_equal(seen, again)
    assert not np.array_equal(seen, same.reset(seed=5)[0])
    same.reset(seed=4)
    for _ in range(40):
        actions = first_legal(info)
        *one, info = games.step(actions)
        *other, told = same.step(actions)
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))
        assert np.array_equal(info["action_mask"], told["action_mask"])


def test_what_was_returned_stays_unless_it_need_not() -> None:
    for copy in (True, False):
        games = made("willi", copy=copy)
        seen, info = games.reset(seed=1)
        before = seen.copy()
        games.step(first_legal(info))
        assert np.array_equal(seen, before) == copy
        assert (games.step(first_legal(games.reset(seed=1)[1]))[0] is seen) != copy


def test_infos_can_be_told_apart_by_gymnasiums_wrapper() -> None:
    games = DictInfoToList(made("willi", autoreset_mode=SAME))
    _, infos = games.reset(seed=1)
    assert [info["action_mask"].sum() for info in infos] == [9] * 6


def test_what_is_illegal_is_refused_and_changes_nothing() -> None:
    games = made("willi")
    seen, info = games.reset(seed=1)
    with pytest.raises(IllegalMoveError, match=r"match 0: seat 0 may not choose 1370 \(swap b9 b9\)"):
        games.step(np.full(6, 1370))
    assert np.array_equal(games.games.observation, seen)
    assert np.array_equal(games.games.mask, info["action_mask"])


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(OptionError, match="by points or by its lead, not by 'fame'"):
        vector_env("willi", 2, reward="fame")
    with pytest.raises(OptionError, match="at the next step or at the same, not as DISABLED says"):
        vector_env("willi", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(OptionError, match="1 match or more, not 0"):
        vector_env("willi", 0)


def test_the_examples_run() -> None:
    failed, tried = doctest.testmod(ludotheque.envs.gymnasium)
    assert tried > 3
    assert failed == 0
