"""A game that nobody has drawn yet, on the screen."""

from typing import Any

from rich.text import Text

from ludotheque.terminal.app.drawing import fitted, flowing, marked
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.tables.plain import PlainTable

NAME = 18  # columns


class PlainFace(Face):
    """How it looks."""

    @property
    def table(self) -> PlainTable:
        """Its names for everything."""
        return PlainTable(self.screen, self.game, self.sight.seat, self.sight.names, self.sight.seats)

    def title(self, view: Any) -> str:
        """The game and its round."""
        return f"{self.sight.box.notation.TITLE} · {view.round}"

    def board(self, view: Any, width: int, height: int) -> list[Text]:
        """A line for each place, then all else that is known."""
        table = self.table
        columns, others = table.parts(view)
        places = []
        for place in self.order():
            facts = [marked(f"[dim]{name}[/] {table.shown(value[place])}") for name, value in columns.items()]
            places.append(Text("   ").join([self.name(place, NAME, view), *facts]))
        known = [marked(f"[dim]{name}[/] {table.fact(name, value)}") for name, value in others.items()]
        return [fitted(line, width) for line in [*places, Text(), *flowing(known, width, "   ")]]
