"""Tables of a set of deals: the same choices meet the same answers, whenever and in whatever order they are made."""

from itertools import permutations
from random import Random

import pytest

from ludotheque.bots.player import Bots
from ludotheque.games.box import box
from ludotheque.games.fair import mixed
from ludotheque.games.play import Play
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.conductor import Conductor
from ludotheque.table.same import SameCards, chance_of, deal_next
from ludotheque.table.setup import Setup
from ludotheque.table.state import Table
from tests.table.arrange import HOST, Room, started

SECRET = "07" * 32
TURN_GAMES = ("willi", "wimmuln", "holzwurm")


def same_room(game: str, kind: str = "day") -> Room:
    """A table of a set, begun: the host at seat 0, regulars at the others."""
    setup = Setup(game, 4, first=1, hints=False, spectators=False)
    room = Room(setup)
    made = e.Made(setup=setup, secret=SECRET, by=HOST, same=SameCards("set", kind))  # type: ignore[arg-type]
    room.log = [(room.now, made)]
    room.table = Table.begin("t", made, room.now)
    room.sitting = room.sit_around()
    room.come(HOST)
    room.ask(HOST, c.Sit(0))
    for seat in range(1, 4):
        room.ask(HOST, c.AddBot(seat=seat))
    room.ask(HOST, c.Start())
    return room


def bots_act(room: Room, conductor: Conductor, seats: list[int]) -> None:
    """Those bots that are asked decide, in this order."""
    bots, jobs = Bots(lambda: 99), {job.seat: job for job in conductor.due(room.now)}
    for seat in seats:
        if seat not in jobs:
            continue
        asked = conductor.look(jobs[seat], room.now)
        assert asked is not None
        choice = bots.choose(
            room.table.facts.setup.game, asked.level, asked.view, seat, asked.look, seed=asked.seed, seconds=None
        )
        room.sitting.act_for(seat, conductor.answer(jobs[seat], choice.action, room.now), room.now)


def deeds_of(room: Room) -> list[str]:
    return [f"{event.seat} {event.do}" for event in room.events if isinstance(event, e.Did)]


def play_on(room: Room, chance: Random, pause: Random) -> None:
    """Plays to the end: the host at random by one chance, before or after bots that choose at once by another."""
    conductor = Conductor(room.sitting, Random(pause.random()), 0.0)
    while room.stage == "playing":
        room.now += pause.random()
        play = room.table.play
        assert play is not None
        if play.deal_due:
            room.ask(HOST, c.Ready())
        elif 0 in play.actors and (play.actors == [0] or pause.random() < 0.5):
            room.do(0, play.box.notation.text(chance.choice(play.box.legal(play.asked_in, 0))))
        else:
            bots_act(room, conductor, pause.sample(range(1, 4), 3))


@pytest.mark.parametrize("game", TURN_GAMES)
def test_the_same_choices_meet_the_same_answers_at_another_pace_and_in_another_order(game: str) -> None:
    rooms = [same_room(game) for _ in range(3)]
    for n, room in enumerate(rooms):
        play_on(room, Random(5), Random(n))
    logs = [deeds_of(room) for room in rooms]
    assert len(logs[0]) > 40
    assert sorted(logs[0]) == sorted(logs[1]) == sorted(logs[2])
    ends = [room.table.play.state.tobytes() for room in rooms if room.table.play is not None]
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("game", TURN_GAMES)
def test_other_choices_may_meet_other_answers(game: str) -> None:
    rooms = [same_room(game) for _ in range(2)]
    for n, room in enumerate(rooms):
        play_on(room, Random(n), Random(1))
    assert sorted(deeds_of(rooms[0])) != sorted(deeds_of(rooms[1]))


@pytest.mark.parametrize("game", ["willi", "wimmuln"])
def test_what_is_chosen_at_the_same_time_leaves_the_same_match_in_any_order(game: str) -> None:
    found = set()
    for order in permutations(range(4)):
        play = begun(game)
        for seat in order:
            play.act(seat, play.box.legal(play.asked_in, seat)[0])
        found.add(play.state.tobytes())
    assert len(found) == 1


@pytest.mark.parametrize("game", ["willi", "wimmuln"])
def test_a_bot_does_not_see_who_has_chosen_already(game: str) -> None:
    play = begun(game)
    before = chance_of(b"seed", 3, play.box.view(play.asked_in, 3))
    for seat in range(3):
        play.act(seat, play.box.legal(play.asked_in, seat)[-1])
        assert chance_of(b"seed", 3, play.box.view(play.asked_in, 3)) == before


def begun(game: str) -> Play:
    """A match after its first deal, with all four about to choose at once."""
    play = Play(box(game), 4, box(game).options(), 0)
    deal_next(play, b"some seed")
    while play.actors != [0, 1, 2, 3]:
        play.act(play.actors[0], play.box.legal(play.state, play.actors[0])[0])
    return play


def test_bots_answer_by_the_seed_of_the_decks_only_where_others_play_the_same_cards() -> None:
    for room in (same_room("holzwurm"), started("holzwurm", 3, people=1)):
        conductor = Conductor(room.sitting, Random(1), 0.0)
        while not (jobs := conductor.due(room.now)):
            play = room.table.play
            assert play is not None
            room.do(0, play.box.notation.text(play.box.legal(play.state, 0)[0]))
        asked = conductor.look(jobs[0], room.now)
        assert asked is not None
        same = room.table.facts.same is not None
        assert (asked.seed is not None, asked.patient) == (same, same)


def test_decks_come_from_the_secret_alone_and_the_table_takes_no_salts() -> None:
    room = same_room("willi")
    assert not room.table.takes_salts
    assert room.table.seed == mixed(bytes.fromhex(SECRET), [""] * 4)
    assert [event.deck for event in room.events if isinstance(event, e.Dealt)] == [
        event.deck for event in same_room("willi").events if isinstance(event, e.Dealt)
    ]


GIVEN_UP = [c.Stand(), c.Sit(2), c.Remove("bob"), c.AddBot(seat=1), c.Empty(seat=1)]


@pytest.mark.parametrize("command", GIVEN_UP, ids=lambda one: type(one).__name__)
def test_seats_are_fixed_in_a_match_for_one(command: c.AnyCommand) -> None:
    assert same_room("willi").refused(HOST, command) == "same_seats"


def test_what_was_played_is_not_played_again() -> None:
    room = same_room("willi")
    play_on(room, Random(1), Random(2))
    assert room.stage == "over"
    assert room.refused(HOST, c.Rematch()) == "same_once"


def test_the_secret_stays_hidden_when_one_match_is_over() -> None:
    room = same_room("willi").watch()
    play_on(room, Random(1), Random(2))
    assert room.stage == "over"
    assert SECRET.encode() not in b"".join(message for told in room.sent.values() for message in told)


def test_tables_of_no_set_are_stored_and_told_as_ever() -> None:
    made = e.Made(setup=Setup("willi", 4), secret=SECRET, by=HOST)
    assert b"same" not in e.encode(made)
    room = Room(Setup("willi", 4)).watch()
    assert b'"same"' not in room.sent[0][0]
