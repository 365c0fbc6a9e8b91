"""The plan of an evening: seats, tables, dealing; and how results are compared."""

import pytest

from ludotheque.server import evening_plan as p
from ludotheque.server.evening_ranking import SeatResult, compared, evening_ranking
from ludotheque.store.contract import Person
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Setup

HOST, BOB, CEM, DAN, EVA = [
    Person(name.lower(), b"", name, "en", 0.0, 0.0) for name in ("Ann", "Bob", "Cem", "Dan", "Eva")
]
ENDS = 1000.0


def evening(tables: int = 2, seats: int = 3) -> p.EveningPlan:
    setup = Setup("willi", seats)
    return p.EveningPlan(
        setup, "07" * 32, HOST.id, HOST.name, ENDS, [p.empty_table(n + 1, setup) for n in range(tables)]
    )


def after(plan: p.EveningPlan, *asked: tuple[Person, p.AnyChange], now: float = 0.0) -> p.EveningPlan:
    """The plan after all that."""
    for person, change in asked:
        plan = p.changed(plan, person, change, now)
    return plan


def refused(plan: p.EveningPlan, person: Person, change: p.AnyChange, now: float = 0.0) -> str:
    with pytest.raises(RefusedError) as problem:
        p.changed(plan, person, change, now)
    return problem.value.code


def people(plan: p.EveningPlan) -> list[str]:
    """Who sits where, a line a table."""
    return [" ".join(seat.name or seat.level or "-" for seat in table.seats) for table in plan.tables]


def test_people_are_seated_where_the_fewest_sit_and_another_table_is_opened_when_all_are_full() -> None:
    plan = after(evening(seats=3), *((one, p.TakeSeat()) for one in (HOST, BOB, CEM)))
    assert people(plan) == ["Ann Cem -", "Bob - -"]
    full = after(evening(1), *((one, p.TakeSeat()) for one in (HOST, BOB, CEM, DAN)))
    assert people(full) == ["Ann Bob Cem", "Dan - -"]


def test_a_seat_is_taken_once_and_everybody_has_one() -> None:
    plan = after(evening(), (BOB, p.TakeSeat(table=2, seat=1)))
    assert refused(plan, CEM, p.TakeSeat(table=2, seat=1)) == "evening_taken"
    assert refused(plan, BOB, p.TakeSeat()) == "seated"
    assert people(after(plan, (BOB, p.TakeSeat(table=1, seat=2)))) == ["- - Bob", "- - -"]
    assert people(after(plan, (BOB, p.TakeSeat(table=1)))) == ["Bob - -", "- - -"]
    assert people(after(plan, (BOB, p.LeaveSeat()), (BOB, p.LeaveSeat()))) == ["- - -", "- - -"]
    assert refused(plan, CEM, p.TakeSeat(table=1, seat=3)) == "no_such_seat"
    assert refused(plan, CEM, p.TakeSeat(table=9)) == "evening_no_table"


def test_whoever_was_dealt_cards_gets_them_nowhere_else() -> None:
    plan = after(evening(), (BOB, p.TakeSeat(1, 0)), (BOB, p.DealOut(1)))
    assert plan.tables[0].id
    assert not plan.tables[1].id
    assert refused(plan, BOB, p.TakeSeat()) == "evening_once"
    assert refused(plan, BOB, p.TakeSeat(2, 0)) == "evening_once"
    assert refused(plan, BOB, p.LeaveSeat()) == "evening_once"
    assert refused(plan, CEM, p.TakeSeat(1, 1)) == "evening_dealt"
    assert refused(plan, CEM, p.DealOut(1)) == "evening_dealt"
    assert refused(plan, HOST, p.FreeSeat(1, 0)) == "evening_dealt"
    assert people(after(plan, (CEM, p.TakeSeat())))[1] == "Cem - -"


def test_the_host_places_bots_frees_seats_opens_and_removes_tables() -> None:
    plan = after(evening(), (HOST, p.PlaceBot(1, 0)), (HOST, p.PlaceBot(1, 1, "master")), (BOB, p.TakeSeat(1)))
    assert people(plan)[0] == "regular master Bob"
    assert refused(plan, CEM, p.TakeSeat(1)) == "evening_table_full"
    assert refused(plan, HOST, p.PlaceBot(1, 2)) == "evening_taken"
    assert refused(plan, HOST, p.RemoveTable(1)) == "evening_occupied"
    plan = after(
        plan, (HOST, p.FreeSeat(1, 0)), (HOST, p.FreeSeat(1, 2)), (HOST, p.OpenTable()), (HOST, p.RemoveTable(2))
    )
    assert people(plan) == ["- master -", "- - -"]
    assert [table.number for table in plan.tables] == [1, 3]
    for change in (p.PlaceBot(1, 0), p.FreeSeat(1, 1), p.OpenTable(), p.RemoveTable(1), p.DealOut()):
        assert refused(plan, BOB, change) == "evening_host"


def test_cards_are_dealt_by_the_host_everywhere_or_by_who_sits_there() -> None:
    plan = after(evening(3), (BOB, p.TakeSeat(1, 0)), (CEM, p.TakeSeat(2, 0)))
    assert refused(plan, CEM, p.DealOut(1)) == "evening_host"
    assert refused(plan, HOST, p.DealOut(3)) == "evening_nobody"
    assert [bool(one.id) for one in after(plan, (HOST, p.DealOut())).tables] == [True, True, False]
    assert [bool(one.id) for one in after(plan, (HOST, p.DealOut(2))).tables] == [False, True, False]
    assert refused(evening(), HOST, p.DealOut()) == "evening_nobody"


def test_an_evening_has_its_time_and_its_size() -> None:
    plan = after(evening(), (BOB, p.TakeSeat()))
    for change in (p.TakeSeat(2), p.DealOut(1), p.DealOut()):
        assert refused(plan, HOST, change, ENDS) == "evening_late"
    assert refused(plan, HOST, p.OpenTable(), ENDS) == "evening_late"
    assert people(after(plan, (BOB, p.LeaveSeat()), now=ENDS)) == ["- - -", "- - -"]
    assert refused(evening(p.MOST_TABLES), HOST, p.OpenTable()) == "evening_full"
    over = p.closed(plan, 5.0, [1])
    assert p.closed(over, 6.0, []) is over
    assert refused(over, HOST, p.OpenTable()) == "evening_closed"


def test_closing_is_for_those_who_know_which_matches_are_over() -> None:
    with pytest.raises(AssertionError):
        p.changed(evening(), HOST, p.CloseEvening(), 0.0)


def results(*points: tuple[int, ...]) -> list[SeatResult]:
    """Tables with their points by seat; everybody is called after both."""
    return [
        SeatResult(table, seat, f"{table}{seat}", f"{table}{seat}", made)
        for table, row in enumerate(points, 1)
        for seat, made in enumerate(row)
    ]


def test_people_are_compared_with_those_in_the_same_seat() -> None:
    ranking = evening_ranking(results((10, 50), (20, 40), (0, 0)))
    assert [(one.rank, one.name, one.over) for one in ranking] == [
        (1, "11", 30.0), (2, "20", 15.0), (3, "21", 15.0), (4, "10", 0.0), (5, "30", -15.0), (6, "31", -45.0),
    ]  # fmt: skip
    assert [one.match_points for one in ranking] == [4, 4, 2, 2, 0, 0]  # 20 beat both others in that seat, 21 one


def test_full_equals_share_a_rank_and_the_next_one_counts_them_all() -> None:
    ranking = evening_ranking(results((1, 3), (0, 2), (0, 2)))
    assert [(one.rank, one.name) for one in ranking] == [
        (1, "10"),
        (1, "11"),
        (3, "20"),
        (3, "21"),
        (3, "30"),
        (3, "31"),
    ]


def test_averages_are_compared_exactly() -> None:
    ranking = evening_ranking(results((1, 2), (0, 0), (0, 1), (1, 0)))
    assert [(one.name, one.over) for one in ranking][:2] == [("11", 5 / 3), ("10", 2 / 3)]
    assert len({one.more for one in compared(results((1,), (1,), (1,)))}) == 1


def test_bots_are_compared_with_but_not_ranked_and_one_table_alone_ranks_nobody() -> None:
    two = results((10,), (20,))
    with_bot = [two[0], SeatResult(2, 0, "", "Zoe", 20)]
    assert [(one.name, one.over) for one in evening_ranking(with_bot)] == [("10", -10.0)]
    assert evening_ranking(results((10, 20))) == []
    assert [one.over for one in compared(results((10, 20)))] == [None, None]
