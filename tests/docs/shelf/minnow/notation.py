"""How Minnow is written: the fish f1 to f12, and `lay f7`."""

import functools

from ludotheque.games.cards import cards_in
from ludotheque.games.compiled import plain
from ludotheque.games.contract import Fact, Reason
from ludotheque.games.notation import card_called, not_an_action

from . import rules
from .rules import State

# --8<-- [start:names]
GAME = "minnow"
TITLE = "Minnow"
CARDS = rules.CARD_NAMES
MEMORY = ("gone",)
# --8<-- [end:names]


# --8<-- [start:actions]
@functools.lru_cache(4096)
def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case ["lay", card]:
            return card_called(card, CARDS, GAME)
    raise not_an_action(text, GAME)


@functools.cache
def text(action: int) -> str:
    """How an action is written."""
    return f"lay {CARDS[action]}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """The facts of a refusal."""
    return {"card": CARDS[action]} if why == rules.NOT_IN_HAND else {}


# --8<-- [end:actions]


def reasons(state: State) -> list[list[Reason]]:
    """A place's points are the fish that it has caught (N5)."""
    s = plain(state)
    return [[reason(fish) for fish in cards_in(s.caught[place])] for place in range(s.seats)]


def reason(fish: int) -> Reason:
    """The result of one fish."""
    return Reason(kind="caught", points=int(rules.NUMBER[fish]), facts={"card": CARDS[fish]})
