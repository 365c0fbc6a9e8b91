"""The common part of all notations: names of cards, sets as lists of names, and reading them back."""

from collections.abc import Sequence
from typing import Any

from ludotheque.games.cards import cards_in
from ludotheque.games.contract import Fact
from ludotheque.games.errors import NotationError
from ludotheque.games.wording import say


def named(cards: int, names: Sequence[str]) -> list[str]:
    """The names of a set of cards, in order."""
    return [names[card] for card in cards_in(cards)]


def name_or_none(i: int, names: Sequence[str]) -> str | None:
    """A name by its number; None where there is no such thing."""
    return None if i < 0 else names[i]


def laid_in_turn(s: Any, places: int) -> list[tuple[int, int]]:
    """The places that have laid a card to the trick, in the order of play, and the card of each."""
    order = [(s.lead + i) % places for i in range(s.laid)]
    return [(place, s.trick[place]) for place in order]


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
