"""What holds in every position of every game, checked as machine code over random matches.

Like walk.py this source is executed once for each game, with `game` being that game's rules.
"""

from importlib import import_module
from types import ModuleType

from ludotheque.games.cards import has, lowest, one, rest
from ludotheque.games.chance import below, shuffle
from ludotheque.games.compiled import Ints, Record, for_game, jit

game: ModuleType
redeal = import_module(f"{game.__package__}.worlds").redeal
consistent = for_game(f"tests.games.invariants.{game.__name__.split('.')[-2]}", game, compiled=False).consistent
look = game.view  # Numba takes any call of `.view` for NumPy's
PROBED = vars(game).get("ACTIONS", 1 << 20)  # Wheedle has no end of offers
FINE, NO_WORLD, WORLD_IS_BROKEN, VIEW_DIFFERS, ACTORS_DIFFER, CHOICE_DIFFERS, REFUSAL_DIFFERS, STATE_IS_BROKEN = range(
    8
)


@jit
def random_position(s: Record, deck: Ints, actions: Ints, rng: Ints) -> None:
    """Goes on by one random decision, or deals; begins a new match after the end."""
    seats = game.actors(s)
    if seats:
        seat = one(seats, rng) if rest(seats) else lowest(seats)
        n = game.legal(s, seat, actions)
        game.apply(s, seat, actions[below(rng, n)])
    else:
        shuffle(rng, deck)
        game.deal(s, deck)


@jit
def same(words: Ints, others: Ints) -> bool:
    for i in range(len(words)):
        if words[i] != others[i]:
            return False
    return True


@jit
def same_choice(s: Record, world: Record, seat: int, actions: Ints, others: Ints, rng: Ints) -> int:
    """A seat can do and is refused the same in both worlds: neither tells it what it may not know."""
    n = game.legal(s, seat, actions)
    if game.legal(world, seat, others) != n or not same(actions[:n], others[:n]):
        return CHOICE_DIFFERS
    for _ in range(8):
        action = below(rng, PROBED)
        if game.why(s, seat, action) != game.why(world, seat, action):
            return REFUSAL_DIFFERS
    return FINE


@jit
def broken(
    s: Record, view: Record, world: Record, again: Record, words: Ints, words_again: Ints,
    seat: int, actions: Ints, others: Ints, rng: Ints,
) -> int:  # fmt: skip
    """Which law a position breaks for a seat."""
    for i in range(len(words)):
        words[i] = below(rng, 1000) - 500  # a view is built from nothing, whatever lay there before
    look(s, seat, view)
    if not redeal(view, seat, rng, world):
        return NO_WORLD
    if not consistent(world):
        return WORLD_IS_BROKEN
    look(world, seat, again)
    if not same(words, words_again):
        return VIEW_DIFFERS
    if game.actors(s) != game.actors(world):
        return ACTORS_DIFFER
    if seat >= 0 and has(game.actors(s), seat):
        return same_choice(s, world, seat, actions, others, rng)
    return FINE


@jit
def check(
    s: Record, view: Record, world: Record, again: Record, words: Ints, words_again: Ints,
    seats: int, options: Ints, deck: Ints, actions: Ints, others: Ints, rng: Ints, positions: int,
) -> int:  # fmt: skip
    """Checks that many random positions for all seats and a spectator; returns the first law that is broken."""
    for i in range(positions):
        if i == 0 or s.phase == game.OVER:
            game.start(s, seats, options, i % seats)
        random_position(s, deck, actions, rng)
        if not consistent(s):
            return STATE_IS_BROKEN
        for seat in range(-1, seats):
            law = broken(s, view, world, again, words, words_again, seat, actions, others, rng)
            if law != FINE:
                return law
    return FINE
