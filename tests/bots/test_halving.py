"""Choices compared in the same worlds: luck is alike for all, the worse half is dropped, two searches go together."""

import numpy as np
import pytest

from ludotheque.bots.player import Bot
from ludotheque.bots.thinking import Weighed
from ludotheque.games.box import box
from ludotheque.games.cards import lowest
from ludotheque.games.compiled import Record
from ludotheque.games.willi import rules as willi
from tests.bots.positions import copied, positions
from tests.conftest import COMPILED

SEER = "expert:brain=tests.bots.seer,horizon=0,deep=1,paired"


def discarding() -> tuple[Record, int]:
    """A seat with nine cards to choose from, when nobody has discarded yet."""
    s, seat = next(iter(positions("willi", 4, seed=5)))
    assert len(box("willi").legal(s, seat)) == 9
    return box("willi").view(s, seat), seat


def weighed(text: str, seed: int = 1) -> tuple[Weighed, ...]:
    view, seat = discarding()
    return Bot("willi", text, seed=seed).choose(view, seat).weighed


@pytest.mark.interpreted
def test_what_a_world_brings_by_luck_it_brings_to_all_choices() -> None:
    """All cards but the lowest leave the hand's worth as it is: so these differ by nothing but luck."""
    view, seat = discarding()
    least = willi.DISCARD + lowest(view.hand[seat])
    same = [one for one in weighed(f"{SEER}=1,simulations=36") if one.action != least]
    assert len(same) == 8
    by_visits = {one.visits: {other.fortune for other in same if other.visits == one.visits} for one in same}
    assert all(max(found) - min(found) < 1e-12 for found in by_visits.values())
    unlike = [one.fortune for one in weighed(f"{SEER}=0,simulations=36") if one.action != least]
    assert np.std(unlike) > 0.001, "without the same worlds luck tells them apart"


@pytest.mark.interpreted
def test_the_worse_half_is_dropped_again_and_again() -> None:
    visits = [one.visits for one in weighed(f"{SEER}=1,simulations=91")]
    assert visits == [24, 24, 15, 8, 8, 3, 3, 3, 3], "nine choices, then five, three and two share what is left"


def test_it_takes_what_is_best() -> None:
    """To discard the lowest card is best here, whatever the others hold."""
    view, seat = discarding()
    for seed in range(5):
        choice = Bot("willi", f"{SEER}=1,simulations=200", seed=seed).choose(view, seat)
        assert choice.action == choice.weighed[0].action == willi.DISCARD + lowest(view.hand[seat])


@pytest.mark.parametrize("name", ["willi", "wimmuln", "holzwurm", "wheedle"])
def test_all_simulations_are_used_and_can_be_repeated(name: str) -> None:
    bots = [Bot(name, "expert:brain=,paired=1,simulations=150,wide=1", seed=seed) for seed in (1, 1, 2)]
    tried = 0
    for s, seat in positions(name, 4, seed=6):
        view = box(name).view(s, seat)
        one, same, other = (bot.choose(view, seat) for bot in bots)
        assert one == same
        if len(one.weighed) > 1:
            tried += 1
            assert sum(each.visits for each in one.weighed) == one.simulations == 150
            assert one.weighed != other.weighed
        if tried == 10:
            return


@pytest.mark.interpreted
def test_of_many_choices_it_compares_those_that_are_proposed_first() -> None:
    view, seat = discarding()
    first = box("willi").legal(view, seat)[:3]
    assert {one.action for one in weighed(f"{SEER}=1,simulations=36,wide=0.5")} == set(first), "this brain's are first"


def test_of_wimmuelns_guesses_it_compares_few() -> None:
    s, seat = next(iter(positions("wimmuln", 4, seed=4)))
    view = box("wimmuln").view(s, seat)
    assert len(box("wimmuln").legal(s, seat)) > 100
    choice = Bot("wimmuln", "expert:paired=1,wide=1,simulations=400", seed=1).choose(view, seat)
    assert len(choice.weighed) == 20
    assert {one.action for one in choice.weighed} <= set(box("wimmuln").legal(s, seat))


def two_choices() -> tuple[Record, int]:
    """A seat of Willi with two cards to choose from: they are compared once."""
    for s, seat in positions("willi", 4, seed=9):
        if s.phase == willi.PLAYING and len(box("willi").legal(s, seat)) == 2:
            return box("willi").view(copied(box("willi"), s), seat), seat
    raise AssertionError("nobody had two cards")


@pytest.mark.interpreted
def test_networks_and_rules_of_thumb_are_weighed_together() -> None:
    view, seat = two_choices()

    def found(text: str) -> dict[int, Weighed]:
        weighed = Bot("willi", f"expert:paired=1,{text}", seed=1).choose(view, seat).weighed
        return {one.action: one for one in weighed}

    networks, thumbs = found("simulations=40"), found("brain=,simulations=40")
    both, one = found("simulations=80,mixed=0.5"), found("simulations=40,mixed=1")
    assert {action: both[action].fortune for action in both} == pytest.approx(
        {action: (networks[action].fortune + thumbs[action].fortune) / 2 for action in networks}
    )
    assert networks != thumbs
    assert one == thumbs
    assert both.keys() == thumbs.keys()
    for action, known in both.items():
        assert known.points == thumbs[action].points, "these play rounds to their end, so they know of points"


@pytest.mark.skipif(not COMPILED, reason="uncompiled it is too slow to be timed")
def test_when_time_is_up_all_choices_have_had_their_turn() -> None:
    view, seat = discarding()
    bot = Bot("willi", "master:paired=1,simulations=100000000", seed=1)
    bot.choose(view, seat, seconds=0.01)
    choice = bot.choose(view, seat, seconds=0.2)
    visits = [one.visits for one in choice.weighed]
    assert len(visits) == 9
    assert max(visits) - min(visits) <= 64
    assert choice.weighed[0].fortune == max(one.fortune for one in choice.weighed)


@pytest.mark.interpreted
def test_cancelled_it_answers_with_what_it_has() -> None:
    view, seat = discarding()
    choice = Bot("willi", f"{SEER}=1,simulations=10000", seed=1).choose(view, seat, cancelled=lambda: True)
    assert 0 < choice.simulations <= 64
    assert choice.action == choice.weighed[0].action


@pytest.mark.interpreted
def test_warming_up_changes_no_choice() -> None:
    view, seat = discarding()
    warm, fresh = (Bot("willi", f"{SEER}=1,simulations=36", seed=1) for _ in range(2))
    warm.warm_up(view, seat)
    assert warm.choose(view, seat) == fresh.choose(view, seat)
