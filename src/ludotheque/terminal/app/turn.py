"""One decision in a game of turns: what is offered, and where the cursor is among the hand and what else there is."""

from collections.abc import Sequence
from typing import NamedTuple

SAFE = ("pass", "keep")  # where the cursor waits: nothing is lost by a hasty Enter


class Spot(NamedTuple):
    """Where the cursor can be: a card of the hand, or an entry of the bar."""

    where: str  # hand, bar
    number: int
    word: str  # the card, or the last word of the action


def next_words(choices: Sequence[str], begun: str) -> dict[str, str]:
    """A continuation of an action that has begun: the word, and the action with it, whole if it is clear by then."""
    found: dict[str, list[str]] = {}
    skipped = len(begun.split()) or 1
    for action in choices:
        words = action.split()
        if begun and not action.startswith(f"{begun} "):
            continue
        word = words[skipped] if len(words) > skipped else words[0]
        found.setdefault(word, []).append(action)
    return {word: actions[0] if len(actions) == 1 else begin(actions[0], skipped) for word, actions in found.items()}


def begin(action: str, skipped: int) -> str:
    """The beginning of an action, a word further."""
    return " ".join(action.split()[: skipped + 1])


class Turn:
    """One decision: what is offered, what has begun, where the cursor is."""

    def __init__(self) -> None:
        self.choices: list[str] = []
        self.hand: list[str] = []
        self.begun = ""
        self.cursor = 0

    def ask(self, choices: list[str], hand: list[str]) -> None:
        """Something new is asked, or the hand is another one."""
        if choices == self.choices and hand == self.hand:
            return
        before = self.here
        self.choices, self.hand, self.begun = choices, hand, ""
        self.cursor = self._start(before)

    def _start(self, before: Spot | None) -> int:
        """Where the cursor is best: on what does no harm, on the card as before, else on one to be played."""
        offered, spots = self.offered, self.spots
        for wanted in (SAFE, (before.word,) if before is not None else (), tuple(offered)):
            for i, spot in enumerate(spots):
                if spot.word in wanted and (spot.word in offered or not offered):
                    return i
        return 0

    @property
    def offered(self) -> dict[str, str]:
        """Words that can be picked, each with the action that it makes."""
        return next_words(self.choices, self.begun)

    @property
    def bar(self) -> list[str]:
        """Offered words that are no card of the hand."""
        return [word for word in self.offered if word not in self.hand]

    @property
    def spots(self) -> list[Spot]:
        """Everything that the cursor can reach."""
        bar = [Spot("bar", i, word) for i, word in enumerate(self.bar)]
        cards = [Spot("hand", i, card) for i, card in enumerate(self.hand)]
        return bar if self.begun and bar else cards + bar

    @property
    def here(self) -> Spot | None:
        """Where the cursor is."""
        spots = self.spots
        return spots[min(self.cursor, len(spots) - 1)] if spots else None

    def move(self, step: int) -> None:
        """Along the hand and the bar, around their end."""
        if self.spots:
            self.cursor = (min(self.cursor, len(self.spots) - 1) + step) % len(self.spots)

    def leap(self, letter: str) -> bool:
        """To the next card of a colour, or of a number, of the same colour if there is one; whether there is any."""
        spots, colour = self.spots, self.here.word[0] if self.here is not None else ""
        fits = [i for i, spot in enumerate(spots) if spot.where == "hand" and letter in (spot.word[0], spot.word[1:])]
        if not fits:
            return False
        same = [i for i in fits if spots[i].word[0] == colour] if letter.isdigit() else []
        self.cursor = next((i for i in same or fits if i > self.cursor), (same or fits)[0])
        return True

    def across(self) -> None:
        """From the hand to the bar, or back."""
        here, spots = self.here, self.spots
        other = [i for i, spot in enumerate(spots) if here is not None and spot.where != here.where]
        if other:
            self.cursor = other[0]

    def pick(self, word: str) -> str:
        """Takes what is offered: the whole action, or nothing if more must be said."""
        action = self.offered[word]
        if action in self.choices:
            return action
        self.begun = action
        self.cursor = self._start(None)
        return ""

    def back(self) -> bool:
        """Begins anew; whether something had begun."""
        had, self.begun = bool(self.begun), ""
        self.cursor = self._start(None)
        return had

    def attempt(self, card: str) -> str:
        """An action with a card that is not offered, to be told why; nothing if nobody asks for cards."""
        like = next((action.split() for action in self.choices if len(action.split()) > 1), None)
        return " ".join([like[0], card, *like[2:]]) if like is not None else ""
