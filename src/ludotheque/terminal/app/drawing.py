"""Cards and lines as texts. A colour always comes with its letter; what can be played stands higher."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ludotheque.terminal.screen import PAINT, UNPAINTED, chip

DIM = "dim"
SHAPES = {"r": "♥", "y": "●", "g": "♣", "b": "◆", "v": "▲", "x": "■", "-": "✖"}
ROUND = tuple("╭─╮│╰╯")
DOUBLE = tuple("╔═╗║╚╝")
DOTTED = tuple("┌╌┐╎└┘")
FADED = "#8f8f8f on #303532"  # what cannot be played now, in an opaque tint


class Size(NamedTuple):
    """How large cards are."""

    width: int
    height: int


SMALL = Size(5, 3)
LARGE = Size(7, 5)
HUGE = Size(11, 7)


def painted(text: str, style: str) -> Text:
    """Some letters of a style; what is added to them has its own."""
    return Text().append(text, style)


def marked(markup: str) -> Text:
    """Markup of the words as a line of text."""
    return Text.from_markup(markup)


def tapped(text: Text, pick: str) -> Text:
    """The same, to be tapped."""
    text.stylize(Style(meta={"pick": pick}))
    return text


def card(name: str, size: Size = SMALL, cursor: bool = False, faded: bool = False) -> list[Text]:
    """A card, as so many lines."""
    paint = FADED if faded else PAINT.get(name[0], UNPAINTED)
    left, line, right, side, low_left, low_right = DOUBLE if cursor else ROUND
    inner = size.width - 2
    rows = face(name, size)
    drawn = [left + line * inner + right, *(f"{side}{row}{side}" for row in rows), low_left + line * inner + low_right]
    return [painted(row, paint) for row in drawn]


def face(name: str, size: Size) -> list[str]:
    """The text on a card."""
    letter, number = (name[0], name[1:]) if name[0] != "-" else ("", name)
    if size == SMALL:
        return [f"{letter}{number:>{3 - len(letter)}}"]
    middle = f"{letter} {SHAPES.get(name[0], '')}".strip() if letter else ""
    inner = size.width - 2
    blank = [" " * inner] * ((size.height - 5) // 2)
    return [f"{number:<{inner}}", *blank, f"{middle:^{inner}}", *blank, f"{number:>{inner}}"]


def empty(size: Size = SMALL) -> list[Text]:
    """Where a card will lie."""
    left, line, right, side, low_left, low_right = DOTTED
    inner = size.width - 2
    rows = [left + line * inner + right, *[f"{side}{' ' * inner}{side}"] * (size.height - 2)]
    return [painted(row, DIM) for row in [*rows, low_left + line * inner + low_right]]


def beside(blocks: Sequence[Sequence[Text]], height: int, between: str = "") -> list[Text]:
    """Blocks side by side, each as wide as its first line, filled up at the bottom."""
    lines = []
    for row in range(height):
        line = Text(no_wrap=True)
        for block in blocks:
            line.append_text(block[row] if row < len(block) else Text(" " * block[0].cell_len))
            line.append(between)
        lines.append(line)
    return lines


def lifted(block: Sequence[Text], up: bool) -> list[Text]:
    """A block in a line of blocks of which some stand a line higher."""
    gap = Text(" " * block[0].cell_len)
    return [*block, gap] if up else [gap, *block]


def fitted(text: Text, width: int, align: str = "left") -> Text:
    """A line of exactly that width."""
    line = text.copy()
    line.no_wrap = True
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis")
    spare = width - line.cell_len
    before = {"left": 0, "center": spare // 2, "right": spare}[align]
    return Text(" " * before).append_text(line).append(" " * (spare - before))


def flowing(pieces: Sequence[Text], width: int, between: str = "  ") -> list[Text]:
    """Pieces in lines, as many in each as fit."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + cell_len(between) + piece.cell_len <= width:
            lines[-1].append(between).append_text(piece)
        else:
            lines.append(piece.copy())
    return lines


def small_chips(names: Sequence[str]) -> Text:
    """Cards in a line, without gaps between."""
    return Text("").join(marked(chip(name)) for name in names)
