"""What an agent sees and does, by laws that the packages' own tests do not know."""

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from ludotheque.envs.batch import Batch
from ludotheque.envs.interface import Interface
from ludotheque.envs.setup import EnvSetup, set_up
from ludotheque.envs.single import Single
from ludotheque.games.box import box, shelf
from ludotheque.games.chance import seeded, shuffle
from ludotheque.games.errors import UnknownGameError
from tests.envs.reference import observation, random_choices

TABLES = [(game, seats) for game in shelf() for seats in box(game).rules.SEATS]
POSITIONS = 60


def positions(setup: EnvSetup, n: int, seed: int) -> Iterator[Single]:
    """Positions of random play."""
    chance, rng, match = np.random.default_rng(seed), seeded(seed), Single(setup)
    deck = np.arange(setup.box.rules.deck_size(setup.seats))
    for _ in range(n):
        if not match.actors:
            if match.over:
                match.start(0)
            shuffle(rng, deck)
            match.deal(deck)
        else:
            seat = int(chance.choice(match.actors))
            match.act(seat, int(random_choices(match.legal(seat)[None], chance)[0]))
        yield match


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_seat_sees_the_same_when_all_it_has_not_seen_is_dealt_anew(game: str, seats: int) -> None:
    setup, rng = set_up(game, seats), seeded(seats)
    for match in positions(setup, POSITIONS, seats):
        for seat in range(seats):
            world = match.redealt(seat, rng)
            assert np.array_equal(world.observe(seat, seat), match.observe(seat, seat))
            assert np.array_equal(world.legal(seat), match.legal(seat))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_vector_says_what_the_view_says_and_stays_within_its_bounds(game: str, seats: int) -> None:
    setup = set_up(game, seats)
    interface = setup.interface
    for match in positions(setup, POSITIONS, seats):
        for seat in range(seats):
            seen = match.observe(seat, seat)
            assert np.allclose(seen, observation(interface, match.view(seat), seat))
            assert (seen >= interface.low).all()
            assert (seen <= interface.high).all()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_mask_has_what_the_rules_allow(game: str, seats: int) -> None:
    setup = set_up(game, seats)
    for match in positions(setup, POSITIONS, seats):
        for seat in range(seats):
            legal = setup.box.legal(match.state, seat)
            numbers = {setup.interface.number(match.view(seat), seat, action) for action in legal}
            chosen = set(np.flatnonzero(match.legal(seat)).tolist())
            assert numbers <= chosen if setup.box.market else numbers == chosen
            assert bool(chosen) == (seat in match.actors), "who may act has a choice, in every position"


@pytest.mark.parametrize("game", shelf())
def test_every_choice_is_written_as_people_write_it(game: str) -> None:
    notation, interface = box(game).notation, set_up(game).interface
    assert len(set(interface.texts)) == len(interface.texts)
    for action in interface.spec.actions:
        if action.text != "wait" and not action.field:
            assert notation.parse(action.text) == action.code
            assert notation.text(action.code) == action.text


@pytest.mark.parametrize("game", shelf())
def test_fields_lie_side_by_side(game: str) -> None:
    interface = set_up(game).interface
    ends = [0, *(part.stop for part in interface.parts.values())]
    assert [part.start for part in interface.parts.values()] == ends[:-1]
    assert ends[-1] == interface.size == len(interface.low)
    assert (interface.low < interface.high).all()


def test_a_game_without_an_interface_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ludotheque.envs.specs.willi", None)
    with pytest.raises(UnknownGameError, match=r"Willi has no learning interface: there is no ludotheque\.envs\.specs"):
        Interface(box("willi"), 4, {})


def test_neighbours_are_told_from_oneself_on() -> None:
    games = Batch(set_up("willi", 4), 1, seed=3, threads=1)
    games.step([games.mask[0].argmax()])
    for seat in range(4):
        seen = games.observe(0, seat)[0][games.fields["chosen"]]
        assert seen.tolist() == [float((seat + turn) % 4 == 0) for turn in range(4)]
