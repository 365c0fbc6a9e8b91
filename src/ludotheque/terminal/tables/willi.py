"""Willi on a terminal."""

from ludotheque.games.willi.notation import View
from ludotheque.terminal.screen import chip, chips, grid
from ludotheque.terminal.tables import Table

TRICKS_EACH = 2
NONE_WON = "○"
WON = "●"


class WilliTable(Table):
    """How it looks."""

    def draw(self, view: View) -> None:
        """Who has laid what, who has won how much, and one's hand; within a trick only what is new."""
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
            total = summed(view.memory[place].won) or ""
            card = chip(laid[place]) if place in laid else ""
            if place == view.caller:
                card += " Willi!"
            table.add_row(self.row(place, place in view.actors), card, won, str(total), str(view.scores[place]))
        self.screen.show(table)

    def question(self, view: View, begun: str) -> str:
        """What is asked, and why."""
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

    def tell(self, before: View, after: View, seat: int, action: str) -> list[str]:
        """Cards, calls, the trick, the swap, and what Willi himself turned up."""
        told = [] if seat == self.seat else self.moved(seat, action)
        if action == "willi":
            told.append(self.text("calls", who=self.who(seat)))
        known = [*(played.card for played in before.trick), action.rsplit(maxsplit=1)[-1]]
        winner = next((place for place in range(4) if after.tricks[place] > before.tricks[place]), None)
        if winner is not None:
            won = [card for card in after.memory[winner].won if card not in before.memory[winner].won]
            told += self.turned_up([card for card in won if card not in known])
            won.sort(key=lambda card: known.index(card) if card in known else len(known))
            told.append(self.text("trick", who=self.who(winner), cards=chips(won), sum=summed(won)))
            known += won
        told += self.turned_up([played.card for played in after.trick if played.card not in known])
        return told

    def moved(self, seat: int, action: str) -> list[str]:
        """What another player did."""
        match action.split():
            case ["play", card]:
                return [self.text("plays", who=self.who(seat), card=chip(card))]
            case ["swap", give, take]:
                return [self.text("swaps", who=self.who(seat), give=chip(give), take=chip(take))]
        return []

    def turned_up(self, cards: list[str]) -> list[str]:
        """Cards that no player laid come from Willi's pile."""
        return [self.text("turns_up", who=self.who(3), card=chip(card)) for card in cards]


def summed(cards: list[str]) -> int:
    """The sum of some cards."""
    return sum(int(card[1:]) for card in cards)
