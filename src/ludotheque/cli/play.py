"""`ludotheque play`."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.said import GAMES, Lang, Options, check_writable, games, levels, options_said


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help=f"{GAMES}; asked if left out. Or the link of a table on a server, such as https://host/t/NAME.",
            show_default=False,
            autocompletion=games,
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, you included.", show_default=False)] = None,
    bots: Annotated[int | None, typer.Option(help="How many bots play.", show_default=False)] = None,
    seed: Annotated[int | None, typer.Option(help="The same number deals the same cards.", show_default=False)] = None,
    level: Annotated[
        str | None,
        typer.Option(
            help="How well the bots play: newcomer, regular, expert or master.",
            show_default=False,
            autocompletion=levels,
        ),
    ] = None,
    edition: Annotated[
        str | None, typer.Option(help="An edition of the rules, such as dutch for Willi.", show_default=False)
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default=False)] = None,
    lang: Lang = None,
    option: Options = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Line by line, for screen readers and pipes; else the whole screen, if there is one."
        ),
    ] = False,
    pace: Annotated[str, typer.Option(help="How long bots take: quick, usual or calm.")] = "usual",
    watch: Annotated[bool, typer.Option("--watch", help="At a table on a server: only watch.")] = False,
    record: Annotated[
        Path | None, typer.Option(help="Keep the match in this file, to replay it.", show_default=False)
    ] = None,
) -> None:
    """Play a game on this terminal.

    Against bots, or at a table on a server, by its link:

    ludotheque play willi --level expert

    ludotheque play https://host/t/NAME --name Ann
    """
    from ludotheque.terminal.evening import Manner
    from ludotheque.terminal.evening import play as play_match
    from ludotheque.terminal.setting import Setting

    check_writable(record)
    setting = Setting(game, seats, bots, seed, edition, name, lang, level, options_said(option or []))
    play_match(setting, Manner(plain, watch, pace, record))
