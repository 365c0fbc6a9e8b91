"""Chance, from two sources.

`Stream` deals for people: SHA-256 in counter mode over a secret, so that a deal can be neither foreseen nor denied.
The arrays that `seeded` makes are for playouts in compiled code: a multiply-with-carry generator (Marsaglia) whose
steps stay below 2**63, so that compiled and interpreted runs draw the same numbers.
"""

import hashlib
import struct

import numpy as np

from ludotheque.games.compiled import Ints, jit

WORD = 32
WORDS = struct.Struct(">8I")  # of a block
MASK = (1 << WORD) - 1
FACTOR = 1_821_284_388  # FACTOR * 2**32 - 1 is a safe prime: the period is about 2**62


class Stream:
    """Unbiased whole numbers from a secret."""

    def __init__(self, secret: bytes, label: str) -> None:
        self._key = hashlib.sha256(len(secret).to_bytes(8, "big") + secret + label.encode()).digest()
        self._blocks = 0
        self._words: list[int] = []  # of the last block, those drawn first at the end

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            block = hashlib.sha256(self._key + self._blocks.to_bytes(8, "big")).digest()
            self._words = [*reversed(WORDS.unpack(block))]
            self._blocks += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: words beyond the last whole multiple of n are drawn anew."""
        limit = (MASK + 1) // n * n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def deck(self, size: int) -> Ints:
        """The numbers 0 to size - 1 in shuffled order (Fisher and Yates)."""
        deck = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return np.array(deck)


def seeded(seed: int) -> Ints:
    """A random source for compiled code."""
    word = hashlib.sha256(b"ludotheque" + seed.to_bytes(16, "big", signed=True)).digest()
    return np.array([int.from_bytes(word[:8], "big") % (FACTOR * (MASK + 1) - 2) + 1])


@jit
def word(rng: Ints) -> int:
    """The next 32 bits."""
    low, carry = rng[0] & MASK, rng[0] >> WORD
    rng[0] = FACTOR * low + carry
    return low ^ carry


@jit
def below(rng: Ints, n: int) -> int:
    """A number from 0 to n - 1, each equally likely (Lemire); n is below 2**31."""
    product = word(rng) * n
    if product & MASK < n:
        unfair = (MASK + 1) % n
        while product & MASK < unfair:
            product = word(rng) * n
    return product >> WORD


@jit
def unit(rng: Ints) -> float:
    """A number from 0 up to but not including 1."""
    return word(rng) / (MASK + 1)


@jit
def shuffle(rng: Ints, deck: Ints) -> None:
    """Put a deck in random order (Fisher and Yates)."""
    for last in range(len(deck) - 1, 0, -1):
        other = below(rng, last + 1)
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card
