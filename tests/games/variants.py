"""Every game with every number of seats and every set of options that matters."""

from itertools import product
from typing import Any

from ludotheque.games.box import Value, box, shelf

OPTIONS: dict[str, dict[str, list[Value]]] = {
    "willi": {"tie": ["first", "last"], "swap": ["any", "colour"]},
    "wimmuln": {"same_colour": ["trump", "no_trump"], "target": [60, 200]},
    "holzwurm": {"rounds": [1, 3]},
    "wheedle": {"quick_start": [False, True], "bankrupt": ["adds", "only"], "seconds": [0, 60]},
}
Options = dict[str, Any]
Variant = tuple[str, int, Options]
VARIANTS: list[Variant] = [
    (game, seats, dict(zip(OPTIONS[game], values, strict=True)))
    for game in shelf()
    for seats in box(game).rules.SEATS
    for values in product(*OPTIONS[game].values())
]


def called(variant: Variant) -> str:
    """A name for a variant: willi-4-first-any."""
    game, seats, options = variant
    return "-".join([game, str(seats), *map(str, options.values())])
