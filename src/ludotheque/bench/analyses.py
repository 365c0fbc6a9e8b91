"""The cost of analysing a whole match, for one seat."""

from collections.abc import Callable
from time import process_time

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.analysis.analyst import Analyst
from ludotheque.bots.player import Bot
from ludotheque.conditions import conditions
from ludotheque.games.box import shelf
from ludotheque.games.contract import WAIT
from ludotheque.games.match import Match
from ludotheque.games.record import write_record

SEED = 1
SEATS = 4


class AnalysisCost(msgspec.Struct):
    """The cost of one analysis, in seconds of one core."""

    game: str
    rounds: int
    decisions: int
    seconds: float


class AnalysisReport(msgspec.Struct):
    """The costs of analyses in one run."""

    conditions: dict[str, str]
    analyses: list[AnalysisCost]


def measured_analyses(console: Console, rounds: dict[str, int] | None = None) -> AnalysisReport:
    """Analyses a match of each game; in a table of `rounds` only these games, with so many rounds."""
    found = {**conditions(), "method": f"one seat of a match of {SEATS} regulars, processor time, the second of two"}
    games = {game: {"rounds": n} for game, n in rounds.items()} if rounds else {game: {} for game in shelf()}
    with console.status("") as status:
        return AnalysisReport(found, [cost(game, options, status.update) for game, options in games.items()])


def cost(game: str, options: dict[str, int], progress: Callable[[str], None]) -> AnalysisCost:
    """Analyses a match twice, since the first time compiles or loads what it needs."""
    record = match_of_regulars(game, options)
    for turn in ("warming up", "analyses"):
        progress(f"{turn}: {game}")
        begun = process_time()
        analyst = Analyst(record, 0)
        for _ in analyst.run():
            pass
        found = analyst.analysis()
    return AnalysisCost(game, len(found.rounds), len(found.decisions), process_time() - begun)


def match_of_regulars(game: str, options: dict[str, int]) -> str:
    """The record of a match between rules of thumb; in a market they look by turns."""
    match = Match(game, SEATS, seed=SEED, **options)  # type: ignore[arg-type]  # no option is called as a parameter is
    bots = [Bot(game, "regular", seed=seat) for seat in range(SEATS)]
    looks = 0
    while not match.over:
        seat = match.actors[looks % len(match.actors)]
        action = bots[seat].choose(match.box.view(match.state, seat), seat).action
        looks += 1
        if action != WAIT:
            match.do(seat, match.box.notation.text(action))
    return write_record(match)


def show_analyses(report: AnalysisReport, console: Console) -> None:
    """Prints the report."""
    table = Table(title="Analyses of a whole match for one seat")
    for name in ("game", "rounds", "decisions", "seconds", "a decision"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for one in report.analyses:
        each = f"{1000 * one.seconds / one.decisions:.0f} ms"
        table.add_row(one.game, str(one.rounds), str(one.decisions), f"{one.seconds:.1f}", each)
    console.print(table)
    console.print("Measured with " + ", ".join(f"{name} {value}" for name, value in report.conditions.items()) + ".")
