"""What time brings: bots sit in, markets end, rounds begin; where nobody is, nothing."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.setup import PAUSE
from ludotheque.table.sitting import GRACE, Sitting
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import Table
from tests.table.arrange import HOST, SHORT, Room, opened, same_table, some_table, started

HOUR = 3600.0


def turn_of(room: Room) -> int:
    """Whose turn it is."""
    (seat,) = room.table.actors
    return seat


def first_choice(room: Room, seat: int) -> str:
    assert room.table.play is not None
    return room.table.play.legal(seat)[0]


def kinds(events: list[e.AnyEvent]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


def between_rounds(people: int = 2, seed: int = 1, **setup: Any) -> Room:
    """A table after its first round."""
    room = started("holzwurm", 4, people=people, options={"rounds": 2}, **setup)
    chance = Random(seed)
    while not room.table.play.deal_due:  # type: ignore[union-attr]
        room.play(chance, 1)
    return room


def trading(seconds: int = 60, **setup: Any) -> Room:
    """A market that has begun."""
    room = started("wheedle", 4, options={"seconds": seconds}, **setup)
    room.after(10)
    room.do(turn_of(room), "turn")
    return room


# Out of time


@pytest.mark.parametrize(("clock", "allowance"), [("relaxed", 60.0), ("brisk", 20.0)])
def test_who_takes_too_long_is_relieved_by_a_bot(clock: str, allowance: float) -> None:
    room = started("holzwurm", 3, clock=clock)
    seat = turn_of(room)
    assert room.sitting.due() == room.now + allowance
    assert room.sitting.deadlines() == ({seat: room.now + allowance}, None, None)
    assert room.after(allowance - 0.1) == []
    assert room.sitting.bots_asked() == []
    assert room.after(0.1) == [e.Left(seat=seat, late=True)]
    assert room.sitting.bots_asked() == [seat]
    assert room.after(HOUR) == []
    room.act_for(seat, first_choice(room, seat))


def test_without_a_clock_there_is_all_the_time_in_the_world() -> None:
    room = started("holzwurm", 3)
    assert room.sitting.due() is None
    assert room.after(24 * HOUR) == []


def test_each_decision_has_its_own_time() -> None:
    room = started("holzwurm", 2, clock="brisk")
    room.after(15)
    room.do(turn_of(room), first_choice(room, turn_of(room)))
    assert room.sitting.due() == room.now + 20


def test_others_who_choose_at_the_same_time_neither_shorten_nor_extend_ones_time() -> None:
    room = started("willi", 4, clock="brisk")
    begun = room.now
    room.after(15)
    for seat in (0, 2):
        room.do(seat, first_choice(room, seat))
    assert room.sitting.deadlines()[0] == {1: begun + 20, 3: begun + 20}
    assert room.after(5) == [e.Left(seat=1, late=True), e.Left(seat=3, late=True)]


def test_bots_have_no_deadline_and_nobody_is_late_in_a_market() -> None:
    room = started("holzwurm", 2, people=1, clock="brisk", first=1)
    assert room.table.actors == [1]
    assert room.sitting.due() is None
    assert trading(0, clock="brisk").sitting.due() is None


def test_a_dealer_who_never_turns_the_card_is_late() -> None:
    room = started("wheedle", 4, clock="brisk")
    assert room.after(20) == [e.Left(seat=turn_of(room), late=True)]


@pytest.mark.parametrize("how", ["back", "do"])
def test_who_was_late_comes_back_by_saying_so_or_by_acting_and_has_time_again(how: str) -> None:
    room = started("holzwurm", 3, clock="brisk")
    seat = turn_of(room)
    person = room.places[seat].person
    room.after(25)
    room.now += 5
    if how == "back":
        assert kinds(room.ask(person, c.Back())) == ["returned"]
        assert room.sitting.due() == room.now + 20
    else:
        assert kinds(room.do(seat, first_choice(room, seat))) == ["returned", "did"]
    assert not room.places[seat].away
    assert room.sitting.bots_asked() == []
    assert room.refused(person, c.Back()) == "not_away"


# Gone


def test_a_lost_connection_is_forgiven_for_a_while() -> None:
    room = started("holzwurm", 3).go("bob")
    assert room.sitting.due() == room.now + GRACE
    assert room.after(GRACE - 0.1) == []
    assert room.after(0.1) == [e.Left(seat=1)]
    room.now += 1
    before = len(room.log)
    room.come("bob")
    assert room.events[before:] == [e.Returned(seat=1, by="bob")]
    assert room.sitting.due() is None


def test_who_comes_back_in_time_has_never_been_away() -> None:
    room = started("holzwurm", 3).go("bob")
    room.after(GRACE - 1)
    room.come("bob")
    assert room.after(HOUR) == []


def test_who_has_another_connection_is_still_there() -> None:
    room = started("holzwurm", 3).come("bob").go("bob")
    assert room.after(HOUR) == []
    room.go("bob")
    assert room.after(GRACE) == [e.Left(seat=1)]


def test_before_and_after_a_match_people_may_come_and_go() -> None:
    room = opened(people=3).go("bob")
    assert room.sitting.due() is None
    assert room.after(HOUR) == []
    room.start()
    assert room.after(0) == [e.Left(seat=1)]


# Between rounds


def test_the_next_round_begins_when_all_who_are_there_are_ready() -> None:
    room = between_rounds(people=3).go("cem")
    assert kinds(room.ask("bob", c.Ready())) == ["readied"]
    assert kinds(room.ask(HOST, c.Ready())) == ["readied", "dealt"]
    assert not any(place.ready for place in room.places)


@pytest.mark.parametrize("clock", ["off", "relaxed", "brisk"])
def test_the_next_round_begins_after_a_pause_ready_or_not(clock: str) -> None:
    room = between_rounds(clock=clock)
    room.ask("bob", c.Ready())
    room.now = room.table.facts.round_over_at
    assert room.sitting.deadlines() == ({}, None, room.now + PAUSE[clock])
    assert room.after(PAUSE[clock] - 0.1) == []
    assert kinds(room.after(0.1)) == ["dealt"]


def test_nobody_waits_for_who_left_without_being_ready() -> None:
    room = between_rounds()
    room.ask(HOST, c.Ready())
    room.go("bob")
    due = room.sitting.due()
    assert due is not None
    assert due <= room.now
    assert kinds(room.after(0)) == ["dealt"]


def test_who_was_late_is_not_waited_for_and_is_back_when_ready() -> None:
    room = between_rounds(clock="brisk")
    room.places[1].away = True
    assert kinds(room.ask("bob", c.Ready())) == ["returned", "readied"]
    room.places[1].away, room.places[1].ready = True, False
    assert kinds(room.ask(HOST, c.Ready())) == ["readied", "dealt"]


def test_those_who_watch_bots_have_time_to_see_the_scores() -> None:
    room = between_rounds(people=1)
    room.ask(HOST, c.Stand())
    room.now = room.table.facts.round_over_at
    assert room.after(1) == []
    assert kinds(room.after(PAUSE["off"])) == ["dealt"]


# A market


def test_a_market_ends_by_the_clock_counted_from_the_turn_of_the_centre_card() -> None:
    room = trading(60)
    assert room.sitting.deadlines() == ({}, room.now + 60, None)
    room.after(30)
    room.do(0, "seek B")
    room.do(1, "done")
    assert room.after(29.9) == []
    assert room.after(0.1) == [e.Did(seat=-1, do="time")]
    assert room.table.play.deal_due  # type: ignore[union-attr]
    assert room.after(0) == []


def test_a_market_without_a_limit_goes_on() -> None:
    assert trading(0).sitting.due() is None


def test_each_round_has_its_own_limit() -> None:
    room = trading(60)
    room.after(60)
    room.after(PAUSE["off"])
    room.after(100)
    room.do(turn_of(room), "turn")
    assert room.sitting.due() == room.now + 60


# Nobody there


def test_a_deadline_goes_on_where_it_stopped_when_nobody_was_there() -> None:
    room = started("holzwurm", 2, clock="brisk")
    room.after(15)
    room.go(HOST, "bob")
    assert room.sitting.due() is None
    assert room.after(HOUR) == []
    room.come(HOST, "bob")
    assert room.sitting.due() == room.now + 5


def test_a_market_goes_on_where_it_stopped() -> None:
    room = trading(60)
    room.after(50)
    room.go(*[place.person for place in room.places])
    room.now += HOUR
    room.come(HOST)
    assert room.sitting.deadlines()[1] == room.now + 10


def test_the_pause_between_rounds_goes_on_where_it_stopped() -> None:
    room = between_rounds()
    room.now = room.table.facts.round_over_at + 20
    room.go(HOST, "bob")
    assert room.after(HOUR) == []
    room.come(HOST, "bob")
    assert room.sitting.due() == room.now + PAUSE["off"] - 20


def test_those_who_come_later_after_a_rest_get_their_grace() -> None:
    room = started("holzwurm", 3).go(HOST, "bob", "cem")
    room.now += HOUR
    room.come(HOST)
    assert room.after(GRACE - 0.1) == []
    room.come("bob")
    assert room.after(0.1) == [e.Left(seat=2)]


def test_bots_wait_while_nobody_is_there() -> None:
    room = started("holzwurm", 2, people=1, first=1)
    assert room.sitting.bots_asked() == [1]
    room.go(HOST)
    assert room.sitting.bots_asked() == []
    room.come(HOST)
    assert room.sitting.bots_asked() == [1]


def test_who_only_watches_does_not_make_absent_people_play() -> None:
    room = started("holzwurm", 3, clock="brisk").go(HOST, "bob", "cem").come("eva")
    assert room.sitting.due() is None
    assert room.after(HOUR) == []
    assert room.sitting.bots_asked() == []
    room.come("bob")
    assert room.sitting.due() is not None


def test_where_only_bots_play_somebody_must_watch() -> None:
    room = started("holzwurm", 2, people=1)
    room.ask(HOST, c.Stand())
    assert room.sitting.bots_asked() == room.table.actors
    room.go(HOST)
    assert room.sitting.bots_asked() == []
    room.come("eva")
    assert room.sitting.bots_asked() == room.table.actors


def test_a_table_rests_when_its_last_player_becomes_a_spectator_and_others_are_away() -> None:
    room = started("holzwurm", 2, clock="brisk").go("bob")
    room.ask(HOST, c.Stand())
    assert room.sitting.due() is None
    assert room.sitting.bots_asked() == []


def test_a_table_that_wakes_from_its_log_has_the_clocks_it_had() -> None:
    room = started("holzwurm", 2, clock="brisk")
    for _ in range(3):
        room.after(2)
        room.go(HOST, "bob")
        room.now += HOUR
        room.come(HOST, "bob")
    room.ask(HOST, c.Say("still here"))
    for table in (Table.rebuild("t", room.log), restored(snapshot(room.table))):
        assert table is not None
        assert same_table(table, room.table)
        woken = Sitting(table, lambda event: None, str, Random(0))
        woken.arrive(HOST, room.now + HOUR)
        assert woken.deadlines()[0] == {turn_of(room): room.now + HOUR + 14}


# A clock that goes back


def test_a_clock_that_goes_back_gives_nobody_less_time_and_nobody_hours() -> None:
    room = started("holzwurm", 2, clock="brisk")
    seat = turn_of(room)
    room.now -= HOUR
    assert room.after(0) == []
    room.go(HOST, "bob")
    room.now -= HOUR
    room.come(HOST, "bob")
    assert room.sitting.due() == room.now + 20
    assert room.after(20) == [e.Left(seat=seat, late=True)]


# In general


@settings(max_examples=60)
@given(st.sampled_from(sorted(SHORT)), st.integers(0, 1 << 30), st.integers(0, 80))
def test_time_brings_nothing_before_it_is_due_and_something_then(game: str, seed: int, steps: int) -> None:
    room = some_table(game, seed, steps)
    due = room.sitting.due()
    events = len(room.log)
    if due is None:
        room.sitting.tick(room.now + 1000 * HOUR)
        assert len(room.log) == events
    else:
        room.now = due - 0.001
        room.sitting.tick(room.now)
        assert len(room.log) == events
        room.now = due
        room.sitting.tick(room.now)
        assert len(room.log) > events
    assert same_table(Table.rebuild("t", room.log), room.table)
