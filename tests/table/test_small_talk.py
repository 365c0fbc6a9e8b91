"""What bots say: seldom, kindly, and only of what everybody knows."""

from collections import Counter
from random import Random

import pytest

from ludotheque.games.box import box
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.public_events import public_event
from ludotheque.table.setup import Setup
from ludotheque.table.small_talk import MOST_AT_ONCE, Remark, SmallTalk, words
from tests.table.arrange import HOST, SHORT, Room


class Chatty(Random):
    """Chance that always lets a bot speak."""

    def random(self) -> float:
        return 0.0


def heard(room: Room, chance: Random, matches: int = 1) -> list[tuple[int, int, Remark]]:
    """Whole matches of random play: match, round and line of all that bots say."""
    talk, said, dice = SmallTalk(chance), [], Random(5)
    assert talk.remarks(room.table) == []
    for match in range(1, matches + 1):
        if match > 1:
            room.ask(HOST, c.Rematch())
            talk.remarks(room.table)
        room.start()
        while True:
            play = room.table.play
            assert play is not None
            lines = talk.remarks(room.table)
            said += [(match, max(1, len(play.round_scores)), line) for line in lines]
            assert talk.remarks(room.table) == [], "once is enough"
            if room.stage == "over":
                break
            room.play(dice, 1)
    return said


def table(game: str, seats: int, lesson: bool = False) -> Room:
    room = Room(Setup(game, seats, options=SHORT[game], lesson=lesson)).come(HOST)
    room.ask(HOST, c.Sit(0))
    return room


@pytest.mark.parametrize("game", SHORT)
def test_a_bot_says_at_most_one_line_a_round(game: str) -> None:
    said = heard(table(game, box(game).rules.SEATS[-1]), Chatty(2), matches=2)
    spoken = Counter((match, number, line.seat) for match, number, line in said)
    assert max(spoken.values()) == 1
    assert all(line.seat != 0 for _, _, line in said), "nobody speaks for a person"
    assert {line.preset for _, _, line in said} & {"hello"}
    assert {line.preset for _, _, line in said} & {"good_game", "well_played", "again"}


def test_bots_mostly_say_nothing() -> None:
    lines = [line for seed in range(30) for _, _, line in heard(table("holzwurm", 6), Random(seed))]
    rounds = 30 * 2
    assert 0 < len(lines) / rounds <= 2 * MOST_AT_ONCE
    assert {line.preset for line in lines} <= {
        "hello", "lucky", "sigh", "oops", "well_played", "good_game", "again"
    }  # fmt: skip
    assert all(line.after > 0 for line in lines)


def test_a_lesson_is_quiet() -> None:
    assert heard(table("holzwurm", 4, lesson=True), Chatty(1)) == []


def test_a_table_that_wakes_does_not_speak_of_what_is_long_past() -> None:
    room = table("wimmuln", 4)
    room.start()
    assert SmallTalk(Chatty(1)).remarks(room.table) == []


@pytest.mark.parametrize(
    ("gained", "meant"),
    [
        ([0, 30, 0, 5], {"lucky"}),
        ([30, -20, 10, 12], {"sigh", "oops"}),
        ([30, 12, 10, 12], {"well_played"}),
        ([30, 30, 10, 12], {""}),
    ],
)
def test_a_line_follows_from_the_scores_that_all_can_see(gained: list[int], meant: set[str]) -> None:
    room = table("wimmuln", 4)
    room.start()
    assert room.table.play is not None
    room.table.play.round_scores = [gained]
    assert {words(room.table, 1, "round", Random(seed)) for seed in range(20)} == meant


def test_what_a_bot_says_is_told_to_all_with_its_seat() -> None:
    room = table("wimmuln", 3)
    room.ask(HOST, c.AddBot(1))
    room.sitting.say_for(1, "hello", room.now)
    event = room.events[-1]
    assert isinstance(event, e.Said)
    seen = public_event(event, 0, ())
    assert seen is not None
    assert (seen.kind, seen.seat, seen.name, seen.preset) == ("said", 1, room.places[1].name, "hello")
    assert seen.person is None
    assert e.decode(e.encode(event)) == event
    for seat in (0, 2):
        with pytest.raises(RefusedError) as refusal:
            room.sitting.say_for(seat, "hello", room.now)
        assert refusal.value.code == "not_a_bot"


def test_what_people_said_before_bots_could_is_still_read() -> None:
    old = b'{"kind":"said","by":"a","id":"1","person":"a","name":"Ann","preset":"hello"}'
    assert e.decode(old) == e.Said(person="a", name="Ann", preset="hello", by="a", id="1")
