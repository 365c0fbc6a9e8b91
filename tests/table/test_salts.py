"""Salts: promised while the table is open, revealed at the start, and nobody can choose one after seeing another."""

from random import Random

import msgspec
import pytest

from ludotheque.games.fair import commitment, mixed
from ludotheque.games.record import header_in, verify
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import record
from ludotheque.table.facts import WATCHING, Place
from ludotheque.table.seen import table_seen
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import Table
from ludotheque.table.timing import REVEAL
from tests.table.arrange import HOST, Room, merged, opened, salt_of, same_table, started

ANOTHER = c.Commit(commitment(b"another"))


def starting(people: int = 3) -> Room:
    """A table whose host has started, and whose players have promised salts but not revealed them."""
    room = opened("holzwurm", 3, people, options={"rounds": 1})
    room.commit(*[place.person for place in room.places if place.person])
    room.ask(HOST, c.Start())
    return room


def kinds(events: list[e.AnyEvent]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


# Promises


def test_everybody_sees_what_was_promised_and_nobody_the_salt() -> None:
    room = opened("holzwurm", 3, 2).watch().commit("bob")
    for viewer in room.viewers:
        table = merged(room.sent[viewer])["table"]
        assert table["salt_commitments"] == ["", commitment(salt_of("bob").encode()), ""]
        assert salt_of("bob").encode() not in b"".join(room.sent[viewer])


def test_a_promise_is_fixed_while_one_keeps_the_seat() -> None:
    room = opened(people=2).commit("bob")
    assert room.refused("bob", ANOTHER) == "committed"
    room.ask("bob", c.Stand())
    assert room.places[1] == Place()
    room.ask("bob", c.Sit())
    room.ask("bob", ANOTHER)
    room.ask("bob", c.Sit(3))
    assert [place.commitment for place in room.places] == [""] * 4


def test_a_promise_does_not_outlive_its_match_or_its_owner() -> None:
    room = started("holzwurm", 2, options={"rounds": 1}).play(Random(1), 10_000)
    room.ask(HOST, c.Rematch())
    assert [(place.commitment, place.salt) for place in room.places] == [("", "")] * 2
    assert room.refused(HOST, c.Start()) == "uncommitted"
    room.commit("bob").ask(HOST, c.Remove("bob"))
    assert room.places[1].commitment == ""


def test_only_who_sits_at_an_open_table_promises() -> None:
    assert opened(people=1).refused("bob", ANOTHER) == "no_seat"
    assert started(people=1).refused(HOST, ANOTHER) == "is_playing"


# The start


def test_the_start_waits_for_the_promise_of_everybody_who_is_there_and_names_who_is_missing() -> None:
    room = opened(people=4).commit(HOST, "cem")
    assert room.refused(HOST, c.Start()) == "uncommitted"
    with pytest.raises(Exception, match="Bob, Dan has not promised a salt"):
        room.ask(HOST, c.Start())
    room.commit("bob")
    room.go("dan")
    assert kinds(room.ask(HOST, c.Start())) == ["starting"]


def test_the_match_begins_at_once_when_the_last_salt_is_revealed() -> None:
    room = starting()
    assert room.stage == "open"
    assert kinds(room.ask("cem", c.Reveal(salt_of("cem")))) == ["revealed"]
    assert kinds(room.ask(HOST, c.Reveal(salt_of(HOST)))) == ["revealed"]
    assert kinds(room.ask("bob", c.Reveal(salt_of("bob")))) == ["revealed", "started", "dealt"]
    assert room.stage == "playing"
    salts = [salt_of(person) for person in (HOST, "bob", "cem")]
    assert room.table.seed == mixed(bytes.fromhex(room.table.facts.secret), salts)


def test_seats_and_promises_are_fixed_while_salts_are_revealed() -> None:
    room = starting(2)
    room.come("eva")
    commands: list[tuple[str, c.AnyCommand]] = [
        ("eva", c.Sit()), ("eva", c.Sit(2)), ("bob", c.Stand()), ("bob", c.Sit(2)), ("bob", ANOTHER),
        (HOST, c.Empty(2)), (HOST, c.AddBot(2)), (HOST, c.Remove("bob")), (HOST, c.Start()),
    ]  # fmt: skip
    for person, command in commands:
        assert room.refused(person, command) == "is_starting"
    room.ask("bob", c.Say("hello"))


def test_only_the_promised_salt_is_taken_and_only_once() -> None:
    room = starting()
    assert room.refused("bob", c.Reveal("another")) == "wrong_salt"
    assert room.refused("bob", c.Reveal(salt_of("cem"))) == "wrong_salt"
    room.ask("bob", c.Reveal(salt_of("bob")))
    assert room.refused("bob", c.Reveal(salt_of("bob"))) == "nothing_to_reveal"
    assert room.refused("eva", c.Reveal("another")) == "no_seat"


def test_salts_are_revealed_only_when_the_host_has_started() -> None:
    room = opened(people=1).commit(HOST)
    assert room.refused(HOST, c.Reveal(salt_of(HOST))) == "not_starting"
    assert started(people=1).refused(HOST, c.Reveal(salt_of(HOST))) == "not_starting"


def test_who_does_not_reveal_in_time_is_left_out_and_everybody_sees_it() -> None:
    room = starting().watch()
    room.ask(HOST, c.Reveal(salt_of(HOST)))
    room.ask("cem", c.Reveal(salt_of("cem")))
    assert room.sitting.due() == room.now + REVEAL
    assert room.after(REVEAL - 0.1) == []
    assert kinds(room.after(0.1)) == ["started", "dealt"]
    assert room.table.seed == mixed(bytes.fromhex(room.table.facts.secret), [salt_of(HOST), "", salt_of("cem")])
    for viewer in room.viewers:
        table = merged(room.sent[viewer])["table"]
        assert (table["starting"], table["stage"]) == (False, "playing")
        assert table["salts"] == [salt_of(HOST), "", salt_of("cem")]
        assert all(table["salt_commitments"])
    assert room.refused("bob", c.Reveal(salt_of("bob"))) == "not_starting"
    room.play(Random(1), 10_000)
    text = record("t", room.log, 1)
    fair = header_in(text.partition("\n")[0]).fair
    assert fair is not None
    assert (fair.salts[1], fair.salt_commitments[1]) == ("", commitment(salt_of("bob").encode()))
    assert (verify(text).promised, verify(text).left_out) == (True, [1])


def test_a_table_that_nobody_looks_at_while_it_starts_waits_for_them() -> None:
    room = starting(2).go("bob").go(HOST)
    room.now += 3600
    assert room.sitting.due() is None
    room.come(HOST)
    assert room.after(0) == []
    room.come("bob")
    room.ask("bob", c.Reveal(salt_of("bob")))
    assert kinds(room.ask(HOST, c.Reveal(salt_of(HOST)))) == ["revealed", "started", "dealt"]


def test_a_table_that_is_starting_wakes_as_it_was() -> None:
    room = starting()
    room.ask("bob", c.Reveal(salt_of("bob")))
    again, shot = Table.rebuild("t", room.log), restored(snapshot(room.table))
    assert shot is not None
    assert same_table(again, room.table)
    assert same_table(shot, room.table)
    assert again.unrevealed == [0, 2]


def test_a_table_of_bots_alone_starts_without_salts() -> None:
    room = Room(opened(people=1).table.facts.setup).come(HOST)
    assert kinds(room.ask(HOST, c.Start())) == ["botted"] * 4 + ["starting", "started", "dealt"]
    assert room.table.seat_of(HOST) == WATCHING


# Logs from before there were promises


def old_log() -> Room:
    """An open table as it was stored when salts were sent openly, without promises."""
    room = Room(opened("holzwurm", 2, options={"rounds": 1}).table.facts.setup).come(HOST, "bob")
    for seat, person in enumerate((HOST, "bob")):
        room.sitting._happen(e.Sat(seat=seat, person=person, name=person.capitalize()), room.now)
        room.sitting._happen(e.Salted(seat=seat, salt=salt_of(person)), room.now)
    return room


def test_an_old_match_wakes_and_its_record_is_verified_as_before() -> None:
    room = old_log()
    room.sitting._begin(room.now)
    room.play(Random(1), 10_000)
    assert same_table(Table.rebuild("t", [(at, e.decode(e.encode(event))) for at, event in room.log]), room.table)
    text = record("t", room.log, 1)
    header = msgspec.json.decode(text.partition("\n")[0])
    assert header["fair"].keys() == {"commitment", "secret", "salts"}
    assert header["fair"]["salts"] == [salt_of(HOST), salt_of("bob")]
    assert (verify(text).deals, verify(text).promised, verify(text).left_out) == (1, False, [])


def test_old_salts_at_a_table_that_is_still_open_do_not_count() -> None:
    room = old_log()
    assert room.refused(HOST, c.Start()) == "uncommitted"
    room.go("bob").commit(HOST)
    room.start()
    assert table_seen(room.table).salts == [salt_of(HOST), ""]
    room.play(Random(1), 10_000)
    assert verify(record("t", room.log, 1)).promised


def test_an_old_snapshot_is_read() -> None:
    room = old_log()
    facts = msgspec.to_builtins(room.table.facts)
    for place in facts["places"]:
        del place["commitment"]
    del facts["starting_at"]
    assert msgspec.convert(facts, type(room.table.facts)) == room.table.facts
