"""Stacks of identical cards, counted in one integer: as many bits a kind as its count needs, and one to spare.

Stacks add and subtract as numbers do. The spare bit of each kind makes it possible to compare all counts at once.
"""

from ludotheque.games.compiled import jit

WIDTH = 5  # bits a kind: counts up to 15, and the spare bit
COUNT = 15
KINDS = 12
ONES = sum(1 << WIDTH * kind for kind in range(KINDS))
SPARE = ONES << (WIDTH - 1)


@jit
def single(kind: int) -> int:
    """A stack of one card."""
    return 1 << WIDTH * kind


@jit
def many(kind: int, n: int) -> int:
    """A stack of n cards of one kind."""
    return n << WIDTH * kind


@jit
def counted(stack: int, kind: int) -> int:
    """How many cards of a kind there are."""
    return stack >> WIDTH * kind & COUNT


def counts_in(stack: int) -> list[tuple[int, int]]:
    """The kinds that a stack has, in order, and how many cards of each."""
    left, counts = int(stack), []
    while left:
        kind = ((left & -left).bit_length() - 1) // WIDTH
        n = left >> WIDTH * kind & COUNT
        counts.append((kind, n))
        left -= n << WIDTH * kind
    return counts


@jit
def covers(stack: int, other: int) -> bool:
    """Whether a stack has at least what the other has, of every kind."""
    return ((stack | SPARE) - other) & SPARE == SPARE


@jit
def size_of(stack: int) -> int:
    """How many cards there are in all."""
    n = 0
    while stack:
        n += stack & COUNT
        stack >>= WIDTH
    return n


@jit
def larger(stack: int, other: int) -> int:
    """Of every kind the larger count of the two."""
    have = ((stack | SPARE) - other & SPARE) >> (WIDTH - 1)  # 1 where the first has as many or more
    first = have * COUNT
    return stack & first | other & (ONES * COUNT ^ first)


@jit
def smaller(stack: int, other: int) -> int:
    """Of every kind the smaller count of the two."""
    return stack + other - larger(stack, other)


@jit
def left_of(stack: int, taken: int) -> int:
    """The least that is left of a stack when cards are taken from those and perhaps others: never less than none."""
    return larger(stack, taken) - taken
