"""Wheedle on a terminal."""

from typing import Any

from ludotheque.games.wheedle.notation import LETTERS, Offer, View, counts, stack_called
from ludotheque.games.wheedle.rules import MAJORITY, SHARES
from ludotheque.terminal.screen import chip, grid
from ludotheque.terminal.tables import TextTable

WORDS = (
    "turn",
    "seek",
    "give",
    "offer",
    "for",
    "to",
    "nothing",
    "withdraw",
    "take",
    "centre",
    "stop",
    "done",
    "undone",
)
TOLD = {
    "right_stop": "stops_rightly",
    "wrong_stop": "stops_wrongly",
    "fell": "falls",
    "done": "is_done",
    "undone": "is_undone",
    "withdrew": "is_withdraw",
}
SPOKEN = ("stop", "done", "undone", "withdraw", "turn")


class WheedleTable(TextTable):
    """How it looks."""

    def draw(self, view: View) -> None:
        """The centre, who offers what, and one's stacks with what is missing to a majority."""
        self.screen.title(self.text("title", round=view.round, rounds=view.rounds))
        centre = self.text("bankrupt", card=self.company(view.centre)) if view.centre else self.text("face_down")
        self.screen.line(centre)
        table = grid(*("" if key is None else self.text(key) for key in (None, "points", "cards", "known", "offers")))
        shown = view.memory or [{}] * view.seats
        for place, player in enumerate(view.players):
            offer = self.offered(player.offer) if player.offer else self.text("done_sign") if player.done else ""
            name = f"[dim]{place}[/]{self.row(place, False)}"
            known = " ".join(f"{n if n > 1 else ''}{letter}" for letter, n in shown[place].items())
            table.add_row(name, str(view.scores[place]), str(player.held), known, offer)
        self.screen.show(table)
        stacks = grid(self.text("hand"), "", "", "")
        for letter, shares in view.hand.items():
            whole, majority = int(SHARES[LETTERS.index(letter)]), int(MAJORITY[LETTERS.index(letter)])
            bar = "■" * shares + "·" * (majority - shares)
            held = self.text("of", shares=shares, all=whole)
            key = "has_all" if shares == whole else "has_majority" if shares >= majority else "lacks"
            worth = self.text(key, missing=majority - shares)
            if letter == view.centre:
                worth += f", {self.text('is_bankrupt')}"
            stacks.add_row(self.company(letter), held, bar, worth)
        self.screen.show(stacks)

    def company(self, letter: str) -> str:
        """A company by its letter and name."""
        return f"{chip(letter)} {self.word('company', letter)}"

    def stack(self, shares: dict[str, int]) -> str:
        """Some shares: how many of each company."""
        parts = [f"{n}×{chip(letter)}" if n > 1 else chip(letter) for letter, n in shares.items()]
        return " ".join(parts) or self.text("nothing")

    def offered(self, offer: Offer) -> str:
        """An offer's shares on both sides, and its number."""
        to = self.text("to", who=self.who(offer.to)) if offer.to is not None else ""
        give, want = self.stack(offer.give), self.stack(offer.want)
        return self.text("offer", number=offer.number, give=give, want=want, to=to)

    def question(self, view: View, begun: str) -> str:
        """The question of the moment, and facts that are wise to know."""
        if view.phase == "sort":
            return self.text("ask_turn")
        return self.text("ask_stop" if view.stop_is_right else "ask")

    def label(self, view: View, action: str) -> str:
        """An action as a choice."""
        words = action.split()
        if words[0] == "take":
            offers = [player.offer for player in view.players if player.offer is not None]
            offer = next(offer for offer in offers if offer.number == int(words[1]))
            return self.text("take", number=offer.number, get=self.stack(offer.give), give=self.stack(offer.want))
        return self.text(f"say_{words[0]}")

    def menu(self, view: View, legal: list[str]) -> list[str]:
        """One-word actions, and the offers that can be taken; a stop only if it is right."""
        spoken = [word for word in SPOKEN if word in legal and (word != "stop" or view.stop_is_right)]
        taken = [action for action in legal if action.startswith("take")]
        return spoken[:1] + taken + spoken[1:] if view.stop_is_right else taken + spoken

    def has_turns(self, view: View) -> bool:
        """Once the centre card is turned, everybody acts at any time."""
        return view.phase != "trade"

    def tidy(self, view: View, typed: str) -> str:
        """Words small, companies large; `F for B` is an offer, and `centre F` takes the card that lies there."""
        words = [word.lower() if word.lower() in WORDS else word.upper() for word in typed.split()]
        if words[0] not in WORDS and "for" in words:
            words.insert(0, "offer")
        if words[0] == "centre" and len(words) == 2 and view.centre:
            words += ["for", view.centre]
        return " ".join(words)

    def tell(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """One line of the ticker."""
        match kind:
            case "time":
                return [self.text("time_is_up")]
            case "traded":
                give, want = self.stack(read(facts["given"])), self.stack(read(facts["wanted"]))
                who, maker = self.who(facts["taker"]), self.who(facts["maker"])
                return [self.text("takes", who=who, maker=maker, give=give, want=want)]
            case "centre":
                return [self.line("swaps", facts, lay=chip(facts["laid"]), take=chip(facts["taken"]))]
            case "turned":
                return [self.line("turns", facts, card=self.company(facts["card"]))]
            case "right_stop" | "wrong_stop" | "fell":
                return [self.line(TOLD[kind], facts)]
        return self.tell_of_others(kind, facts) if facts.get("place", self.seat) != self.seat else []

    def tell_of_others(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """Actions that change no hand."""
        match kind:
            case "offered":
                offer = Offer(facts["number"], read(facts["given"]), read(facts["wanted"]), facts.get("to"))
                return [self.line("makes", facts, offer=self.offered(offer))]
            case "sought":
                seeks, gives = (" ".join(chip(letter) for letter in facts[key]) for key in ("seeks", "gives"))
                return [self.line("seeks", facts, seeks=seeks or "–", gives=gives or "–")]
        return [self.line(TOLD[kind], facts)]


def read(shares: str) -> dict[str, int]:
    """Shares by their text: how many of each company."""
    return counts(stack_called(shares))
