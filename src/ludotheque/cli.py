"""The command line. A command is a function here that imports what it needs when it is called."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.server.flags import with_flags

app = typer.Typer(
    name="ludotheque",
    help="A shelf of card games that is open day and night.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Runs the command line; what the user got wrong is told in one line."""
    from ludotheque.games.errors import LudothequeError

    try:
        app()
    except LudothequeError as problem:
        typer.echo(f"ludotheque: {problem}", err=True)
        raise SystemExit(2) from None


def show_version(wanted: bool) -> None:
    """Says which version this is."""
    if wanted:
        from importlib.metadata import version

        typer.echo(f"ludotheque {version('ludotheque')}")
        raise typer.Exit


@app.callback()
def ludotheque(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """A shelf of card games that is open day and night."""


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help="willi, wimmuln, holzwurm or wheedle; asked if left out.", show_default=False)
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, you included.", show_default=False)] = None,
    bots: Annotated[int | None, typer.Option(help="How many bots play; asked if left out.", show_default=False)] = None,
    seed: Annotated[int | None, typer.Option(help="The same number deals the same cards.", show_default=False)] = None,
    level: Annotated[
        str | None,
        typer.Option(help="How well the bots play: newcomer, regular, expert or master.", show_default=False),
    ] = None,
    edition: Annotated[
        str | None, typer.Option(help="An edition of the rules, such as dutch for Willi.", show_default=False)
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name; asked if left out.", show_default=False)] = None,
    lang: Annotated[
        str | None, typer.Option(help="en, fr, nl or de; else that of your system.", show_default=False)
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A rule of the game, such as target=100; repeat for more."),
    ] = None,
) -> None:
    """Play a game on this terminal, against bots."""
    from ludotheque.terminal.play import Setting
    from ludotheque.terminal.play import play as play_match

    play_match(Setting(game, seats, bots, seed, edition, name, lang, level, options_said(option or [])))


def options_said(texts: list[str]) -> dict[str, str]:
    """Options such as target=100, by name."""
    for text in texts:
        if "=" not in text:
            raise typer.BadParameter(f"write KEY=VALUE, not {text!r}", param_hint="--option")
    return {name: value for name, _, value in (text.partition("=") for text in texts)}


@app.command()
@with_flags
def serve(
    config: Annotated[
        Path | None, typer.Option(help="A TOML file with settings, such as port = 8080.", show_default=False)
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Open the shelf in your browser.")] = False,
    **flags: object,
) -> None:
    """Open the tables to the network: people join by link, without accounts, and bots fill empty seats.

    Everything can also be set by a variable such as LUDOTHEQUE_PORT, or by a line such as port = 8080 in the file
    ludotheque.toml in your configuration folder. Flags win over variables, and those over the file.
    """
    import os

    from ludotheque.server.serve import serve as serve_tables
    from ludotheque.server.settings import load

    settings = load(flags, os.environ, config)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    host = "localhost" if host in ("0.0.0.0", "127.0.0.1", "[::]") else host  # noqa: S104 - only to be shown

    def opened(port: int) -> None:
        typer.echo(f"Ludotheque is open at http://{host}:{port} (Ctrl-C closes it)")
        if show:
            show_page(f"http://{host}:{port}")

    serve_tables(settings, opened)


def show_page(address: str) -> None:
    """Opens a page in the user's browser, which may take its time."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@app.command()
def verify(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD", help="Match records, downloaded from a table.")],
) -> None:
    """Check that the cards of a match were dealt as promised, and that every move followed the rules."""
    from ludotheque.games.errors import LudothequeError
    from ludotheque.games.record import verify as verify_record

    wrong = 0
    for path in records:
        try:
            deals = verify_record(path.read_text("utf-8"))
        except (LudothequeError, OSError, UnicodeError) as problem:
            wrong += 1
            typer.echo(f"{path}: NOT as promised: {problem}", err=True)
        else:
            typer.echo(f"{path}: {deals} deals, all shuffled from the secret that was promised and the players' salts.")
    raise typer.Exit(min(wrong, 1))


@app.command()
def bench(
    what: Annotated[str, typer.Argument(help="play (random play, calls, starts), search, or live (tables).")] = "play",
    json: Annotated[Path | None, typer.Option(help="Keep the results in this file, too.", show_default=False)] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw them into this file: PNG or SVG.")] = None,
    deals: Annotated[int, typer.Option(min=2, help="Deals for each duel against OpenSpiel, with search.")] = 30,
    tables: Annotated[int, typer.Option(min=1, help="Tables at a time, with live.")] = 1000,
) -> None:
    """Measure the speed here and now, side by side with other libraries if they are installed."""
    from rich.console import Console

    from ludotheque.bench import live_report, report
    from ludotheque.bench.live_report import LiveReport

    if what not in ("play", "search", "live"):
        raise typer.BadParameter(f"measure play, search or live, not {what!r}", param_hint="WHAT")
    console = Console()
    measured: report.Report | report.SearchReport | LiveReport
    if what == "live":
        live_report.show(measured := live_report.measured(console, tables), console)
    elif what == "search":
        report.show_searches(measured := report.measured_searches(console, deals), console)
    else:
        report.show(measured := report.measured(console), console)
    if json is not None:
        report.write_json(measured, json)
    if plot is not None:
        if isinstance(measured, LiveReport):
            live_report.draw(measured, plot)
        else:
            report.draw(measured, plot)


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="willi, wimmuln, holzwurm or wheedle.")],
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
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A rule of the game, such as target=100; repeat for more."),
    ] = None,
) -> None:
    """Let bots play against bots, from the same decks in all seats, and see who is better and how sure that is."""
    from ludotheque.arena.command import Wish
    from ludotheque.arena.command import arena as play_arena

    wish = Wish(rounds, workers, ray, resume, json, plot)
    raise typer.Exit(play_arena(game, bots, seats, seed, edition, options_said(option or []), wish))


@app.command()
def bots(
    game: Annotated[str | None, typer.Argument(help="One game; all if left out.", show_default=False)] = None,
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
    """Show how strong each level of each game is, as last measured."""
    from ludotheque.arena import command

    if measure:
        code = command.measure(game, part, table, command.Wish(rounds, workers, ray))
        if code:
            raise typer.Exit(code)
    command.bots(game, json, plot, table)
