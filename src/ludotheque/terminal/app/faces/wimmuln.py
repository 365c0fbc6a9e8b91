"""Wimmüln on the screen."""

from collections.abc import Sequence

from rich.text import Text

from ludotheque.games.wimmuln.notation import View
from ludotheque.games.wimmuln.rules import GUESSES, HAND
from ludotheque.terminal.app.drawing import marked, painted
from ludotheque.terminal.app.faces.tricks import TrickFace
from ludotheque.terminal.screen import chips
from ludotheque.terminal.tables.wimmuln import guessed


class WimmulnFace(TrickFace):
    """How it looks."""

    def title(self, view: View) -> str:
        """The round, and how far one plays."""
        tricks = int(HAND[view.seats]) - GUESSES
        return self.text("title", round=view.round, target=view.options["target"], tricks=tricks)

    def above(self, view: View) -> list[Text]:
        """What the dealer turned up, and the trumps."""
        colour = self.table.word("colour", view.trump) if view.trump else ""
        trump = self.text("trump", colour=colour) if view.trump else self.text("no_trump")
        return [
            marked(" " + self.text("dealer", who=self.table.who(view.dealer), cards=chips(view.turned), trump=trump))
        ]

    def standing(self, view: View, place: int) -> Text:
        """Whose card is best so far."""
        return marked(f" [bold]{self.text('ahead')}[/]") if place == view.ahead and len(view.trick) > 1 else Text()

    def counts(self, view: View, order: Sequence[int]) -> list[tuple[str, list[Text]]]:
        """Guesses, tricks, triangles and points."""
        rows = [
            (self.text("guesses"), [marked(f" {guessed(view.guesses[p], p in view.chosen)}") for p in order]),
            (self.text("tricks"), [Text(f"  {view.tricks[p]}") for p in order]),
        ]
        if view.triangles is not None:
            triangles = view.triangles
            rows.append((self.text("triangles"), [Text(f"  {triangles[p]}") for p in order]))
        return [*rows, (self.text("points"), [painted(f"  {view.scores[p]}", "bold") for p in order])]
