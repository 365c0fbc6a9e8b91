"""Batches do what matches do, one by one."""

import doctest
import os
import pickle
import subprocess
import sys
import threading
from itertools import count
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludotheque
import ludotheque.envs.batch
from ludotheque.envs.batch import Batch
from ludotheque.envs.setup import set_up
from ludotheque.games.box import shelf
from ludotheque.games.contract import Value
from ludotheque.games.errors import IllegalMoveError, OptionError, SeatsError, UnknownGameError
from tests.envs.reference import Played, observation, random_choices

KINDS: list[tuple[str, int, str, dict[str, Value]]] = [
    ("willi", 3, "match", {"tie": "last", "swap": "colour"}),
    ("willi", 4, "match", {}),
    ("wimmuln", 3, "match", {"target": 60}),
    ("wimmuln", 6, "round", {"same_colour": "no_trump"}),
    ("holzwurm", 2, "match", {"rounds": 2}),
    ("holzwurm", 5, "round", {}),
    ("wheedle", 4, "match", {"quick_start": True}),
    ("wheedle", 6, "round", {"bankrupt": "only"}),
]


@pytest.mark.parametrize(("game", "seats", "episode", "options"), KINDS)
def test_a_batch_is_matches_played_one_by_one(game: str, seats: int, episode: str, options: dict[str, Value]) -> None:
    setup = set_up(game, seats, None, episode, 12, options)
    games, chance = Batch(setup, 2, seed=5, threads=1), np.random.default_rng(seats)
    ones = [Played(setup, 5, slot) for slot in range(2)]
    scores = np.zeros((2, seats))
    for _ in range(120 if setup.box.market else 400):
        for slot, played in enumerate(ones):
            assert games.seat[slot] == played.seat
            assert np.flatnonzero(games.mask[slot]).tolist() == played.legal()
            view = played.match.box.view(played.match.state, played.seat)
            assert np.allclose(games.observation[slot], observation(setup.interface, view, played.seat))
        choices = random_choices(games.mask, chance)
        before = [played.match for played in ones]
        rewards, done = games.step(choices)
        scores += rewards
        for slot, played in enumerate(ones):
            gained, over = played.step(int(choices[slot]))
            assert rewards[slot].tolist() == gained
            assert done[slot] == over
            if over:
                assert scores[slot].tolist() == before[slot].scores[:seats]
                scores[slot] = 0


@pytest.mark.parametrize("game", shelf())
def test_every_match_ends_and_another_begins(game: str) -> None:
    games, chance = ludotheque.batch(game, 64, seed=1, threads=1, ticks=40), np.random.default_rng(0)
    ended = np.zeros(64, np.int64)
    for steps in count():
        ended += games.step(random_choices(games.mask, chance))[1]
        if ended.min() >= 2:
            break
        assert steps < 20_000
    assert games.mask.any(axis=1).all()


def test_waiting_for_ever_ends_with_the_clock() -> None:
    games = ludotheque.batch("wheedle", 3, seats=4, seed=1, ticks=10, threads=1)
    done = np.zeros(3, np.bool_)
    for _ in range(4 * 10):
        assert not done.any()
        wait = games.mask[:, 0] == 1
        _, done = games.step(np.where(wait, 0, games.mask.argmax(axis=1)))
    assert done.all()


def test_seeds_matter_and_repeat() -> None:
    first, same, other = (ludotheque.batch("holzwurm", 8, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.observation, same.observation)
    assert not np.array_equal(first.observation, other.observation)
    assert len({row.tobytes() for row in first.observation}) == 8, "matches of a batch differ"
    first.step(first.mask.argmax(axis=1))
    first.reset(1)
    assert np.array_equal(first.observation, same.observation)
    first.reset()
    assert not np.array_equal(first.observation, same.observation), "chance goes on"


def test_threads_change_nothing_but_the_time() -> None:
    one, two = (ludotheque.batch("willi", 1000, seed=1, threads=threads) for threads in (1, 2))
    chance = np.random.default_rng(0)
    for _ in range(150):
        choices = random_choices(one.mask, chance)
        for mine, theirs in zip(one.step(choices), two.step(choices), strict=True):
            assert np.array_equal(mine, theirs)
        assert np.array_equal(one.observation, two.observation)
        assert np.array_equal(one.mask, two.mask)


def test_other_threads_work_only_if_asked_for() -> None:
    before = set(threading.enumerate())
    alone = ludotheque.batch("willi", 2000)
    alone.step(alone.draw())
    assert set(threading.enumerate()) <= before
    two = ludotheque.batch("willi", 2000, threads=2)
    two.step(two.draw())
    assert len(set(threading.enumerate()) - before) == 1


def test_what_is_illegal_is_refused_and_changes_nothing() -> None:
    games = ludotheque.batch("willi", 3, seed=1)
    choices = games.mask.argmax(axis=1)
    before = pickle.dumps(games)
    choices[1] = np.flatnonzero(games.mask[1] == 0)[0]
    with pytest.raises(IllegalMoveError, match=r"match 1: seat 0 may not choose \d+ \(discard .*it may choose \d+ \("):
        games.step(choices)
    for far in (-1, len(games.actions)):
        choices[1] = far
        with pytest.raises(IllegalMoveError, match="may not choose"):
            games.step(choices)
    for wrong in ([0, 0], [0.5, 1.0, 2.0], [[0, 0, 0]]):
        with pytest.raises(OptionError, match="3 whole numbers"):
            games.step(wrong)
    assert pickle.dumps(games) == before


def test_a_copy_goes_on_by_itself() -> None:
    games = ludotheque.batch("wheedle", 4, seed=1)
    copy, chance = pickle.loads(pickle.dumps(games)), np.random.default_rng(0)
    for _ in range(60):
        choices = random_choices(games.mask, chance)
        for mine, theirs in zip(games.step(choices), copy.step(choices), strict=True):
            assert np.array_equal(mine, theirs)
        assert np.array_equal(games.observation, copy.observation)
        assert np.array_equal(games.mask, copy.mask)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(UnknownGameError, match="there are holzwurm"):
        ludotheque.batch("chess", 1)
    with pytest.raises(SeatsError, match="Willi is played by 3 to 4, not by 5"):
        ludotheque.batch("willi", 1, seats=5)
    with pytest.raises(OptionError, match="no option 'speed'; it has tie, swap"):
        ludotheque.batch("willi", 1, speed=3)
    with pytest.raises(OptionError, match="no edition 'german'; it has french, dutch"):
        ludotheque.batch("willi", 1, edition="german")
    with pytest.raises(OptionError, match="a match or a round, not 'trick'"):
        ludotheque.batch("willi", 1, episode="trick")
    for n, ticks, threads in ((0, 1, 1), (1, 0, 1), (1, 1, 0)):
        with pytest.raises(OptionError, match=r"1 (match|tick|thread) or more, not 0"):
            ludotheque.batch("wheedle", n, ticks=ticks, threads=threads)


@pytest.mark.parametrize(("game", "seats", "episode", "options"), KINDS)
def test_packed_observations_and_lists_say_all_that_the_long_forms_say(
    game: str, seats: int, episode: str, options: dict[str, Value]
) -> None:
    setup = set_up(game, seats, None, episode, 12, options)
    long = Batch(setup, 8, seed=5, threads=1)
    short = Batch(setup, 8, seed=5, threads=1, observation="packed", legal="list")
    kept, seen = [], []
    for _ in range(150):
        assert np.array_equal(short.seat, long.seat)
        kept.append(short.packed.copy())
        seen.append(long.observation.copy())
        for i in range(8):
            listed = short.legal[i, : short.legal_count[i]].tolist()
            assert sorted(listed) == np.flatnonzero(long.mask[i]).tolist()
            assert long.legal[i, : long.legal_count[i]].tolist() == listed, "the list is there beside the mask"
        assert np.array_equal(long.packed, short.packed)
        choices = short.draw()
        for mine, theirs in zip(short.step(choices), long.step(choices), strict=True):
            assert np.array_equal(mine, theirs)
    assert short.expand(np.array(kept)).tobytes() == np.array(seen).tobytes()


def test_packed_fields_are_what_a_view_says() -> None:
    games = ludotheque.batch("holzwurm", 4, seats=3, seed=1, observation="packed")
    for _ in range(10):
        games.step(games.draw())
    for i in range(4):
        seat = int(games.seat[i])
        view = games.view(i, seat)
        field = {name: games.packed[i, where].tolist() for name, where in games.words.items()}
        assert field["hand"] == view.hand[seat].tolist()
        assert field["held"] == [view.held[(seat + turn) % 3] for turn in range(3)]
        assert field["score"] == [view.score[(seat + turn) % 3] for turn in range(3)]
        assert field["turn"] == [0], "places are told from oneself on"
        assert field["fate"] == view.fate.tolist()


@pytest.mark.parametrize(("game", "seats", "episode", "options"), KINDS)
def test_a_step_shows_just_what_a_view_would(game: str, seats: int, episode: str, options: dict[str, Value]) -> None:
    """A step reads the record itself, `observe` a view that was made from it: neither may tell more than the other."""
    games = Batch(set_up(game, seats, None, episode, 12, options), 8, seed=6, threads=1)
    for _ in range(150):
        for i in range(8):
            observation, mask = games.observe(i, int(games.seat[i]))
            assert observation.tobytes() == games.observation[i].tobytes()
            assert mask.tobytes() == games.mask[i].tobytes()
        games.step(games.draw())


def test_drawn_actions_are_legal_all_of_them_come_up_and_seeds_repeat_them() -> None:
    games, same = (ludotheque.batch("willi", 2000, seed=3, threads=threads) for threads in (1, 2))
    drawn = games.draw()
    assert np.array_equal(drawn, same.draw()), "whatever the threads"
    assert games.mask[np.arange(2000), drawn].all()
    first = np.sort(games.legal[:, :9], axis=1)
    ranks = (first == drawn[:, None]).argmax(axis=1)
    assert np.bincount(ranks, minlength=9).min() > 2000 / 9 * 0.7, "each as likely as any other"
    assert not np.array_equal(drawn, games.draw()), "chance goes on"
    games.reset(3)
    assert np.array_equal(drawn, games.draw())


def test_after_a_step_that_was_interrupted_drawn_actions_are_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    games = ludotheque.batch("willi", 8, seed=1)
    drawn, together = games.draw(), Batch._together

    def interrupted(games: Batch, *args: Any) -> bool:
        games._run("step", *args[1:], games._plan, games._desks[0], 0, 8)
        raise KeyboardInterrupt

    monkeypatch.setattr(Batch, "_together", interrupted)
    with pytest.raises(KeyboardInterrupt):
        games.step(drawn)
    monkeypatch.setattr(Batch, "_together", together)
    with pytest.raises(IllegalMoveError):
        games.step(drawn)


def test_actions_are_drawn_by_the_softmax_of_the_legal_logits() -> None:
    n = 20_000
    games, same = (ludotheque.batch("willi", n, seed=3, threads=threads, legal="list") for threads in (1, 2))
    legal = np.sort(games.legal[:, :9].astype(np.int64), axis=1)
    weights = np.array([1, 2, 3, 4, 0, 6, 7, 8, 9]) / 40  # by the rank of a card in hand; one is never discarded
    logits = np.full((n, len(games.actions)), 90.0)  # what is illegal has the highest
    with np.errstate(divide="ignore"):
        np.put_along_axis(logits, legal, np.log(weights) - 50, axis=1)
    drawn = games.draw(logits)
    ranks = (legal == drawn[:, None]).argmax(axis=1)
    assert np.array_equal(legal[np.arange(n), ranks], drawn), "only what is legal"
    often = np.bincount(ranks, minlength=9) / n
    assert often[4] == 0
    assert np.abs(often - weights).max() < 5 * np.sqrt(0.25 / n)
    assert np.array_equal(drawn, same.draw(logits)), "whatever the threads"


def test_logits_that_tell_nothing_are_refused() -> None:
    games = ludotheque.batch("willi", 2, seed=3)
    for nothing in (np.nan, -np.inf, np.inf):
        logits = np.zeros((2, len(games.actions)))
        logits[1] = nothing
        with pytest.raises(OptionError, match="match 1: of its legal actions"):
            games.draw(logits)
    with pytest.raises(OptionError, match=r"2 × 1371, not \(2, 7\)"):
        games.draw(np.zeros((2, 7)))


def test_the_callers_own_arrays_are_written_to_without_copies() -> None:
    games, same = (ludotheque.batch("wimmuln", 300, seed=1, threads=threads) for threads in (2, 1))
    mask = np.frombuffer(bytearray(300 * 2600), np.int8).reshape(300, 2600)  # memory of somebody else's
    packed, rewards = np.empty_like(games.packed), np.empty((300, games.setup.seats), np.float32)
    games.write_to(mask=mask, packed=packed, rewards=rewards)
    assert games.mask is mask
    for _ in range(120):
        assert np.array_equal(mask, same.mask)
        assert np.array_equal(packed, same.packed)
        choices = same.draw()
        given, _ = games.step(choices)
        assert given is rewards
        assert np.array_equal(rewards, same.step(choices)[0])


def test_arrays_that_do_not_fit_are_refused_and_change_nothing() -> None:
    games = ludotheque.batch("willi", 2, seed=1, legal="list")
    frozen = np.zeros((2, 560), np.float32)
    frozen.flags.writeable = False
    wrong: list[NDArray[Any]] = [
        np.zeros((2, 559), np.float32),
        np.zeros((2, 560)),
        np.zeros((560, 2), np.float32).T,
        frozen,
    ]
    for array in wrong:
        with pytest.raises(OptionError, match=r"observation wants an array of float32 of shape \(2, 560\)"):
            games.write_to(packed=np.empty_like(games.packed), observation=array)
    with pytest.raises(OptionError, match="writes to no 'states', but to seat"):
        games.write_to(states=np.zeros(2))
    with pytest.raises(OptionError, match="read `legal`"):
        games.write_to(mask=np.zeros((2, 1371), np.int8))
    assert np.array_equal(games.expand(games.packed), games.observation)


@pytest.mark.long
@pytest.mark.slow
def test_uncompiled_batches_do_the_same() -> None:
    code = (
        "import sys, ludotheque\n"
        "for game in sys.argv[1:]:\n"
        "    games = ludotheque.batch(game, 2, seed=1, threads=1, ticks=9)\n"
        "    for _ in range(40): games.step(games.draw())\n"
        "    print(games.observation.tobytes().hex(), games.mask.tobytes().hex())\n"
        "    games = ludotheque.batch(game, 2, seed=1, ticks=9, others='regular')\n"
        "    for _ in range(15): games.step(games.draw())\n"
        "    print(games.observation.tobytes().hex(), games.rewards.tobytes().hex())\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code, *shelf()],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].split()) == 4 * len(shelf())


def test_forms_that_are_not_there_are_said() -> None:
    with pytest.raises(OptionError, match="as floats or packed, not as 'bits'"):
        ludotheque.batch("willi", 1, observation="bits")
    with pytest.raises(OptionError, match="as a mask or a list, not as 'set'"):
        ludotheque.batch("willi", 1, legal="set")
    games = ludotheque.batch("willi", 2, seed=1, observation="packed", legal="list")
    with pytest.raises(OptionError, match="read `packed`"):
        _ = games.observation
    with pytest.raises(OptionError, match="read `legal`"):
        _ = games.mask
    for wrong in ([1, 2], 3, np.zeros(38)):
        with pytest.raises(OptionError, match="38 whole numbers"):
            games.expand(wrong)
    with pytest.raises(
        IllegalMoveError, match=r"match 0: seat 0 may not choose 72 \(willi\); it may choose \d+ \(disc"
    ):
        games.step([72, 72])


@pytest.mark.parametrize("game", shelf())
def test_two_parts_chosen_one_after_the_other_make_every_legal_action_and_no_other(game: str) -> None:
    games = ludotheque.batch(game, 6, seed=2, threads=1, ticks=30)
    firsts, seconds = games.factors.firsts, games.factors.seconds
    for _ in range(60):
        made: list[set[str]] = [set() for _ in range(6)]
        mask = games.first_mask()
        for first in range(len(firsts)):
            second = games.second_mask(np.full(6, first))
            assert np.array_equal(second.any(axis=1), mask[:, first] == 1)
            for i, k in zip(*np.nonzero(second), strict=True):
                made[i].add(f"{firsts[first]} {seconds[k]}".strip())
                assert games.actions[games.joined(np.full(6, first), np.full(6, k))[0]] in made[i]
        for i in range(6):
            assert made[i] == {games.actions[number] for number in np.flatnonzero(games.mask[i])}
        games.step(games.draw())


def test_parts_are_few_and_what_they_do_not_make_is_refused() -> None:
    games = ludotheque.batch("willi", 2, seed=1)
    assert (len(games.factors.firsts), len(games.factors.seconds)) == (111, 37)
    call = games.factors.firsts.index("willi")
    assert games.joined([call, call], [0, 1]).tolist() == [72, -1]
    assert games.joined([-1, 111], [0, 0]).tolist() == [-1, -1]
    with pytest.raises(IllegalMoveError, match="may not choose -1"):
        games.step(games.joined([call, call], [1, 1]))
    with pytest.raises(OptionError, match="2 whole numbers"):
        games.second_mask([0])


@pytest.mark.parametrize(("game", "seats", "episode", "options"), [one for one in KINDS if "quick_start" not in one[3]])
def test_a_critic_sees_what_each_other_seat_sees_of_its_own(
    game: str, seats: int, episode: str, options: dict[str, Value]
) -> None:
    games = Batch(set_up(game, seats, None, episode, 12, options), 3, seed=5, threads=1)
    for _ in range(40):
        games.step(games.draw())
        secrets = games.secrets()
        for i, seat in enumerate(games.seat.tolist()):
            for turn in range(1, games.setup.interface.places):
                if (other := (seat + turn) % games.setup.interface.places) >= seats:
                    continue  # Willi himself has no hand
                theirs = games.observe(i, other)[0]
                for name, where in games.secret_fields.items():
                    width = games.fields[name].stop - games.fields[name].start
                    mine = secrets[i, where][(turn - 1) * width : turn * width]
                    assert np.array_equal(mine, theirs[games.fields[name]]), name


def test_importing_the_package_neither_compiles_nor_takes_long() -> None:
    code = "import sys, ludotheque; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_examples_run() -> None:
    failed, tried = doctest.testmod(ludotheque.envs.batch)
    assert tried > 5
    assert failed == 0
