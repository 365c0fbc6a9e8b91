"""Texts that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

GAMES = "willi, wimmuln, holzwurm or wheedle"


def games(incomplete: str) -> list[str]:
    """The games whose name begins so, for the shell to complete."""
    from ludotheque.games.box import shelf

    return [name for name in shelf() if name.startswith(incomplete)]


def levels(incomplete: str) -> list[str]:
    """The levels whose name begins so."""
    from ludotheque.bots.levels import LEVELS

    return [name for name in LEVELS if name.startswith(incomplete)]


def languages(incomplete: str) -> list[str]:
    """The languages whose name begins so."""
    from ludotheque.games.wording import LANGUAGES

    return [name for name in LANGUAGES if name.startswith(incomplete)]


Lang = Annotated[
    str | None,
    typer.Option(help="en, fr, nl or de; else that of your system.", show_default=False, autocompletion=languages),
]
Options = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="A rule of the game, such as target=100; repeat for more."),
]


def options_said(texts: list[str]) -> dict[str, str]:
    """Options such as target=100, by name."""
    for text in texts:
        if "=" not in text:
            raise typer.BadParameter(f"write KEY=VALUE, not {text!r}", param_hint="--option")
    return {name: value for name, _, value in (text.partition("=") for text in texts)}


def read(path: Path) -> str:
    """The text of a file; `-` is what is piped in."""
    import sys

    from ludotheque.games.errors import LudothequeError

    try:
        return sys.stdin.buffer.read().decode() if str(path) == "-" else path.read_text("utf-8")
    except OSError as problem:
        raise LudothequeError(f"{path} cannot be read: {problem.strerror}") from None
    except UnicodeError:
        raise LudothequeError(f"{path} is not a text") from None


def check_writable(path: Path | None) -> None:
    """Raises before anything is done whose result could not be kept."""
    if path is not None:
        from ludotheque.arena.keeping import check_writable

        check_writable(path)
