"""Seating plans that give everybody the same luck.

A table is a tuple of entrants, by their numbers. The same decks are played in several arrangements of it. If these are
few, as for one A among Bs, all are played. Else the table is drawn in a new order for each match and turned around:
everybody sits in every seat equally often, and nobody always before or behind the same rival.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from ludotheque.games.errors import LudothequeError

FEW = 6  # different arrangements that are all played
Seating = tuple[int, ...]


class EntrantsError(LudothequeError):
    """Too few bots for a comparison."""


def arrangements(table: Seating, chance: Random) -> list[Seating]:
    """All different seatings of a table if they are few; else one that is drawn, turned around."""
    found: dict[Seating, None] = {}
    for seating in permutations(sorted(table)):
        found[seating] = None
        if len(found) > FEW:
            drawn = tuple(chance.sample(table, len(table)))
            return list(dict.fromkeys(drawn[n:] + drawn[:n] for n in range(len(drawn))))
    return list(found)


def entered(names: list[str], seats: int) -> tuple[list[str], Seating | None]:
    """The entrants, and the table if it is always the same one; without it they play a league.

    Two names are one A among Bs. As many names as seats sit down as they are named; the same name is the same entrant.
    Any other number is a league of all different names.
    """
    if len(names) == 2:
        return names, (0, *[1] * (seats - 1))
    entrants = list(dict.fromkeys(names))
    if len(entrants) < 2:
        raise EntrantsError("an arena needs two bots at least, such as: expert regular")
    return entrants, tuple(entrants.index(name) for name in names) if len(names) == seats else None


def league(entrants: int, seats: int, seed: int) -> Iterator[Seating]:
    """Tables without end: everybody sits equally often, and meets everybody equally often.

    Entrants that are fewer than the seats all sit at every table, and the seats left go to who has sat least.
    """
    chance = Random(f"league {seed}")
    sat = [0] * entrants
    met = [[0] * entrants for _ in range(entrants)]
    while True:
        table: list[int] = []
        for _ in range(seats):
            table.append(next_guest(table, sat, met, chance))
            sat[table[-1]] += 1
        for one in table:
            for other in table:
                met[one][other] += one != other
        yield tuple(table)


def next_guest(table: list[int], sat: list[int], met: list[list[int]], chance: Random) -> int:
    """The next to sit at a table: fewest meetings with those there, then fewest sittings, then a draw."""
    absent = [one for one in range(len(sat)) if one not in table]
    drawn = chance.sample(absent or range(len(sat)), len(absent) or len(sat))
    if not absent:
        return min(drawn, key=lambda one: sat[one])
    return min(drawn, key=lambda one: (sum(met[one][other] for other in table), sat[one]))
