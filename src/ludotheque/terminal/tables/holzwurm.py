"""Holzwurm on a terminal."""

from typing import Any

from ludotheque.games.holzwurm.notation import THIRTEEN, Row, View
from ludotheque.terminal.screen import chip, chips, grid
from ludotheque.terminal.tables import TextTable

NEW = "new"


class HolzwurmTable(TextTable):
    """How it looks."""

    def draw(self, view: View) -> None:
        """The pile of fate, the rows, who has how many cards, and one's hand."""
        self.screen.title(self.text("title", round=view.round, rounds=view.rounds))
        table = grid("", ">" + self.text("cards"), ">" + self.text("points"))
        for place in range(view.seats):
            table.add_row(self.row(place, place in view.actors), str(view.held[place]), str(view.scores[place]))
        self.screen.show(table)
        self.screen.line(f"{self.text('fate')}  {chips(view.fate)}")
        rows = grid(self.text("row"), self.text("needs"), ">" + self.text("minus"), self.text("plus"))
        for row in view.rows:
            needs = self.text("at_least", number=row.needs) if row.needs else self.text("nothing_fits")
            rows.add_row(self.row_name(row), needs, chips(row.minus), chips(row.plus))
        if view.rows:
            self.screen.show(rows)
        self.screen.hand(self.text("hand", worth=f"{view.worth:+}"), view.hand)

    def row_name(self, row: Row) -> str:
        """The slot and the colour of a row."""
        colour = self.word("colour", row.colour) if row.colour else self.text("open_colour")
        return f"@{row.slot} {colour}"

    def question(self, view: View, begun: str) -> str:
        """The question of the moment, and its reason."""
        return self.text("ask_where", card=chip(begun.split()[1])) if begun else self.text("ask")

    def label(self, view: View, action: str) -> str:
        """An action, or the beginning of one, as a choice: a card that is too low takes the row."""
        match action.split():
            case ["lay", card, where] if action in view.takes:
                return self.text("take", card=chip(card), row=where, sum=f"{view.takes[action]:+}")
            case ["lay", card, where]:
                return self.text("lay_new" if where == NEW else "lay", card=chip(card), row=where)
        return chip(action.split()[1]) + " …"

    def tidy(self, view: View, typed: str) -> str:
        """Small letters; a row may be named without its @."""
        words = typed.lower().split()
        return " ".join("@" + word if word.isdigit() and i > 0 else word for i, word in enumerate(words))

    def tell(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """A card laid, a row taken, and how the round ended."""
        match kind:
            case "laid" if facts["place"] != self.seat:
                key = "lays" if facts["count"] else "lays_new"
                return [self.line(key, facts, card=chip(facts["card"]), row=f"@{facts['slot']}")]
            case "took":
                return [self.line("takes", facts, cards=chips(facts["cards"]), fate=chip(facts["card_fate"]))]
            case "went_out":
                return [self.line("out", facts)]
            case "thirteen":
                return [self.line("thirteen", facts, card=chip(THIRTEEN))]
        return []
