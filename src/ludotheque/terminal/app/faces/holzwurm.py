"""Holzwurm on the screen: the pile of fate, and rows that grow from their middle."""

from rich.text import Text

from ludotheque.games.holzwurm.notation import Row, View
from ludotheque.terminal.app.drawing import fitted, marked, painted, small_chips, tapped
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.screen import chips

ROWS = 5
LABEL = 12  # columns for the name of a row


class HolzwurmFace(Face):
    """How it looks."""

    def title(self, view: View) -> str:
        """The round."""
        return self.text("title", round=view.round, rounds=view.rounds)

    def board(self, view: View, width: int, height: int) -> list[Text]:
        """Who has how many cards, the pile of fate, the rows."""
        fate = marked(f" {self.text('fate')}  {chips(view.fate)}")
        if view.seat is not None:
            fate.append(f"    {self.text('hand', worth=f'{view.worth:+}')}", "bold")
        return [*self.players(view, width), Text(), fate, Text(), *self.rows(view, width)]

    def players(self, view: View, width: int) -> list[Text]:
        """The places side by side, with their cards and points."""
        column = min(20, width // view.seats)
        names, counts = Text(no_wrap=True), Text(no_wrap=True)
        for place in self.order():
            names.append_text(self.name(place, column, view))
            cards = f"{self.text('cards')} {view.held[place]}".lower()
            points = painted(f"  {view.scores[place]}", "bold").append(f" · {cards}", "dim")
            counts.append_text(fitted(points, column))
        return [names, counts]

    def rows(self, view: View, width: int) -> list[Text]:
        """The rows, minus on the left and plus on the right, all around one middle."""
        minus = [small_chips(row.minus) for row in view.rows]
        middle = max([14, *(text.cell_len for text in minus)])
        head = painted(" " * LABEL + f"{self.text('needs'):<12}", "dim")
        head.append(f"{self.text('minus'):>{middle}}", "dim").append(f" │ {self.text('plus')}", "dim")
        found = [head]
        by_slot = {row.slot: (row, text) for row, text in zip(view.rows, minus, strict=True)}
        for slot in range(ROWS):
            if slot in by_slot:
                row, left = by_slot[slot]
                found.append(tapped(self.row(row, left, middle), f"word @{slot}"))
            else:
                found.append(tapped(painted(f" @{slot} ·", "dim"), "word new"))
        return found

    def row(self, row: Row, left: Text, middle: int) -> Text:
        """One row: what it is called, what it needs, and its cards."""
        needs = f"≥ {row.needs}" if row.needs else self.text("nothing_fits")
        line = fitted(Text(f" {self.table_row(row)}"), LABEL).append(f"{needs:<12}", "bold")
        line.append_text(fitted(left, middle, "right")).append(" │ ", "dim")
        return line.append_text(small_chips(row.plus))

    def table_row(self, row: Row) -> str:
        """The slot and the colour of a row."""
        colour = self.table.word("colour", row.colour) if row.colour else self.text("open_colour")
        return f"@{row.slot} {colour}"
