"""Chance is fair, and the same whether compiled or not."""

from collections import Counter
from itertools import permutations
from math import comb

import numpy as np
import pytest

from ludotheque.games.cards import CHOOSE, bit, count, has, lowest, most_ways, one, rest, scatter, some
from ludotheque.games.chance import MASK, Stream, below, seeded, shuffle, unit, word

pytestmark = pytest.mark.interpreted


def is_uniform(counts: Counter[object], kinds: int) -> bool:
    """Whether chi-square is within five standard deviations; a fair source fails once in a million runs."""
    expected = counts.total() / kinds
    chi_square = sum((counts[kind] - expected) ** 2 / expected for kind in counts) + expected * (kinds - len(counts))
    return abs(chi_square - (kinds - 1)) < 5 * (2 * (kinds - 1)) ** 0.5


def test_a_stream_shuffles_every_order_equally_often() -> None:
    stream = Stream(b"secret", "test")
    assert is_uniform(Counter(tuple(stream.deck(4).tolist()) for _ in range(6000)), 24)


def test_a_biased_shuffle_would_be_noticed() -> None:
    stream = Stream(b"secret", "test")

    def biased() -> tuple[int, ...]:
        deck = list(range(4))
        for i in range(4):
            j = stream.below(4)  # the well-known mistake: any place instead of those not yet settled
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)

    assert not is_uniform(Counter(biased() for _ in range(6000)), 24)


def test_a_stream_depends_on_its_secret_and_its_label_and_nothing_else() -> None:
    def numbers(secret: bytes, label: str) -> list[int]:
        stream = Stream(secret, label)
        return [stream.word() for _ in range(20)]

    assert numbers(b"a", "deal 1") == numbers(b"a", "deal 1")
    assert len({tuple(numbers(s, label)) for s, label in ((b"a", "b"), (b"ab", ""), (b"", "ab"), (b"a", "c"))}) == 4


def test_a_streams_words_are_known() -> None:
    """Deals must be checkable by others and for ever: these numbers may never change."""
    assert [Stream(b"secret", "deal 1").below(n) for n in (2, 10, 36, 1000)] == [0, 2, 2, 902]
    assert Stream(b"secret", "deal 1").deck(8).tolist() == [2, 7, 0, 4, 1, 5, 3, 6]


def test_numbers_below_n_are_equally_likely_also_where_bias_would_show() -> None:
    rng = seeded(1)
    assert is_uniform(Counter(int(below(rng, 7)) for _ in range(7000)), 7)
    huge = 3 << 29  # a careless method would draw two thirds of the numbers half again as often as the others
    assert is_uniform(Counter(int(below(rng, huge)) // (1 << 29) for _ in range(6000)), 3)
    stream = Stream(b"s", "t")
    assert is_uniform(Counter(stream.below(huge) // (1 << 29) for _ in range(6000)), 3)


def test_words_have_32_bits_and_units_are_below_one() -> None:
    rng = seeded(2)
    words = [int(word(rng)) for _ in range(2000)]
    assert min(words) >= 0
    assert max(words) <= MASK
    assert all(abs(sum(value >> i & 1 for value in words) - 1000) < 5 * 500**0.5 for i in range(32))
    assert all(0 <= unit(rng) < 1 for _ in range(2000))


def test_shuffle_is_fair() -> None:
    rng, deck = seeded(3), np.arange(4)

    def shuffled() -> tuple[int, ...]:
        shuffle(rng, deck)
        return tuple(deck.tolist())

    assert is_uniform(Counter(shuffled() for _ in range(6000)), 24)


def test_sets_of_cards() -> None:
    cards = bit(3) | bit(17) | bit(62)
    assert (count(cards), lowest(cards), lowest(rest(cards)), count(0)) == (3, 3, 17, 0)
    assert has(cards, 17)
    assert not has(cards, 16)
    assert all(CHOOSE[n, k] == comb(n, k) for n in range(64) for k in range(64) if comb(n, k) < 1 << 53)


def test_random_sets_are_fair() -> None:
    rng, desk = seeded(4), np.empty(63, np.int64)
    cards = bit(1) | bit(5) | bit(8) | bit(40)
    assert is_uniform(Counter(int(some(cards, 2, desk, rng)) for _ in range(3000)), 6)
    assert is_uniform(Counter(int(one(cards, rng)) for _ in range(3000)), 4)


def test_scattered_cards_are_uniform_over_what_fits() -> None:
    """Six cards to three places of two; the first may not hold 0 and 1, the second not 2."""
    sizes, fits = np.array([2, 2, 2]), np.array([0b111100, 0b111011, 0b111111])
    worlds = {tuple(sum(1 << card for card in deal[i : i + 2]) for i in (0, 2, 4)) for deal in permutations(range(6))}
    worlds = {w for w in worlds if not any(cards & ~fit for cards, fit in zip(w, fits.tolist(), strict=True))}
    rng, out = seeded(5), np.zeros(3, np.int64)
    most = most_ways(0b111111, 3, sizes, fits)
    kept: Counter[object] = Counter()
    while kept.total() < 200 * len(worlds):
        ways = scatter(0b111111, 3, sizes, fits, rng, out)
        assert ways <= most
        if unit(rng) * most < ways:
            kept[tuple(out.tolist())] += 1
    assert set(kept) == worlds
    assert is_uniform(kept, len(worlds))


def test_what_fits_nowhere_is_not_scattered() -> None:
    out = np.zeros(2, np.int64)
    assert scatter(0b11, 2, np.array([1, 1]), np.array([0b01, 0b01]), seeded(6), out) == 0
