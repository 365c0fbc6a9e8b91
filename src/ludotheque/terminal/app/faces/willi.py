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
        """The place that has cried."""
        return painted("Willi!", "bold magenta") if place == view.caller else Text()

    def counts(self, view: View, place: int) -> Sequence[Text]:
        """Tricks, points, and the sum of the tricks."""
        won = WON * view.tricks[place] + NONE_WON * (TRICKS_EACH - view.tricks[place])
        found = [self.count("tricks", won), self.count("points", view.scores[place])]
        if view.memory is not None and (total := summed(view.memory[place].won)):
            found.append(self.count("sum", total))
        return found
