"""`ludotheque arena`, `tune`, `train`, `bots` and `bench`: what is measured, and what learns."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.said import GAMES, Options, check_writable, games, options_said

if TYPE_CHECKING:
    import msgspec
    from rich.console import Console

    from ludotheque.bench import live_report, servers_report


def arena(
    game: Annotated[str, typer.Argument(help=f"{GAMES}.", autocompletion=games)],
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="newcomer, regular, expert or master, perhaps with settings: expert:simulations=200,trust=0.5. "
            "Two: one of the first among the second. As many as seats: these at one table. Else a league.",
        ),
    ],
    seats: Annotated[int | None, typer.Option(help="Else 4, in Wheedle 5.", show_default=False)] = None,
    rounds: Annotated[int, typer.Option(help="How many to play at least, in all arrangements together.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same number plays the same tournament.")] = 0,
    resume: Annotated[
        Path | None,
        typer.Option(help="Keep what has been played in this file, and go on from it.", show_default=False),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the results into this file.", show_default=False)] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw them into this file: PNG, SVG or PDF.", show_default=False)
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; else one a core.", show_default=False)] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on the Ray cluster that RAY_ADDRESS names.")] = False,
    edition: Annotated[str | None, typer.Option(help="An edition of the rules.", show_default=False)] = None,
    option: Options = None,
) -> None:
    """Let bots play against bots and see who is better.

    They play from the same decks in all seats; the answer says how sure it is. For example:
    ludotheque arena willi expert regular
    """
    from ludotheque.arena.command import TournamentOptions
    from ludotheque.arena.command import arena as play_arena

    wish = TournamentOptions(rounds, workers, ray, resume, json, plot)
    raise typer.Exit(play_arena(game, bots, seats, seed, edition, options_said(option or []), wish))


def tune(
    game: Annotated[str, typer.Argument(help=f"{GAMES}.", autocompletion=games)],
    seats: Annotated[list[int] | None, typer.Option(help="Tables of this size; else of all.")] = None,
    generations: Annotated[int, typer.Option(min=1, help="How often to draw new habits around the best.")] = 20,
    deals: Annotated[int, typer.Option(min=2, help="Deals that each is measured on, in every seat.")] = 400,
    seed: Annotated[int, typer.Option(help="The same number finds the same.")] = 0,
) -> None:
    """Look for better habits of a game's rules of thumb.

    Habits that are found can be tried in the arena: ludotheque arena holzwurm regular:room=-0.5 regular
    """
    from ludotheque.arena.tune import tune as find

    find(game, seats or (), generations, deals, seed)


def train(
    game: Annotated[str, typer.Argument(help=f"{GAMES}.", autocompletion=games)],
    file: Annotated[Path, typer.Argument(help="Where weights are kept; a training that is there goes on.")],
    iterations: Annotated[
        int, typer.Option(min=1, help="How often to play and learn; 1000 are about half an hour.")
    ] = 1000,
    lessons: Annotated[int, typer.Option(min=0, help="In so many at first, imitate the rules of thumb.")] = 20,
    teacher: Annotated[
        str, typer.Option(help="Imitate bots of this level instead, such as expert: slow, since they search.")
    ] = "",
    against: Annotated[
        str, typer.Option(help="Learn on one seat among bots of this level, who stay as they are: a best response.")
    ] = "",
    samples: Annotated[int, typer.Option(min=4096, help="Choices to learn from, in each iteration.")] = 32_768,
    begin: Annotated[
        str, typer.Option("--from", help="Begin with the weights of this file, or with the `shipped` ones.")
    ] = "",
    rate: Annotated[tuple[float, float], typer.Option(help="How fast to learn, at first and at last.")] = (
        1.5e-3,
        1.5e-4,
    ),
    entropy: Annotated[
        tuple[float, float], typer.Option(help="What it is worth to stay undecided, at first and at last.")
    ] = (0.02, 0.003),
    seed: Annotated[int, typer.Option(help="The same number learns the same.")] = 0,
    evaluations: Annotated[int, typer.Option(min=1, help="How often to measure it and keep it.")] = 20,
    ray: Annotated[bool, typer.Option("--ray", help="Play on the Ray cluster that RAY_ADDRESS names.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw how it grew: PNG, SVG or PDF.", show_default=False)] = None,
) -> None:
    """Let networks learn a game by playing it with themselves.

    What has learned can be entered in the arena. For example: ludotheque train willi mine.npz
    """
    from ludotheque.learning.command import TrainingWish
    from ludotheque.learning.command import train as learn
    from ludotheque.learning.trainer import Schedule

    plan = Schedule(
        iterations=iterations, samples=samples, lessons=lessons, teacher=teacher, against=against, rate=rate,
        entropy=entropy, seed=seed,
    )  # fmt: skip
    raise typer.Exit(learn(TrainingWish(game, file, plan, begin, evaluations, ray, plot)))


def bots(
    game: Annotated[
        str | None, typer.Argument(help="One game; all if left out.", show_default=False, autocompletion=games)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything that was measured as JSON.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw strength over thinking time: PNG, SVG or PDF.", show_default=False)
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure anew first; interrupted, the same command goes on.")
    ] = False,
    part: Annotated[
        str | None, typer.Option(help="What to measure: levels, league or curve; else all.", show_default=False)
    ] = None,
    rounds: Annotated[int, typer.Option(help="Rounds of each tournament when measuring.")] = 2000,
    workers: Annotated[int | None, typer.Option(help="Processes; else one a core.", show_default=False)] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Measure on the Ray cluster that RAY_ADDRESS names.")] = False,
    table: Annotated[
        Path | None, typer.Option(help="Another league table than the one that comes along.", show_default=False)
    ] = None,
) -> None:
    """Show how strong each level of bot is, as last measured."""
    from ludotheque.arena import command

    if measure:
        code = command.measure(game, part, table, command.TournamentOptions(rounds, workers, ray))
        if code:
            raise typer.Exit(code)
    command.bots(game, json, plot, table)


def bench(
    what: Annotated[
        str, typer.Argument(help="play (random play, calls, starts), search, envs, analysis, puzzles or live.")
    ] = "play",
    json: Annotated[Path | None, typer.Option(help="Keep the results in this file, too.", show_default=False)] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw them into this file: PNG or SVG.")] = None,
    deals: Annotated[int, typer.Option(min=2, help="Deals for each duel against OpenSpiel, with search.")] = 30,
    tables: Annotated[
        int | None, typer.Option(min=1, help="Tables at a time, with live: 1000, or 200.", show_default=False)
    ] = None,
    servers: Annotated[
        int, typer.Option(min=1, help="With live, several servers on one PostgreSQL: how many, until one is killed.")
    ] = 1,
) -> None:
    """Measure the speed here and now.

    Other libraries stand beside it, if they are installed. It takes some minutes.
    """
    from rich.console import Console

    from ludotheque.bench import analyses, live_report, puzzles, report, servers_report

    if what not in ("play", "search", "envs", "analysis", "puzzles", "live"):
        problem = f"measure play, search, envs, analysis, puzzles or live, not {what!r}"
        raise typer.BadParameter(problem, param_hint="WHAT")
    if what in ("analysis", "puzzles") and plot is not None:
        raise typer.BadParameter(f"{what} cannot be plotted", param_hint="--plot")
    check_writable(json)
    check_writable(plot)
    console = Console()
    measured: (
        report.BenchReport | report.SearchReport | report.EnvReport | live_report.LiveReport
        | servers_report.ServersReport | analyses.AnalysisReport | puzzles.PuzzleReport
    )  # fmt: skip
    if what == "live":
        measured = measured_live(console, servers, tables)
    elif what == "puzzles":
        puzzles.show(measured := puzzles.measured(console), console)
    elif what == "search":
        report.show_searches(measured := report.measured_searches(console, deals), console)
    elif what == "analysis":
        analyses.show_analyses(measured := analyses.measured_analyses(console), console)
    elif what == "envs":
        report.show_envs(measured := report.measured_envs(console), console)
    else:
        report.show(measured := report.measured(console), console)
    if json is not None:
        report.write_json(measured, json)
    if plot is not None:
        draw(measured, plot)


def measured_live(
    console: "Console", servers: int, tables: int | None
) -> "live_report.LiveReport | servers_report.ServersReport":
    """Measures live tables at one server, or several servers, and shows the report."""
    from ludotheque.bench import live_report, servers_report

    if servers > 1:
        found = servers_report.measured(console, servers, tables or 200)
        servers_report.show(found, console)
        return found
    report = live_report.measured(console, tables or 1000)
    live_report.show(report, console)
    return report


def draw(measured: "msgspec.Struct", plot: Path) -> None:
    """Draws a report."""
    from ludotheque.bench import live_report, report, servers_report

    match measured:
        case live_report.LiveReport():
            live_report.draw(measured, plot)
        case servers_report.ServersReport():
            servers_report.draw(measured, plot)
        case report.BenchReport() | report.SearchReport() | report.EnvReport():
            report.draw(measured, plot)
