"""Two worlds that differ only in cards that some never see: a round played at random, and its twin.

In the twin two cards have changed hands. Both stay hidden as long as the worlds are compared: no public action names
them. What everybody does is the same, but for secret choices of those two cards.
"""

from itertools import product
from random import Random
from typing import Any

import msgspec
import numpy as np

from ludotheque.games.box import box
from ludotheque.games.errors import IllegalMoveError
from ludotheque.games.match import deck_text
from ludotheque.games.play import Play
from ludotheque.games.record import deck_called

OWNERS = (1, 2)  # who have the two cards; seat 0 starts or deals
MARKET_ACTIONS = 40
HOARDED = set("ACGH")  # shares that nobody speaks of
HIDDEN = ("discard", "guess")  # verbs that name cards in secret; the first card of a guess is turned up
QUIET = {"stop", "done", "undone", "time"}


class World(msgspec.Struct, frozen=True):
    """A deck, and what is done with it."""

    deck: str
    acts: list[tuple[int, str]]


def begun(game: str, seats: int, deck: str) -> Play:
    """A match whose first round has been dealt."""
    play = Play(box(game), seats, box(game).options(), 0)
    play.deal(deck_called(deck.split(), play))
    return play


def played(game: str, seats: int, chance: Random) -> World:
    """A round played at random."""
    size = box(game).rules.deck_size(seats)
    order = list(range(size))
    chance.shuffle(order)
    deck = deck_text(box(game), np.array(order))
    play = begun(game, seats, deck)
    acts: list[tuple[int, str]] = []
    while not (play.deal_due or play.over):
        seat = chance.choice(play.actors)
        text = chance.choice(wanted(play, seat, len(acts)))
        play.act(seat, play.box.notation.parse(text))
        acts.append((seat, text))
    return World(deck, acts)


def wanted(play: Play, seat: int, count: int) -> list[str]:
    """Legal actions; in a market those that name no share that is hoarded, and at last the end of the round."""
    if not play.box.market or len(play.actors) < 2:
        return play.legal(seat)
    if count >= MARKET_ACTIONS:
        return ["stop"]
    found = [text for text in play.legal(seat) if text not in QUIET and not HOARDED & set("".join(text.split()[1:]))]
    return found or ["seek B give T"]


def public(game: str, text: str) -> set[str]:
    """The cards that everybody hears of by an action."""
    verb, *names = text.split()
    if verb not in HIDDEN:
        return {*names, *"".join(names)} if box(game).market else set(names)
    return set(names[:1]) if verb == "guess" else set()


def twin(game: str, seats: int, world: World, chance: Random) -> World | None:
    """The same round with two hidden cards exchanged; None if there are none."""
    deck = world.deck.split()
    told = {name for _, text in world.acts for name in public(game, text)}
    hidden = [at for at, name in enumerate(deck) if name not in told and (box(game).market or deck.count(name) == 1)]
    pairs = [(a, b) for a, b in product(hidden, hidden) if deck[a] != deck[b]]
    chance.shuffle(pairs)
    for a, b in pairs:
        other = list(deck)
        other[a], other[b] = deck[b], deck[a]
        found = World(" ".join(other), [(seat, renamed(text, deck[a], deck[b])) for seat, text in world.acts])
        if only_owners_differ(game, seats, world, found) and possible(game, seats, found):
            return found
    return None


def renamed(text: str, one: str, other: str) -> str:
    """A secret choice of one of the two cards is one of the other."""
    verb, *names = text.split()
    if verb not in HIDDEN:
        return text
    return " ".join([verb, *({one: other, other: one}.get(name, name) for name in names)])


def only_owners_differ(game: str, seats: int, one: World, other: World) -> bool:
    """Whether the deals differ in the hands of the owners alone."""
    first, second = (opened(begun(game, seats, world.deck)) for world in (one, other))
    hands = [seat for seat in range(seats) if first["hands"][seat] != second["hands"][seat]]
    return tuple(hands) == OWNERS and {**first, "hands": 0} == {**second, "hands": 0}


def opened(play: Play) -> dict[str, Any]:
    """All cards, open."""
    found: dict[str, Any] = msgspec.to_builtins(play.cards())
    return found


def possible(game: str, seats: int, world: World) -> bool:
    """Whether the rules allow all that is done."""
    play = begun(game, seats, world.deck)
    try:
        for seat, text in world.acts:
            play.act(seat, play.box.notation.parse(text))
    except IllegalMoveError:
        return False
    return play.deal_due or play.over


def worlds(game: str, seats: int, seed: int) -> tuple[World, World]:
    """A round and its twin."""
    chance = Random(f"{game} {seed}")
    while True:
        world = played(game, seats, chance)
        if (other := twin(game, seats, world, chance)) is not None:
            return world, other
