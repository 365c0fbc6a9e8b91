"""What every box promises, whatever the game."""

import hashlib
import json
import random
import re
import subprocess
import sys
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludotheque.games.box import ROOM, Box, as_numbers, box
from ludotheque.games.broadcast import Broadcast
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record, blank, copy, for_game, in_python, plain, recorded
from ludotheque.games.contract import CLOCK, DEAL_DUE, MATCH_OVER, NOT_A_SEAT, UNKNOWN_ACTION, WAIT, Happening
from ludotheque.games.declared import ranges
from ludotheque.games.errors import (
    BrokenStateError,
    DeckError,
    IllegalMoveError,
    LudothequeError,
    NotationError,
    OptionError,
    SeatsError,
    UnknownGameError,
)
from ludotheque.games.match import Match
from tests.conftest import COMPILED
from tests.games.invariants import is_consistent
from tests.games.variants import GAMES, VARIANTS, Variant, called

RULE_IDS = {"willi": ("W", 12), "wimmuln": ("M", 7), "holzwurm": ("H", 8), "wheedle": ("D", 9)}
FEW = 6  # actions


def some_position(game: str, seed: int, steps: int) -> Match:
    """A match after some random steps, with a few more for Wheedle's sake."""
    chance = random.Random(seed)
    match = Match(game, chance.choice(box(game).rules.SEATS), seed=seed)
    for _ in range(steps):
        if match.over:
            break
        seat = chance.choice(match.actors)
        action = match.box.notation.text(chance.choice(match.box.legal(match.state, seat)))
        if action != "stop":
            match.do(seat, action)
    return match


positions = st.builds(some_position, st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(0, 80))


@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_a_match_ends_and_adds_up(variant: Variant) -> None:
    game, seats, options = variant
    chance = random.Random(called(variant))
    match = Match(game, seats, seed=3, **options)
    while not match.over:
        assert is_consistent(match.box, match.state)
        seat = chance.choice(match.actors)
        match.do(seat, match.box.notation.text(chance.choice(match.box.legal(match.state, seat))))
    assert is_consistent(match.box, match.state)
    assert match.actors == []
    assert match.box.rules.why(match.state, 0, 0) == MATCH_OVER
    assert match.scores == [sum(points) for points in zip(*match.round_scores, strict=True)]
    assert match.winners == [place for place, score in enumerate(match.scores) if score == max(match.scores)]
    for points, reasons in zip(match.round_scores, match.reasons, strict=True):
        assert points == [sum(reason.points for reason in why) for why in reasons]


@pytest.mark.interpreted
@given(positions, st.integers(-3, 8), st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-5, 5000))
def test_what_is_refused_changes_nothing(match: Match, seat: int, action: int) -> None:
    rules = match.box.rules
    before = match.state.tobytes()
    why = rules.why(match.state, seat, action)
    assert why < len(match.box.refusals)
    assert match.state.tobytes() == before
    if seat in match.actors and why:
        assert action not in match.box.legal(match.state, seat)
    if not why:
        rules.apply(match.state, seat, action)
        assert is_consistent(match.box, match.state)


@pytest.mark.interpreted
@given(positions, st.integers(-3, 8), st.text(max_size=30))
def test_garbage_is_refused_with_advice(match: Match, seat: int, text: str) -> None:
    before = match.state.tobytes()
    with pytest.raises((NotationError, IllegalMoveError), match=r".{10}"):
        match.do(seat, f"{text}!")
    assert match.state.tobytes() == before


@pytest.mark.interpreted
@given(positions)
def test_legal_actions_are_allowed_and_written_as_they_are_read(match: Match) -> None:
    for seat in range(match.seats):
        actions = match.box.legal(match.state, seat)
        assert len(actions) == len(set(actions)) <= match.box.rules.MOST_LEGAL
        assert bool(actions) == (seat in match.actors)
        for action in actions:
            assert match.box.allowed(match.state, seat, action)
            assert match.box.notation.parse(match.box.notation.text(action)) == action


@pytest.mark.interpreted
@pytest.mark.parametrize("game", [game for game in GAMES if game != "wheedle"])
def test_allowed_means_listed(game: str) -> None:
    for steps in range(0, 60, 4 if COMPILED else 30):
        match = some_position(game, steps, steps)
        for seat in range(match.seats):
            actions = range(match.box.module.ACTIONS)
            allowed = [action for action in actions if match.box.allowed(match.state, seat, action)]
            assert allowed == match.box.legal(match.state, seat)
            for none in (-1, actions.stop):
                assert match.over or match.box.rules.why(match.state, seat, none) == UNKNOWN_ACTION


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_deal_nothing_can_be_done(game: str) -> None:
    for seats in box(game).rules.SEATS:
        match = Match(game, seats, dealt=False)
        assert is_consistent(match.box, match.state)
        assert match.deal_due
        assert (match.actors, match.legal(0)) == ([], [])
        assert match.box.rules.why(match.state, 0, 0) == DEAL_DUE
        assert not any(match.scores)
        match.view(0)
        match.cards()


@pytest.mark.interpreted
@given(positions)
def test_while_a_round_goes_on_nobody_has_gained_anything_by_it(match: Match) -> None:
    assert match.over or not match.state.gained.any()


@pytest.mark.interpreted
@given(positions)
def test_there_is_no_seat_beyond_the_table(match: Match) -> None:
    if match.actors:
        action = match.box.legal(match.state, match.actors[0])[0]
        for seat in (-2, -1, match.seats, match.seats + 1):
            assert match.box.rules.why(match.state, seat, action) == NOT_A_SEAT


@pytest.mark.interpreted
@given(positions)
def test_a_new_match_can_begin_on_a_used_record(match: Match) -> None:
    rules, options = match.box.rules, match.box.codes(match.options)
    fresh = match.box.new(match.seats, match.options, match.first)
    rules.start(match.state, match.seats, options, match.first)
    assert match.state.tobytes() == fresh.tobytes()
    deck = np.arange(rules.deck_size(match.seats))
    rules.deal(match.state, deck)
    rules.deal(fresh, deck)
    assert match.state.tobytes() == fresh.tobytes()


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_a_new_match_leaves_nothing_of_what_a_record_held(game: str) -> None:
    rules, options = box(game).rules, box(game).codes(box(game).options())
    for seats in rules.SEATS:
        used = blank(rules.RECORD)
        used.view(np.ndarray).view(np.int64)[:] = 7
        rules.start(used[0], seats, options, 0)
        assert used.tobytes() == box(game).start(seats).tobytes()


@pytest.mark.interpreted
@given(positions)
def test_a_state_comes_back_from_its_bytes(match: Match) -> None:
    again = match.box.from_bytes(match.state.tobytes())
    assert again.tobytes() == match.state.tobytes()


@pytest.mark.interpreted
@given(positions, st.integers(0, 127), st.integers(1, 1 << 62), st.booleans())
def test_bytes_with_a_number_out_of_its_range_are_refused(match: Match, place: int, by: int, above: bool) -> None:
    words, (low, high) = as_numbers(match.state), ranges(match.box.rules.State)
    place %= len(words)
    words[place] = min(int(high[place]) + by, (1 << 63) - 1) if above else int(low[place]) - by
    assume(not low[place] <= words[place] <= high[place])  # a stack may be as large as any number
    with pytest.raises(BrokenStateError, match="not a state of"):
        match.box.from_bytes(words.tobytes())


@pytest.mark.interpreted
@given(
    positions,
    st.lists(
        st.tuples(st.integers(0, 127), st.integers(-3, 70) | st.integers(-(1 << 63), (1 << 63) - 1)),
        min_size=1,
        max_size=3,
    ),
)
def test_from_a_consistent_state_a_match_goes_on_to_its_end(match: Match, changes: list[tuple[int, int]]) -> None:
    """Invariants are strict enough to judge by: numbers changed at random break them, or do no harm."""
    words = as_numbers(match.state)
    for place, value in changes:
        words[place % len(words)] = value
    s = recorded(match.box.rules.RECORD, words)
    if is_consistent(match.box, s):
        play_on(match.box, s)
        assert s.phase == match.box.rules.OVER


def play_on(game: Box, s: Record) -> None:
    """Random play from a state to the end of its match."""
    chance = random.Random(1)
    rng = np.random.default_rng(1)
    while s.phase != game.rules.OVER:
        if s.phase == game.rules.DEALING:
            game.rules.deal(s, rng.permutation(game.rules.deck_size(int(s.seats))))
        seat = chance.choice([seat for seat in range(s.seats) if game.rules.actors(s) >> seat & 1])
        actions = game.legal(s, seat)
        game.rules.apply(s, seat, actions[0] if chance.random() < 0.1 else chance.choice(actions))


@given(st.sampled_from(GAMES), st.binary(max_size=2000))
def test_bytes_of_any_length_are_refused(game: str, data: bytes) -> None:
    with pytest.raises(BrokenStateError):
        box(game).from_bytes(data)


@pytest.mark.interpreted
@given(positions)
def test_views_are_typed_and_ready_for_json(match: Match) -> None:
    for seat in range(-1, match.seats):
        view = match.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
    msgspec.json.encode(match.cards())
    with pytest.raises(SeatsError):
        match.view(match.seats)


@pytest.mark.interpreted
@given(positions, st.integers(0, 1000), st.lists(st.integers(0, 2000), max_size=8))
def test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know(
    match: Match, seed: int, others: list[int]
) -> None:
    """Hidden cards are changed: views, refusals and their facts stay the same to the byte."""
    world = blank(match.box.rules.RECORD)[0]
    for seat in range(-1, match.seats):
        view = match.box.view(match.state, seat)
        assert match.box.redeal(view, seat, seeded(seed), world)
        assert told(match.box, world, seat, others) == told(match.box, match.state, seat, others)


def told(game: Box, s: Record, seat: int, actions: list[int]) -> bytes:
    """Every byte that a seat could be sent: its view, its choice, and what it hears of actions that it tries."""
    view = game.look(game.view(s, seat), seat)
    legal = [game.notation.text(action) for action in game.legal(s, seat)]
    refusals = []
    for action in actions if seat >= 0 else []:
        why = int(game.rules.why(s, seat, action))
        refusals.append((why, game.notation.facts(s, seat, action, why) if why > UNKNOWN_ACTION else {}))
    return msgspec.json.encode((view, legal, refusals))


@pytest.mark.interpreted
@given(positions)
def test_what_is_not_ones_own_is_what_a_spectator_sees(match: Match) -> None:
    mine = {"seat", *match.box.told_alone.sources}
    watched = msgspec.to_builtins(match.view(-1))
    assert watched.keys() >= {*mine, *match.box.notation.MEMORY}
    for seat in range(match.seats):
        view = msgspec.to_builtins(match.view(seat))
        assert all(value == watched[name] for name, value in view.items() if name not in mine)


@pytest.mark.interpreted
@given(positions)
def test_without_the_aid_nothing_is_remembered_until_the_round_is_over(match: Match) -> None:
    notation = match.box.notation
    for seat in range(-1, match.seats):
        view = match.box.view(match.state, seat)
        whole, bare = (msgspec.to_builtins(match.box.look(view, seat, memory=aid)) for aid in (True, False))
        assert all(whole[name] is not None for name in notation.MEMORY)
        forgotten = {} if match.over else dict.fromkeys(notation.MEMORY)
        assert bare == whole | forgotten


@pytest.mark.interpreted
@given(positions)
def test_choices_are_what_a_seat_may_do_by_its_view(match: Match) -> None:
    for seat in range(match.seats):
        endless = ("offer", "centre") if match.box.market else ()
        wanted = [action for action in match.legal(seat) if not action.startswith(endless)]
        for game in compiled_and_not(match.box):
            assert game.choices(match.box.view(match.state, seat), seat) == wanted


@pytest.mark.interpreted
@given(positions)
def test_of_a_hidden_choice_all_see_only_that_it_was_made(match: Match) -> None:
    """Whatever was chosen, the same is seen to happen."""
    notation = match.box.notation
    before, after = match.box.view(match.state, -1), match.box.view(match.state, -1)
    for seat in match.actors:
        actions = [a for a in match.box.legal(match.state, seat) if notation.text(a).startswith(notation.HIDDEN)]
        happened = [match.box.happened(before, after, seat, action) for action in actions]
        assert all(other == happened[0] for other in happened)


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_given_in_advance_is_an_action(game: str) -> None:
    notation = box(game).notation
    assert all(notation.text(notation.parse(action)) == action for action in notation.STANDING)
    if not notation.STANDING:
        assert notation.standing_until(box(game).new(box(game).rules.SEATS[0])) == 0


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_view_is_made_in_one_place(game: str) -> None:
    notation, fields = box(game).notation, box(game).fields
    fixed = box(game).fixed(box(game).new(box(game).rules.SEATS[0]))
    told = (*fields.TOLD.sources, *box(game).told_alone.sources)
    assert sorted(box(game).view_type.__struct_fields__) == sorted(("seat", "actors", *fixed, *told))
    assert fields.TOLD.sources.keys() >= {*notation.MEMORY}


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_options_follow_the_number_of_seats_in_a_state(game: str) -> None:
    rules = box(game).rules
    s = box(game).new(rules.SEATS[0], {one.name: one.choices[-1] if one.choices else one.high for one in rules.OPTIONS})
    highest = [len(one.choices) - 1 if one.choices else one.high for one in rules.OPTIONS]
    assert as_numbers(s)[: 1 + len(highest)].tolist() == [rules.SEATS[0], *highest]


@pytest.mark.interpreted
@given(positions)
def test_what_is_fixed_is_so_from_the_beginning(match: Match) -> None:
    fixed = match.box.fixed(match.box.new(match.seats, match.options))
    assert all(match.box.fixed(match.box.view(match.state, seat)) == fixed for seat in range(-1, match.seats))


@pytest.mark.slow
@pytest.mark.interpreted
@given(positions, st.booleans())
def test_all_views_at_once_are_those_of_each_seat(match: Match, aid: bool) -> None:
    for game in compiled_and_not(match.box):
        broadcast = Broadcast(game, match.seats)
        broadcast.look(match.numbers, aid, full=True)
        for viewer in range(-1, match.seats):
            seen = changing(match, viewer, aid)
            assert decoded(broadcast.shown + broadcast.own(viewer)) == seen
            assert decoded(b"".join(broadcast.whole(match.numbers, viewer, aid))) == seen
        assert broadcast.acting == match.box.rules.actors(match.state)


@pytest.mark.slow
@pytest.mark.interpreted
@given(positions, st.booleans(), st.integers(0, 1000))
def test_what_is_different_after_each_action_adds_up_to_what_is_seen(match: Match, aid: bool, seed: int) -> None:
    """Fields of a view say what of the state they are made from: none says too little, in a round and between two."""
    chance = random.Random(seed)
    for game in compiled_and_not(match.box):
        broadcast, known = Broadcast(game, match.seats), [dict[str, Any]() for _ in range(-1, match.seats)]
        broadcast.look(match.numbers, aid, full=True)
        learn(known, broadcast)
        for _ in range(FEW):
            if match.over:
                break
            if match.deal_due:
                match.deal()
                broadcast.look(match.numbers, aid, full=False)
                assert broadcast.happened == b""
            else:
                before, (seat, action) = match.box.view(match.state, CLOCK), acted(match, chance)
                broadcast.look(match.numbers, aid, False, seat, action)
                after = match.box.view(match.state, CLOCK)
                assert happenings(broadcast) == match.box.happened(before, after, seat, action)
            learn(known, broadcast)
            assert known == [changing(match, viewer, aid) for viewer in range(-1, match.seats)]
        broadcast.look(match.numbers, aid, full=False)
        assert not any((broadcast.happened, broadcast.shown, *map(broadcast.own, range(-1, match.seats))))


@pytest.mark.interpreted
@given(positions, st.integers(0, 1000))
def test_there_is_room_for_what_everybody_sees_and_more(match: Match, seed: int) -> None:
    broadcast = Broadcast(match.box, match.seats)
    broadcast.look(match.numbers, memory_aid=True, full=True)
    seat, action = (CLOCK, WAIT) if match.over else acted(match, random.Random(seed))
    broadcast.look(match.numbers, True, True, seat, action)
    written = (broadcast.happened, broadcast.shown, *map(broadcast.own, range(-1, match.seats)))
    assert 4 * sum(map(len, written)) < ROOM


def compiled_and_not(game: Box) -> list[Box]:
    """A box that runs machine code if the tests are compiled, and one that never does."""
    return [game, Box(game.name, game.package)] if COMPILED else [game]


def acted(match: Match, chance: random.Random) -> tuple[int, int]:
    """Some action, just done: in a market it may be that its time is up."""
    if match.box.market and chance.random() < 0.1 and match.allowed(CLOCK, "time"):
        seat, action = CLOCK, match.box.notation.parse("time")
    else:
        seat = chance.choice(match.actors)
        action = chance.choice(match.box.legal(match.state, seat))
    match.act(seat, action)
    return seat, action


def changing(match: Match, viewer: int, aid: bool) -> dict[str, Any]:
    """What a viewer sees and is offered, but for what is the same all through the match."""
    view = match.box.view(match.state, viewer)
    seen = msgspec.to_builtins(match.box.look(view, viewer, aid))
    offered = {} if viewer == CLOCK else {"choices": match.box.choices(view, viewer)}
    fixed = {"seat", *match.box.fixed(match.state)}
    return {name: value for name, value in seen.items() if name not in fixed} | offered


def decoded(fields: bytes) -> dict[str, Any]:
    """Fields of JSON, each after a comma."""
    found: dict[str, Any] = json.loads(b"{" + fields[1:] + b"}")
    return found


def learn(known: list[dict[str, Any]], broadcast: Broadcast) -> None:
    """Puts what is different over what each viewer knew."""
    for viewer, one in enumerate(known, -1):
        one |= decoded(broadcast.shown + broadcast.own(viewer))


def happenings(broadcast: Broadcast) -> list[Happening]:
    """What followed from the action just done."""
    return msgspec.json.decode(broadcast.happened or b"[]", type=list[Happening])


@pytest.mark.interpreted
@given(positions, st.data())
def test_a_step_is_the_move_or_the_reason_why_not(match: Match, data: st.DataObject) -> None:
    rules, seat = match.box.rules, data.draw(st.integers(0, match.seats - 1))
    action = data.draw(st.sampled_from(match.box.legal(match.state, seat) or [0]))
    why, moved = int(rules.why(match.state, seat, action)), match.numbers.copy()
    if not why:
        rules.apply(recorded(rules.RECORD, moved), seat, action)
    for game in compiled_and_not(match.box):
        state, before = match.numbers.copy(), np.zeros_like(match.numbers)
        assert game.native("step")(state, before, seat, action) == why
        assert state.tobytes() == moved.tobytes()
        assert why or before.tobytes() == match.numbers.tobytes()
        assert game.native("acting")(state) == rules.actors(recorded(rules.RECORD, moved))


@pytest.mark.interpreted
@given(positions)
def test_python_reads_plain_records_as_machine_code_reads_records(match: Match) -> None:
    rules = match.box.module
    assert in_python(rules.actors)(plain(match.state)) == rules.actors(match.state)


@pytest.mark.interpreted
@given(positions)
def test_a_plain_record_has_the_same_numbers(match: Match) -> None:
    fields = plain(match.state)
    for name in match.state.dtype.names:
        assert np.array_equal(getattr(fields, name), match.state[name])


@pytest.mark.interpreted
@given(positions)
def test_a_spectator_sees_no_hand(match: Match) -> None:
    view = match.box.view(match.state, -1)
    assert not np.any(view.hand)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_small_and_copies_whole(game: str) -> None:
    assert box(game).rules.RECORD.itemsize <= 1024
    match = some_position(game, 5, 20)
    target = blank(box(game).rules.RECORD)[0]
    copy(match.state, target)
    assert target.tobytes() == match.state.tobytes()


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="compares machine code with Python")
@pytest.mark.parametrize("game", GAMES)
def test_compiled_and_interpreted_play_the_same(game: str) -> None:
    code = (
        "from tests.games.test_conformance import digest; "
        f"print(digest({game!r}))"
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={"NUMBA_DISABLE_JIT": "1", "PATH": ""}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == digest(game)


def digest(game: str) -> str:
    """A hash over some random matches, with views and redealt worlds."""
    rules = box(game).rules
    walk = for_game("ludotheque.games.walk", box(game).module)
    if COMPILED:
        box(game).compile()
    seen = hashlib.sha256()
    rng = seeded(11)
    actions = np.empty(rules.MOST_LEGAL, np.int64)
    out = blank(rules.RECORD, 2)
    for seats in rules.SEATS:
        s = box(game).new(seats)
        rules.deal(s, np.arange(rules.deck_size(seats)))
        while walk.play(s, actions, rng, 1):
            rules.view(s, 0, out[0])
            assert box(game).redeal(out[0], 0, rng, out[1])
            seen.update(s.tobytes() + out.tobytes())
    return seen.hexdigest()


def test_every_rule_has_a_test_and_stands_in_the_rules(request: pytest.FixtureRequest) -> None:
    root = request.config.rootpath
    for game, (letter, last) in RULE_IDS.items():
        tests = (root / "tests" / "games" / f"test_{game}.py").read_text("utf-8")
        rules = (root / "src" / "ludotheque" / "games" / game / "rules.py").read_text("utf-8")
        for number in range(1, last + 1):
            assert re.search(rf"def test_{letter}{number}_", tests), f"{letter}{number} has no test"
            assert re.search(rf"\b{letter}{number}\b", rules), f"{letter}{number} is not in the rules of {game}"


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match="holzwurm, wheedle, willi, wimmuln"):
        Match("chess")


@pytest.mark.parametrize("game", GAMES)
def test_bad_requests_say_what_would_be_right(game: str) -> None:
    seats = box(game).rules.SEATS
    with pytest.raises(SeatsError, match=f"{seats[0]} to {seats[-1]}"):
        Match(game, 9)
    with pytest.raises(SeatsError, match="names"):
        Match(game, seats[0], names=["one"])
    with pytest.raises(SeatsError, match="first"):
        Match(game, seats[0], first=17)
    with pytest.raises(OptionError, match="no option 'cheat'; it has"):
        Match(game, cheat=True)
    with pytest.raises(OptionError, match="no edition"):
        Match(game, edition="klingon")
    for option in box(game).rules.OPTIONS:
        wrong: Any
        for wrong in ("nonsense", 10**9, 1.5, None, -1):
            with pytest.raises(OptionError, match=option.name):
                box(game).options(given={option.name: wrong})


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_deck_is_refused(game: str) -> None:
    match = Match(game, dealt=False)
    size = match.box.rules.deck_size(match.seats)
    for deck in (np.arange(size - 1), np.zeros(size, np.int64), np.arange(size) + 1, np.array([])):
        with pytest.raises(DeckError, match=f"{size} cards"):
            match.deal(deck)
    match.deal()
    with pytest.raises(DeckError, match="no deal is due"):
        match.deal()


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_only_wheedle_is_a_market(game: str) -> None:
    assert box(game).market == (game == "wheedle")


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_a_match_and_none_does_not(game: str) -> None:
    def first_deal(seed: int | None) -> object:
        return Match(game, seed=seed).log[0]

    assert first_deal(5) == first_deal(5)
    assert first_deal(5) != first_deal(6)
    assert first_deal(None) != first_deal(None)


def test_errors_are_of_one_family() -> None:
    assert issubclass(LudothequeError, ValueError)
