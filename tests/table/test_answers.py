"""Choices that can be changed, answers in advance, commands from the past and commands that come twice."""

from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ludotheque.games.errors import IllegalMoveError, NotationError
from ludotheque.games.record import read_record, verify
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table import state
from ludotheque.table.archive import record
from ludotheque.table.facts import WATCHING
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import DIGEST, Table
from tests.table.arrange import HOST, Room, opened, same_table, started


def legal(room: Room, seat: int) -> list[str]:
    assert room.table.play is not None
    return room.table.play.legal(seat)


def dids(events: list[e.AnyEvent]) -> list[tuple[int, str]]:
    return [(event.seat, event.do) for event in events if isinstance(event, e.Did)]


# Choices at the same time


@pytest.mark.parametrize(("game", "seats"), [("willi", 3), ("willi", 4), ("wimmuln", 3), ("wimmuln", 6)])
def test_a_choice_can_be_changed_until_the_last_has_chosen(game: str, seats: int) -> None:
    room = choosing(game, seats)
    every = {seat: legal(room, seat) for seat in range(seats)}
    for seat in range(seats - 1):
        room.do(seat, every[seat][0])
    caused = [room.do(seat, every[seat][-1]) for seat in (1, 0, 1)]
    assert [event for events in caused for event in events if isinstance(event, e.Did)] == [
        e.Did(seat=seat, do=every[seat][-1], again=True, by=room.places[seat].person, id=events[0].id)
        for seat, events in zip((1, 0, 1), caused, strict=True)
    ]
    assert room.table.actors == [seats - 1]
    room.do(seats - 1, every[seats - 1][0])
    for seat in range(seats):
        with pytest.raises(IllegalMoveError):
            room.do(seat, every[seat][1])
    assert chosen_cards(room) == [every[seat][-1 if seat in (0, 1) else 0].split()[1:] for seat in range(seats)]


def choosing(game: str, seats: int) -> Room:
    """A table at which all choose at the same time."""
    room = started(game, seats)
    while len(room.table.actors) == 1:  # in Wimmüln the dealer may have something to decide before
        room.do(room.table.actors[0], legal(room, room.table.actors[0])[0])
    return room


def chosen_cards(room: Room) -> list[list[str]]:
    """The cards that each seat has put away."""
    views = [msgspec.to_builtins(room.table.play.view(seat)) for seat in range(len(room.places))]  # type: ignore[union-attr]
    return [
        [view["discarded"]] if "discarded" in view else list(view["guesses"][seat].values())
        for seat, view in enumerate(views)
    ]


def test_what_may_not_be_chosen_does_not_replace_a_choice() -> None:
    room = started("willi", 4)
    room.do(0, legal(room, 0)[0])
    before = room.state.tobytes()
    other = legal(room, 1)[0]  # a card of somebody else
    with pytest.raises(IllegalMoveError):
        room.do(0, other)
    with pytest.raises(NotationError):
        room.do(0, "discard q9")
    assert room.state.tobytes() == before
    assert room.table.play.chosen == {0: room.table.play.box.notation.parse(first_did(room))}  # type: ignore[union-attr]


def first_did(room: Room) -> str:
    return next(event.do for event in room.events if isinstance(event, e.Did))


@settings(max_examples=15)
@given(st.sampled_from(["willi", "wimmuln"]), st.integers(0, 1 << 30))
def test_a_record_has_only_final_choices_and_replays(game: str, seed: int) -> None:
    """All at one moment: lines of different rounds may be equal."""
    options = {"target": 60} if game == "wimmuln" else {}
    room, chance = started(game, 4, options=options), Random(seed)
    while room.stage == "playing":
        room.play(chance, 1)
        room.now = 1000.0
    assume(any(isinstance(event, e.Did) and event.again for event in room.events))
    text = record("t", room.log, 1)
    again = read_record(text)
    assert again.over
    assert again.state.tobytes() == room.state.tobytes()
    assert again.round_scores == room.table.play.round_scores  # type: ignore[union-attr]
    assert verify(text).deals == len(again.round_scores)
    acts = [event for event in room.events if isinstance(event, e.Did)]
    assert len(again.log) - len(again.round_scores) == len(acts) - sum(act.again for act in acts)


# Answers in advance


def called_upon() -> Room:
    """A table of Willi right after the first card: its player is asked whether to call."""
    room = started("willi", 4, first=0)
    for seat in range(4):
        room.do(seat, legal(room, seat)[0])
    room.do(0, legal(room, 0)[0])
    assert room.table.actors == [0]
    assert legal(room, 0) == ["willi", "pass"]
    return room


def test_an_answer_in_advance_is_obeyed_at_once_and_whenever_asked_until_the_trick_is_over() -> None:
    room = called_upon()
    assert dids(room.ask(HOST, c.GiveStanding("pass"))) == [(0, "pass")]
    for seat in (1, 2):
        room.do(seat, legal(room, seat)[0])
        while room.table.actors != [seat + 1]:
            assert room.table.actors != [0]
            room.do(room.table.actors[0], "pass")
    room.do(3, legal(room, 3)[0])
    assert (0, "pass") in dids(room.events[-6:])
    assert room.places[0].standing is None  # the trick is over
    asked_again(room)


def asked_again(room: Room) -> None:
    """Plays on until seat 0 is asked in the next trick, and by itself passes no more."""
    for _ in range(40):
        seat = room.table.actors[0]
        if seat == 0 and "pass" in legal(room, 0):
            return
        wanted = [action for action in legal(room, seat) if action in ("pass", "keep")] or legal(room, seat)
        room.do(seat, wanted[0])
    pytest.fail("seat 0 was not asked again")


def test_an_answer_for_a_round_lasts_over_its_tricks_and_not_into_the_next_one() -> None:
    room, chance = called_upon(), Random(5)
    room.ask(HOST, c.GiveStanding("pass", "round"))
    while not room.table.play.deal_due:  # type: ignore[union-attr]
        assert room.places[0].standing is not None
        assert not (room.table.actors == [0] and "pass" in legal(room, 0))
        room.play(chance, 1)
    assert room.places[0].standing is None


def test_an_answer_in_advance_can_be_taken_back() -> None:
    room = called_upon()
    room.do(0, "pass")
    room.ask(HOST, c.GiveStanding("pass"))
    room.ask(HOST, c.GiveStanding())
    assert room.places[0].standing is None
    room.do(1, legal(room, 1)[0])
    room.do(1, "pass")
    assert room.table.actors == [0]


def test_an_answer_in_advance_does_nothing_where_there_is_no_call() -> None:
    room = started("willi", 4, first=0)
    assert room.ask(HOST, c.GiveStanding("pass", "round"), "s") == [
        e.Stands(seat=0, do="pass", until="round", by=HOST, id="s")
    ]
    assert room.table.actors == [0, 1, 2, 3]
    for seat in range(4):
        room.do(seat, legal(room, seat)[0])
    assert room.table.actors == [0]
    assert dids(room.do(0, legal(room, 0)[0]))[1:] == [(0, "pass")]


@pytest.mark.parametrize("relieved", [False, True])
def test_who_leaves_or_is_relieved_has_said_nothing_in_advance(relieved: bool) -> None:
    room = called_upon()
    room.ask("bob", c.GiveStanding("pass", "round"))
    assert room.places[1].standing is not None
    if relieved:
        room.go("bob").after(60)
    else:
        room.ask("bob", c.Stand())
    assert room.places[1].standing is None


@settings(max_examples=20)
@given(st.integers(0, 1 << 30))
def test_who_says_something_in_advance_plays_as_who_says_it_each_time(seed: int) -> None:
    """The same match with and without it: the same actions, in the same order."""
    played = [one_round(seed, standing) for standing in (False, True)]
    assert dids(played[0].events) == dids(played[1].events)


def one_round(seed: int, standing: bool) -> Room:
    room, chances = started("willi", 4, first=0), [Random(f"{seed} {seat}") for seat in range(4)]
    if standing:
        room.ask(HOST, c.GiveStanding("pass", "round"))
    while not room.table.play.deal_due:  # type: ignore[union-attr]
        seat = room.table.actors[0]
        if seat == 0 and "pass" in legal(room, 0):
            assert not standing
            room.do(0, "pass")
        else:
            room.do(seat, chances[seat].choice(legal(room, seat)))
    return room


def test_nobody_else_hears_of_an_answer_in_advance() -> None:
    room = called_upon().watch()
    room.do(0, "pass")
    sent = {viewer: list(messages) for viewer, messages in room.sent.items()}
    told = list(room.table.facts.sent)
    room.ask("cem", c.GiveStanding("pass", "round"))
    room.ask("cem", c.GiveStanding("pass"))
    room.ask("cem", c.GiveStanding())
    for viewer in room.viewers:
        news = len(room.sent[viewer]) - len(sent[viewer])
        assert (news, room.table.facts.sent[viewer + 1] - told[viewer + 1]) == ((3, 3) if viewer == 2 else (0, 0))


# What was seen


def test_a_tap_too_many_does_nothing() -> None:
    """After the second card seat 0 is asked again: the second of two quick passes was not meant for that."""
    room = called_upon()
    saw = room.table.facts.sent[1]
    room.do(0, "pass", saw)
    with pytest.raises(IllegalMoveError):
        room.do(0, "pass", saw)
    room.do(1, legal(room, 1)[0])
    room.do(1, "pass")
    assert room.table.actors == [0]
    assert room.refused(HOST, c.Do("pass", saw)) == "past"
    assert room.refused(HOST, c.Do("willi", room.places[0].asked - 1)) == "past"
    room.do(0, "pass", room.places[0].asked)


def test_who_is_asked_again_at_once_is_asked_something_new() -> None:
    """Who has laid a card is asked whether to call: what was sent before is not an answer, and the time starts anew."""
    room = started("willi", 4, first=0, clock="brisk")
    for seat in range(4):
        room.do(seat, legal(room, seat)[0])
    saw = room.table.facts.sent[1]
    room.now += 7
    room.do(0, legal(room, 0)[0], saw)
    assert room.table.actors == [0]
    assert room.refused(HOST, c.Do("willi", saw)) == "past"
    assert room.sitting.due() == room.now + 20
    room.do(0, "willi", saw + 1)


def test_what_others_say_meanwhile_makes_nothing_past() -> None:
    room = called_upon()
    saw = room.table.facts.sent[1]
    room.ask("bob", c.Say(preset="hurry"))
    room.ask("cem", c.GiveStanding("pass"))
    room.do(0, "pass", saw)


def test_ones_own_answers_in_advance_count_in_ones_own_stream() -> None:
    room = called_upon()
    room.ask("bob", c.GiveStanding("pass"))
    room.ask("bob", c.GiveStanding())
    room.do(0, "pass")
    assert room.places[1].asked == room.table.facts.sent[2] == room.table.facts.sent[1] + 2
    assert room.refused("bob", c.Do(legal(room, 1)[0], room.table.facts.sent[1])) == "past"
    room.do(1, legal(room, 1)[0])


def test_a_choice_of_another_round_does_not_replace_one_of_this_round() -> None:
    room, chance = started("willi", 4), Random(1)
    old = room.table.facts.sent[1]
    while room.state.rounds == 1:
        room.play(chance, 1)
    choices = legal(room, 0)
    room.do(0, choices[0])
    assert room.refused(HOST, c.Do(choices[1], old)) == "past"
    assert room.refused("bob", c.Do(legal(room, 1)[0], old)) == "past"


def test_a_choice_can_be_changed_by_who_has_not_seen_the_others_choose() -> None:
    room = started("willi", 4)
    saw, choices = room.table.facts.sent[1], legal(room, 0)
    room.do(0, choices[0], saw)
    for seat in (1, 2):
        room.do(seat, legal(room, seat)[0])
    room.do(0, choices[1], saw)


def test_in_a_market_what_others_do_makes_nothing_past() -> None:
    room = started("wheedle", 4)
    dealer = room.table.actors[0]
    early = room.table.facts.sent[1]
    room.do(dealer, "turn")
    saw = room.table.facts.sent[1]
    other = (dealer + 1) % 4
    assert room.refused(room.places[other].person, c.Do("done", early)) == "past"
    for seat in range(4):
        room.do(seat, "seek B give T", saw)
    for seat in range(3):
        room.do(seat, "done", saw)
        room.do(seat, "undone", saw)


def test_two_who_take_the_same_offer_do_not_both_get_it() -> None:
    room = started("wheedle", 4)
    room.do(room.table.actors[0], "turn")
    gift = next(iter(msgspec.to_builtins(room.table.play.cards())["hands"][0]))  # type: ignore[union-attr]
    room.do(0, f"offer {gift} for nothing")
    saw = room.table.facts.sent[2]
    number = msgspec.to_builtins(room.table.play.view(WATCHING))["players"][0]["offer"]["number"]  # type: ignore[union-attr]
    room.do(1, f"take {number}", saw)
    assert room.refused("cem", c.Do(f"take {number}", saw)) == "offer_gone"
    assert sum(room.state.held) == 60


# The same command twice


def test_a_command_is_known_again_also_after_the_table_was_rebuilt() -> None:
    room = opened(people=2)
    room.start(ref="start")
    room.do(0, legal(room, 0)[0])
    room.ask("bob", c.Say("x"), "start")  # ids are each person's own
    again = restored(snapshot(room.table))
    assert again is not None
    for table in (room.table, Table.rebuild("t", room.log), again):
        assert table.obeyed(HOST, "start")
        assert table.obeyed("bob", "start")
        assert not table.obeyed("bob", "c1")
        assert not table.obeyed("cem", "start")


def test_what_was_refused_is_not_taken_for_done() -> None:
    room = opened(people=1)
    with pytest.raises(ValueError, match="taken"):
        room.ask("bob", c.Sit(0), "sit")
    assert not room.table.obeyed("bob", "sit")


def test_every_command_of_a_match_is_remembered_and_of_the_match_before() -> None:
    room = started("holzwurm", 2, options={"rounds": 1})
    known = []
    for n in range(400):
        room.ask("bob", c.ChangePace("calm"), f"pace {n}")
        known.append(f"pace {n}")
    room.play(Random(1), 10_000)
    assert room.stage == "over"
    assert all(room.table.obeyed("bob", ref) for ref in known)
    room.ask(HOST, c.Rematch(), "again")
    room.start(ref="start")
    assert all(room.table.obeyed("bob", ref) for ref in known)
    assert same_table(Table.rebuild("t", room.log), room.table)
    room.play(Random(2), 10_000)
    room.ask(HOST, c.Rematch(), "and again")
    assert not room.table.obeyed("bob", "pace 0")
    assert room.table.obeyed(HOST, "start")


def test_what_is_remembered_of_a_match_without_end_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 50
    monkeypatch.setattr(state, "MOST_COMMANDS", most)
    room = opened(people=2)
    for n in range(2 * most + 1):
        room.ask("bob", c.ChangePace("calm"), f"pace {n}")
    facts = room.table.facts
    assert len(facts.commands) + len(facts.commands_before) <= 2 * DIGEST * most
    assert not room.table.obeyed("bob", "pace 0")
    assert all(room.table.obeyed("bob", f"pace {n}") for n in range(most + 1, 2 * most + 1))
