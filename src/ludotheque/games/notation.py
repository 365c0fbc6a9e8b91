"""What all notations share: names of cards, sets as lists of names, and reading them back."""

from collections.abc import Sequence
from types import ModuleType

from ludotheque.games.box import Fact, Value
from ludotheque.games.cards import cards_in
from ludotheque.games.compiled import Record
from ludotheque.games.errors import NotationError
from ludotheque.games.wording import say


def named(cards: int, names: Sequence[str]) -> list[str]:
    """The names of a set of cards, in order."""
    return [names[card] for card in cards_in(cards)]


def card_called(name: str, names: Sequence[str], game: str) -> int:
    """The card of that name; of identical cards the first."""
    try:
        return names.index(name)
    except ValueError:
        raise misread(game, "no_such_card", text=name, first=names[0], last=names[-1]) from None


def not_an_action(text: str, game: str) -> NotationError:
    """The error for a text that is no action of a game."""
    return misread(game, "not_an_action", text=text, forms="action")


def misread(game: str, code: str, **facts: Fact) -> NotationError:
    """The error for a text that cannot be read; the game's words say why."""
    return NotationError(say("en", game, "notation", code, facts), code, facts)


def options_of(rules: ModuleType, s: Record) -> dict[str, Value]:
    """The options of a match, by the names that the state has for them."""
    return {option.name: option.value(getattr(s, option.name)) for option in rules.OPTIONS}
