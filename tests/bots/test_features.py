"""What a network sees: what a seat may know and nothing else, told alike from every seat; and what it can choose."""

from itertools import islice

import numpy as np
import pytest

from ludotheque.bots.features import NoTurnsError, features
from ludotheque.bots.learned import network
from ludotheque.bots.mind import LearnedMind, fresh, mind_of
from ludotheque.bots.player import Bot
from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record
from tests.bots.positions import copied, positions

LEARNED = [("willi", 3), ("willi", 4), ("wimmuln", 3), ("wimmuln", 5), ("holzwurm", 2), ("holzwurm", 6)]


def mind(game: str) -> LearnedMind:
    """New networks."""
    return mind_of(features(game), fresh(features(game), seed=1))


def seen(game: str, s: Record, seat: int, own: LearnedMind) -> list[int]:
    """The features of a record, told from a seat on."""
    n = network(box(game)).observe(s, seat, own)
    return own.features[:n].tolist()


@pytest.mark.parametrize(("game", "seats"), LEARNED)
def test_features_are_numbered_within_bounds_and_each_is_there_once(game: str, seats: int) -> None:
    own, found = mind(game), features(game)
    for s, seat in islice(positions(game, seats, seed=2), 60):
        numbers = seen(game, s, seat, own)
        assert len(set(numbers)) == len(numbers)
        assert 0 <= min(numbers) <= max(numbers) < found.count


@pytest.mark.parametrize(("game", "seats"), LEARNED)
def test_what_a_seat_does_not_know_changes_nothing_that_its_network_sees(game: str, seats: int) -> None:
    own, played, rng = mind(game), box(game), seeded(5)
    different = 0
    for s, seat in islice(positions(game, seats, seed=3), 40):
        view, world = played.view(s, seat), copied(played, s)
        assert played.redeal(view, seat, rng, world)
        again = played.view(world, seat)
        assert seen(game, view, seat, own) == seen(game, again, seat, own)
        different += seen(game, s, seat, own) != seen(game, world, seat, own)
    assert different  # while the critic, who sees everything, does see it


@pytest.mark.parametrize(("game", "seats"), LEARNED)
def test_every_action_has_outputs_of_its_own(game: str, seats: int) -> None:
    own, played, brain = mind(game), box(game), network(box(game))
    for s, seat in islice(positions(game, seats, seed=4), 40):
        seen(game, played.view(s, seat), seat, own)
        legal = played.legal(s, seat)
        pairs = {(int(brain.first_of(one, own)), int(brain.second_of(one, own))) for one in legal}
        assert len(pairs) == len(legal)
        assert max(map(max, pairs)) < features(game).outputs


def test_trump_is_always_the_first_colour() -> None:
    played, own = box("wimmuln"), mind("wimmuln")
    rules = played.module
    trumps = set()
    for seed in range(12):
        s, seat = next(positions("wimmuln", 4, seed))
        if s.trump < 0:
            continue
        trumps.add(int(s.trump))
        seen("wimmuln", s, seat, own)
        colours = own.labels[rules.CARDS :]
        assert colours[s.trump] == 0
        assert sorted(colours.tolist()) == [*range(rules.COLOURS)]
        assert own.labels[s.trump * rules.EACH + 3] == 3
    assert len(trumps) > 1


def test_rows_go_by_their_colour() -> None:
    played, own = box("holzwurm"), mind("holzwurm")
    rules = played.module
    found = 0
    for s, seat in positions("holzwurm", 4, seed=1):
        seen("holzwurm", s, seat, own)
        for slot in range(rules.ROWS):
            if s.row[slot, rules.COLOURED]:
                lowest = int(s.row[slot, rules.COLOURED]) & -int(s.row[slot, rules.COLOURED])
                assert own.labels[slot] == rules.COLOUR[lowest.bit_length() - 1]
                found += own.labels[slot] != slot
    assert found


def test_scores_are_told_by_how_far_they_lie_behind() -> None:
    played, own, found = box("willi"), mind("willi"), features("willi")
    s, seat = next(positions("willi", 4, seed=1))
    before = seen("willi", s, seat, own)
    s.score[:] = 30
    assert seen("willi", s, seat, own) == before
    s.score[seat] = 0
    behind = set(seen("willi", s, seat, own)) - set(before)
    assert len(behind) == 1
    assert 0 <= behind.pop() < found.count
    assert played.rules.places(4) == len(np.unique(s.score)) + 2


def test_a_market_is_refused_by_name() -> None:
    with pytest.raises(NoTurnsError, match="Wheedle is a market"):
        Bot("wheedle", "regular:brain=learned")
