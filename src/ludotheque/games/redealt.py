"""The same play with another deal of what one seat could not see: decks, and actions in secret, that lead to it.

A world that fits the seat's view is drawn, each as likely as any other (`redeal`). Cards that nobody but their holder
has seen still lie where they were dealt, so the deck that leads to this world has other cards in those parts of it and
is the same elsewhere. The play is repeated from that deck, and what the seat sees at its end is compared.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludotheque.games.compiled import Ints, Record, blank
from ludotheque.games.errors import DeckError, IllegalMoveError, LudothequeError
from ludotheque.games.match import Act, Deal, Match
from ludotheque.games.play import Play
from ludotheque.games.record import deck_called

TRIES = 100  # worlds in which somebody could not have acted so are drawn anew; there are few


class NoDealError(LudothequeError):
    """No other deal was found that fits what a seat saw."""


def played(like: Play, names: list[str], deeds: Sequence[Deal | Act]) -> Match:
    """A match like another, after these deals and actions."""
    options: dict[str, Any] = like.options
    match = Match(like.box.name, like.seats, names=names, first=like.first, dealt=False, **options)
    for deed in deeds:
        if isinstance(deed, Deal):
            match.deal(deck_called(deed.deal.split(), match))
        else:
            match.do(deed.seat, deed.do, deed.at)
    return match


def redealt(match: Match, seat: int, rng: Ints) -> Match:
    """A match played alike up to here, as that seat saw it; every deal that fits is equally likely."""
    if not match.actors:
        return match  # between rounds nothing is hidden
    view, world = match.box.view(match.state, seat), blank(match.box.rules.RECORD)[0]
    for _ in range(TRIES):
        if not match.box.redeal(view, seat, rng, world):
            break
        try:
            other = played(match, match.names, leading_to(match, seat, world))
        except (DeckError, IllegalMoveError):
            continue
        if np.array_equal(match.box.view(other.state, seat), view):
            return other
    raise NoDealError(f"no other deal fits what seat {seat} saw")


def leading_to(match: Match, seat: int, world: Record) -> list[Deal | Act]:
    """The deals and actions, with another deal of this round and others' secret actions in that world."""
    last = max(i for i, deed in enumerate(match.log) if isinstance(deed, Deal))
    found, deal = [*match.log], match.log[last]
    assert isinstance(deal, Deal)
    found[last] = Deal(deal=" ".join(deck_of(match, deal.deal.split(), world)))
    notation = match.box.notation
    for i, deed in enumerate(found[last + 1 :], last + 1):
        if isinstance(deed, Act) and deed.seat != seat and deed.do.split()[0] in notation.HIDDEN:
            found[i] = Act(seat=deed.seat, do=notation.text(notation.secret(world, deed.seat)), at=deed.at)
    return found


def deck_of(match: Match, deck: list[str], world: Record) -> list[str]:
    """The deck of this round, with the cards of another world where these may be hidden."""
    parts = zip(match.box.notation.dealt(match.state), match.box.notation.dealt(world), strict=True)
    found: list[str] = []
    for (size, had), (_, has) in parts:
        found += exchanged(deck[len(found) : len(found) + size], had, has)
    return found


def exchanged(part: list[str], had: list[str], has: list[str]) -> list[str]:
    """A part of a deck, with the cards that it has in one world instead of those it had in another."""
    gone, come = Counter(had) - Counter(has), [*(Counter(has) - Counter(had)).elements()]
    found = []
    for card in part:
        if gone[card]:
            gone[card] -= 1
            found.append(come.pop())
        else:
            found.append(card)
    return found
