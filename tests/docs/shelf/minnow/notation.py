"""How Minnow is written: the fish f1 to f12, and `lay f7`."""

import functools
from typing import Any

import msgspec

from ludotheque.games.box import Fact, Reason
from ludotheque.games.cards import cards_in
from ludotheque.games.compiled import plain
from ludotheque.games.notation import card_called, named, not_an_action, options_of

from . import rules
from .rules import State

# --8<-- [start:names]
GAME = "minnow"
TITLE = "Minnow"
CARDS = rules.CARD_NAMES
MEMORY = ("gone",)
HIDDEN = ()
STANDING = ()


# --8<-- [end:names]


# --8<-- [start:view]
class Laid(msgspec.Struct, frozen=True):
    """A card of the trick and who laid it."""

    place: int
    card: str


class View(msgspec.Struct, frozen=True):
    """What one seat sees."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, int]
    round: int
    starter: int
    phase: str
    actors: list[int]
    hand: list[str]
    held: list[int]
    leader: int | None
    trick: list[Laid]
    caught: list[list[str]]
    gained: list[int]
    scores: list[int]
    gone: list[str] | None


def fixed(s: State) -> dict[str, Any]:
    """What never changes in a match."""
    return {"game": GAME, "seats": int(s.seats), "options": options_of(rules, s)}


# --8<-- [end:view]


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[list[str]]
    trick: list[Laid]
    caught: list[list[str]]


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
    """What a refusal speaks of."""
    return {"card": CARDS[action]} if why == rules.NOT_IN_HAND else {}


# --8<-- [end:actions]


def stretch(s: State) -> int:
    """Nothing can be given in advance."""
    return 0


def laid(s: State) -> list[Laid]:
    """The trick in the order of play."""
    order = [(s.lead + i) % s.seats for i in range(s.laid)]
    return [Laid(place=place, card=CARDS[s.trick[place]]) for place in order]


def cards(state: State) -> Cards:
    """Everything open."""
    s = plain(state)
    hands = [named(s.hand[place], CARDS) for place in range(s.seats)]
    caught = [named(s.caught[place], CARDS) for place in range(s.seats)]
    return Cards(hands=hands, trick=laid(s), caught=caught)


def reasons(state: State) -> list[list[Reason]]:
    """A place's points are the fish that it has caught (N5)."""
    s = plain(state)
    return [[reason(fish) for fish in cards_in(s.caught[place])] for place in range(s.seats)]


def reason(fish: int) -> Reason:
    """What one fish brought."""
    return Reason(kind="caught", points=int(rules.NUMBER[fish]), facts={"card": CARDS[fish]})
