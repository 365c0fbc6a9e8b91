"""How each game looks on the whole screen: its board, drawn from what is seen. What is said is as in `tables`."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from ludotheque.games.contract import Happening
from ludotheque.terminal.app.drawing import LARGE, SMALL, Size, fitted, marked, painted
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import NOBODY, Sight
from ludotheque.terminal.tables import PLAIN, TextTable, table_of

if TYPE_CHECKING:
    from ludotheque.terminal.app.playing import Playing

ROOMY = 34  # lines from which on cards are large
LINGER = 1.4  # seconds that a finished trick can be read


class Won(msgspec.Struct, frozen=True):
    """A trick that has just been won, and is still to be seen."""

    place: int
    cards: list[str]
    places: list[int]


class Face(ABC):
    """A game on the screen. Texts are lines; views are those of the game's notation."""

    def __init__(self, screen: Screen, sight: Sight) -> None:
        self.screen = screen
        self.sight = sight
        self.won: Won | None = None
        self.game = sight.box.name

    def text(self, key: str, **facts: object) -> str:
        """A text of the terminal's words for this game, as markup."""
        return self.screen.text(self.game, key, **facts)

    @property
    def table(self) -> TextTable:
        """The question of the moment, and names of the choices."""
        return self._table(self.sight.seat)

    def _table(self, seat: int) -> TextTable:
        return table_of(self.screen, self.game, seat, self.sight.names, self.sight.seats)

    def way_to_play(self) -> "type[Playing]":
        """How one plays: in turns, unless the game says otherwise."""
        from ludotheque.terminal.app.turns import Turns

        return Turns

    @abstractmethod
    def title(self, view: Any) -> str:
        """A played action, as markup."""

    @abstractmethod
    def board(self, view: Any, width: int, height: int) -> list[Text]:
        """The board, for all to see."""

    def hand(self, view: Any) -> list[str]:
        """One's own cards."""
        return list(view.hand)

    def deed(self, view: Any, action: str) -> str:
        """An action in words, for a bar or a hint, as markup."""
        return self.table.label(view, action)

    def tell(self, happened: Sequence[dict[str, Any]]) -> list[Text]:
        """Lines on what happened; on one's own actions too."""
        found = [msgspec.convert(one, Happening) for one in happened]
        for one in found:
            if one.kind == "won":
                self.won = msgspec.convert(one.facts, Won)
        return [marked(line) for line in self._table(NOBODY).tell_all(found)]

    def order(self) -> list[int]:
        """The places clockwise, oneself last."""
        first = self.sight.seat + 1
        return [(first + i) % self.sight.places for i in range(self.sight.places)]

    def name(self, place: int, width: int, view: Any) -> Text:
        """A place's name, with a sign if it is their turn, and one if they are away."""
        seats = self.sight.table["seats"]
        turn = place in view.actors and self.won is None
        you = f" {self.screen.text('play', 'you')}" if place == self.sight.seat else ""
        away = " …" if place < len(seats) and seats[place]["away"] else ""
        found = painted("▸ " if turn else "  ", "bold yellow").append(self.sight.names[place], "bold")
        return fitted(found.append(you + away, "dim"), width)

    def count(self, key: str, value: object) -> Text:
        """A number with its name."""
        return painted(f"{self.text(key)} ", "dim").append(str(value), "bold")

    def size(self, height: int) -> Size:
        """How large cards are on a screen of that height."""
        return LARGE if height >= ROOMY else SMALL


def face_of(screen: Screen, sight: Sight) -> Face:
    """The face of the game that is played; a plain one if it has none of its own."""
    drawn = sight.box.name if find_spec(f"{__name__}.{sight.box.name}") else PLAIN
    module = importlib.import_module(f"{__name__}.{drawn}")
    found: type[Face] = getattr(module, f"{drawn.capitalize()}Face")
    return found(screen, sight)
