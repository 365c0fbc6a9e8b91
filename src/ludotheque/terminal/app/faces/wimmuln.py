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
        """The card that the dealer turned up, and the trumps."""
        colour = self.table.word("colour", view.trump) if view.trump else ""
        trump = self.text("trump", colour=colour) if view.trump else self.text("no_trump")
        return [
            marked(" " + self.text("dealer", who=self.table.who(view.dealer), cards=chips(view.turned), trump=trump))
        ]

    def standing(self, view: View, place: int) -> Text:
        """The place whose card is best so far."""
        best = place == view.ahead and len(view.trick) > 1
        return marked(f"[bold]{self.text('ahead').strip()}[/]") if best else Text()

    def counts(self, view: View, place: int) -> Sequence[Text]:
        """Guesses, tricks, points and triangles."""
        guess = marked(guessed(view.guesses[place], place in view.chosen))
        found = [
            painted(f"{self.text('guesses')} ", "dim").append_text(guess),
            self.count("tricks", view.tricks[place]),
            self.count("points", view.scores[place]),
        ]
        if view.triangles is not None:
            found.append(self.count("triangles", view.triangles[place]))
        return found
