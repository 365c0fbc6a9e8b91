"""Lessons: deals that are always the same, that teach something, and that nobody is told to be fair."""

from random import Random
from typing import Any

import msgspec
import pytest

from ludotheque.games.box import box
from ludotheque.games.fair import UnfairError
from ludotheque.games.record import read_record, verify
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import record
from ludotheque.table.errors import RefusedError
from ludotheque.table.lesson import DEALS
from ludotheque.table.seen import table_seen
from ludotheque.table.setup import Setup
from tests.table.arrange import HOST, SHORT, Room, opened, started

TEXTS = ("hand", "fate", "turned")


def lesson(game: str, first: int) -> Room:
    return started(game, 4, 1, lesson=True, first=first)


def decks(room: Room) -> list[str]:
    return [event.deck for event in room.events if isinstance(event, e.Dealt)]


def view(room: Room) -> dict[str, Any]:
    """What seat 0 sees; lists of cards as one text."""
    play = room.table.play
    assert play is not None
    seen = msgspec.to_builtins(play.view(0))
    return {
        name: " ".join(value) if name in TEXTS and isinstance(value, list) else value for name, value in seen.items()
    }


@pytest.mark.parametrize("game", DEALS)
def test_every_lesson_of_a_game_has_the_same_deals(game: str) -> None:
    one = lesson(game, 0)
    other = started(game, 4, 1, lesson=True, first=0)
    assert decks(one) == decks(other)
    assert decks(one) != decks(started(game, 4))


def test_every_game_on_the_shelf_has_a_lesson() -> None:
    assert DEALS.keys() == SHORT.keys()
    assert all(4 in box(game).rules.SEATS for game in DEALS)


def test_willi_teaches_high_and_low() -> None:
    assert view(lesson("willi", 3))["hand"] == "r2 r5 y3 y6 y7 g9 b1 b7 b9"


def test_wimmuln_teaches_to_count_on_trumps() -> None:
    seen = view(lesson("wimmuln", 3))
    assert (seen["trump"], seen["turned"]) == ("r", "y9 r5")
    assert seen["hand"] == "r1 r3 r7 r9 y0 y1 y4 g8 g9 b2 b3 b4 v0 v3 v9"


def test_holzwurm_teaches_to_begin_with_the_one() -> None:
    seen = view(lesson("holzwurm", 0))
    assert seen["actors"] == [0]
    assert seen["hand"] == "b7 b8 y4 y5 y11 r9 g5 g6 g10 v1 v4 v5 v8 x6 x9"
    assert seen["fate"] == "b10 x10 x8 r2 r1 -13"


def test_wheedle_teaches_majorities() -> None:
    seen = view(lesson("wheedle", 0))
    assert seen["actors"] == [0]
    assert seen["hand"] == {"B": 4, "G": 3, "P": 4, "C": 2, "F": 2}


def test_a_lesson_promises_nothing() -> None:
    room = started("holzwurm", 4, 1, lesson=True, options={"rounds": 1})
    assert table_seen(room.table).commitment == ""
    room.play(Random(1), 100_000)
    assert room.stage == "over"
    assert (table_seen(room.table).commitment, table_seen(room.table).secret) == ("", None)
    text = record("t", room.log, 1)
    assert '"lesson":true' in text
    assert '"fair"' not in text
    assert read_record(text).over
    with pytest.raises(UnfairError, match="lesson"):
        verify(text)


def test_a_lesson_is_never_listed() -> None:
    with pytest.raises(RefusedError) as refused:
        Setup("willi", 4, lesson=True, listed=True).check()
    assert refused.value.code == "lesson_listed"


def test_a_lesson_takes_no_salts_and_starts_without_them() -> None:
    room = opened("willi", 4, 1, lesson=True)
    assert room.refused(HOST, c.Commit("0" * 64)) == "no_salts"
    room.ask(HOST, c.Start())
    assert room.stage == "playing"


def test_a_lesson_seats_one_person() -> None:
    room = opened("willi", 4, 1, lesson=True).come("bob")
    for command in (c.Sit(), c.Sit(2)):
        assert room.refused("bob", command) == "lesson_alone"
    room.ask(HOST, c.Sit(2))
    room.start()
    assert room.refused("bob", c.Sit()) == "lesson_alone"
