"""Faces of games with tricks: the trick in the middle, each card before the place that laid it."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from ludotheque.terminal.app.drawing import HUGE, LARGE, SMALL, Size, card, empty, fitted, painted, tapped
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.app.layout import GAP, Block, beside_of, block_of, canvas, narrowed, table

NAME = 16  # columns of one's own name
PLATE = 26  # columns of a plate
BETWEEN = 3  # columns between two cards of a trick


class TrickFace(Face):
    """Players around a trick."""

    def board(self, view: Any, width: int, height: int) -> list[Text]:
        """The trick in the middle, plates around it, one's own in a line below."""
        *others, me = self.order()
        own = block_of([Text("   ").join([self.named(view, me, NAME), *self.counts(view, me)])])
        above = [fitted(text, width, "center") for text in self.above(view)]
        height -= len(above)
        lines = 1 + (len(self.counts(view, me)) + 1) // 2
        middle = self.middle(view, self.card_size(width, height - lines - len(own)))
        plate = min(PLATE, beside_of(middle, width))
        rivals = [self.plate(view, place, plate) for place in others]
        return [*above, *table(middle, rivals, own, width, height)]

    def card_size(self, width: int, height: int) -> Size:
        """The largest cards that leave room for the plates around them."""
        places = max(self.sight.places - 3, 3)
        for size in (HUGE, LARGE):
            if 2 * (size.height + 1) <= height and places * (size.width + BETWEEN) + 2 * (PLATE + GAP) <= width:
                return size
        return SMALL

    def named(self, view: Any, place: int, width: int) -> Text:
        """A name, and a sign behind it."""
        found = self.name(place, width, view)
        found.rstrip()
        return found.append("  ").append_text(self.sign(view, place))

    def plate(self, view: Any, place: int, width: int) -> list[Text]:
        """A place: its name, and its winnings, two counts a line."""
        counts = self.counts(view, place)
        pairs = [Text("  ").join([Text(), *counts[i : i + 2]]) for i in range(0, len(counts), 2)]
        lines = [self.named(view, place, width), *pairs]
        return narrowed(lines, width)

    def middle(self, view: Any, size: Size) -> Block:
        """The trick: each card lies towards its place, one's own at the bottom."""
        trick = self.trick(view)
        left, *top, right, own = [self.laid(trick.get(place), size) for place in self.order()]
        high = len(own)
        width = max(len(top), 3) * (size.width + BETWEEN)
        sides, bottom = (high // 2 if len(top) == 1 else high, high) if top else (0, high // 2)
        blocks = [(width * (2 * i + 1) // (2 * len(top)) - size.width // 2, 0, one) for i, one in enumerate(top)]
        blocks += [(0, sides, left), (width // 2 - size.width // 2, bottom, own), (width - size.width, sides, right)]
        return canvas(width, max(sides, bottom) + high, blocks)

    def trick(self, view: Any) -> dict[int, str]:
        """The trick by place; one that was just won lies there a little longer."""
        if self.won is not None:
            return dict(zip(self.won.places, self.won.cards, strict=True))
        return {played.place: played.card for played in view.trick}

    def laid(self, name: str | None, size: Size) -> list[Text]:
        """A card of the trick, or where it will lie."""
        return empty(size) if name is None else [tapped(row, f"word {name}") for row in card(name, size)]

    def sign(self, view: Any, place: int) -> Text:
        """The mark behind the name of the place that wins the trick."""
        if self.won is not None:
            won = painted(f"★ {self.screen.text('app', 'wins_trick')}", "bold green")
            return won if self.won.place == place else Text()
        return self.standing(view, place)

    def above(self, view: Any) -> list[Text]:
        """Facts to know before the trick."""
        return []

    @abstractmethod
    def standing(self, view: Any, place: int) -> Text:
        """The mark behind a name while the trick is played."""

    @abstractmethod
    def counts(self, view: Any, place: int) -> Sequence[Text]:
        """A place's winnings, each with its name."""
