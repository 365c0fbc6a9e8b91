"""Positions from a few readable words."""

from collections.abc import Sequence

import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.contract import Fact, Happening
from ludotheque.games.errors import IllegalMoveError
from ludotheque.games.match import Match
from tests.games.variants import Options


def stacked(match: Match, blocks: Sequence[str], sizes: Sequence[int]) -> Match:
    """Deals a deck whose consecutive blocks of these sizes begin with the cards named; the rest fills up in order."""
    names = match.box.notation.CARDS
    left = list(range(box(match.box.name).rules.deck_size(match.seats)))
    wanted: list[list[int]] = []
    for block in blocks:
        cards = []
        for name in block.split():
            card = next(card for card in left if names[card] == name)
            left.remove(card)
            cards.append(card)
        wanted.append(cards)
    deck: list[int] = []
    for i, size in enumerate(sizes):
        cards = wanted[i] if i < len(wanted) else []
        assert len(cards) <= size, f"block {i} has more than {size} cards"
        deck += cards + [left.pop(0) for _ in range(size - len(cards))]
    match.deal(np.array(deck + left))
    return match


def undealt(game: str, seats: int, options: Options, first: int) -> Match:
    return Match(game, seats, first=first, dealt=False, **options)


def go(match: Match, *moves: str) -> Match:
    """Makes moves such as "0 play r5"."""
    for move in moves:
        seat, action = move.split(maxsplit=1)
        match.do(int(seat), action)
    return match


def seen(match: Match, move: str) -> list[Happening]:
    """What all see happen by a move such as "0 play r5", in a match that does not deal by itself."""
    seat, action = move.split(maxsplit=1)
    before = match.box.view(match.state, -1)
    match.do(int(seat), action)
    after = match.box.view(match.state, -1)
    return match.box.happened(before, after, int(seat), match.box.notation.parse(action))


def told(match: Match, move: str) -> list[str]:
    """The same in a few words: kinds and facts, such as "laid 0 r5"."""
    return [" ".join([one.kind, *map(flat, one.facts.values())]) for one in seen(match, move)]


def flat(fact: Fact) -> str:
    """A fact as a word."""
    return str(fact) if isinstance(fact, str | int) else ",".join(map(str, fact))


def refused(match: Match, seat: int, action: str) -> str:
    """The code of the refusal that an action meets; nothing changes by it."""
    before = match.state.tobytes()
    with pytest.raises(IllegalMoveError) as refusal:
        match.do(seat, action)
    assert match.state.tobytes() == before
    return refusal.value.code
