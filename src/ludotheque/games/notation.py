"""What all notations share: names of cards, sets as lists of names, and reading them back."""

from collections.abc import Sequence
from types import ModuleType

from ludotheque.games.box import Happening, is_open
from ludotheque.games.cards import cards_in
from ludotheque.games.compiled import Record
from ludotheque.games.errors import NotationError


def named(cards: int, names: Sequence[str]) -> list[str]:
    """The names of a set of cards, in order."""
    return [names[card] for card in cards_in(cards)]


def card_called(name: str, names: Sequence[str]) -> int:
    """The card of that name; of identical cards the first."""
    try:
        return names.index(name)
    except ValueError:
        raise NotationError(f"there is no card {name!r}; cards are called {names[0]} to {names[-1]}") from None


def not_an_action(text: str, forms: str) -> NotationError:
    """The error for a text that is no action of a game."""
    return NotationError(f"{text!r} is not an action; write {forms}")


def round_over(rules: ModuleType, after: Record) -> list[Happening]:
    """What is told last when a round has ended."""
    return [Happening("round_over")] if is_open(rules, after) else []
