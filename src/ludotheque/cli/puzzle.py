"""`ludotheque puzzle`."""

from typing import Annotated

import typer

from ludotheque.cli.said import GAMES, Lang, games


def puzzle(
    game: Annotated[str, typer.Argument(help=f"{GAMES}.", autocompletion=games)],
    number: Annotated[int | None, typer.Option(help="Which one; else any.", show_default=False)] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the puzzle and its solution as one line of JSON.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Find the best choice in a moment of a round.

    Weaker bots miss it; masters and many played-out deals agree on it. Ends with 0 if it was found, else with 1.
    """
    from random import SystemRandom

    from ludotheque.terminal.puzzling import as_json, puzzle_of, solve
    from ludotheque.terminal.screen import Screen
    from ludotheque.terminal.wording import chosen_language

    name = puzzle_of(game, number, SystemRandom())
    if json:
        typer.echo(as_json(game, name))
        return
    raise typer.Exit(0 if solve(game, name, Screen(chosen_language(lang))) else 1)
