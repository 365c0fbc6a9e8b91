"""Playing in turns: a hand of cards with a cursor, and a bar of what can be said or done beside it."""

from typing import Any

from rich.text import Text

from ludotheque.terminal.app.drawing import (
    LARGE,
    SMALL,
    Size,
    beside,
    card,
    fitted,
    flowing,
    lifted,
    marked,
    painted,
    tapped,
)
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.app.playing import Host, Playing
from ludotheque.terminal.app.turn import Turn
from ludotheque.terminal.screen import chip
from ludotheque.terminal.sight import NOBODY

KEYS = {"willi": "w", "pass": "p", "keep": "k"}
ALWAYS = "a"  # the same answer until the trick is over
MOST_ROWS = 2  # of cards as boxes; more are drawn small
MARGIN = 2


class Turns(Playing):
    """A hand, a bar, and one decision at a time."""

    def __init__(self, host: Host, face: Face) -> None:
        super().__init__(host, face)
        self.turn = Turn()
        self._asked: tuple[object, list[str]] = (None, [])  # when something was last asked, and what

    def see(self, view: Any) -> None:
        """Takes what is offered now; what all choose at once can be chosen again until the last has."""
        now, choices = (view.round, view.phase), self.sight.choices
        if choices:
            self._asked = now, choices
        elif self.sight.mine.get("changeable") and self._asked[0] == now:
            choices = self._asked[1]
        self.turn.ask(choices, self.face.hand(view))

    def prompt(self, view: Any) -> Text:
        """The question of the moment and its reason; else whom we wait for."""
        if self.sight.choices:
            return marked(f"[bold]{self.face.table.question(view, self.turn.begun)}[/]")
        if self.sight.mine.get("changeable"):
            return marked(self.text("changeable", who=self.names(self.sight.waited_for())))
        return marked(self.text("waiting", who=self.names(self.sight.waited_for())))

    # Drawing

    def lines(self, view: Any, width: int, height: int) -> list[Text]:
        """The hand and the bar."""
        return [*self.hand(width, height), *(self.bar(view, width) or [Text()])]

    def hand(self, width: int, height: int) -> list[Text]:
        """The cards: those that can be played stand higher."""
        cards = self.turn.hand
        if not cards:
            return []
        size = LARGE if self.face.size(height) == LARGE and len(cards) * LARGE.width <= width else SMALL
        a_row = (width - MARGIN) // size.width
        if len(cards) > MOST_ROWS * a_row:
            return flowing([self.chip(i) for i in range(len(cards))], width - MARGIN, "")
        if len(cards) <= a_row:
            blocks = [lifted(self.card(i, size), self.playable(name)) for i, name in enumerate(cards)]
            return [fitted(line, width, "center") for line in beside(blocks, size.height + 1)]
        rows = [range(i, min(i + a_row, len(cards))) for i in range(0, len(cards), a_row)]
        return [line for row in rows for line in beside([self.card(i, SMALL) for i in row], SMALL.height)]

    def playable(self, name: str) -> bool:
        """Whether a card of the hand is offered."""
        return name in self.turn.offered

    def card(self, i: int, size: Size) -> list[Text]:
        """A card of the hand; what cannot be played now is faded."""
        name = self.turn.hand[i]
        faded = bool(self.sight.choices) and not self.playable(name)
        return [tapped(line, f"hand {i}") for line in card(name, size, self.at("hand", i), faded)]

    def chip(self, i: int) -> Text:
        """A card of the hand, where there are many."""
        name, cursor = self.turn.hand[i], self.at("hand", i)
        found = marked(chip(name)) if self.playable(name) else painted(f" {name} ", "dim")
        return tapped(Text("[" if cursor else " ").append_text(found).append("]" if cursor else " "), f"hand {i}")

    def at(self, where: str, i: int) -> bool:
        """Whether the cursor is there."""
        here = self.turn.here
        return here is not None and (here.where, here.number) == (where, i) and self.sight.seat != NOBODY

    def bar(self, view: Any, width: int) -> list[Text]:
        """Words that can be said, or done with a chosen card; else the action of Enter."""
        pieces = [self.entry(view, i, word) for i, word in enumerate(self.turn.bar)]
        if standing := self.standing():
            label = f" {ALWAYS} {self.text('always', what=self.face.text(standing))} "
            pieces.append(tapped(painted(label, "reverse dim"), "always"))
        if not pieces and self.sight.choices:
            pieces = self.consequence(view)
        if self.turn.begun:
            pieces.append(tapped(painted(f"Esc {self.host.voice.text('keys', 'back')}", "dim"), "back"))
        return [fitted(line, width, "center") for line in flowing(pieces, width - MARGIN)]

    def entry(self, view: Any, i: int, word: str) -> Text:
        """One entry of the bar."""
        label = marked(self.face.deed(view, self.turn.offered[word]))
        cursor = self.at("bar", i)
        found = painted(f"{'▸' if cursor else ' '}{self.bar_key(i, word)} ", "bold" if cursor else "")
        found.append_text(label).append("◂" if cursor else " ")
        found.stylize("bold underline" if cursor else "")
        return tapped(found, f"word {word}")

    def bar_key(self, i: int, word: str) -> str:
        """The key of an entry."""
        return KEYS.get(word, str(i + 1))

    def consequence(self, view: Any) -> list[Text]:
        """The action of Enter."""
        here = self.turn.here
        if here is None or here.word not in self.turn.offered:
            return []
        deed = marked(self.face.deed(view, self.turn.offered[here.word]))
        return [painted(f"{self.host.voice.text('play', 'enter')}: ", "dim").append_text(deed)]

    def standing(self) -> str:
        """The answer that can be given in advance, if it is asked for."""
        known = self.sight.box.notation.STANDING
        return next((choice for choice in self.sight.choices if choice in known), "")

    # Input

    def key(self, key: str, letter: str) -> bool:
        """Arrows move, Enter takes, Escape goes back; letters and digits leap or answer."""
        turn = self.turn
        match key:
            case "left" | "right":
                turn.move(1 if key == "right" else -1)
            case "up" | "down" | "tab":
                turn.across()
            case "enter" | "space":
                self.take()
            case "escape":
                return turn.back()
            case _:
                return self.answer(letter)
        return True

    def answer(self, letter: str) -> bool:
        """The entry of the bar with that key, or the next card of that colour or number."""
        for i, word in enumerate(self.turn.bar):
            if letter and letter == self.bar_key(i, word):
                self.choose(word)
                return True
        if letter == ALWAYS and self.standing():
            self.host.command("standing", do=self.standing(), until="trick")
            return True
        return bool(letter) and self.turn.leap(letter)

    def take(self) -> None:
        """Takes what is under the cursor."""
        if self.turn.here is not None:
            self.choose(self.turn.here.word)

    def choose(self, word: str) -> None:
        """Does what a card or word means, or lets the table say why not."""
        if word in self.turn.offered:
            if action := self.turn.pick(word):
                self.host.do(action)
        elif (attempt := self.turn.attempt(word)) and not self.turn.begun:
            self.host.do(attempt)
        elif not self.sight.choices:
            self.host.complain(self.text("waiting", who=self.names(self.sight.waited_for())))

    def pick(self, what: str) -> None:
        """A card, an entry of the bar, or something on the board."""
        kind, _, rest = what.partition(" ")
        if kind == "hand":
            self.turn.cursor = next(
                (i for i, spot in enumerate(self.turn.spots) if (spot.where, spot.number) == ("hand", int(rest))), 0
            )
            self.choose(self.turn.hand[int(rest)])
        elif kind == "word" and rest in self.turn.offered:
            self.choose(rest)
        elif kind in ("always", "back"):
            self.key("escape" if kind == "back" else "", ALWAYS if kind == "always" else "")

    def keys(self) -> list[tuple[str, str]]:
        """Keys that can be pressed."""
        return [("←→", "choose"), ("Enter", "play")]
