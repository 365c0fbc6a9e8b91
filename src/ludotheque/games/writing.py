"""JSON written into bytes, quickly: each function writes something at a place and returns the place after it.

The fields of views are written so (a game's `fields.py`): as machine code at tables, where everybody is told what has
changed after every action.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.cards import lowest, rest
from ludotheque.games.compiled import Ints, jit

Bytes = NDArray[np.uint8]
Texts = NDArray[np.uint8]  # one a row: its length, then its letters

COMMA, MINUS, ZERO, COLON = b",-0:"
BEGIN_LIST, END_LIST, BEGIN, END = b"[]{}"


def texts(*each: str) -> Texts:
    """Texts by number, to be written as they are."""
    encoded = [text.encode() for text in each]
    table = np.zeros((len(encoded), 1 + max(map(len, encoded), default=0)), np.uint8)
    for row, letters in zip(table, encoded, strict=True):
        row[0] = len(letters)
        row[1 : 1 + len(letters)] = np.frombuffer(letters, np.uint8)
    return table


def quoted(names: Sequence[str | None]) -> Texts:
    """Names by number, as JSON; None is null."""
    return texts(*("null" if name is None else f'"{name}"' for name in names))


def keys(names: Sequence[str]) -> Texts:
    """Names of fields, each after a comma and before its value."""
    return texts(*(f',"{name}":' for name in names))


def deeds(*kinds: str) -> Texts:
    """The beginnings of what places do, by number; each tells of a place first."""
    return texts(*(f',{{"kind":"{kind}","facts":{{"place":' for kind in kinds))


PLAYED = texts('{"place":', ',"card":')
WORDS = texts("null", "false", "true", ',{"kind":"round_over","facts":{}}', "}}", ',"card":')
NULL, FALSE, TRUE, ROUND_OVER, END_DEED, CARD = range(6)


@jit
def text(out: Bytes, at: int, table: Texts, row: int) -> int:
    """A text of a table."""
    size = int(table[row, 0])
    for i in range(size):
        out[at + i] = table[row, 1 + i]
    return at + size


@jit
def sign(out: Bytes, at: int, letter: int) -> int:
    """A single letter."""
    out[at] = letter
    return at + 1


@jit
def null(out: Bytes, at: int) -> int:
    """Nothing."""
    return text(out, at, WORDS, NULL)


@jit
def truth(out: Bytes, at: int, true: bool) -> int:
    """True or false."""
    return text(out, at, WORDS, TRUE if true else FALSE)


@jit
def round_over(out: Bytes, at: int) -> int:
    """The last line about a round that has ended."""
    return text(out, at, WORDS, ROUND_OVER)


@jit
def deed(out: Bytes, at: int, kinds: Texts, kind: int, place: int) -> int:
    """The beginning of something that a place did; facts may follow, then `end_deed`."""
    return number(out, text(out, at, kinds, kind), place)


@jit
def end_deed(out: Bytes, at: int) -> int:
    """The end of something that happened."""
    return text(out, at, WORDS, END_DEED)


@jit
def card_fact(out: Bytes, at: int, names: Texts, card: int) -> int:
    """The card with which it was done."""
    return text(out, text(out, at, WORDS, CARD), names, card)


@jit
def number(out: Bytes, at: int, n: int) -> int:
    """A whole number."""
    if n < 0:
        return number_from_zero(out, sign(out, at, MINUS), -n)
    return number_from_zero(out, at, n)


@jit
def number_from_zero(out: Bytes, at: int, n: int) -> int:
    size, left = 1, n // 10
    while left:
        size, left = size + 1, left // 10
    for i in range(size):
        out[at + size - 1 - i] = ZERO + n % 10
        n //= 10
    return at + size


@jit
def number_or_null(out: Bytes, at: int, n: int, none: int) -> int:
    """A number, unless it is the one that stands for none."""
    return null(out, at) if n == none else number(out, at, n)


@jit
def name_or_null(out: Bytes, at: int, names: Texts, i: int, none: int) -> int:
    """A name by its number, unless that stands for none."""
    return null(out, at) if i == none else text(out, at, names, i)


@jit
def after_comma(out: Bytes, at: int, i: int) -> int:
    """The place of element i of a list: all but the first follow a comma."""
    return sign(out, at, COMMA) if i else at


@jit
def seats(out: Bytes, at: int, bits: int) -> int:
    """A set as a list of numbers."""
    at, i = sign(out, at, BEGIN_LIST), 0
    while bits:
        at = number(out, after_comma(out, at, i), lowest(bits))
        bits, i = rest(bits), i + 1
    return sign(out, at, END_LIST)


@jit
def named(out: Bytes, at: int, bits: int, names: Texts) -> int:
    """A set as a list of names."""
    return sign(out, names_of(out, sign(out, at, BEGIN_LIST), bits, names, 0), END_LIST)


@jit
def names_of(out: Bytes, at: int, bits: int, names: Texts, before: int) -> int:
    """The names of a set, in a list in which there are so many already."""
    while bits:
        at = text(out, after_comma(out, at, before), names, lowest(bits))
        bits, before = rest(bits), before + 1
    return at


@jit
def trick(out: Bytes, at: int, cards: Ints, lead: int, laid: int, places: int, names: Texts) -> int:
    """The cards of a trick in the order of play, and who laid each."""
    at = sign(out, at, BEGIN_LIST)
    for i in range(laid):
        place = (lead + i) % places
        at = number(out, text(out, after_comma(out, at, i), PLAYED, 0), place)
        at = text(out, text(out, at, PLAYED, 1), names, cards[place])
        at = sign(out, at, END)
    return sign(out, at, END_LIST)
