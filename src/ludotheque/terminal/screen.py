"""Output and input in lines. A card is a colour and a letter, so that no one needs to see colours."""

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.terminal.wording import say

WIDTH = 80
PAUSE = 0.4  # seconds after what a bot does, for people to read

PAINT = {  # by the first letter of a card
    "r": "bold #ffffff on #b03a2e",
    "y": "bold #000000 on #f4d03f",
    "g": "bold #ffffff on #1d7a46",
    "b": "bold #ffffff on #1f5f99",
    "v": "bold #ffffff on #7d3c98",
    "x": "bold #000000 on #aab0b4",
    "-": "bold #ffffff on #202020",
    "B": "bold #ffffff on #1f5f99",
    "T": "bold #ffffff on #8a5a2b",
    "G": "bold #ffffff on #1d7a46",
    "H": "bold #ffffff on #7d3c98",
    "N": "bold #ffffff on #444b52",
    "P": "bold #000000 on #f4a7b9",
    "A": "bold #000000 on #f7f7f7",
    "C": "bold #000000 on #5dd0e0",
    "F": "bold #000000 on #f4d03f",
}
UNPAINTED = "bold #000000 on #d7dbdd"


class LeftError(Exception):
    """The player leaves, or there is no more input."""


class Screen:
    """A terminal, and the language that is spoken on it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.console = Console(highlight=False, soft_wrap=False)
        self.console.width = min(self.console.width, WIDTH)
        self.live = sys.stdin.isatty() and self.console.is_terminal

    def text(self, table: str, key: str, **facts: object) -> str:
        """A message as markup."""
        return say(self.language, table, key, **facts)

    def say(self, table: str, key: str, **facts: object) -> None:
        """Prints a message."""
        self.console.print(self.text(table, key, **facts))

    def line(self, markup: str = "") -> None:
        """Prints a line."""
        self.console.print(markup)

    def show(self, what: RenderableType) -> None:
        """Prints a table or the like."""
        self.console.print(what)

    def title(self, markup: str) -> None:
        """Prints a line across the screen with a title in it."""
        self.console.print()
        self.console.print(Rule(markup, align="left", style="dim"))

    def ask(self, prompt: str) -> str:
        """A line that the player types. `q` and the end of input leave."""
        self.console.print(f"[bold]{prompt}[/]", end=" ")
        try:
            typed = input().strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise LeftError from None
        if not self.live:
            self.console.print(escape(typed))
        if typed.lower() in ("q", "quit"):
            raise LeftError
        return typed

    def pause(self) -> None:
        """Waits a little, where somebody is watching."""
        if self.live:
            time.sleep(PAUSE)

    def thinking(self) -> AbstractContextManager[object]:
        """Shows that a bot thinks, where somebody is watching."""
        return self.console.status(f"[dim]{self.text('play', 'thinking')}[/]") if self.live else nullcontext()

    def hand(self, label: str, names: Sequence[str]) -> None:
        """Prints a hand, a piece for each colour; a line breaks only between them."""
        line = label
        for _, colour in groupby(names, key=lambda name: name[0]):
            piece = chip(*colour)
            if cell_len(Text.from_markup(f"{line} {piece}").plain) > self.console.width:
                self.console.print(line)
                line = " " * cell_len(label)
            line += f" {piece}"
        self.console.print(line)

    def options(self, labels: Sequence[str]) -> None:
        """Prints numbered choices, side by side."""
        width = len(str(len(labels)))
        numbered = [f"[dim]{number:>{width}}[/] {label}" for number, label in enumerate(labels, 1)]
        self.console.print(Padding(Columns(numbered, padding=(0, 2), equal=True), (0, 0, 0, 2)))


def chip(*names: str) -> str:
    """Cards of one colour as markup."""
    return f"[{PAINT.get(names[0][0], UNPAINTED)}] {' '.join(names)} [/]"


def chips(names: Sequence[str]) -> str:
    """Cards as markup, in a row."""
    return " ".join(chip(name) for name in names)


def grid(*headers: str) -> Grid:
    """A table without lines; a header that starts with > has its numbers on the right."""
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=any(headers))
    for header in headers:
        table.add_column(header.removeprefix(">"), justify="right" if header.startswith(">") else "left")
    return table
