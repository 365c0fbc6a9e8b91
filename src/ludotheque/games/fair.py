"""Deals that can be checked. Before a match the table shows the SHA-256 of a secret; each player adds a salt.

Decks are shuffled from the secret and all salts: whoever chose the secret did not know the salts, whoever chose a salt
does not know the secret. After the match the secret is shown, and anyone can shuffle every deck again.
"""

import functools
import hashlib
from collections.abc import Sequence

import msgspec

from ludotheque.games.box import Box
from ludotheque.games.chance import Stream
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import deck_text, drawn_first

LONGEST_SALT = 64


class UnfairError(LudothequeError):
    """A deal that was not shuffled from the secret that was promised."""


class Fair(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What decks were shuffled from: the secret as hexadecimal digits, and a salt for each seat (empty for bots)."""

    commitment: str
    secret: str
    salts: list[str]
    first_chosen: bool = False  # the host said who is first, so there was nothing to draw


@functools.lru_cache(1 << 10)
def commitment(secret: bytes) -> str:
    """What is shown of a secret before the match."""
    return hashlib.sha256(secret).hexdigest()


def mixed(secret: bytes, salts: Sequence[str]) -> bytes:
    """The secret and all salts as one."""
    parts = [secret, *(salt.encode() for salt in salts)]
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def deck_of(game: Box, seats: int, seed: bytes, number: int) -> Ints:
    """The deck of a round; rounds count from 1."""
    return Stream(seed, f"deal {number}").deck(game.rules.deck_size(seats))


def check_deals(game: Box, names: Sequence[str], first: int, decks: Sequence[str], fair: Fair) -> None:
    """Raises UnfairError unless the commitment is the secret's, and everything drawn came from secret and salts."""
    try:
        secret = bytes.fromhex(fair.secret)
    except ValueError:
        raise UnfairError("the secret is not written in hexadecimal digits") from None
    if commitment(secret) != fair.commitment:
        raise UnfairError("the secret is not the one that was promised: its SHA-256 is not the commitment")
    if len(fair.salts) != len(names):
        raise UnfairError(f"there are {len(fair.salts)} salts for {len(names)} seats")
    seed = mixed(secret, fair.salts)
    drawn = int(game.new(len(names), first=drawn_first(game, names, seed)).first)
    if drawn != first and not fair.first_chosen:
        raise UnfairError(f"seat {drawn} should have been first, not {first}")
    for number, deck in enumerate(decks, 1):
        if deck != deck_text(game, deck_of(game, len(names), seed, number)):
            raise UnfairError(f"the deck of round {number} is not the one that secret and salts give")
