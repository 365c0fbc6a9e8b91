"""The life of a table: who sits where, who may decide, and what comes after a match."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from ludotheque.games.errors import OptionError, SeatsError, UnknownGameError
from ludotheque.games.fair import commitment
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING, Place
from ludotheque.table.names import BOT_NAMES, bot_name
from ludotheque.table.setup import LONGEST_NAME, Setup, tidy_name
from ludotheque.table.sitting import HOST_GRACE
from tests.table.arrange import HOST, Room, opened, started


def people(room: Room) -> list[str]:
    return [place.person for place in room.places]


def test_a_new_table_is_open_and_empty() -> None:
    room = Room(Setup("holzwurm", 3))
    assert (room.stage, room.table.facts.host, room.table.facts.match) == ("open", HOST, 1)
    assert room.places == [Place(), Place(), Place()]
    assert room.table.actors == []


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        (Setup("chess", 2), UnknownGameError),
        (Setup("willi", 2), SeatsError),
        (Setup("willi", 4, options={"tie": "never"}), OptionError),
        (Setup("willi", 4, options={"cheat": True}), OptionError),
        (Setup("willi", 4, edition="klingon"), OptionError),
        (Setup("willi", 4, first=4), RefusedError),
    ],
)
def test_only_what_can_be_played_is_a_setup(setup: Setup, error: type[Exception]) -> None:
    with pytest.raises(error):
        setup.check()


def test_options_come_from_the_edition_and_then_from_the_host() -> None:
    setup = Setup("willi", 4, edition="dutch", options={"swap": "any"}, first=3)
    setup.check()
    assert setup.all_options() == {"tie": "last", "swap": "any"}


@pytest.mark.parametrize("begin", [opened, started])
def test_who_sits_changes_the_pace_at_any_time(begin: Callable[..., Room]) -> None:
    room = begin("willi", 4, people=2).watch()
    room.ask("bob", c.ChangePace("calm"))
    assert room.table.facts.setup.pace == "calm"
    told = msgspec.json.decode(room.sent[WATCHING][-1])
    assert (told["event"]["kind"], told["table"]["setup"]["pace"]) == ("paced", "calm")
    room.ask(HOST, c.ChangePace("quick"))
    assert room.table.facts.setup == msgspec.structs.replace(Setup("willi", 4), pace="quick")
    assert room.refused("cem", c.ChangePace("usual")) == "no_seat"


# Seats


def test_who_names_no_seat_gets_the_first_free_one() -> None:
    room = opened(people=1)
    room.ask("bob", c.Sit(2))
    room.ask("cem", c.Sit())
    room.ask("dan", c.Sit())
    assert people(room) == [HOST, "cem", "bob", "dan"]
    assert [place.name for place in room.places] == ["Ann", "Cem", "Bob", "Dan"]


def test_free_seats_come_before_those_of_bots_and_bots_make_room() -> None:
    room = opened(people=1)
    for seat in (1, 3):
        room.ask(HOST, c.AddBot(seat))
    for guest in ("bob", "cem", "dan"):
        room.ask(guest, c.Sit())
    assert people(room) == [HOST, "cem", "bob", "dan"]
    assert not any(place.level for place in room.places)


def test_a_taken_seat_is_refused_also_to_who_has_it() -> None:
    room = opened(people=2)
    assert room.refused("cem", c.Sit(1)) == "taken"
    assert room.refused("bob", c.Sit(1)) == "taken"
    assert room.refused("bob", c.Sit(0)) == "taken"


def test_there_are_no_seats_beyond_the_table() -> None:
    room = opened(people=1)
    for command in (c.Sit(4), c.AddBot(4), c.Empty(11)):
        assert room.refused(HOST, command) == "no_such_seat"


def test_who_sits_may_move_and_leaves_the_old_seat_free() -> None:
    room = opened(people=2)
    room.commit("bob")
    room.ask("bob", c.Sit(3))
    assert people(room) == [HOST, "", "", "bob"]
    assert room.places[1] == Place()
    assert room.refused("bob", c.Sit()) == "seated"


def test_a_full_table_has_no_seat() -> None:
    room = opened(people=4)
    assert room.refused("eva", c.Sit()) == "full"
    assert room.refused("bob", c.Sit()) == "seated"


def test_who_stands_up_before_the_match_leaves_nothing_behind() -> None:
    room = opened(people=2)
    room.commit("bob")
    room.ask("bob", c.Stand())
    assert room.places[1] == Place()
    assert room.table.seat_of("bob") == WATCHING
    assert room.refused("bob", c.Stand()) == "no_seat"


def test_in_the_middle_of_a_match_a_bot_takes_over_under_the_same_name() -> None:
    room = started(people=4)
    room.ask("bob", c.Stand())
    place = room.places[1]
    assert (place.person, place.name, place.level, place.by_bot) == ("", "Bob", "regular", True)


def test_before_the_match_nobody_has_seen_any_cards() -> None:
    room = opened(people=2)
    room.ask("bob", c.Stand())
    room.ask("bob", c.Sit(3))
    assert room.table.seat_of("bob") == 3


def test_when_the_match_is_over_nobody_sits_down() -> None:
    room = finished()
    room.ask("bob", c.Stand())
    assert room.refused("eva", c.Sit()) == "is_over"


def test_changing_seats_in_a_match_does_not_change_its_decks() -> None:
    room = opened(people=3)
    room.start()
    seed, deck = room.table.seed, room.table.next_deck()
    room.ask("bob", c.Stand())
    room.ask("dan", c.Sit(1))
    room.ask(HOST, c.Remove("cem"))
    assert (room.table.seed, room.table.next_deck()) == (seed, deck)


# Bots


def test_the_host_adds_bots_and_sends_them_away() -> None:
    room = opened(people=1, level="expert")
    room.ask(HOST, c.AddBot(1))
    room.ask(HOST, c.AddBot(2, "newcomer"))
    assert [place.level for place in room.places] == ["", "expert", "newcomer", ""]
    assert room.refused(HOST, c.AddBot(1)) == "taken"
    assert room.refused(HOST, c.AddBot(0)) == "taken"
    assert room.refused(HOST, c.Empty(0)) == "no_bot"
    assert room.refused(HOST, c.Empty(3)) == "no_bot"
    room.ask(HOST, c.Empty(1))
    assert room.places[1] == Place()


def test_once_the_match_has_begun_bots_stay_until_somebody_takes_their_seats() -> None:
    room = started(people=1)
    for command in (c.AddBot(1), c.Empty(1), c.Start(), c.Commit("0" * 64)):
        assert room.refused(HOST, command) == "is_playing"


def test_the_start_fills_the_table_with_bots_of_its_level() -> None:
    room = opened(people=1, level="master")
    room.ask(HOST, c.AddBot(2, "newcomer"))
    room.commit(HOST)
    caused = room.start(ref="start")
    assert [place.level for place in room.places] == ["", "master", "newcomer", "master"]
    assert [type(event) for event in caused] == [e.Botted, e.Botted, e.Starting, e.Revealed, e.Started, e.Dealt]
    assert room.stage == "playing"
    assert room.table.obeyed(HOST, "start")


def test_bots_have_names_that_nobody_else_has() -> None:
    room = Room(Setup("wimmuln", 6))
    for person, name in (("x", "ADA"), ("y", "bruno"), ("z", "Dirk")):
        room.sitting.ask(person, name, person, c.Sit(), room.now)
    room.start()
    names = [name.casefold() for name in room.table.names()]
    assert len(set(names)) == 6
    assert {place.name for place in room.places if place.level} <= {*BOT_NAMES}


def test_not_always_the_same_bots_come() -> None:
    tables = [{bot_name([], chance) for _ in range(3)} for chance in map(Random, range(20))]
    assert len({frozenset(names) for names in tables}) == 20
    assert bot_name([], Random(3)) == bot_name([], Random(3)), "chance comes from outside"


def test_there_are_enough_names_for_the_largest_table() -> None:
    assert len({name.casefold() for name in BOT_NAMES}) == len(BOT_NAMES) >= 48
    assert bot_name(BOT_NAMES[:-1], Random(1)) == BOT_NAMES[-1]


def test_a_bot_acts_only_where_nobody_sits() -> None:
    room = started("holzwurm", 2, people=1, first=0)
    action = room.table.play.legal(0)[0]  # type: ignore[union-attr]
    with pytest.raises(RefusedError) as refusal:
        room.act_for(0, action)
    assert refusal.value.code == "not_a_bot"
    assert room.sitting.bots_asked() == []
    room.do(0, action)
    while room.table.actors == [0]:
        room.do(0, room.table.play.legal(0)[0])  # type: ignore[union-attr]
    assert room.sitting.bots_asked() == [1]
    before = len(room.log)
    room.act_for(1, room.table.play.legal(1)[0])  # type: ignore[union-attr]
    assert isinstance(did := room.events[before], e.Did)
    assert did.bot


# Host


@pytest.mark.parametrize("command", [c.AddBot(3), c.Empty(2), c.Start(), c.Remove("cem")])
def test_only_the_host_decides_while_the_host_is_there(command: c.AnyCommand) -> None:
    room = opened(people=2)
    room.ask(HOST, c.AddBot(2))
    assert room.refused("bob", command) == "not_host"
    room.commit("bob").go(HOST)
    room.after(HOST_GRACE - 0.1)
    assert room.refused("bob", command) == "not_host"  # a host who loads the page again is still the host
    room.after(0.1)
    assert room.refused("cem", command) == "not_host"  # who watches decides nothing
    room.ask("bob", command)


def test_the_host_has_the_last_word_again_after_coming_back() -> None:
    room = opened(people=2).go(HOST)
    room.after(2 * HOST_GRACE)
    room.come(HOST)
    assert room.refused("bob", c.Start()) == "not_host"
    room.go(HOST)
    assert room.refused("bob", c.Start()) == "not_host"


def test_a_table_that_wakes_waits_for_its_host_before_others_decide() -> None:
    room = opened(people=2).commit("bob").go(HOST, "bob")
    room.after(3600.0)
    room.sitting = room.sit_around()
    room.come("bob")
    assert room.refused("bob", c.Start()) == "not_host"
    room.after(HOST_GRACE)
    room.ask("bob", c.Start())


def test_a_host_without_a_seat_is_still_the_host() -> None:
    room = opened(people=2)
    room.ask(HOST, c.Stand())
    room.start()
    assert room.places[0].level


def test_the_host_cannot_be_removed_by_anybody() -> None:
    room = opened(people=3)
    assert room.refused(HOST, c.Remove(HOST)) == "host_stays"
    room.go(HOST)
    room.after(HOST_GRACE)
    assert room.refused("bob", c.Remove(HOST)) == "host_stays"
    assert room.refused("bob", c.Remove("bob")) == "host_stays"


def test_who_is_removed_loses_the_seat_and_cannot_come_back() -> None:
    room = opened(people=2)
    room.ask(HOST, c.Remove("bob"))
    assert people(room)[1] == ""
    for command in (c.Sit(), c.Sit(2), c.Say("hello"), c.Back(), c.Do("pass", 1), c.Rematch()):
        assert room.refused("bob", command) == "removed"
    assert room.table.facts.removed == ["bob"]


def test_who_watches_can_be_removed_too() -> None:
    room = opened(people=1)
    room.ask(HOST, c.Remove("cem"))
    assert room.refused("cem", c.Sit()) == "removed"


# Talk


def test_people_say_something_in_their_own_words_or_by_a_preset() -> None:
    room = opened(people=1)
    assert room.ask("cem", c.Say("  hé\x00\u202e!\n "), "1") == [
        e.Said(person="cem", name="Cem", text="hé!", by="cem", id="1")
    ]
    assert room.ask("cem", c.Say(preset="hello"), "2") == [
        e.Said(person="cem", name="Cem", preset="hello", by="cem", id="2")
    ]
    for command in (c.Say(), c.Say("\x00 \n"), c.Say("both", "hello")):
        assert room.refused("cem", command) == "nothing_said"


# The next match


def finished() -> Room:
    return started("holzwurm", 4, options={"rounds": 1}, people=3).play(Random(3), 10_000)


def test_after_its_end_nothing_can_be_played() -> None:
    room = finished()
    assert room.stage == "over"
    assert room.table.actors == []
    for command in (c.Do("lay r7 new", 99), c.GiveStanding("")):
        assert room.refused(HOST, command) == "is_over"


def test_a_rematch_keeps_the_people_and_draws_a_new_secret() -> None:
    room = opened("holzwurm", 4, options={"rounds": 1}, people=3)
    room.start()
    room.play(Random(3), 10_000)
    before, secret = [(p.person, p.name, p.level) for p in room.places], room.table.facts.secret
    room.ask("bob", c.Rematch())
    facts = room.table.facts
    assert (facts.stage, facts.match) == ("open", 2)
    assert facts.secret != secret
    assert commitment(bytes.fromhex(facts.secret)) != commitment(bytes.fromhex(secret))
    assert [(p.person, p.name, p.level) for p in room.places] == before
    assert all(at == Place(at.person, at.name, at.level, since=at.since) for at in room.places)
    assert room.table.play is None
    room.ask("cem", c.Sit(3))  # seats may be changed again
    room.start()
    assert room.stage == "playing"


def test_a_rematch_must_wait_and_is_for_those_who_play() -> None:
    assert opened(people=1).refused(HOST, c.Rematch()) == "is_open"
    assert started(people=1).refused(HOST, c.Rematch()) == "is_playing"
    room = finished()
    assert room.refused("eva", c.Rematch()) == "no_seat"
    room.ask(HOST, c.Stand())
    room.ask(HOST, c.Rematch())
    assert room.table.facts.match == 2


def test_who_was_late_in_one_match_is_there_in_the_next() -> None:
    room = started("holzwurm", 2, people=1, first=0, clock="brisk", options={"rounds": 1})
    room.after(20)
    assert room.places[0].away
    while room.stage == "playing":
        seat = room.table.actors[0]
        room.act_for(seat, room.table.play.legal(seat)[-1])  # type: ignore[union-attr]
    room.ask(HOST, c.Rematch())
    assert not room.places[0].away


def test_the_drawn_first_depends_on_all_salts_and_a_named_one_does_not() -> None:
    def first(salt: str, wanted: int | None) -> int:
        room = opened("holzwurm", 6, people=1, first=wanted)
        room.ask(HOST, c.Commit(commitment(salt.encode())))
        room.ask(HOST, c.Start())
        room.ask(HOST, c.Reveal(salt))
        return room.table.play.first  # type: ignore[union-attr]

    assert len({first(f"s{n}", None) for n in range(40)}) == 6
    assert {first(f"s{n}", 4) for n in range(5)} == {4}


# What cannot be done


def test_who_has_no_seat_cannot_play() -> None:
    room = started(people=1)
    for command in (c.Do("pass", 1), c.Stand(), c.Ready(), c.Back(), c.GiveStanding("pass")):
        assert room.refused("cem", command) == "no_seat"
    assert opened(people=1).refused("cem", c.Commit("0" * 64)) == "no_seat"


def test_before_the_match_nothing_can_be_played() -> None:
    room = opened(people=1)
    for command in (c.Do("pass", 1), c.GiveStanding("pass")):
        assert room.refused(HOST, command) == "is_open"
    assert room.refused(HOST, c.Ready()) == "no_deal_due"
    assert started(people=1).refused(HOST, c.Ready()) == "no_deal_due"
    assert room.refused(HOST, c.Back()) == "not_away"


@pytest.mark.parametrize("game", ["wimmuln", "holzwurm", "wheedle"])
def test_only_what_the_game_knows_can_be_said_in_advance(game: str) -> None:
    room = started(game, 4)
    assert room.refused(HOST, c.GiveStanding("pass")) == "not_in_advance"
    assert started("willi", 4).refused(HOST, c.GiveStanding("willi")) == "not_in_advance"


# Names and messages


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [("  Ann \t Lee ", "Ann Lee"), ("e\u0301", "é"), ("李", "李"), ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
     ("A\u3164\u2800B\u115f", "A B"), ("🃏", "🃏"), ("7", "7"), ("नि", "नि")],
)  # fmt: skip
def test_names_are_tidied(typed: str, tidy: str) -> None:
    assert tidy_name(typed) == tidy


@pytest.mark.parametrize(
    ("typed", "code"),
    [("", "name_length"), (" \n", "name_length"), ("x" * (LONGEST_NAME + 1), "name_length"), ("a\x00b", "name_letters"),
     ("a\u202eb", "name_letters"), ("\u200b", "name_letters"), ("\u2066\u2069", "name_letters"),
     ("\u0301\u0308", "name_letters"), ("\ufe0f", "name_letters"), ("\u3164", "name_length"),
     ("\u2800 \u2800", "name_length"),
     ("\u115f\u1160", "name_length"), ("\uffa0", "name_length"), ("\u3000\xa0", "name_length")],
)  # fmt: skip
def test_names_that_cannot_be_shown_are_refused(typed: str, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        tidy_name(typed)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "body",
    [
        b'{"kind":"sit","seat":-1}', b'{"kind":"sit","seat":12}', b'{"kind":"sit","chair":1}', b'{"kind":"fly"}',
        b'{"kind":"reveal","salt":""}', b'{"kind":"reveal","salt":"a b"}', b'{"kind":"do","do":"pass"}',
        b'{"kind":"commit","hash":"abc"}', b'{"kind":"commit","hash":"%b"}' % (b"A" * 64),
        b'{"kind":"do","do":"pass","saw":-1}', b'{"kind":"do","do":"","saw":1}', b'{"kind":"say","preset":"rude"}',
        b'{"kind":"add_bot","seat":1,"level":"god"}', b'{"kind":"standing","do":"pass","until":"doomsday"}',
    ],
)  # fmt: skip
def test_commands_that_make_no_sense_are_not_read(body: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=c.AnyCommand)
