"""The same play with another deal of what a seat could not see."""

from collections import Counter
from random import Random

import msgspec
import pytest

from ludotheque.games.box import box, shelf
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, blank
from ludotheque.games.match import Match
from ludotheque.games.redealt import played, redealt
from tests.games.test_chance import is_uniform

SIZES = [(game, seats) for game in shelf() for seats in box(game).rules.SEATS]


def some_match(game: str, seats: int, seed: int, steps: int) -> Match:
    """A match after some random actions."""
    chance, match = Random(f"{game} {seats} {seed}"), Match(game, seats, seed=seed)
    for _ in range(steps):
        if match.over:
            break
        seat = chance.choice(match.actors)
        actions = [action for action in match.legal(seat) if action != "stop" or chance.random() < 0.02]
        match.do(seat, chance.choice(actions or ["stop"]))
    return match


def shown(match: Match, seat: int) -> list[bytes]:
    """All that a seat saw in a match, one view after each deal and action."""
    return [
        msgspec.json.encode(played(match, match.names, match.log[:n]).view(seat)) for n in range(1, len(match.log) + 1)
    ]


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_new_deal_shows_a_seat_what_it_saw_from_the_beginning(game: str, seats: int) -> None:
    for steps in (0, 3, 9, 17):
        match = some_match(game, seats, steps, steps)
        for seat in (0, seats - 1):
            other = redealt(match, seat, seeded(steps))
            assert shown(other, seat) == shown(match, seat)
            assert other.actors == match.actors


@pytest.mark.parametrize("game", shelf())
def test_a_new_deal_changes_what_a_seat_could_not_see(game: str) -> None:
    match = some_match(game, 4, 5, 6)
    rng = seeded(1)
    decks = {str(redealt(match, 1, rng).log[0]) for _ in range(20)}
    assert len(decks) > 15


@pytest.mark.parametrize(("seed", "deals"), [(2, 66), (4, 24), (5, 144), (6, 72)])
def test_every_deal_that_fits_is_equally_likely(seed: int, deals: int) -> None:
    """Late in a round of Willi few cards are hidden, so that all the deals that fit can be counted."""
    chance, match = Random(seed), Match("willi", 4, seed=seed)
    while not (match.view(0).phase == "play" and sum(match.view(0).held) <= 6):  # type: ignore[attr-defined]
        match.do(seat := match.actors[0], chance.choice(match.legal(seat)))
    rng, draws = seeded(seed), 3000
    counts: Counter[object] = Counter(msgspec.json.encode(redealt(match, 0, rng).cards()) for _ in range(draws))
    worlds = Counter(world_of(match, rng) for _ in range(draws))
    assert counts.keys() == worlds.keys()
    assert is_uniform(counts, deals)


def world_of(match: Match, rng: Ints) -> bytes:
    out = blank(match.box.rules.RECORD)[0]
    assert match.box.redeal(match.box.view(match.state, 0), 0, rng, out)
    return msgspec.json.encode(match.box.cards(out))
