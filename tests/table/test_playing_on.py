"""Playing on from a moment of a finished match, at a table of its own."""

from random import Random

import msgspec
import pytest

from ludotheque.games.box import shelf
from ludotheque.games.chance import seeded
from ludotheque.games.fair import UnfairError
from ludotheque.games.record import read_record, verify
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import record
from ludotheque.table.errors import RefusedError
from ludotheque.table.playing_on import PlayOn, goes_on, moment_of, seen_from, set_up_again
from ludotheque.table.seen import Scenes, table_seen
from ludotheque.table.state import DEED, Table, Timed
from ludotheque.table.streams import replayed
from tests.table.arrange import Room, facts_of, started

SHORT = {"willi": {}, "wimmuln": {"options": {"target": 20}}, "holzwurm": {"options": {"rounds": 1}}, "wheedle": {}}


def finished_room(game: str, seed: int = 1) -> Room:
    """A match of four people, played to its end by chance."""
    room = started(game, 4, **SHORT[game])  # type: ignore[arg-type]
    while room.stage != "over":
        room.play(Random(seed), 500)
    return room


def goes_on_from(room: Room, wish: PlayOn, person: str = "zoe") -> tuple[Table, list[Timed]]:
    """The table at which somebody plays on, and its log."""
    setup, match = moment_of("t", room.log, 1, wish.at)
    match = seen_from(match, wish, seeded(5))
    source = e.PlayedOn(table="t", match=1, at=wish.at, seat=wish.seat, new_deal=wish.new_deal)
    made = e.Made(setup=set_up_again(setup, wish), secret="0f" * 32, by=person)
    events = [made, *goes_on(match, source, person, "Zoe", wish.level, Random(1))]
    log: list[Timed] = [(7.0, e.decode(e.encode(event))) for event in events]
    return Table.rebuild("u", log), log


def seen_at(room: Room, at: int, seat: int) -> bytes:
    """What a seat was shown of a match at a moment of its replay."""
    messages = [msgspec.json.decode(one) for one in replayed("t", room.log, 1, seat)]
    view, mine, count = dict(messages[0]["view"] or {}), dict(messages[0]["mine"]), -1
    for message in messages[1:]:
        view |= message.get("view", {})
        mine |= message.get("mine", {})
        count += message["event"]["kind"] in ("did", "dealt")
        if count == at:
            break
    return msgspec.json.encode(
        [view, {key: mine[key] for key in mine if key not in ("asked", "changeable", "standing")}]
    )


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize("new_deal", [False, True])
def test_the_table_goes_on_from_what_the_replay_shows_that_seat(game: str, new_deal: bool) -> None:
    room = finished_room(game)
    deeds = sum(isinstance(event, DEED) for event in room.events)
    for at, seat in ((0, 2), (5, 0), (deeds // 2, 3), (deeds - 3, 1)):
        table, _ = goes_on_from(room, PlayOn(at, seat, new_deal))
        scene = msgspec.json.decode(Scenes(table).whole(seat))
        mine = {key: one for key, one in scene["mine"].items() if key not in ("asked", "changeable", "standing")}
        assert msgspec.json.encode([scene["view"], mine]) == seen_at(room, at, seat)
        assert table.facts.stage == "playing"


def test_the_true_cards_are_those_of_the_match_and_a_new_deal_has_others() -> None:
    room = finished_room("holzwurm")
    (_, true) = moment_of("t", room.log, 1, 4)
    assert seen_from(true, PlayOn(4, 0), seeded(1)).cards() == true.cards()
    assert seen_from(true, PlayOn(4, 0, new_deal=True), seeded(1)).cards() != true.cards()


def test_bots_have_the_other_seats_under_the_names_of_their_owners() -> None:
    table, _ = goes_on_from(finished_room("willi"), PlayOn(9, 1, level="expert"))
    assert [place.name for place in table.facts.places] == ["Ann", "Zoe", "Cem", "Dan"]
    assert [place.level for place in table.facts.places] == ["expert", "", "expert", "expert"]
    assert table.facts.owners == {"zoe": 1}


def test_a_match_that_goes_on_from_another_promises_nothing_and_says_where_it_comes_from() -> None:
    table, log = goes_on_from(finished_room("holzwurm"), PlayOn(3, 1))
    seen = table_seen(table)
    assert (seen.commitment, seen.secret) == ("", None)
    assert msgspec.json.decode(msgspec.json.encode(seen))["played_on"] == {
        "table": "t", "match": 1, "at": 3, "seat": 1, "new_deal": False,
    }  # fmt: skip
    room = Room(table.facts.setup)
    room.table, room.log, room.now = table, log, 10.0
    room.sitting = room.sit_around()
    room.come("zoe")
    while room.stage != "over":
        room.play(Random(3), 500)
    text = record("u", room.log, 1)
    assert read_record(text).over
    with pytest.raises(UnfairError, match="goes on from a moment of another"):
        verify(text)
    room.ask("zoe", c.Rematch())
    room.start("zoe")
    assert table_seen(table).commitment, "the rematch is a match like any other"


def test_an_ordinary_table_tells_nothing_of_such_moments() -> None:
    assert b"played_on" not in msgspec.json.encode(table_seen(started("willi").table))


def test_the_log_rebuilds_the_table() -> None:
    table, log = goes_on_from(finished_room("wimmuln"), PlayOn(6, 2, new_deal=True))
    assert facts_of(Table.rebuild("u", log)) == facts_of(table)


def test_what_cannot_be_played_on_is_refused_by_name() -> None:
    room = finished_room("holzwurm")
    deeds = sum(isinstance(event, DEED) for event in room.events)

    def refusal(wish: PlayOn) -> str:
        with pytest.raises(RefusedError) as refused:
            goes_on_from(room, wish)
        return refused.value.code

    assert refusal(PlayOn(deeds, 0)) == "no_such_moment"
    assert refusal(PlayOn(deeds - 1, 0)) == "nothing_left"
    assert refusal(PlayOn(0, 4)) == "no_such_seat"
    with pytest.raises(RefusedError) as unfinished:
        moment_of("t", started("holzwurm").log, 1, 0)
    assert unfinished.value.code == "not_over"
