"""Wimmüln on a terminal."""

from typing import Any

from ludotheque.games.wimmuln.notation import Guess, View
from ludotheque.games.wimmuln.rules import GUESSES, HAND
from ludotheque.terminal.screen import chip, chips, grid
from ludotheque.terminal.tables import TextTable


class WimmulnTable(TextTable):
    """How it looks."""

    def draw(self, view: View) -> None:
        """Everybody's guesses and tricks, the trick, and one's hand."""
        tricks = int(HAND[view.seats]) - GUESSES
        self.screen.title(self.text("title", round=view.round, target=view.options["target"], tricks=tricks))
        trump = self.text("trump", colour=self.word("colour", view.trump)) if view.trump else self.text("no_trump")
        self.screen.line(self.text("dealer", who=self.who(view.dealer), cards=chips(view.turned), trump=trump))
        laid = {played.place: played.card for played in view.trick}
        table = grid("", *(self.text(key) for key in ("laid", "guesses", "tricks", "triangles", "points")))
        for place in range(view.seats):
            card = chip(laid[place]) if place in laid else ""
            if place == view.ahead and len(laid) > 1:
                card += self.text("ahead")
            table.add_row(
                self.row(place, place in view.actors),
                card,
                guessed(view.guesses[place], place in view.chosen),
                str(view.tricks[place]),
                str(view.triangles[place]) if view.triangles else "",
                str(view.scores[place]),
            )
        self.screen.show(table)
        self.screen.hand(self.text("hand"), view.hand)

    def question(self, view: View, begun: str) -> str:
        """The question of the moment, and its reason."""
        if begun:
            return self.text("ask_hidden", card=chip(begun.split()[1]))
        if view.phase == "guess":
            return self.text("ask_guess")
        if view.phase == "lead":
            return self.text("ask_turned")
        if not view.trick:
            return self.text("ask_lead")
        led = view.trick[0].card[0]
        key = "ask_follow" if any(card[0] == led for card in view.hand) else "ask_free"
        return self.text(key, colour=self.word("colour", led))

    def label(self, view: View, action: str) -> str:
        """An action, or the beginning of one, as a choice."""
        return chip(action.rsplit(maxsplit=1)[-1])

    def tell(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """The dealer's choice, the guesses when all are laid, cards, and the trick."""
        match kind:
            case "guessed":
                return [
                    self.text("guess", who=self.who(place), cards=guessed(Guess(card, None), True))
                    for place, card in enumerate(facts["cards"])
                ]
            case "won":
                return [self.line("trick", facts, cards=chips(facts["cards"]), triangles=facts["triangles"])]
            case "laid" | "led" if facts["place"] != self.seat:
                return [self.line("plays" if kind == "laid" else "leads", facts, card=chip(facts["card"]))]
        return []


def guessed(guess: Guess, chosen: bool) -> str:
    """The guesses of a place as far as one sees them: open, hidden."""
    if not chosen:
        return ""
    return " ".join(chip(card) if card else "?" for card in (guess.open, guess.hidden))
