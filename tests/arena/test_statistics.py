"""Numbers that can be looked up."""

from random import Random
from statistics import median

import pytest

from ludotheque.arena.duplicate import Finished, MatchResult
from ludotheque.arena.plan import TournamentPlan, plan_for
from ludotheque.arena.ratings import ratings
from ludotheque.arena.standings import bystander, standings
from ludotheque.arena.statistics import estimate, student
from ludotheque.arena.thinking import bin_of, thought


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (9, 2.2622), (30, 2.0423), (100, 1.9840), (101, 1.9837), (1000, 1.9623)],
)
def test_students_t_as_in_the_tables(freedom: int, t: float) -> None:
    assert student(freedom) == pytest.approx(t, abs=6e-5)


def test_an_interval_worked_out_by_hand() -> None:
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.margin == pytest.approx(2.7764 * 1.5811 / 5**0.5, abs=1e-3)
    assert found.clear
    assert not estimate([-1, 2]).clear


def test_a_single_sample_has_no_margin() -> None:
    found = estimate([7.0])
    assert (found.mean, found.margin, found.clear) == (7.0, None, False)


def test_95_of_100_intervals_hold_the_truth() -> None:
    chance = Random(1)
    hits = 0
    for _ in range(4000):
        found = estimate([chance.gauss(1.0, 2.0) for _ in range(5)])
        assert found.margin is not None
        hits += abs(found.mean - 1.0) < found.margin
    assert 0.94 < hits / 4000 < 0.96


def test_times_in_bins_are_right_to_a_few_percent() -> None:
    chance = Random(1)
    seconds = sorted(chance.lognormvariate(-7, 1) for _ in range(9999))
    found = thought([{bin_of(one): 1} for one in seconds])
    assert found.decisions == 9999
    assert found.median_ms == pytest.approx(1000 * median(seconds), rel=0.03)
    assert found.p99_ms == pytest.approx(1000 * seconds[9898], rel=0.03)
    assert thought([]).median_ms is None


def unit(number: int, *matches: tuple[tuple[int, ...], int, tuple[int, ...]]) -> Finished:
    return Finished(number, tuple(MatchResult(*match) for match in matches), ({}, {}))


@pytest.fixture
def duel() -> TournamentPlan:
    return plan_for("holzwurm", ["expert", "regular"], seats=3)


def test_a_unit_is_one_sample(duel: TournamentPlan) -> None:
    first = unit(0, ((0, 1, 1), 2, (10, 4, 2)), ((1, 0, 1), 2, (6, 6, 0)), ((1, 1, 0), 2, (5, 6, 1)))
    second = unit(1, ((0, 1, 1), 4, (8, 0, 0)), ((1, 0, 1), 4, (0, 8, 0)), ((1, 1, 0), 4, (0, 0, 8)))
    expert, regular = standings(duel, [first, second])
    gaps = [(7 + 3 - 4.5) / 3 / 2, 2.0]
    assert expert.ahead == estimate(gaps)
    assert regular.ahead.mean == pytest.approx(-expert.ahead.mean)
    assert expert.points == estimate([(10 + 6 + 1) / 3 / 2, 2.0])
    assert expert.wins == estimate([(1 + 0.5 + 0) / 3, 1.0]), "a shared victory is half a one"
    assert regular.wins.mean == pytest.approx((0 + 0 + 0.5 + 0 + 0 + 1) / 6 / 2)
    assert [seat.points.mean for seat in expert.seats] == [(5 + 2) / 2, (3 + 2) / 2, (0.5 + 2) / 2]
    assert [seat.wins.mean for seat in expert.seats] == [1.0, 0.75, 0.5]


def test_willi_himself_may_win_but_is_nobodys_rival() -> None:
    plan = plan_for("willi", ["expert", "regular"], seats=3)
    units = [unit(0, ((0, 1, 1), 8, (8, 0, 0, 16)), ((1, 0, 1), 8, (0, 8, 0, 16)), ((1, 1, 0), 8, (0, 0, 8, 16)))]
    expert, _ = standings(plan, units)
    assert expert.ahead.mean == 1.0
    assert expert.wins.mean == 0.0
    nobody = bystander(plan, units)
    assert nobody is not None
    assert (nobody.points.mean, nobody.wins.mean) == (2.0, 1.0)


def test_ratings_put_the_strong_above_the_weak() -> None:
    chance = Random(1)
    units = []
    for number in range(60):
        seating = tuple(chance.sample(range(5), 4))
        scores = tuple(round(10 * one + chance.gauss(0, 8)) for one in seating)
        units.append(unit(number, (seating, 8, scores)))
    found = ratings(5, units)
    assert [one.mu for one in found] == sorted(one.mu for one in found)
    assert all(one.sure < one.mu and one.sigma < 25 / 3 for one in found)


def test_ratings_of_equals_that_sit_twice_stay_near_each_other() -> None:
    units = [unit(n, ((0, 0, 1, 1), 8, (4, 1, 3, 2)), ((1, 1, 0, 0), 8, (4, 1, 3, 2))) for n in range(10)]
    one, other = ratings(2, units)
    assert one.mu == pytest.approx(other.mu, abs=1.0)
