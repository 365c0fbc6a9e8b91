"""`ludotheque compile`."""

from typing import Annotated

import typer

from ludotheque.cli.said import GAMES
from ludotheque.cli.said import games as known_games


def compile(  # noqa: A001 - what the command is called
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help=f"{GAMES}; all if none is named.", show_default=False, autocompletion=known_games
        ),
    ] = None,
) -> None:
    """Compile games now, so that bots search from the first minute on.

    Rules, views and searches become machine code and are kept in your cache folder. Without this a server does it by
    itself when it is started first, while it is played on.
    """
    import asyncio
    from time import perf_counter

    from ludotheque.compiling import CompileQueue, cores
    from ludotheque.games.box import box, shelf
    from ludotheque.games.errors import LudothequeError

    wanted, begun = [box(game).name for game in games or shelf()], perf_counter()
    done: list[str] = []

    def tell(game: str) -> None:
        done.append(game)
        typer.echo(f"{game} is compiled ({len(done)} of {len(wanted)}, {perf_counter() - begun:.0f} s)")

    typer.echo(f"Compiling {', '.join(wanted)} ...")
    asyncio.run(CompileQueue(wanted, tell, cores(), load=False).run())
    if missing := [game for game in wanted if game not in done]:
        raise LudothequeError(f"{', '.join(missing)} could not be compiled: what was wrong stands above")
