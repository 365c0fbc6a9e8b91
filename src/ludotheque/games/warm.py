"""Compiles a game while others go on playing it uncompiled."""

import numpy as np

from ludotheque.games.box import ROOM, Box, seats_in
from ludotheque.games.chance import seeded, shuffle
from ludotheque.games.compiled import Verb, blank, numbers

FEW = 40  # decisions: enough to call every verb


def warm_up(game: Box) -> None:
    """Calls the machine code of every verb once, on a match that nobody plays, and only then lets others use it.

    Compiling takes seconds and is done with the first call. Whoever calls a verb meanwhile runs it uncompiled.
    """
    rules, seats, rng = game.module, game.rules.SEATS[0], seeded(0)
    verbs = {name: verb.native for name, verb in vars(rules).items() if isinstance(verb, Verb)}
    s, out, actions = blank(rules.RECORD)[0], blank(rules.RECORD)[0], np.empty(rules.MOST_LEGAL, np.int64)
    verbs["start"](s, seats, game.codes(game.options()), 0)
    deck = np.arange(rules.deck_size(seats))
    for _ in range(FEW):
        if s.phase == rules.DEALING:
            shuffle(rng, deck)
            verbs["deal"](s, deck)
        seat = seats_in(verbs["actors"](s))[0]
        n = verbs["legal"](s, seat, actions)
        action = int(actions[n // 2])
        assert verbs["allowed"](s, seat, action)
        assert verbs["why"](s, seat, action) == 0
        verbs["view"](s, seat, out)
        verbs["apply"](s, seat, action)
    warm_up_views(game)
    game.compile()


def warm_up_views(game: Box) -> None:
    """The same for steps, looks around and whole views."""
    seats, states, before = game.rules.SEATS[0], blank(game.rules.RECORD), blank(game.rules.RECORD)
    states["seats"] = seats
    states["phase"] = game.rules.DEALING
    state, ends, out = numbers(states), np.zeros(seats + 3, np.int64), np.empty(ROOM, np.uint8)
    known, offered = game.memories(seats)
    seen, room = np.zeros(len(state), np.int64), np.zeros(len(state) + game.rules.MOST_LEGAL, np.int64)
    game.views.step.native(state, numbers(before), 0, 0)
    game.views.acting.native(state)
    game.views.begin.native(state.copy(), np.arange(game.rules.deck_size(seats)))
    game.views.around.native(state, known, offered, 0, False, True, 0, 0, room, out, ends)
    game.views.see.native(state, 0, seen)
    game.views.whole.native(state, 0, False, out, ends)
    game.views.choices.native(state, 0, room, offered[0], out)
    game.views.happened.native(state, state, 0, 0, out)
