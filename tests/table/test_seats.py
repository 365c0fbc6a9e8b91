"""Seats change hands only with a deal: nobody sees cards that were dealt to another."""

from random import Random

import msgspec
import pytest

from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.facts import Claim
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import Table
from tests.table.arrange import HOST, Room, opened, same_table, started


def in_the_second_round(people: int = 1) -> Room:
    return next_round(started("holzwurm", 4, people=people, options={"rounds": 3}))


def next_round(room: Room) -> Room:
    return deal(end_of_round(room))


def end_of_round(room: Room) -> Room:
    chance = Random(5)
    while room.table.round_on:
        room.play(chance, 1)
    return room


def deal(room: Room) -> Room:
    for place in room.places:
        if place.person and not room.table.round_on:
            room.ask(place.person, c.Ready())
    assert room.table.round_on
    return room


# Taking a seat


def test_a_bots_seat_is_promised_in_the_round_and_taken_with_the_next_deal() -> None:
    room = started("holzwurm", 4, people=1).come("bob").watch()
    caused = room.ask("bob", c.Sit(2), "sit")
    assert caused == [e.Claimed(seat=2, person="bob", name="Bob", by="bob", id="sit")]
    assert room.places[2].by_bot
    assert room.places[2].claim == Claim("bob", "Bob")
    assert room.table.seat_of("bob") == -1
    seen = msgspec.json.decode(room.sent[0][-1])
    assert seen["table"]["seats"][2]["claim"] == {"person": "bob", "name": "Bob"}
    end_of_round(room)
    assert room.table.seat_of("bob") == -1, "the cards of a round that is over were not dealt to bob either"
    deal(room)
    place = room.places[2]
    assert (place.person, place.name, place.level, place.owner, place.claim) == ("bob", "Bob", "", "bob", None)
    assert same_table(Table.rebuild("t", room.log), room.table)


def test_a_bot_plays_for_who_claims_a_seat_and_is_gone_when_it_is_dealt() -> None:
    room = started("holzwurm", 4, people=1).come("bob")
    room.ask("bob", c.Sit(2))
    next_round(room.go("bob"))
    due = room.sitting.due()
    assert due is not None, "somebody who is not there is not waited for"
    room.now = max(room.now, due)
    room.sitting.tick(room.now)
    assert room.places[2].person == "bob"
    assert room.places[2].by_bot


@pytest.mark.parametrize("between_rounds", [False, True])
def test_nobody_sits_down_at_once_at_a_seat_that_was_dealt_to_a_bot(between_rounds: bool) -> None:
    room = started("holzwurm", 4, people=1).come("bob")
    if between_rounds:
        end_of_round(room)
    room.ask("bob", c.Sit())
    assert room.table.seat_of("bob") == -1


def test_ones_own_seat_is_open_to_oneself_alone_in_a_round() -> None:
    room = started("holzwurm", 4, people=2)
    room.ask("bob", c.Stand())
    room.come("cem").ask("cem", c.Sit(1))
    assert room.table.seat_of("cem") == -1
    room.ask("bob", c.Sit())
    assert room.table.seat_of("bob") == 1
    assert room.places[1].claim is None, "its owner is back, so there is nothing to wait for"
    next_round(room)
    assert (room.table.seat_of("bob"), room.table.seat_of("cem")) == (1, -1)


def test_who_had_a_seat_in_an_earlier_round_does_not_see_what_another_was_dealt_there() -> None:
    room = started("holzwurm", 4, people=2, options={"rounds": 3})
    room.ask("bob", c.Stand())
    room.come("cem").ask("cem", c.Sit(1))
    next_round(room)
    assert room.table.seat_of("cem") == 1
    room.ask("cem", c.Stand())
    room.ask("bob", c.Sit(1))
    assert room.table.seat_of("bob") == -1
    assert room.places[1].claim == Claim("bob", "Bob")


def test_a_match_has_one_seat_for_everybody() -> None:
    room = started("holzwurm", 4, people=2)
    room.ask("bob", c.Stand())
    assert room.refused("bob", c.Sit(2)) == "own_seat_only"
    room.ask("bob", c.Sit())
    assert room.refused("bob", c.Sit(3)) == "own_seat_only"


def test_a_promised_seat_is_promised_once_and_can_be_given_up() -> None:
    room = started("holzwurm", 4, people=1).come("bob", "cem")
    room.ask("bob", c.Sit(2))
    assert room.refused("cem", c.Sit(2)) == "claimed"
    assert room.refused("bob", c.Sit(2)) == "claimed"
    room.ask("cem", c.Sit())
    assert room.places[1].claim == Claim("cem", "Cem")
    room.ask("bob", c.Sit(3))
    assert [place.claim and place.claim.person for place in room.places] == [None, "cem", None, "bob"]
    room.ask("cem", c.Stand())
    next_round(room)
    assert [place.person for place in room.places] == [HOST, "", "", "bob"]


def test_who_is_removed_gets_no_promised_seat() -> None:
    room = started("holzwurm", 4, people=1).come("bob")
    room.ask("bob", c.Sit(2))
    room.ask(HOST, c.Remove("bob"))
    assert next_round(room).places[2].person == ""


def test_promises_outlive_a_nap() -> None:
    room = started("holzwurm", 4, people=2).come("cem")
    room.ask("cem", c.Sit(3))
    room.ask(HOST, c.Remove("bob"))
    woken = restored(snapshot(room.table))
    assert woken is not None
    assert same_table(woken, room.table)


def test_a_new_owner_is_not_told_again_what_the_one_before_was_told() -> None:
    room = in_the_second_round()
    before = room.table.facts.sent[3]
    room.come("bob").ask("bob", c.Sit(2))
    next_round(room)
    assert room.table.seat_of("bob") == 2
    assert before < room.places[2].since <= room.table.facts.sent[3]


# Being removed


def test_who_plays_is_removed_by_the_host_at_the_end_of_the_round() -> None:
    room = started("holzwurm", 4, people=2).watch()
    room.ask(HOST, c.Remove("bob"))
    assert room.table.seat_of("bob") == 1
    assert msgspec.json.decode(room.sent[0][-1])["table"]["seats"][1]["leaving"]
    end_of_round(room)
    assert isinstance(room.events[-1], e.Removed)
    assert (room.table.facts.removed, room.places[1].person, bool(room.places[1].level)) == (["bob"], "", True)
    for command in (c.Sit(), c.Sit(2), c.Say("hello"), c.Back(), c.Do("pass", 1), c.Rematch()):
        assert room.refused("bob", command) == "removed"


def test_who_plays_is_removed_after_the_last_round_too() -> None:
    room = started("holzwurm", 4, people=2, options={"rounds": 1})
    room.ask(HOST, c.Remove("bob"))
    room.play(Random(3), 10_000)
    assert (room.stage, room.table.facts.removed) == ("over", ["bob"])


def test_most_of_the_others_remove_somebody_at_once() -> None:
    room = started("holzwurm", 4, people=4)
    room.ask("bob", c.Remove("dan"))
    assert room.table.facts.removed == []
    assert room.refused("bob", c.Remove("dan")) == "voted"
    room.ask("cem", c.Remove("dan"))
    assert room.table.facts.removed == ["dan"]
    assert room.table.round_on
    assert room.places[3].by_bot


def test_who_is_away_or_watches_has_no_vote() -> None:
    room = started("holzwurm", 4, people=4)
    room.ask("bob", c.Remove("dan"))
    room.come("eva")
    assert room.refused("eva", c.Remove("dan")) == "not_host"
    room.go("bob")
    room.ask("cem", c.Remove("dan"))
    assert room.table.facts.removed == []
    assert not end_of_round(room).table.facts.removed, "the host did not want it"


def test_a_host_alone_with_a_guest_is_not_most_of_the_others() -> None:
    room = started("holzwurm", 4, people=2)
    room.ask(HOST, c.Remove("bob"))
    assert room.table.facts.removed == []


def test_a_guest_removes_nobody_when_the_host_has_just_gone() -> None:
    room = started("holzwurm", 4, people=3).go(HOST)
    room.after(0.3)
    room.ask("bob", c.Remove("cem"))
    assert end_of_round(room).table.facts.removed == []


# Talk


def test_talk_has_a_bound_for_each_person_and_the_rest_go_on() -> None:
    room = opened(people=2)
    for n in range(300):
        room.ask("bob", c.Say(str(n)))
    assert room.refused("bob", c.Say("more")) == "said_enough"
    room.ask(HOST, c.Say("at last"))
    assert len(room.table.facts.talk) == 100
    assert same_table(Table.rebuild("t", room.log), room.table)
