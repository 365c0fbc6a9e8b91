"""`ludotheque play`."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.said import GAMES, Lang, Options, check_writable, games, levels, options_said, read


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
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="RECORD", help="Play on from a moment of a finished match.", show_default=False),
    ] = None,
    step: Annotated[
        int | None, typer.Option(help="With --from: after which step, as replay counts them.", show_default=False)
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="With --from: on which seat; seats count from 0.", show_default=False)
    ] = None,
    new_deal: Annotated[
        bool, typer.Option("--new-deal", help="With --from: deal anew what that seat could not see.")
    ] = False,
    record: Annotated[
        Path | None, typer.Option(help="Keep the match in this file, to replay it.", show_default=False)
    ] = None,
) -> None:
    """Play a game on this terminal.

    Against bots, or at a table on a server, by its link:

    ludotheque play willi --level expert

    ludotheque play https://host/t/NAME --name Ann

    Or from a moment of a match that is over:

    ludotheque play --from RECORD --step 37 --seat 2 --new-deal
    """
    from ludotheque.terminal.evening import Manner
    from ludotheque.terminal.evening import play as play_match
    from ludotheque.terminal.setting import Setting

    check_writable(record)
    setting = Setting(game, seats, bots, seed, edition, name, lang, level, options_said(option or []))
    if source is None and (step is not None or seat is not None or new_deal):
        raise typer.BadParameter("name the match to play on from", param_hint="--from")
    if source is not None:
        from ludotheque.terminal.playing_on import goes_on_from

        setting = goes_on_from(setting, read(source), step or 1, seat or 0, new_deal)
    play_match(setting, Manner(plain, watch, pace, record))


def today(
    server: Annotated[str, typer.Argument(metavar="SERVER", help="The address of a server, such as https://host.")],
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game to play; without one, what there is.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default=False)] = None,
    lang: Lang = None,
) -> None:
    """Play the deal of the day on a server: the same cards and the same bots for everybody, once.

    ludotheque today https://host

    ludotheque today https://host willi
    """
    from ludotheque.terminal.today import today as play_today

    play_today(server, game, name, lang)


def challenge(
    place: Annotated[
        str, typer.Argument(metavar="LINK", help="The link of a challenge; or the address of a server, and a game.")
    ],
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game of a new challenge.", autocompletion=games)
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, bots included.", show_default=False)] = None,
    level: Annotated[
        str | None, typer.Option(help="How well its bots play.", show_default=False, autocompletion=levels)
    ] = None,
    edition: Annotated[str | None, typer.Option(help="An edition of the rules.", show_default=False)] = None,
    option: Options = None,
    each: Annotated[bool, typer.Option("--each", help="From each seat in turn, not from the first alone.")] = False,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default=False)] = None,
    lang: Lang = None,
) -> None:
    """Play the same cards as a friend, against the same bots; or make such a challenge.

    ludotheque challenge https://host/challenge/ID

    ludotheque challenge https://host willi --level expert
    """
    from ludotheque.terminal.challenge import challenge as play_challenge
    from ludotheque.terminal.setting import Setting

    setting = Setting(game, seats, None, None, edition, name, lang, level, options_said(option or []))
    play_challenge(place, setting, each)
