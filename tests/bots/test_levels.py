"""The four levels: by name, with settings, each legal, quick enough, and better than the one below."""

import hashlib
import time
from itertools import islice
from statistics import median

import numpy as np
import pytest

from ludotheque.bots.levels import LEVELS, SETTINGS, LevelError, level
from ludotheque.bots.player import Bot
from ludotheque.games.box import Box, box, seats_in, shelf
from ludotheque.games.chance import Stream
from ludotheque.games.contract import WAIT
from ludotheque.games.stacks import counted
from ludotheque.games.wheedle.bot import EXPLOITERS
from ludotheque.games.wheedle.rules import SEEK, SETS, TURN
from tests.bots.positions import positions
from tests.conftest import COMPILED


def test_every_game_has_the_same_four_levels() -> None:
    assert list(LEVELS) == ["newcomer", "regular", "expert", "master"]
    for game in shelf():
        newcomer, regular, expert, master = (level(game, name) for name in LEVELS)
        assert newcomer.folly > 0
        assert newcomer.simulations == regular.simulations == regular.folly == 0
        assert 0 < expert.simulations < master.simulations


@pytest.mark.interpreted
def test_any_setting_can_be_tried() -> None:
    tried = level("willi", "expert:simulations=7,trust=0.5")
    assert (tried.name, tried.simulations, tried.trust) == ("expert:simulations=7,trust=0.5", 7, 0.5)
    assert tried.explore == level("willi", "expert").explore


@pytest.mark.interpreted
def test_habits_can_be_tried_like_settings() -> None:
    tried = level("holzwurm", "regular:simulations=7,room=0.3")
    assert (tried.simulations, tried.habits) == (7, {"room": 0.3})
    assert Bot("holzwurm", tried, compiled=False).mind.room == 0.3
    assert Bot("holzwurm", tried, compiled=False).mind.fate == Bot("holzwurm", compiled=False).mind.fate


@pytest.mark.interpreted
@pytest.mark.parametrize("game", shelf())
def test_no_habit_is_called_like_a_setting(game: str) -> None:
    assert not set(box(game).bot.Habits._fields) & set(SETTINGS)


OTHERS = {"holzwurm": "room=9", "wheedle": "gain=30", "willi": "high_brings_more=99", "wimmuln": "kept=-3"}


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize("name", ["regular", "classic-expert:simulations=30"])
def test_other_habits_choose_otherwise_by_the_same_machine_code(game: str, name: str) -> None:
    joint = "," if ":" in name else ":"
    usual, other = Bot(game, name, seed=1), Bot(game, f"{name}{joint}{OTHERS[game]}", seed=1)
    views = [(box(game).view(s, seat), seat) for s, seat in islice(positions(game, 4, seed=2), 60)]
    assert [usual.choose(*one).action for one in views] != [other.choose(*one).action for one in views]
    if COMPILED:
        assert len(box(game).bot.policy.native.signatures) == 1


# The actions of whole matches, as version 0.2 played them
CLASSIC_MATCHES = {
    ("holzwurm", "classic-regular"): "b318a5d7210c2331",
    ("wheedle", "classic-regular"): "8f05a5cc2bf62edb",
    ("willi", "classic-regular"): "3fca94bde13c0171",
    ("wimmuln", "classic-regular"): "1dbd573f4bd32895",
    ("holzwurm", "classic-expert:simulations=50"): "04f8a0c34ea2bede",
    ("wheedle", "classic-expert:simulations=50"): "977071d7ef44dff8",
    ("willi", "classic-expert:simulations=50"): "f26f1975ec982d9a",
    ("wimmuln", "classic-expert:simulations=50"): "740cdd311bea4b54",
}


@pytest.mark.parametrize(("game", "name"), CLASSIC_MATCHES)
def test_classic_levels_play_as_version_0_2_did(game: str, name: str) -> None:
    rules, seats = box(game).rules, 5 if game == "wheedle" else 4
    bots = [Bot(game, name, seed=seat) for seat in range(seats)]
    chance, s, actions = Stream(b"levels", "1"), box(game).new(seats), []
    while s.phase != rules.OVER:
        rules.deal(s, Stream(b"deal", f"{s.rounds}").deck(rules.deck_size(seats)))
        while actors := seats_in(rules.actors(s)):
            seat = actors[chance.below(len(actors))]
            actions.append(bots[seat].choose(box(game).view(s, seat), seat).action)
            if actions[-1] != WAIT:
                rules.apply(s, seat, actions[-1])
    assert hashlib.sha256(repr(actions).encode()).hexdigest()[:16] == CLASSIC_MATCHES[game, name]


@pytest.mark.interpreted
def test_exploiters_of_wheedle_talk_as_they_are_called() -> None:
    played = box("wheedle")
    s = played.new(4)
    played.rules.deal(s, Stream(b"talk", "1").deck(played.rules.deck_size(4)))
    for seat in range(4):
        played.rules.apply(s, seat, TURN)
    honest, liar, silent = (Bot("wheedle", name, seed=1, compiled=False) for name in ("regular", "liar", "silent"))
    view = played.view(s, 0)
    view.centre = next(c for c in range(9) if counted(view.hand[0], c) == 0)
    said, lied = (bot.choose(view, 0).action - SEEK for bot in (honest, liar))
    assert divmod(said, SETS) == divmod(lied, SETS)[::-1] != (0, 0)
    assert not SEEK < silent.choose(view, 0).action < SEEK + SETS * SETS


def test_exploiters_are_entrants_of_their_game_alone() -> None:
    assert level("wheedle", "patient:noise=0.1").habits == {**EXPLOITERS["patient"], "noise": 0.1}
    with pytest.raises(LevelError, match="silent, liar, denier, patient"):
        level("wheedle", "champion")
    with pytest.raises(LevelError, match="no level 'liar'"):
        level("willi", "liar")


def test_classic_levels_search_as_long_as_in_version_0_2() -> None:
    found = {game: [level(game, f"classic-{name}").simulations for name in LEVELS] for game in shelf()}
    assert found == {
        "holzwurm": [0, 0, 500, 4000],
        "wheedle": [0, 0, 750, 8000],
        "willi": [0, 0, 100, 4000],
        "wimmuln": [0, 0, 500, 4000],
    }


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("champion", "there are newcomer, regular, expert, master"),
        ("expert:speed=3", "it has sees.*, brain, sharp, weights, hand_counts"),
        ("expert:dumped=much", r"Expected `float`, got `str` - at `\$.habits"),
        ("classic-champion", "there are newcomer"),
        ("expert:simulations=many", r"Expected `int`, got `str` - at `\$.simulations`"),
        ("expert:simulations=-5", r"Expected `int` >= 0 - at `\$.simulations`"),
        ("expert:trust=2", r"Expected `float` <= 1.* - at `\$.trust`"),
        ("expert:mixed=0.5", "mixed needs paired=1"),
        ("classic-expert:paired=1,mixed=0.5", "and a brain beside"),
        ("expert:mixed=2,paired=1", r"Expected `float` <= 1.* - at `\$.mixed`"),
        ("expert:brain=no.such.module", "no.such.module"),
        ("expert:brain=ludotheque.games.box", "policy"),
    ],
)
def test_a_level_that_is_none_is_refused_with_advice(text: str, advice: str) -> None:
    with pytest.raises(LevelError, match=advice):
        level("willi", text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("newcomer", marks=pytest.mark.interpreted),
        "regular",
        pytest.param("expert:simulations=4,horizon=4", marks=pytest.mark.interpreted),
        "expert:simulations=40",
        "master:simulations=40",
    ],
)
@pytest.mark.parametrize("game", shelf())
def test_whatever_a_level_chooses_is_allowed(game: str, text: str) -> None:
    rules = box(game).rules
    bot = Bot(game, text, seed=1)
    for i, (s, seat) in enumerate(positions(game, rules.SEATS[-1], seed=3)):
        action = bot.choose(box(game).view(s, seat), seat).action
        assert (action == WAIT and game == "wheedle") or box(game).allowed(s, seat, action)
        if i == (300 if COMPILED else 10):
            return


@pytest.mark.parametrize("game", shelf())
def test_a_regular_takes_no_time_and_an_expert_little(game: str) -> None:
    taken: dict[str, list[float]] = {"regular": [], "expert": []}
    for name, times in taken.items():
        bot = Bot(game, name, seed=1)
        for i, (s, seat) in enumerate(positions(game, box(game).rules.SEATS[1], seed=3)):
            view = box(game).view(s, seat)
            begun = time.thread_time()  # of the processor: others may work beside
            bot.choose(view, seat)
            times.append(time.thread_time() - begun)
            if i == 100:
                break
    assert median(taken["regular"]) < 0.0002
    assert median(taken["expert"]) < 0.05


def match(game: Box, levels: list[str], seed: int) -> list[int]:
    """The scores of a match; in a market all are equally quick."""
    bots = [Bot(game.name, text, seed=seed + seat) for seat, text in enumerate(levels)]
    chance, s = Stream(b"levels", str(seed)), game.new(len(levels))
    while s.phase != game.rules.OVER:
        game.rules.deal(s, Stream(b"deal", f"{seed} {s.rounds}").deck(game.rules.deck_size(len(levels))))
        while actors := seats_in(game.rules.actors(s)):
            seat = actors[chance.below(len(actors))]
            action = bots[seat].choose(game.view(s, seat), seat).action
            if action != WAIT:
                game.rules.apply(s, seat, action)
    return [int(score) for score in s.score[: len(levels)]]


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [("regular", "newcomer"), ("expert", "regular")])
@pytest.mark.parametrize("game", shelf())
def test_each_level_beats_the_one_below(game: str, better: str, worse: str) -> None:
    seats = 5 if game == "wheedle" else 4
    leads = []
    for seed in range(3):
        for seat in range(seats):
            scores = match(box(game), [better if other == seat else worse for other in range(seats)], seed)
            leads.append(scores[seat] - np.mean(scores[:seat] + scores[seat + 1 :]))
    assert np.mean(leads) > 0
