"""Deals that can be checked. Before a match the table shows the SHA-256 of a secret, and of a salt of each player.

Then players reveal their salts, and decks are shuffled from the secret and all salts. Every part was fixed before any
other was known to its owner: neither the server nor any player can choose the deals, nor can they together while one
player is honest. After the match the secret is shown, and anyone can shuffle every deck again.
"""

import functools
import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from ludotheque.games.box import Box
from ludotheque.games.chance import Stream
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import deck_text, drawn_first, first_by_name

LONGEST_SALT = 64


class UnfairError(LudothequeError):
    """A deal that was not shuffled from the secret that was promised."""


class Fair(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The seed of decks: the secret as hexadecimal digits, and a salt for each seat (empty for bots)."""

    commitment: str
    secret: str
    salts: list[str]
    salt_commitments: list[str] = []  # the SHA-256 of each salt; who did not reveal it has no salt
    first_chosen: bool = False  # the host said who is first, so there was nothing to draw


# Why somebody is first: no other place can be, a player's name, the draw, or the word of the record alone
First = Literal["rules", "name", "draw", "chosen"]


class Checked(msgspec.Struct, frozen=True):
    """The findings of a check of deals."""

    deals: int
    promised: bool  # whether salts were promised before any was known
    left_out: list[int]  # seats that promised a salt and did not reveal it
    first: First


@functools.lru_cache(1 << 10)
def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret or a salt, shown before the match."""
    return hashlib.sha256(secret).hexdigest()


def mixed(secret: bytes, salts: Sequence[str]) -> bytes:
    """The secret and all salts as one."""
    parts = [secret, *(salt.encode() for salt in salts)]
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def deck_of(game: Box, seats: int, seed: bytes, number: int) -> Ints:
    """The deck of a round; rounds count from 1."""
    return Stream(seed, f"deal {number}").deck(game.rules.deck_size(seats))


def always_first(game: Box, seats: int) -> int | None:
    """The place that is first whatever is drawn, if there is one."""
    places = {int(game.new(seats, first=seat).first) for seat in range(seats)}
    return places.pop() if len(places) == 1 else None


def check_deals(game: Box, names: Sequence[str], first: int, decks: Sequence[str], fair: Fair) -> Checked:
    """Raises UnfairError unless all commitments are kept, and everything drawn came from secret and salts."""
    try:
        secret = bytes.fromhex(fair.secret)
    except ValueError:
        raise UnfairError("the secret is not written in hexadecimal digits") from None
    if commitment(secret) != fair.commitment:
        raise UnfairError("the secret is not the one that was promised: its SHA-256 is not the commitment")
    if len(fair.salts) != len(names):
        raise UnfairError(f"there are {len(fair.salts)} salts for {len(names)} seats")
    check_salts(fair)
    seed = mixed(secret, fair.salts)
    why_first = check_first(game, names, first, seed, fair.first_chosen)
    for number, deck in enumerate(decks, 1):
        if deck != deck_text(game, deck_of(game, len(names), seed, number)):
            raise UnfairError(f"the deck of round {number} is not the one that secret and salts give")
    promises = list(zip(fair.salt_commitments, fair.salts, strict=False))
    left_out = [seat for seat, (promised, salt) in enumerate(promises) if promised and not salt]
    return Checked(len(decks), bool(promises), left_out, why_first)


def check_salts(fair: Fair) -> None:
    """Raises UnfairError unless each salt is the one that was promised. Older records have no such promises."""
    if not fair.salt_commitments:
        return
    if len(fair.salt_commitments) != len(fair.salts):
        raise UnfairError(f"there are {len(fair.salt_commitments)} promises for {len(fair.salts)} salts")
    for seat, (promised, salt) in enumerate(zip(fair.salt_commitments, fair.salts, strict=True)):
        if salt and commitment(salt.encode()) != promised:
            raise UnfairError(f"the salt of seat {seat} is not the one that was promised")


def check_first(game: Box, names: Sequence[str], first: int, seed: bytes, chosen: bool) -> First:
    """Raises UnfairError unless the first is as rules, names or the draw say, or the host chose; says which it was."""
    fixed = always_first(game, len(names))
    drawn = drawn_first(game, names, seed) if fixed is None else fixed
    if first == drawn:
        return "rules" if fixed is not None else "draw" if first_by_name(game, names) is None else "name"
    if fixed is None and chosen and 0 <= first < len(names):
        return "chosen"
    raise UnfairError(f"seat {drawn} should have been first, not {first}")
