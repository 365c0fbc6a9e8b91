"""The cost of making puzzles: processor time until one is found, from rounds played by bots to deep searches."""

from itertools import count
from time import process_time

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.arena.puzzling import SEATS, USUAL_SEATS, PuzzleHunt, PuzzleJudge
from ludotheque.bench.report import say_conditions
from ludotheque.conditions import conditions
from ludotheque.games.box import box, shelf

SECONDS = 45.0  # of processor time for each game
SEED = 1


class PuzzleCost(msgspec.Struct, frozen=True):
    """Rounds played, puzzles found, and the processor time for both."""

    game: str
    rounds: int
    found: int
    seconds: float


class PuzzleReport(msgspec.Struct):
    """The cost of puzzles here and now."""

    conditions: dict[str, str]
    costs: list[PuzzleCost]


def measured(console: Console) -> PuzzleReport:
    """Hunts in each game for a while."""
    found = conditions()
    with console.status("") as status:
        costs = []
        for game in shelf():
            status.update(f"puzzles of {game}")
            costs.append(cost(game, SECONDS))
    return PuzzleReport(found, costs)


def cost(game: str, seconds: float) -> PuzzleCost:
    """Hunts for so much processor time, after one round in which everything is compiled."""
    box(game).compile()
    judge, seats, options = PuzzleJudge(game, SEED), SEATS.get(game, USUAL_SEATS), box(game).options()
    PuzzleHunt(judge, seats, options, SEED, 0).hunt()
    begun, found = process_time(), 0
    for number in count(1):
        found += PuzzleHunt(judge, seats, options, SEED, number).hunt() is not None
        if (spent := process_time() - begun) >= seconds:
            return PuzzleCost(game, number, found, spent)
    raise AssertionError("unreachable")


def show(report: PuzzleReport, console: Console) -> None:
    """Prints the report."""
    say_conditions(report.conditions, console)
    table = Table("game", "rounds played", "puzzles found", "processor time for one")
    for one in report.costs:
        each = f"{one.seconds / one.found:.1f} s" if one.found else f"more than {one.seconds:.0f} s"
        table.add_row(one.game, str(one.rounds), str(one.found), each)
    console.print(table)
