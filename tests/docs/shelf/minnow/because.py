"""Why one would do something in Minnow, by what a seat sees."""

from ludotheque.games.cards import cards_in
from ludotheque.games.contract import Fact, Said

from .notation import CARDS
from .rules import NO_CARD, State


def deed(s: State, action: int) -> Said:
    """The effect of an action."""
    return "lay", {"card": CARDS[action]}


# --8<-- [start:because]
def because(s: State, seat: int, action: int) -> Said:
    """Why a seat would do it."""
    facts: dict[str, Fact] = {"card": CARDS[action]}
    lying = [int(card) for card in s.trick if card != NO_CARD]
    if len(cards_in(s.hand[seat])) == 1:
        return "only_card", facts
    if lying and action < max(lying):
        return ("feeds", facts) if action < min(lying) else ("spared", facts)
    if len(lying) == s.seats - 1:
        return "catches", {**facts, "card_caught": CARDS[min(lying)]}
    return "hopes", facts


# --8<-- [end:because]
