"""A state is declared once: who may see what, and which numbers can be, follow from that."""

from random import Random
from typing import get_type_hints

import msgspec
import numpy as np
import pytest

from ludotheque.games.box import as_numbers, box, shelf
from ludotheque.games.compiled import Ints, blank, words
from ludotheque.games.declared import (
    Message,
    count,
    each,
    fields_of,
    kept,
    message,
    own,
    own_kept,
    public,
    ranges,
    record_of,
    secret,
    set_of,
    several,
    show,
    types_of,
    visibility,
    within,
)
from ludotheque.games.match import Match

NAMES = ("a", "b", "c")


class State:
    """One field of each kind of secrecy."""

    seats: int = kept(count(2, 3))
    open: int = public(count(0, 9), "shown")
    hand: Ints = own(each(3, set_of(NAMES)))
    guess: Ints = own_kept(each(3, count(-1, 9)))
    pile: Ints = secret(several(2, count(-1, 9)))


RECORD, VISIBLE = record_of(State), visibility(State, 3)


def seen(seat: int) -> dict[str, list[int]]:
    """What a seat sees of a state whose numbers are 1, 2, 3 …"""
    s, out = blank(RECORD, 2)
    words(s)[:] = np.arange(1, 11)
    words(out)[:] = 99
    show(s, seat, VISIBLE, out)
    return {name: np.atleast_1d(out[name]).tolist() for name in RECORD.names or ()}


@pytest.mark.interpreted
def test_a_view_has_what_is_admitted_and_blanks_everywhere_else() -> None:
    assert seen(1) == {"seats": [1], "open": [2], "hand": [0, 4, 0], "guess": [-1, 7, -1], "pile": [-1, -1]}
    assert seen(-1) == {"seats": [1], "open": [2], "hand": [0, 0, 0], "guess": [-1, -1, -1], "pile": [-1, -1]}


def test_a_field_that_declares_nothing_fails_at_import() -> None:
    class Careless:
        seats: int = kept(count(2, 3))
        hand: Ints

    with pytest.raises(AssertionError, match="hand must declare what it is and who may see it"):
        record_of(Careless)


def test_a_message_names_every_field_that_is_told_and_no_other() -> None:
    assert message(State, "all").sources == {"shown": "open"}
    assert message(State, "own", worth="hand").sources == {"hand": "hand", "worth": "hand"}


def test_a_message_has_the_order_of_the_view_which_must_have_all_of_it() -> None:
    class View(msgspec.Struct):
        worth: int
        hand: list[str]

    assert [*message(State, "own", View, worth="hand").sources] == ["worth", "hand"]
    with pytest.raises(AssertionError, match=r"'shown'. must be in the view"):
        message(State, "all", View)


@pytest.mark.parametrize("game", shelf())
def test_a_view_that_is_written_out_has_the_types_that_are_declared(game: str) -> None:
    """But for what nobody need remember, and for what is always there though the declaration allows for none."""
    hints, memory = get_type_hints(box(game).view_type), box(game).notation.MEMORY
    derived = {name for told in messages(game) for name, row in zip(told.sources, told.rows, strict=True) if row[0] < 0}
    for name, declared in types_of(box(game).module.State).items():
        always = [one for one in (int, str) if declared == one | None]
        possible = [declared | None] if name in memory else [declared, *always]
        assert name in derived or hints[name] in possible, name


def messages(game: str) -> tuple[Message, Message]:
    return box(game).fields.TOLD, box(game).told_alone


def test_every_number_has_a_range() -> None:
    lowest, highest = between = ranges(State)
    assert within(lowest, between)
    assert within(highest, between)
    for i in range(len(lowest)):
        for end, step in ((lowest, -1), (highest, 1)):
            numbers = end.copy()
            numbers[i] += step
            assert not within(numbers, between), i


@pytest.mark.parametrize("game", shelf())
def test_states_of_matches_are_within_what_is_declared(game: str) -> None:
    chance = Random(3)
    rules = box(game).module
    for seed in range(6):
        match = Match(game, chance.choice(box(game).rules.SEATS), seed=seed)
        for _ in range(300):
            assert within(as_numbers(match.state), ranges(rules.State))
            if match.over:
                break
            seat = chance.choice(match.actors)
            match.do(seat, match.box.notation.text(chance.choice(match.box.legal(match.state, seat))))


@pytest.mark.parametrize("game", shelf())
def test_a_games_secrets_are_declared_secret(game: str) -> None:
    """What others could see of a hand would be seen here: hands, and what lies face down, are nobody else's."""
    fields = fields_of(box(game).module.State)
    hidden = {name for name, field in fields.items() if field.seen != "all"}
    assert (
        hidden
        == {
            "willi": {"hand", "discard", "pile"},
            "wimmuln": {"hand", "open", "hidden"},
            "holzwurm": {"hand"},
            "wheedle": {"hand", "centre"},
        }[game]
    )
