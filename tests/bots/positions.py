"""Positions that come up when rules of thumb play."""

from collections.abc import Iterator

import numpy as np

from ludotheque.games.box import Box, box, seats_in
from ludotheque.games.chance import below, seeded, shuffle
from ludotheque.games.compiled import Ints, Record, blank


def positions(name: str, seats: int, seed: int, **options: int) -> Iterator[tuple[Record, int]]:
    """Every decision of a match between rules of thumb: the state and who is about to act."""
    game, rng = box(name), seeded(seed)
    policy, habits = game.bot.policy, game.bot.Habits()
    s = game.new(seats, options)
    actions = np.empty(game.rules.MOST_LEGAL, np.int64)
    while s.phase != game.rules.OVER:
        deal(game, s, rng)
        while actors := seats_in(game.rules.actors(s)):
            seat = actors[below(rng, len(actors))]
            yield s, seat
            n = game.rules.legal(s, seat, actions)
            action = policy(s, seat, actions, n, habits, rng)
            if action >= 0:
                game.rules.apply(s, seat, action)


def deal(game: Box, s: Record, rng: Ints) -> None:
    """The next round from a random deck."""
    deck = np.arange(game.rules.deck_size(int(s.seats)))
    shuffle(rng, deck)
    game.rules.deal(s, deck)


def copied(game: Box, s: Record) -> Record:
    """A record of its own."""
    other = blank(game.rules.RECORD)
    other[0] = s
    return other[0]
