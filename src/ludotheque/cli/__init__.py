"""The command line. A command is a function that imports what it needs when it is called."""

from typing import Annotated

import typer

from ludotheque.cli import compile, play, puzzle, records, rules, serve, study  # noqa: A004 - what the command is called

app = typer.Typer(
    name="ludotheque",
    help="A shelf of card games that is open day and night. Without a command it opens in your browser.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
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
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Opens the shelf in the browser unless a command is given."""
    if context.invoked_subcommand is None:
        serve.serve(show=True)


for command in (
    play.play,
    play.today,
    play.challenge,
    serve.serve,
    compile.compile,
    rules.rules,
    records.replay,
    records.analyse,
    records.verify,
    puzzle.puzzle,
    study.arena,
    study.tune,
    study.train,
    study.bots,
    study.bench,
):
    app.command()(command)
