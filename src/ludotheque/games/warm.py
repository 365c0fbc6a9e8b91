"""Compiles a game while others go on playing it uncompiled."""

from typing import Any

import numpy as np

from ludotheque.games.box import ROOM, Box, seats_in
from ludotheque.games.chance import seeded, shuffle
from ludotheque.games.compiled import Record, Verb, blank, numbers
from ludotheque.games.contract import FINE

FEW = 40  # decisions: enough to call every verb
CALLED = ("actors", "legal", "view")  # the verbs that tables and bots call from Python, again and again


def warm_up(game: Box) -> Record:
    """Calls the machine code of what tables call once, on a match that nobody plays, and only then lets others use it.

    Compiling takes seconds and is done with the first call. Whoever calls a verb meanwhile runs it uncompiled; what is
    called once a match stays so. Returns the match.
    """
    rules, seats, rng = game.module, game.rules.SEATS[0], seeded(0)
    verbs: dict[str, Verb[..., Any]] = {name: vars(rules)[name] for name in CALLED}
    actors, legal, view = (verb.native for verb in verbs.values())
    out, actions = blank(rules.RECORD)[0], np.empty(rules.MOST_LEGAL, np.int64)
    s = game.new(seats)
    deck = np.arange(rules.deck_size(seats))
    for _ in range(FEW):
        if s.phase == rules.DEALING:
            shuffle(rng, deck)
            rules.deal(s, deck)
        seat = seats_in(actors(s))[0]
        action = int(actions[legal(s, seat, actions) // 2])
        assert rules.why(s, seat, action) == FINE
        view(s, seat, out)
        rules.apply(s, seat, action)
    if s.phase == rules.DEALING:
        rules.deal(s, deck)
    warm_up_views(game)
    for verb in verbs.values():
        verb.compile()
    game.compiled = True
    return s


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
    game.views.broadcast.native(state, known, offered, 0, False, True, 0, 0, room, out, ends)
    game.views.see.native(state, 0, seen)
    game.views.whole.native(state, 0, False, out, ends)
    game.views.choices.native(state, 0, room, offered[0], out)
    game.views.happened.native(state, state, 0, 0, out)
