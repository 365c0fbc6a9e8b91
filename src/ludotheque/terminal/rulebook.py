"""The rules for players, from the same texts as the browser shows: games/NAME/rules/LANGUAGE.md of the web client.

They come along with the package; in a checkout they are read where they are written.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich import box as frames
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.games.box import box, shelf
from ludotheque.games.wording import catalogue
from ludotheque.terminal.screen import PAINT, Screen, chip, grid

HERE = Path(__file__).parent
PLACES = ("rules/{game}", "../../../web/src/games/{game}/rules")  # in the package, in a checkout


def rules_text(game: str, language: str) -> str:
    """The rules of a game, as they are written."""
    name = box(game).name
    folders = [HERE / place.format(game=name) for place in PLACES]
    found = next(folder for folder in folders if folder.is_dir())
    return (found / f"{language}.md").read_text("utf-8")


def drawn(text: str) -> RenderableType:
    """The rules for a terminal: in blocks between blank lines."""
    parts = [part for part in re.split(r"\n{2,}", text.strip()) if not part.startswith("<!--")]
    found: list[RenderableType] = []
    for part in parts:
        found += [block(part), Text()]
    return Group(*found)


def block(part: str) -> RenderableType:
    """One block: a heading, a list, a table, an example, or a paragraph."""
    lines = part.split("\n")
    if part.startswith("# "):
        return Rule(Text(part[2:], "bold"), align="left")
    if part.startswith("## "):
        return Text(part[3:], "bold underline")
    if part.startswith("- "):
        return Group(*(Padding(Text("• ").append_text(spans(line[2:])), (0, 0, 0, 1)) for line in lines))
    if part.startswith("|"):
        return table(lines)
    if part.startswith("```"):
        return Padding(example(lines[1:-1]), (0, 0, 0, 2))
    return spans(" ".join(lines))


def spans(text: str) -> Text:
    """A line; what stands between ** is strong."""
    found = Text()
    for i, piece in enumerate(text.split("**")):
        found.append(piece, "bold" if i % 2 else "")
    return found


def table(lines: list[str]) -> Grid:
    """A table from its lines."""
    rows = [[spans(cell.strip()) for cell in line.strip("|").split("|")] for line in lines]
    found = Grid(box=frames.SIMPLE, pad_edge=False)
    for head in rows[0]:
        found.add_column(head)
    for row in rows[2:]:
        found.add_row(*row)
    return found


def example(lines: list[str]) -> Text:
    """Cards as an example, and what is to be seen in it."""
    parts = [line.partition(": ")[::2] for line in lines]
    captions = [value for key, value in parts if key == "caption"]
    rows = [Text.from_markup(shown(key, value)) for key, value in parts if key != "caption"]
    return Text("\n").join([*rows, *(Text(caption, "italic dim") for caption in captions)])


def shown(key: str, value: str) -> str:
    """A line of an example: cards, who laid them, which of them are allowed (✓) or not (✗), or an offer."""
    sign = {"legal": "✓ ", "illegal": "✗ "}.get(key, "")
    if key == "offer":
        give, _, want = value.partition(" for ")
        return f"{shares(give)} → {shares(want)}"
    return sign + " ".join(laid(word) for word in value.split())


def laid(word: str) -> str:
    """A card, perhaps with who laid it, and a star if it wins."""
    name, _, card = word.rstrip("*").rpartition(":")
    painted = chip(card) if card[0] in PAINT else card
    return (f"{name} " if name else "") + painted + ("★" if word.endswith("*") else "") + (" " if name else "")


def shares(text: str) -> str:
    """Shares such as 2FB, one by one; nothing is nothing."""
    found = re.findall(r"(\d*)([A-Z])", text)
    return " ".join(chip(letter) for n, letter in found for _ in range(int(n or 1))) or "–"


def show_rules(game: str, language: str) -> None:
    """Prints the rules of a game."""
    Screen(language).show(drawn(rules_text(game, language)))


def list_games(language: str) -> None:
    """Prints what each game is about."""
    screen = Screen(language)
    table = grid("", "")
    for name in shelf():
        table.add_row(f"[bold]{name}[/]", str(catalogue(language, name)["about"]))
    screen.show(table)


def as_json(games: Sequence[str], language: str, briefly: bool) -> str:
    """The same for programs: one game with its text, or all games without."""
    found = [described(name, language, briefly) for name in games]
    return msgspec.json.format(msgspec.json.encode(found if briefly else found[0]), indent=2).decode()


def described(game: str, language: str, briefly: bool) -> dict[str, Any]:
    """A game as data."""
    one = box(game)
    found = {
        "game": one.name,
        "title": one.notation.TITLE,
        "language": language,
        "about": catalogue(language, game)["about"],
        "seats": list(one.rules.SEATS),
        "options": list(one.rules.OPTIONS),
        "editions": one.rules.EDITIONS,
    }
    return found if briefly else found | {"text": rules_text(game, language)}
