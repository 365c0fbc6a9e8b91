"""Whole matches at a table, and tables that come back from their logs and snapshots."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.record import read_record, verify
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import record
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import Facts, Place
from ludotheque.table.seen import Scenes
from ludotheque.table.setup import Setup
from ludotheque.table.snapshot import DIGEST, Snapshot, digest, restored, snapshot
from ludotheque.table.state import Table
from tests.table.arrange import EVERY_SEAT_COUNT, HOST, SHORT, Room, opened, same_table, some_table, started, step

tables = st.builds(some_table, st.sampled_from(sorted(SHORT)), st.integers(0, 1 << 30), st.integers(0, 120))


def scenes(table: Table) -> list[bytes]:
    shown = Scenes(table)
    return [shown.whole(viewer) for viewer in range(-1, table.facts.setup.seats)]


@pytest.mark.parametrize(("game", "seats"), EVERY_SEAT_COUNT)
def test_a_whole_match_is_played_and_its_log_tells_all_of_it(game: str, seats: int) -> None:
    room = opened(game, seats, seats, options=SHORT[game])
    room.start()
    room.play(Random(seats), 100_000)
    assert room.stage == "over"
    play = room.table.play
    assert play is not None
    assert play.over
    assert play.scores == [sum(points) for points in zip(*play.round_scores, strict=True)]

    again = Table.rebuild("t", [(at, e.decode(e.encode(event))) for at, event in room.log])
    assert same_table(again, room.table)
    assert scenes(again) == scenes(room.table)

    text = record("t", room.log, 1)
    assert verify(text).deals == len(play.round_scores) == sum(isinstance(event, e.Dealt) for event in room.events)
    replayed = read_record(text)
    assert replayed.state.tobytes() == play.state.tobytes()
    assert (replayed.names, replayed.winners, replayed.options) == (room.table.names(), play.winners, play.options)


@settings(max_examples=60)
@given(tables)
def test_a_log_rebuilds_its_table_at_any_moment(room: Room) -> None:
    again = Table.rebuild("t", [(at, e.decode(e.encode(event))) for at, event in room.log])
    assert same_table(again, room.table)
    assert scenes(again) == scenes(room.table)
    assert again.actors == room.table.actors


@settings(max_examples=60)
@given(tables, st.integers(0, 1 << 30))
def test_a_snapshot_gives_the_same_table_and_the_same_future(room: Room, seed: int) -> None:
    again = restored(snapshot(room.table))
    assert again is not None
    assert same_table(again, room.table)
    assert again.actors == room.table.actors
    assert scenes(again) == scenes(room.table)
    chance, before = Random(seed), len(room.log)
    for _ in range(20):
        step(room, chance)
    for at, event in room.log[before:]:
        again.apply(event, at)
    assert same_table(again, room.table)
    assert scenes(again) == scenes(room.table)


@settings(max_examples=60)
@given(tables, st.data())
def test_a_broken_snapshot_is_no_table(room: Room, data: st.DataObject) -> None:
    body = bytearray(snapshot(room.table))
    where = data.draw(st.integers(0, len(body) - 1))
    match data.draw(st.sampled_from(["changed", "shortened", "extended", "lost"])):
        case "changed":
            body[where] ^= data.draw(st.integers(1, 255))
        case "shortened":
            del body[where:]
        case "extended":
            body.append(where % 256)
        case _:
            del body[where]
    assert restored(bytes(body)) is None


def altered(room: Room, **changes: object) -> bytes:
    """A snapshot that says something else and is otherwise in order."""
    body = snapshot(room.table)[DIGEST:]
    found = msgspec.to_builtins(msgspec.msgpack.decode(body, type=Snapshot), builtin_types=(bytes,))
    for path, value in changes.items():
        *parents, name = path.split("__")
        part = found
        for parent in parents:
            part = part[parent]
        part[name] = value
    new = msgspec.msgpack.encode(found)
    return digest(new) + new


def test_a_snapshot_of_another_program_or_other_rules_is_no_table() -> None:
    room = started("willi", 4)
    assert restored(altered(room)) is not None
    changes: list[dict[str, object]] = [
        {"format": 1}, {"rules": 99}, {"facts__setup__game": "chess"}, {"facts__setup__seats": 7},
        {"facts__setup__options": {"tie": "never"}}, {"facts__places": "none"}, {"game__state": b"\x00" * 8},
    ]  # fmt: skip
    for change in changes:
        assert restored(altered(room, **change)) is None, change
    assert restored(b"") is None
    assert restored(b"\x80" * 100) is None


def test_a_snapshot_of_another_game_does_not_fit() -> None:
    willi, wimmuln = started("willi", 4), started("wimmuln", 4)
    assert restored(altered(willi, game__state=wimmuln.state.tobytes())) is None


def test_facts_have_nothing_that_is_shared_between_tables() -> None:
    one, other = (Facts("t", Setup("willi", 4), "", "", 0.0, [Place()]) for _ in range(2))
    for name in ("removed", "owners", "sent", "votes", "leaving", "talk", "spoken"):
        assert getattr(one, name) is not getattr(other, name)


# Records of finished matches


def test_a_record_can_be_read_when_the_match_is_over_and_not_before() -> None:
    room = started("holzwurm", 2, options={"rounds": 1})
    for match, code in ((1, "not_over"), (2, "no_such_match")):
        with pytest.raises(RefusedError) as refusal:
            record("t", room.log, match)
        assert refusal.value.code == code
    room.play(Random(1), 10_000)
    record("t", room.log, 1)


def test_each_match_of_a_table_has_its_own_record() -> None:
    room = started("holzwurm", 2, options={"rounds": 1}).play(Random(1), 10_000)
    first, winners = record("t", room.log, 1), room.table.play.winners  # type: ignore[union-attr]
    room.ask(HOST, c.Rematch())
    room.start()
    room.play(Random(2), 3)
    assert record("t", room.log, 1) == first
    with pytest.raises(RefusedError, match="when the match is over"):
        record("t", room.log, 2)
    room.play(Random(2), 10_000)
    second = record("t", room.log, 2)
    assert verify(first).deals == verify(second).deals == 1
    assert read_record(first).winners == winners
    assert read_record(second).state.tobytes() == room.state.tobytes()
    secrets = [msgspec.json.decode(text.partition("\n")[0])["fair"]["secret"] for text in (first, second)]
    assert secrets[0] != secrets[1]


@pytest.mark.parametrize("game", sorted(SHORT))
@pytest.mark.parametrize("first", [None, 2])
def test_a_record_can_be_checked_whoever_was_first(game: str, first: int | None) -> None:
    """Also when somebody is named Willi, and when the host said who is first."""
    room = Room(
        Setup(game, 4, options=SHORT[game] | ({"rounds": 1} if game == "holzwurm" else {}), first=first), host="willi"
    )
    for person in ("willi", "wanda"):
        room.come(person).ask(person, c.Sit())
    room.start("willi")
    room.play(Random(7), 100_000)
    assert verify(record("t", room.log, 1)).deals > 0


def test_times_in_a_record_count_from_the_start() -> None:
    room = opened("holzwurm", 2, people=2, options={"rounds": 1})
    room.now += 500
    room.start()
    room.now += 2.5
    room.do(room.table.actors[0], room.table.play.legal(room.table.actors[0])[0])  # type: ignore[union-attr]
    room.play(Random(1), 10_000)
    lines = [msgspec.json.decode(line) for line in record("t", room.log, 1).splitlines()]
    assert lines[2]["at"] == 2.5
