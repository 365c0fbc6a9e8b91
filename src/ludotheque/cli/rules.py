"""`ludotheque rules`."""

from typing import Annotated

import typer

from ludotheque.cli.said import GAMES, Lang, games


def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            help=f"{GAMES}; all games in a line each if left out.", show_default=False, autocompletion=games
        ),
    ] = None,
    lang: Lang = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON: the text in Markdown, options and editions.")] = False,
) -> None:
    """Read the rules of a game, with examples."""
    from ludotheque.games.box import shelf
    from ludotheque.terminal.rulebook import as_json, list_games, show_rules
    from ludotheque.terminal.wording import chosen_language

    language = chosen_language(lang)
    if json:
        typer.echo(as_json(shelf() if game is None else [game], language, game is None))
    elif game is None:
        list_games(language)
    else:
        show_rules(game, language)
