"""Each viewer has a stream without gaps that adds up to the whole scene, and can be told again to the byte."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.fair import commitment
from ludotheque.table import commands as c
from ludotheque.table.facts import WATCHING
from ludotheque.table.seen import Scenes
from ludotheque.table.setup import Setup
from ludotheque.table.streams import MOST_MISSED
from tests.table.arrange import HOST, SHORT, Room, merged, opened, salt_of, some_table, started

watched = st.builds(
    some_table, st.sampled_from(sorted(SHORT)), st.integers(0, 1 << 30), st.integers(0, 120), st.just(True)
)


@settings(max_examples=80)
@given(watched)
def test_changes_add_up_to_the_whole_scene(room: Room) -> None:
    now = Scenes(room.table)
    for viewer in room.viewers:
        assert merged(room.sent[viewer]) == msgspec.json.decode(now.whole(viewer))


@settings(max_examples=80)
@given(watched)
def test_streams_are_numbered_without_gaps(room: Room) -> None:
    for viewer in room.viewers:
        numbers = [msgspec.json.decode(message)["n"] for message in room.sent[viewer]]
        assert numbers == list(range(1, room.table.facts.sent[viewer + 1] + 1))


@settings(max_examples=40)
@given(watched, st.data())
def test_what_was_missed_is_told_again_to_the_byte(room: Room, data: st.DataObject) -> None:
    viewer = data.draw(st.sampled_from(room.viewers))
    last = room.table.facts.sent[viewer + 1]
    since = data.draw(st.integers(max(1, last - MOST_MISSED), last))
    assert room.history.missed(viewer, since) == room.sent[viewer][since:]


def test_who_missed_too_much_or_what_never_was_gets_a_scene() -> None:
    room = opened(people=1).watch()
    for _ in range(MOST_MISSED + 1):
        room.ask(HOST, c.Say("x"))
    last = room.table.facts.sent[0]
    assert room.history.missed(WATCHING, last - MOST_MISSED) == room.sent[WATCHING][-MOST_MISSED:]
    assert room.history.missed(WATCHING, last) == []
    for since in (last - MOST_MISSED - 1, last + 1, 0, -1):
        assert room.history.missed(WATCHING, since) is None


def test_a_viewer_who_was_shown_nothing_is_told_all_that_is_ones_own() -> None:
    room = started("willi", 4)
    scenes = Scenes(room.table)
    scenes.whole(0)
    before = len(room.log)
    room.ask(HOST, c.Say("x"))
    message = msgspec.json.decode(scenes.after(room.events[before], {2})[2])
    assert message["mine"] == msgspec.json.decode(Scenes(room.table).whole(2))["mine"]


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_message_is_small_when_little_has_changed(game: str) -> None:
    room = started(game, 4).watch()
    room.ask(HOST, c.Say("x"))
    for viewer in room.viewers:
        told = msgspec.json.decode(room.sent[viewer][-1])
        assert told.keys() == {"kind", "n", "event"}
        assert told["event"] == {"kind": "said", "person": HOST, "name": "Ann", "text": "x", "preset": ""}


def test_everybody_is_told_what_happens_in_the_words_of_the_notation() -> None:
    room = started("holzwurm", 3).watch()
    seat = room.table.actors[0]
    action = room.table.play.legal(seat)[0]  # type: ignore[union-attr]
    room.do(seat, action)
    told = [msgspec.json.decode(room.sent[viewer][-1])["event"] for viewer in room.viewers]
    assert all(one == told[0] for one in told)
    assert (told[0]["kind"], told[0]["seat"], told[0]["do"]) == ("did", seat, action)
    assert told[0]["happened"]


def test_who_may_act_is_told_what_may_be_done_and_since_when() -> None:
    room = started("willi", 4, first=0).watch()
    play = room.table.play
    assert play is not None
    for seat in range(4):
        mine = merged(room.sent[seat])["mine"]
        assert (mine["choices"], mine["asked"], mine["changeable"]) == (
            play.legal(seat),
            room.places[seat].asked,
            False,
        )
    room.do(1, play.legal(1)[0])
    mine = merged(room.sent[1])["mine"]
    assert (mine["choices"], mine["changeable"], mine["discarded"]) == (
        [],
        True,
        msgspec.to_builtins(play.view(1))["discarded"],
    )
    for seat in (0, 2, 3):
        room.do(seat, play.legal(seat)[0])
    assert not merged(room.sent[1])["mine"]["changeable"]
    room.ask("bob", c.GiveStanding("pass"))
    standing = merged(room.sent[1])["mine"]["standing"]
    assert (standing["do"], standing["until"]) == ("pass", "trick")
    assert merged(room.sent[0])["mine"]["standing"] is None


def test_a_rematch_begins_from_nothing() -> None:
    room = started("holzwurm", 2, options={"rounds": 1}).watch().play(Random(1), 10_000)
    assert merged(room.sent[0])["table"]["secret"] == room.table.facts.secret
    room.ask(HOST, c.Rematch())
    scene = merged(room.sent[0])
    assert (scene["view"], scene["mine"], scene["table"]["secret"]) == (None, {}, None)
    assert (scene["table"]["match"], scene["table"]["sheet"], scene["table"]["winners"]) == (2, [], [])


def test_the_score_sheet_grows_with_the_rounds() -> None:
    room = started("holzwurm", 3, options={"rounds": 3}).watch().play(Random(4), 10_000)
    sheet = merged(room.sent[WATCHING])["table"]["sheet"]
    assert [line["gained"] for line in sheet] == room.table.play.round_scores  # type: ignore[union-attr]
    for line in sheet:
        assert line["gained"] == [sum(reason["points"] for reason in why) for why in line["reasons"]]


def test_a_table_is_told_as_it_is() -> None:
    room = Room(Setup("willi", 4, edition="dutch", level="expert"))
    room.come(HOST).ask(HOST, c.Sit())
    room.commit(HOST)
    room.ask(HOST, c.AddBot(2))
    table = msgspec.json.decode(Scenes(room.table).whole(WATCHING))["table"]
    assert (table["host"], table["stage"], table["options"]) == (HOST, "open", {"tie": "last", "swap": "colour"})
    assert (table["starting"], table["salts"]) == (False, [""] * 4)
    assert table["salt_commitments"] == [commitment(salt_of(HOST).encode()), "", "", ""]
    assert [(seat["person"], seat["level"]) for seat in table["seats"]] == [
        (HOST, ""),
        ("", ""),
        ("", "expert"),
        ("", ""),
    ]
