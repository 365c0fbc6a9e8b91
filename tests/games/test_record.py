"""Match records: written, read, replayed; a broken one names its line."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.games.errors import RecordError
from ludotheque.games.match import Match
from ludotheque.games.record import read_record, replay, write_record
from tests.games.variants import GAMES, VARIANTS, Variant, called

pytestmark = pytest.mark.interpreted


def played(variant: Variant, steps: int = 10_000) -> Match:
    game, seats, options = variant
    chance = random.Random(called(variant))
    match = Match(game, seats, seed=9, names=[f"Ænne {seat}" for seat in range(seats)], **options)
    for step in range(steps):
        if match.over:
            break
        seat = chance.choice(match.actors)
        match.do(seat, chance.choice(match.legal(seat)), at=step / 4)
    return match


@pytest.mark.parametrize("variant", VARIANTS[::4], ids=called)
def test_a_record_plays_the_same_match_again(variant: Variant) -> None:
    match = played(variant)
    text = write_record(match)
    again = read_record(text)
    assert write_record(again) == text
    assert again.state.tobytes() == match.state.tobytes()
    assert (again.scores, again.round_scores, again.reasons) == (match.scores, match.round_scores, match.reasons)
    assert again.names == match.names


@pytest.mark.parametrize("game", GAMES)
def test_a_record_that_ends_early_is_a_match_that_goes_on(game: str) -> None:
    variant = next(variant for variant in VARIANTS if variant[0] == game)
    match = read_record(write_record(played(variant, 12)))
    assert not match.over
    while not match.over:
        if match.deal_due:
            match.deal()
        match.do(match.actors[0], match.legal(match.actors[0])[0])


def test_replay_stops_at_every_line() -> None:
    match = played(VARIANTS[-1], 30)
    text = write_record(match)
    assert [len(step.log) for step in replay(text)] == list(range(len(match.log) + 1))


LINES = write_record(Match("willi", 4, seed=7, first=0)).splitlines()
HEADER = json.loads(LINES[0])
SEAT_0 = Match("willi", 4, seed=7, first=0).legal(0)


@pytest.mark.parametrize(
    ("number", "line", "problem"),
    [
        (1, "", "there is no header"),
        (1, "{", "Input data was truncated"),
        (1, "[1]", "Expected `object`"),
        (1, json.dumps(HEADER | {"ludotheque": 2}), "format 2"),
        (1, json.dumps(HEADER | {"rules": 99}), "version 99"),
        (1, json.dumps(HEADER | {"game": "chess"}), "no game 'chess'"),
        (1, json.dumps(HEADER | {"seats": 7}), "3 to 4"),
        (1, json.dumps(HEADER | {"first": 9}), "first"),
        (1, json.dumps(HEADER | {"names": []}), "names"),
        (1, json.dumps(HEADER | {"options": {"tie": "first"}}), "which swap"),
        (1, json.dumps(HEADER | {"options": HEADER["options"] | {"tie": "maybe"}}), "first, last"),
        (1, json.dumps(HEADER | {"options": HEADER["options"] | {"names": "x"}}), "no option 'names'"),
        (1, json.dumps(HEADER | {"more": 1}), "unknown field `more`"),
        (2, '{"deal":"r1 r2"}', "lacks the card 'r3'"),
        (2, LINES[1].replace("r1", "r2"), "'r2' too often"),
        (2, '{"seat":0,"do":"pass"}', "not been dealt"),
        (3, '{"seat":0,"do":"play r1"}', "discard"),
        (3, '{"seat":0,"do":"dance"}', "'dance' is not an action"),
        (3, '{"seat":4,"do":"pass"}', "no such seat"),
        (3, '{"seat":1000000000000000000,"do":"pass"}', "no such seat"),
        (3, '{"seat":"0","do":"pass"}', "Expected `int`"),
        (3, '{"seat":0,"do":"pass","by":"me"}', "unknown field `by`"),
        (3, LINES[1], "no deal is due"),
        (3, "null", "Expected `object`"),
        (1, '{"ludotheque":1,"options":{"tie":' + "[" * 16_000, "Expected|nested too deeply"),
        (2, "[" * 16_000, "nested too deeply"),
        (3, '{"seat":' + "[" * 16_000, "nested too deeply"),
        (3, '{"seat":' + "1" * 5000 + ',"do":"pass"}', "out of range"),
    ],
)
def test_a_broken_record_names_its_line_and_what_is_wrong(number: int, line: str, problem: str) -> None:
    text = "\n".join([*LINES[: number - 1], line])
    with pytest.raises(RecordError, match=rf"line {number}: .*({problem})"):
        read_record(text)


def test_names_may_hold_any_character() -> None:
    names = ['"', "\\", "a\u2028b\x85c\nd", "🃏"]
    assert read_record(write_record(Match("willi", names=names))).names == names


@given(st.integers(0, 40), st.text(max_size=60))
def test_garbage_in_a_record_is_an_error(line: int, garbage: str) -> None:
    lines = write_record(played(VARIANTS[-1], 30)).splitlines()
    lines[line % len(lines)] = f"!{garbage}".replace("\n", " ")
    with pytest.raises(RecordError):
        read_record("\n".join(lines))
