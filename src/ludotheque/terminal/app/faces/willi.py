"""Willi on the screen."""

from collections.abc import Sequence

from rich.text import Text

from ludotheque.games.willi.notation import View
from ludotheque.terminal.app.drawing import painted
from ludotheque.terminal.app.faces.tricks import TrickFace
from ludotheque.terminal.tables.willi import NONE_WON, TRICKS_EACH, WON, summed

TRICKS = 8


class WilliFace(TrickFace):
    """How it looks."""

    def title(self, view: View) -> str:
        """The round and the trick."""
        trick = min(sum(view.tricks) + (view.phase != "swap" and self.won is None), TRICKS)
        return self.text("title", round=view.round, rounds=view.rounds, trick=max(1, trick))

    def standing(self, view: View, place: int) -> Text:
        """Who has cried."""
        return painted("  Willi!", "bold magenta") if place == view.caller else Text()

    def counts(self, view: View, order: Sequence[int]) -> list[tuple[str, list[Text]]]:
        """Tricks, their sum, and points."""
        won = [f"  {WON * view.tricks[p]}{NONE_WON * (TRICKS_EACH - view.tricks[p])}" for p in order]
        points = [f"  {view.scores[p]}" for p in order]
        rows = [(self.text("tricks"), [Text(text) for text in won])]
        if view.memory is not None:
            sums = [f"  {summed(view.memory[p].won) or ''}" for p in order]
            rows.append((self.text("sum"), [Text(text) for text in sums]))
        return [*rows, (self.text("points"), [painted(text, "bold") for text in points])]
