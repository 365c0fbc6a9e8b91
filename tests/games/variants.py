"""Every game with every number of seats and every set of options that matters."""

import os
from itertools import product
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from ludotheque.games.box import box, shelf
from ludotheque.games.contract import Value

GAMES = tuple(os.environ.get("LUDOTHEQUE_GAMES", " ".join(shelf())).split())  # some only, for mutation testing
OPTIONS: dict[str, dict[str, list[Value]]] = {
    "willi": {"tie": ["first", "last"], "swap": ["any", "colour"]},
    "wimmuln": {"same_colour": ["trump", "no_trump"], "target": [60, 200]},
    "holzwurm": {"rounds": [1, 3]},
    "wheedle": {"quick_start": [False, True], "bankrupt": ["adds", "only"], "seconds": [0, 60]},
}
for game in GAMES:  # of others, all choices, and the usual number and the least
    given = box(game).rules.OPTIONS
    OPTIONS.setdefault(game, {one.name: [*one.choices] if one.choices else [one.default, one.low] for one in given})
Options = dict[str, Any]
Variant = tuple[str, int, Options]
VARIANTS: list[Variant] = [
    (game, seats, dict(zip(OPTIONS[game], values, strict=True)))
    for game in GAMES
    for seats in box(game).rules.SEATS
    for values in product(*OPTIONS[game].values())
]


def ends(variants: list[Variant]) -> list[Variant]:
    """Of each game the first and the last: fewest and most seats, and every option one way and the other."""
    found = [[one for one in variants if one[0] == game] for game in GAMES]
    return [one for of_game in found for one in of_game[:: max(1, len(of_game) - 1)]]


def some_interpreted(variants: list[Variant]) -> list[ParameterSet]:
    """All of them, and those at the ends also uncompiled, which takes long."""
    marks = [[pytest.mark.interpreted] if one in ends(variants) else [] for one in variants]
    return [pytest.param(v, marks=m, id=called(v)) for v, m in zip(variants, marks, strict=True)]


def called(variant: Variant) -> str:
    """A name for a variant: willi-4-first-any."""
    game, seats, options = variant
    return "-".join([game, str(seats), *map(str, options.values())])
