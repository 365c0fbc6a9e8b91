"""The league table: every level of every game as last measured, kept in measured.json beside this file.

A game's measurement has three parts. `levels`: one of each level among those of the level below. `league`: all levels
at one table, for their ratings. `curve`: experts with more and more simulations among regulars, for strength over
thinking time. Each tournament is kept in a folder while it runs, so that a measurement can be interrupted.
"""

import hashlib
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table

from ludotheque.arena.keeping import KeepingError
from ludotheque.arena.plan import TournamentPlan, plan_for
from ludotheque.arena.report import TournamentReport, fair, percent, shown, shown_share, shown_times, titled, write_json
from ludotheque.arena.standings import EntrantResult
from ludotheque.bots.levels import LEVELS, Level
from ludotheque.games.box import box, shelf

FILE = Path(__file__).with_name("measured.json")
PARTS = ("levels", "league", "curve")
SIMULATIONS = (50, 200, 500, 2000, 5000)
Play = Callable[[TournamentPlan, Path, str], TournamentReport]


class Measured(msgspec.Struct):
    """Measurements of a game's bots: reports by level, on the league, by simulations."""

    levels: dict[str, TournamentReport] = {}
    league: TournamentReport | None = None
    curve: dict[str, TournamentReport] = {}


class Shelf(msgspec.Struct):
    """Measurements of all games' bots."""

    games: dict[str, Measured] = {}


def read(path: Path = FILE) -> Shelf:
    """The last measurements, or none."""
    if not path.exists():
        return Shelf()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Shelf)
    except msgspec.DecodeError as problem:
        raise KeepingError(f"{path} is not a league table: {problem}") from None


def tournaments(game: str, part: str) -> dict[str, list[str]]:
    """The bots of each tournament of a part."""
    if part == "levels":
        return {better: [better, worse] for worse, better in pairwise(LEVELS)}
    if part == "league":
        return {"all": list(LEVELS)}
    return {str(n): [f"expert:simulations={n}", "regular"] for n in SIMULATIONS}


def measure(games: Sequence[str], parts: Sequence[str], path: Path, play: Play) -> None:
    """Measures these parts of these games and writes each down as soon as it is done; the rest stays as it was."""
    for game in games:
        for part in parts:
            for name, bots in tournaments(game, part).items():
                plan = plan_for(game, bots)
                report = play(plan, notebook_of(plan), f"{game} {part}: {' '.join(bots)}")
                enter(game, part, name, report, path)


def notebook_of(plan: TournamentPlan) -> Path:
    """Where a tournament of a measurement is kept until it is done, and after."""
    folder = user_cache_path("ludotheque") / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{plan.game}-{hashlib.sha256(msgspec.json.encode(plan)).hexdigest()[:16]}.jsonl"


def enter(game: str, part: str, name: str, report: TournamentReport, path: Path) -> None:
    """Writes a report into the league table."""
    found = read(path)
    measured = found.games.setdefault(game, Measured())
    if part == "league":
        measured.league = report
    else:
        (measured.levels if part == "levels" else measured.curve)[name] = report
    found.games = {known: found.games[known] for known in shelf() if known in found.games}
    write_json(found, path)


def strength(found: Shelf) -> dict[str, list[EntrantResult]]:
    """For each game its experts with more and more simulations."""
    return {
        game: [measured.curve[n].standings[0] for n in sorted(measured.curve, key=int)]
        for game, measured in found.games.items()
        if measured.curve
    }


def show(found: Shelf, games: Sequence[str], console: Console) -> None:
    """Prints the league tables of these games."""
    for game in games:
        measured = found.games.get(game, Measured())
        if not reports(measured):
            console.print(f"{box(game).notation.TITLE}: not measured yet.")
            continue
        console.print(league_table(game, measured))
        console.print(settings_table(measured))
        if measured.curve:
            console.print(curve_table(measured))
        console.print(footnote(measured))


def reports(measured: Measured) -> list[TournamentReport]:
    """All reports on a game."""
    return [*measured.levels.values(), *([measured.league] if measured.league else []), *measured.curve.values()]


def league_table(game: str, measured: Measured) -> Table:
    """How strong each level is, the strongest on top. A time is that of the level's duel, else of the league."""
    seats = reports(measured)[0].plan.seats
    table = titled(
        f"{box(game).notation.TITLE}, {seats} seats", "level", "ahead of next", "wins", "rating", "median", "p99"
    )
    for name in reversed(LEVELS):
        report = report_of(name, measured)
        own = standing(name, report) if report else None
        duel = own if name in measured.levels else None
        table.add_row(
            name,
            shown(duel.ahead, sign=True) if duel else "",
            shown_share(duel.wins) if duel else "",
            rating(name, measured),
            *(shown_times(own.thinking) if own else ()),
        )
    return table


def settings_table(measured: Measured) -> Table:
    """Descriptions of the levels, when they were measured, and how often."""
    table = titled("Settings", "level", "measured", "rounds")
    table.add_column("settings")
    for name in reversed(LEVELS):
        if report := report_of(name, measured):
            level = next(one for one in report.plan.bots if one.name == name)
            table.add_row(name, report.date, str(report.rounds), settings_of(level))
    return table


def curve_table(measured: Measured) -> Table:
    """Strength over thinking time."""
    table = titled("One expert among regulars", "simulations", "ahead", "wins", "median", "p99")
    fewest = min(report.rounds for report in measured.curve.values())
    table.caption = f"{fewest} rounds or more, {max(report.date for report in measured.curve.values())}"
    for n in sorted(measured.curve, key=int):
        own = measured.curve[n].standings[0]
        table.add_row(n, shown(own.ahead, sign=True), shown_share(own.wins), *shown_times(own.thinking))
    return table


def report_of(name: str, measured: Measured) -> TournamentReport | None:
    """Where a level stands: the report on its duel, else on the league."""
    return measured.levels.get(name, measured.league)


def standing(name: str, report: TournamentReport) -> EntrantResult:
    """How a bot did in a tournament."""
    return next(one for one in report.standings if one.name == name)


def rating(name: str, measured: Measured) -> str:
    """A level's rating in the league."""
    if measured.league is None:
        return ""
    own = standing(name, measured.league).rating
    return f"{own.mu:.1f} ± {own.sigma:.1f}"


def settings_of(level: Level) -> str:
    """The settings in which a level differs from the default."""
    usual = Level("")
    changed = {name: getattr(level, name) for name in Level.__struct_fields__[1:]}
    return ", ".join(f"{name}={value}" for name, value in changed.items() if value != getattr(usual, name))


def footnote(measured: Measured) -> str:
    """The meaning of the columns, and the conditions of the measurement."""
    report = reports(measured)[0]
    said = ", ".join(f"{name} {value}" for name, value in report.conditions.items())
    return (
        f"Points a round and wins of one among those of the level below, where {percent(fair(report.plan))} would be "
        f"fair; intervals hold 95 %. Measured with {said}.\n"
    )
