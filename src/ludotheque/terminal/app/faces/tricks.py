"""What games with tricks share: a column for each place, with its card of the trick."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from ludotheque.terminal.app.drawing import Size, card, empty, fitted, painted, tapped
from ludotheque.terminal.app.faces import Face

GUTTER = 12  # columns for what the lines are called


class TrickFace(Face):
    """Players side by side."""

    def board(self, view: Any, width: int, height: int) -> list[Text]:
        """The places from left to right, with what they laid and what they have won."""
        order = self.order()
        column = min(18, (width - GUTTER) // len(order))
        size = self.size(height)
        trick = self.trick(view)
        blocks = [self.laid(trick.get(place), size, column) for place in order]
        rows = [("", [self.name(place, column, view) for place in order])]
        called = {size.height // 2: self.text("laid")}
        rows += [(called.get(i, ""), [block[i] for block in blocks]) for i in range(size.height)]
        rows.append(("", [fitted(self.sign(view, place), column) for place in order]))
        rows += [(name, [fitted(text, column) for text in texts]) for name, texts in self.counts(view, order)]
        return [*self.above(view), *(line(name, cells) for name, cells in rows)]

    def trick(self, view: Any) -> dict[int, str]:
        """Who has laid what; a trick that was just won lies there a little longer."""
        if self.won is not None:
            return dict(zip(self.won.places, self.won.cards, strict=True))
        return {played.place: played.card for played in view.trick}

    def laid(self, name: str | None, size: Size, width: int) -> list[Text]:
        """A card of the trick, or where it will lie."""
        block = empty(size) if name is None else [tapped(row, f"word {name}") for row in card(name, size)]
        return [fitted(Text("  ").append_text(row), width) for row in block]

    def sign(self, view: Any, place: int) -> Text:
        """What stands under a card: who wins the trick."""
        if self.won is not None and self.won.place == place:
            return painted(f"  ★ {self.screen.text('app', 'wins_trick')}", "bold green")
        return self.standing(view, place) if self.won is None else Text()

    def above(self, view: Any) -> list[Text]:
        """What is to be known before."""
        return []

    @abstractmethod
    def standing(self, view: Any, place: int) -> Text:
        """What stands under a card while the trick is played."""

    @abstractmethod
    def counts(self, view: Any, order: Sequence[int]) -> list[tuple[str, list[Text]]]:
        """What each place has won, line by line."""


def line(name: str, cells: Sequence[Text]) -> Text:
    """A line of the board, with what it is called."""
    found = fitted(painted(name, "dim"), GUTTER - 2, "right").append("  ")
    for cell in cells:
        found.append_text(cell)
    return found
