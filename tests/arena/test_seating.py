"""Everybody has the same luck."""

from collections import Counter
from itertools import combinations, islice
from random import Random

import pytest

from ludotheque.arena.plan import plan_for, units
from ludotheque.arena.seating import EntrantsError, Seating, arrangements, entered, league

LEVELS = ["newcomer", "regular", "expert", "master"]


@pytest.mark.parametrize(
    "table", [(0, 1, 1, 1), (0, 0, 1, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 0, 1, 2, 2, 2)]
)
def test_everybody_sits_in_every_seat_equally_often(table: Seating) -> None:
    found = arrangements(table, Random(1))
    assert len(found) == len(set(found))
    for seat in range(len(table)):
        sat = Counter(seating[seat] for seating in found)
        assert {one: n * len(table) for one, n in sat.items()} == {
            one: n * len(found) for one, n in Counter(table).items()
        }


def test_one_among_others_sits_in_each_seat_once() -> None:
    assert sorted(arrangements((0, 1, 1, 1), Random(1)), reverse=True) == [
        (1, 1, 1, 0),
        (1, 1, 0, 1),
        (1, 0, 1, 1),
        (0, 1, 1, 1),
    ]


def test_neighbours_change_from_match_to_match() -> None:
    plan = plan_for("willi", LEVELS)
    left_of_first = {
        seating[(seating.index(0) + 1) % 4] for unit in islice(units(plan), 20) for seating in unit.seatings
    }
    assert left_of_first == {1, 2, 3}


def test_names_make_a_table_or_a_league() -> None:
    assert entered(["expert", "regular"], 4) == (["expert", "regular"], (0, 1, 1, 1))
    assert entered(["regular", "regular"], 3) == (["regular", "regular"], (0, 1, 1))
    assert entered(["expert", "regular", "expert", "regular"], 4) == (["expert", "regular"], (0, 1, 0, 1))
    assert entered(LEVELS, 3) == (LEVELS, None)
    assert entered(LEVELS, 5) == (LEVELS, None)
    with pytest.raises(EntrantsError, match="two bots at least"):
        entered(["regular"] * 4, 4)


def test_the_same_bot_twice_has_two_names() -> None:
    assert plan_for("willi", ["regular", "regular"]).labels == ["regular", "regular (again)"]


@pytest.mark.parametrize(("entrants", "seats"), [(5, 4), (8, 4), (12, 4), (6, 5), (4, 3)])
def test_in_a_league_everybody_meets_everybody_equally_often(entrants: int, seats: int) -> None:
    sat: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    for table in islice(league(entrants, seats, 1), 300):
        assert len(set(table)) == seats
        sat.update(table)
        met.update(combinations(sorted(table), 2))
    assert max(sat.values()) - min(sat.values()) <= 2
    meetings = [met[pair] for pair in combinations(range(entrants), 2)]
    assert max(meetings) - min(meetings) <= 2


def test_in_a_small_league_all_sit_and_the_seats_left_go_around() -> None:
    sat: Counter[int] = Counter()
    for table in islice(league(3, 5, 1), 30):
        assert set(table) == {0, 1, 2}
        sat.update(table)
    assert set(sat.values()) == {50}


def test_a_league_is_the_same_for_the_same_seed() -> None:
    one, same, other = (list(islice(league(8, 4, seed), 20)) for seed in (1, 1, 2))
    assert one == same
    assert one != other
