"""Holzwurm on the screen: the pile of fate, and rows that grow from their middle."""

from rich.text import Text

from ludotheque.games.holzwurm.notation import Row, View
from ludotheque.terminal.app.drawing import fitted, marked, painted, small_chips, tapped
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.app.layout import block_of, narrowed, table
from ludotheque.terminal.screen import chips

ROWS = 5
PLATE = 22  # columns of a plate, at most
ROOMY_ROWS = 22  # lines from which on there is one between two rows
LABEL = 12  # columns for the name of a row


class HolzwurmFace(Face):
    """How it looks."""

    def title(self, view: View) -> str:
        """The round."""
        return self.text("title", round=view.round, rounds=view.rounds)

    def board(self, view: View, width: int, height: int) -> list[Text]:
        """The rows in the middle under the pile of fate, those around who hold cards."""
        *others, me = self.order()
        rivals = [self.plate(view, place, min(PLATE, width // len(others))) for place in others]
        own = Text("   ").join([self.name(me, PLATE, view), *self.counts(view, me)])
        if view.seat is not None:
            own.append(f"   {self.text('hand', worth=f'{view.worth:+}')}", "bold")
        fate = marked(f"{self.text('fate')}  {chips(view.fate)}")
        spread = [Text()] if height >= ROOMY_ROWS else []
        rows = [line for row in self.rows(view) for line in (row, *spread)]
        return table(block_of([fate, Text(), *rows]), rivals, block_of([own]), width, height)

    def plate(self, view: View, place: int, width: int) -> list[Text]:
        """A place: its name, cards and points."""
        counts = Text("  ").join(self.counts(view, place))
        lines = [self.name(place, width, view), Text("  ").append_text(counts)]
        return narrowed(lines, width)

    def counts(self, view: View, place: int) -> list[Text]:
        """Points and cards."""
        return [self.count("points", view.scores[place]), self.count("cards", view.held[place])]

    def rows(self, view: View) -> list[Text]:
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
