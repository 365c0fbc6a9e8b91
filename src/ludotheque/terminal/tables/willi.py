"""Willi on a terminal."""

from typing import Any

from ludotheque.games.willi.notation import View
from ludotheque.terminal.screen import chip, chips, grid
from ludotheque.terminal.tables import TextTable

TRICKS_EACH = 2
NONE_WON = "○"
WON = "●"


class WilliTable(TextTable):
    """How it looks."""

    def draw(self, view: View) -> None:
        """Cards laid, tricks won, and one's hand; within a trick only news."""
        if view.phase == "call":
            lying = "  ".join(f"{self.who(played.place)} {chip(played.card)}" for played in view.trick)
            self.screen.line(f"\n{self.text('lying')}  {lying}")
        elif view.phase != "swap":
            self.draw_all(view)
        self.screen.hand(self.text("hand"), view.hand)

    def draw_all(self, view: View) -> None:
        """The places in a table."""
        trick = sum(view.tricks) + 1
        self.screen.title(self.text("title", round=view.round, rounds=view.rounds, trick=trick))
        laid = {played.place: played.card for played in view.trick}
        table = grid("", *(self.text(key) for key in ("laid", "tricks", "sum", "points")))
        for place in range(4):
            won = WON * view.tricks[place] + NONE_WON * (TRICKS_EACH - view.tricks[place])
            total = summed(view.memory[place].won) or "" if view.memory else ""
            card = chip(laid[place]) if place in laid else ""
            if place == view.caller:
                card += " Willi!"
            table.add_row(self.row(place, place in view.actors), card, won, str(total), str(view.scores[place]))
        self.screen.show(table)

    def question(self, view: View, begun: str) -> str:
        """The question of the moment, and its reason."""
        trick = [played.card for played in view.trick]
        if begun:
            return self.text("ask_take", card=chip(begun.split()[1]))
        if view.phase == "call":
            return self.text("ask_call", sum=summed(trick))
        if view.phase == "swap":
            return self.text("ask_swap", sum=summed(trick))
        if view.phase == "discard":
            return self.text("ask_discard")
        if not trick:
            return self.text("ask_lead")
        led = trick[0]
        if any(card[0] == led[0] for card in view.hand):
            return self.text("ask_follow", colour=self.word("colour", led[0]), number=led[1:])
        return self.text("ask_free", colour=self.word("colour", led[0]))

    def label(self, view: View, action: str) -> str:
        """An action, or the beginning of one, as a choice."""
        match action.split():
            case ["swap", give]:
                return self.text("give", card=chip(give))
            case ["swap", give, take]:
                return self.text("swap", give=chip(give), take=chip(take))
            case [_, card]:
                return chip(card)
        return self.text(action)

    def tell(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """Cards, calls, the trick, the swap, and what Willi himself turned up."""
        match kind:
            case "called":
                return [self.line("calls", facts)]
            case "won":
                return [self.line("trick", facts, cards=chips(facts["cards"]), sum=summed(facts["cards"]))]
            case "laid" if facts["place"] != self.seat:
                return [
                    self.line("plays" if facts["place"] < self.seats else "turns_up", facts, card=chip(facts["card"]))
                ]
            case "swapped" if facts["place"] != self.seat:
                return [self.line("swaps", facts, give=chip(facts["card_given"]), take=chip(facts["card_taken"]))]
        return []


def summed(cards: list[str]) -> int:
    """The sum of some cards."""
    return sum(int(card[1:]) for card in cards)
