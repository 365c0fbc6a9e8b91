"""How each game looks on a terminal: its table, what is asked, what the others did."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from rich.markup import escape

from ludotheque.games.contract import Happening
from ludotheque.games.wording import catalogue, worded
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.wording import shown_name

PLAIN = "plain"  # in place of a game that nobody has drawn


class TextTable(ABC):
    """A game in front of one player. Views are those of the game's notation; texts are markup for Rich."""

    def __init__(self, screen: Screen, game: str, seat: int, names: Sequence[str], seats: int) -> None:
        self.screen = screen
        self.game = game
        self.seat = seat
        self.names = [*map(shown_name, names)]
        self.seats = seats

    @abstractmethod
    def draw(self, view: Any) -> None:
        """Shows the table."""

    @abstractmethod
    def question(self, view: Any, begun: str) -> str:
        """The question of the moment, and its reason; `begun` is the part of an action that has been chosen already."""

    @abstractmethod
    def label(self, view: Any, action: str) -> str:
        """An action, or the beginning of one, as a choice."""

    @abstractmethod
    def tell(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """Something that happened; nothing if the player need not be told."""

    def tell_all(self, happenings: Sequence[Happening]) -> list[str]:
        """Words for an action and its consequences."""
        return [line for happening in happenings for line in self.tell(happening.kind, happening.facts)]

    def menu(self, view: Any, legal: list[str]) -> list[str]:
        """The actions to choose from by number."""
        return legal

    def tidy(self, view: Any, typed: str) -> str:
        """Input in the letters of the notation."""
        return typed.lower()

    def has_turns(self, view: Any) -> bool:
        """Whether the game waits for the player."""
        return True

    def who(self, place: int) -> str:
        """The name of a place."""
        return f"[bold]{escape(self.names[place])}[/]"

    def row(self, place: int, turn: bool) -> str:
        """The name of a place in a table of all, with a sign if it is its turn and one for oneself."""
        you = self.screen.text("play", "you") if place == self.seat else ""
        return f"{'▸' if turn else ' '} {self.who(place)} [dim]{you}[/]"

    def text(self, key: str, **facts: object) -> str:
        """A text of the terminal's words for this game."""
        return self.screen.text(self.game, key, **facts)

    def line(self, key: str, facts: dict[str, Any], **more: object) -> str:
        """A text of the terminal's words about somebody's action."""
        return self.text(key, who=self.who(facts["place"]), **more)

    def word(self, kind: str, letter: str) -> str:
        """The game's own name of something, such as a colour."""
        return worded(catalogue(self.screen.language, self.game), kind, letter)


def table_of(screen: Screen, game: str, seat: int, names: Sequence[str], seats: int) -> TextTable:
    """The table of a game; a plain one if it has none of its own."""
    drawn = game if find_spec(f"{__name__}.{game}") else PLAIN
    module = importlib.import_module(f"{__name__}.{drawn}")
    found: type[TextTable] = getattr(module, f"{drawn.capitalize()}Table")
    return found(screen, game, seat, names, seats)
