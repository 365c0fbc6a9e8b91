"""How Willi is written: cards r5 y5 g5 b5, and `discard r5`, `play r5`, `willi`, `pass`, `swap r5 b3`, `keep`."""

import functools
from typing import Any

import msgspec

from ludotheque.games.compiled import plain
from ludotheque.games.contract import Fact, Reason
from ludotheque.games.notation import card_called, laid_in_turn, name_or_none, named, not_an_action
from ludotheque.games.willi import rules
from ludotheque.games.willi.rules import NO_CARD, PLACES, State

GAME = "willi"
TITLE = "Willi"
CARDS = rules.CARD_NAMES
PLAIN = {"willi": rules.CALL, "pass": rules.PASS, "keep": rules.KEEP}
MEMORY = ("memory",)
HIDDEN = ("discard",)
STANDING = ("pass",)
RANKS = ("highest", "second", "third", "lowest")


class Played(msgspec.Struct, frozen=True):
    """A card of the trick and who laid it."""

    place: int
    card: str


class Memory(msgspec.Struct, frozen=True):
    """An attentive player's memory of one place: cards won, cards seen going into the hand, colours run out."""

    won: list[str]
    shown: list[str]
    void: list[str]


class SumSoFar(msgspec.Struct, frozen=True):
    """The sum of the cards that a seat has won in this round, and its rank beside the others' (1 is the highest)."""

    total: int
    rank: int
    tied: bool


class View(msgspec.Struct, frozen=True):
    """The view of one seat. Place 3 is Willi himself when three play."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, str]
    round: int
    rounds: int
    starter: int
    phase: str
    actors: list[int]
    hand: list[str]
    discarded: str | None
    sum_so_far: SumSoFar | None
    chosen: list[int]
    held: list[int]
    leader: int | None
    trick: list[Played]
    caller: int | None
    tricks: list[int]
    totals: list[int]
    gained: list[int]
    scores: list[int]
    memory: list[Memory] | None


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[list[str]]
    discards: list[str | None]
    pile: list[str]
    trick: list[Played]
    won: list[list[str]]


@functools.lru_cache(4096)
def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case ["discard", card]:
            return rules.DISCARD + card_called(card, CARDS, GAME)
        case ["play", card]:
            return rules.PLAY + card_called(card, CARDS, GAME)
        case ["swap", give, take]:
            return rules.SWAP + card_called(give, CARDS, GAME) * rules.CARDS + card_called(take, CARDS, GAME)
        case [word] if word in PLAIN:
            return PLAIN[word]
    raise not_an_action(text, GAME)


@functools.cache
def text(action: int) -> str:
    """How an action is written."""
    for word, code in PLAIN.items():
        if action == code:
            return word
    if action >= rules.SWAP:
        give, take = divmod(action - rules.SWAP, rules.CARDS)
        return f"swap {CARDS[give]} {CARDS[take]}"
    if action >= rules.PLAY:
        return f"play {CARDS[action - rules.PLAY]}"
    return f"discard {CARDS[action - rules.DISCARD]}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """The facts of a refusal."""
    if why == rules.NOT_NOW:
        return {"phase": rules.PHASES[s.phase]}
    if why == rules.NOT_IN_HAND:
        return {"card": text(action).split()[1]}
    if why == rules.FOLLOW:
        led = CARDS[s.trick[s.lead]]
        return {"colour": led[0], "number": led[1:]}
    if why in (rules.NOT_IN_TRICK, rules.ONE_COLOUR):
        return {"card": text(action).split()[2]}
    return {}


def fixed(s: State) -> dict[str, Any]:
    """More fields that never change in a match."""
    return {"rounds": rules.ROUNDS}


def standing_until(s: State) -> int:
    """Tricks are counted: who passes in advance does so for one of them."""
    counted = plain(s)
    return counted.rounds * PLACES * rules.TRICKS_EACH + sum(counted.tricks)


def cards(state: State) -> Cards:
    """Everything open."""
    s = plain(state)
    return Cards(
        hands=[named(s.hand[place], CARDS) for place in range(PLACES)],
        discards=[name_or_none(card, CARDS) for card in s.discard],
        pile=[CARDS[card] for card in s.pile[s.turned :] if card != NO_CARD],
        trick=[Played(place, CARDS[card]) for place, card in laid_in_turn(s, PLACES)],
        won=[named(s.won[place], CARDS) for place in range(PLACES)],
    )


def secret(s: State, seat: int) -> int:
    """The discards of a seat."""
    return rules.DISCARD + int(s.discard[seat])


def dealt(state: State) -> list[tuple[int, list[str]]]:
    """The parts of the deck: hands with their discards, then Willi's cards one by one, for their order counts (W11)."""
    s, now = plain(state), cards(state)
    own = [hand + [card for card in [discard] if card] for hand, discard in zip(now.hands, now.discards, strict=True)]
    hands = [(rules.HAND, hand) for hand in own[: s.seats]]
    if s.seats > rules.WILLI:
        return hands
    return hands + [(1, [] if i < s.turned else [CARDS[card]]) for i, card in enumerate(s.pile)]


def reasons(state: State) -> list[list[Reason]]:
    """The rank of each place by its total (W9), and Willi's bonus."""
    s = plain(state)
    return [[reason(s, place)] for place in range(PLACES)]


def reason(s: State, place: int) -> Reason:
    """Why a place got its score card, or none."""
    totals = list(s.total)
    better = sum(other > totals[place] for other in totals)
    kind = "tied" if totals.count(totals[place]) > 1 else RANKS[better]
    return Reason(kind=kind, points=s.gained[place], facts={"total": totals[place]})
