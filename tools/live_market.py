"""Measures Wheedle at live tables, in simulated time: how long rounds last, what is done, and what a person has of it.

`python tools/live_market.py people` plays a person who decides every four seconds among bots; `levels 400 expert` plays
one expert among regulars, with manners on all sides, for 400 rounds.
"""

import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bots.live_market import LiveTable, Round, figures, with_person

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.pace import PACES
from ludotheque.games.wheedle.rules import SEATS

ROUNDS = 400
FIVE = 5
HEAD = "| rivals | seats | pace | seconds | trades | bots' swaps | offers | ahead | rounds won | stops | fair |"


def people(rounds: int) -> None:
    """A person among regulars and newcomers, with every number of seats and at every pace."""
    print(HEAD)
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for rivals in ("newcomer", "regular"):
        for seats in SEATS:
            print(row(rivals, seats, "usual", with_person(rivals, seats, rounds, seats)), flush=True)
    for pace in PACES:
        if pace != "usual":
            print(row("regular", FIVE, pace, with_person("regular", FIVE, rounds, FIVE, pace)), flush=True)


def row(rivals: str, seats: int, pace: str, rounds: Sequence[Round]) -> str:
    """A row of the table: medians of seconds, means of all else."""
    found = figures(rounds)
    cells = [rivals, str(seats), pace, f"{found.seconds:.0f}", f"{found.trades:.1f}", f"{found.swaps:.1f}"]
    cells += [
        f"{found.offers:.0f}",
        f"{found.ahead:+.1f}",
        f"{found.share:.0%}",
        f"{found.stops:.0%}",
        f"{1 / seats:.0%}",
    ]
    return f"| {' | '.join(cells)} |"


def levels(rounds: int, names: Sequence[str]) -> None:
    """One bot of a level among four of the level below."""
    order: list[str] = [*LEVELS]
    for name in names:
        below = order[order.index(name) - 1]
        played = LiveTable([name, *[below] * (FIVE - 1)], False, order.index(name)).play(rounds)
        ahead = [one.gained[0] - fmean(one.gained[1:]) for one in played]
        margin = 1.96 * stdev(ahead) / sqrt(len(ahead))
        found = f"{fmean(ahead):+.2f} ± {margin:.2f} points a round, {figures(played).seconds:.0f} seconds"
        print(f"one {name} among {below}s: {found}, {rounds} rounds", flush=True)


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or ["people"]
    count = int(rest[0]) if rest else ROUNDS
    if what == "people":
        people(count)
    else:
        levels(count, rest[1:] or list(LEVELS)[1:])
