"""What bots know of each game: their choice is legal, uses only what the seat may see, and beats chance."""

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import pytest

from ludotheque.games.box import Box, box, seats_in, shelf
from ludotheque.games.chance import below, seeded, shuffle
from ludotheque.games.compiled import Ints, Record, blank, compile_all
from ludotheque.games.contract import WAIT
from ludotheque.games.wheedle import bot as wheedle_bot
from ludotheque.games.wheedle.guess import guess
from ludotheque.games.wheedle.rules import ALL_DONE, RIGHT_STOP, STOP, rules_all
from tests.conftest import COMPILED
from tests.games.invariants import is_consistent
from tests.games.variants import VARIANTS, Variant, called, some_interpreted

Choose = Callable[[Record, int, Ints, int], int]
Policy = Callable[[Record, int, Ints, int, Ints], int]
POSITIONS = 2000 if COMPILED else 50
LONG = 2000  # decisions; no round comes near


def policy_of(game: str) -> Policy:
    bot = box(game).bot
    if COMPILED:
        compile_all(bot)
    habits = bot.Habits()
    return lambda s, seat, actions, n, rng: int(bot.policy(s, seat, actions, n, habits, rng))


def rounds(game: Box, s: Record, rng: Ints, choose: Choose) -> Iterator[int]:
    """Plays a match; after each round says how many decisions it took."""
    actions = np.empty(game.rules.MOST_LEGAL, np.int64)
    deck = np.arange(game.rules.deck_size(int(s.seats)))
    while s.phase == game.rules.DEALING:
        shuffle(rng, deck)
        game.rules.deal(s, deck)
        length = 0
        while seats := seats_in(game.rules.actors(s)):
            seat = seats[below(rng, len(seats))]
            n = game.rules.legal(s, seat, actions)
            game.rules.apply(s, seat, choose(s, seat, actions, n))
            length += 1
            assert length < LONG
        yield length


@pytest.mark.parametrize("variant", some_interpreted(VARIANTS))
def test_a_bot_chooses_a_legal_action_by_what_its_seat_may_see(variant: Variant) -> None:
    name, seats, options = variant
    game, policy, rng = box(name), policy_of(name), seeded(len(called(variant)))

    def choose(s: Record, seat: int, actions: Ints, n: int) -> int:
        same = rng.copy()
        answer = policy(game.view(s, seat), seat, actions, n, rng)
        assert policy(s, seat, actions, n, same) == answer
        assert same == rng
        assert answer in actions[:n]
        return answer if below(rng, 3) else int(actions[below(rng, n)])  # odd positions are wanted too

    seen = 0
    while seen < POSITIONS:
        for length in rounds(game, game.new(seats, options), rng, choose):
            seen += length
            if seen >= POSITIONS:
                break


def by_chance(game: Box, rng: Ints, actions: Ints, n: int) -> int:
    """Any action, but in Wheedle no stop: nearly all would be wrong, and nobody's play would matter."""
    action = int(actions[below(rng, n)])
    return by_chance(game, rng, actions, n) if game.name == "wheedle" and action == STOP else action


MATCHES = {"willi": 60, "wimmuln": 30, "holzwurm": 100, "wheedle": 80}  # some hundreds of deals each
AHEAD = {"willi": 7, "wimmuln": 90, "holzwurm": 100, "wheedle": 70}  # points a match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        pytest.param(name, seats, marks=[pytest.mark.long] if seats > box(name).rules.SEATS[0] else [])
        for name in shelf()
        for seats in box(name).rules.SEATS
    ],
)
def test_a_bot_beats_chance_clearly(name: str, seats: int) -> None:
    game, policy, rng = box(name), policy_of(name), seeded(seats)
    ahead = []
    for i in range(MATCHES[name]):
        bot = i % seats

        def choose(s: Record, seat: int, actions: Ints, n: int, bot: int = bot) -> int:
            return policy(s, seat, actions, n, rng) if seat == bot else by_chance(game, rng, actions, n)

        s = game.new(seats, first=i // seats % seats)
        list(rounds(game, s, rng, choose))
        scores = [int(score) for score in s.score[: game.rules.places(seats)]]
        ahead.append(scores[bot] - np.mean(scores[:bot] + scores[bot + 1 :]))
    assert np.mean(ahead) > AHEAD[name]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_markets_of_bots_end_and_nearly_all_by_a_right_stop(seats: int) -> None:
    game, policy, rng = box("wheedle"), policy_of("wheedle"), seeded(seats)
    endings = []
    for _ in range(60):
        s = game.new(seats)
        play = rounds(game, s, rng, lambda s, seat, actions, n: policy(s, seat, actions, n, rng))
        endings += [int(s.ending) for _ in play]
    assert set(endings) <= {RIGHT_STOP, ALL_DONE}
    assert endings.count(RIGHT_STOP) > 0.95 * len(endings)


@pytest.mark.interpreted
def test_what_a_negotiator_weighs_is_allowed_and_what_it_imagines_fits_what_it_sees() -> None:
    game, policy, rng = box("wheedle"), policy_of("wheedle"), seeded(8)
    habits = game.bot.Habits()
    out, world = np.empty(game.rules.MOST_LEGAL, np.int64), blank(game.rules.RECORD)[0]

    def choose(s: Record, seat: int, actions: Ints, n: int) -> int:
        view = game.view(s, seat)
        weighed = out[: wheedle_bot.candidates(view, seat, habits, out)].tolist()
        assert len(set(weighed)) == len(weighed) > 0
        assert all(action == WAIT or game.allowed(s, seat, action) for action in weighed)
        assert STOP not in weighed or rules_all(s.hand[seat])
        assert guess(view, seat, rng, world)
        assert is_consistent(game, world)
        assert game.view(world, seat).tobytes() == view.tobytes()
        wanted = weighed[below(rng, len(weighed))]
        return policy(s, seat, actions, n, rng) if wanted in (WAIT, STOP) else wanted

    endings = []
    for seats, bankrupt in ((4, "adds"), (5, "only"), (6, "adds"))[: None if COMPILED else 1]:
        s = game.new(seats, {"bankrupt": bankrupt})
        played = islice(rounds(game, s, rng, choose), None if COMPILED else 1)
        endings += [int(s.ending) for _ in played]
    assert set(endings) <= {RIGHT_STOP, ALL_DONE}
