"""Choices tried out in common worlds, as machine code.

This source is executed once for each game and brain, with `game` being that game's rules and `search` its search, which
knows how to deal worlds, to play a round out and what scores promise (see `for_game` in compiled.py).
"""

from types import ModuleType
from typing import Any

from ludotheque.games.chance import shuffle
from ludotheque.games.compiled import Floats, Ints, Record, copy, jit
from ludotheque.games.contract import FINE, WAIT

game: ModuleType
search: ModuleType
redeal, play_out, foretell = search.redeal, search.play_out, search.foretell


@jit
def compare(
    view: Record, seat: int, who: Ints, actions: Ints, settings: Record, mind: Any, rng: Ints,
    dealt: Record, world: Record, room: Ints, fortunes: Floats, points: Floats, chances: Floats,
) -> int:  # fmt: skip
    """Plays each choice out in the same worlds, with the same chance; returns in how many: fewer than there is room for
    if no world fits the view, or if one does not allow all choices.

    A choice is an action of anyone at the table, or to WAIT.
    """
    wanted = points.shape[1]
    for done in range(wanted):
        if not redeal(view, seat, rng, dealt) or not all_allowed(dealt, who, actions):
            return done
        chance = rng[0]
        for k in range(len(actions)):
            rng[0] = chance
            copy(dealt, world)
            if actions[k] != WAIT:
                game.apply(world, who[k], actions[k])
            play_out(world, settings, mind, rng, room)
            note(world, seat, settings, fortunes, points, chances, k, done)
    return wanted


@jit
def all_allowed(s: Record, who: Ints, actions: Ints) -> bool:
    """Whether a world allows each of the choices."""
    for k in range(len(actions)):
        if actions[k] != WAIT and game.why(s, who[k], actions[k]) != FINE:
            return False
    return True


@jit
def note(
    s: Record, seat: int, settings: Record, fortunes: Floats, points: Floats, chances: Floats, k: int, i: int
) -> None:
    """Writes what a round brought a seat: points ahead of the others' mean, and its share of the match."""
    whole = 0
    for place in range(settings.places):
        whole += s.gained[place]
    points[k, i] = s.gained[seat] - (whole - s.gained[seat]) / (settings.places - 1)
    foretell(s, settings.places, fortunes)
    chances[k, i] = fortunes[seat]


@jit
def play_on(
    s: Record, seat: int, deck: Ints, settings: Record, mind: Any, rng: Ints,
    world: Record, room: Ints, fortunes: Floats, points: Floats, chances: Floats,
) -> None:  # fmt: skip
    """Plays a round out again and again: from where it is, or from a new deal each time if one is due."""
    for i in range(points.shape[1]):
        copy(s, world)
        if s.phase == game.DEALING:
            shuffle(rng, deck)
            game.deal(world, deck)
        play_out(world, settings, mind, rng, room)
        note(world, seat, settings, fortunes, points, chances, 0, i)


@jit
def promised(s: Record, places: int, fortunes: Floats) -> None:
    """Each place's share of the match by the scores alone."""
    foretell(s, places, fortunes)
