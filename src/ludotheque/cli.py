"""The command line. A command is a function here that imports what it needs when it is called."""

from pathlib import Path
from typing import Annotated

import typer

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

    play_match(Setting(game, seats, bots, seed, edition, name, lang, options_said(option or [])))


def options_said(texts: list[str]) -> dict[str, str]:
    """Options such as target=100, by name."""
    for text in texts:
        if "=" not in text:
            raise typer.BadParameter(f"write KEY=VALUE, not {text!r}", param_hint="--option")
    return {name: value for name, _, value in (text.partition("=") for text in texts)}


@app.command()
def bench(
    json: Annotated[Path | None, typer.Option(help="Keep the results in this file, too.", show_default=False)] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw them into this file: PNG or SVG.")] = None,
) -> None:
    """Measure the speed here and now, side by side with other libraries if they are installed."""
    from rich.console import Console

    from ludotheque.bench.report import draw, measured, show, write_json

    console = Console()
    report = measured(console)
    show(report, console)
    if json is not None:
        write_json(report, json)
    if plot is not None:
        draw(report, plot)
