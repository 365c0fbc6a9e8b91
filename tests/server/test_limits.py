"""Limits hold whatever is asked, and whenever."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.limits import Bucket, Counted, Gate, household

rates = st.floats(0.1, 1000)
bursts = st.integers(1, 100)
pauses = st.lists(st.floats(0, 5), min_size=1, max_size=200)
keys = st.sampled_from("abcdefgh")


def moments(between: list[float], start: float = 0.0) -> list[float]:
    times = [start]
    for pause in between:
        times.append(times[-1] + pause)
    return times


def test_a_burst_and_then_the_rate() -> None:
    bucket = Bucket(rate=2.0, burst=3)
    assert [bucket.take(10.0) for _ in range(5)] == pytest.approx([0.0, 0.0, 0.0, 0.5, 0.5], abs=1e-5)
    assert bucket.take(10.25) == pytest.approx(0.25, abs=1e-5)
    assert bucket.take(10.5) == 0.0
    assert bucket.take(10.5) == pytest.approx(0.5, abs=1e-5)
    assert [bucket.take(99.0) > 0.0 for _ in range(4)] == [False, False, False, True]


@given(rates, bursts, pauses, st.floats(-1e6, 1e6))
def test_never_more_than_the_rate_and_a_burst(rate: float, burst: int, between: list[float], start: float) -> None:
    bucket = Bucket(rate, burst)
    granted = [now for now in moments(between, start) if bucket.take(now) == 0.0]
    for first, since in enumerate(granted):
        for number, now in enumerate(granted[first:], 1):
            assert number <= (now - since) * rate + burst + 1e-3


@given(rates, bursts, pauses)
def test_who_waits_as_told_is_granted(rate: float, burst: int, between: list[float]) -> None:
    bucket = Bucket(rate, burst)
    now = 0.0
    for pause in between:
        now += pause
        wait = bucket.take(now)
        assert 0.0 <= wait <= 1.0 / rate + 1e-6
        if wait:
            now += wait + 1e-9
            assert bucket.take(now) == 0.0


@given(rates, bursts)
def test_a_rested_bucket_is_like_new(rate: float, burst: int) -> None:
    bucket = Bucket(rate, burst)
    assert bucket.rested(0.0)
    for _ in range(burst):
        assert bucket.take(0.0) == 0.0
    assert not bucket.rested(0.0)
    later = burst / rate + 1e-6
    assert bucket.rested(later)
    assert [bucket.take(later) for _ in range(burst)] == [0.0] * burst


def test_a_clock_that_goes_back_grants_nothing_extra() -> None:
    bucket = Bucket(rate=1.0, burst=1)
    assert bucket.take(10.0) == 0.0
    assert bucket.take(5.0) == pytest.approx(6.0, abs=1e-5)
    assert bucket.take(10.5) == pytest.approx(0.5, abs=1e-5)


def test_keys_do_not_count_for_each_other() -> None:
    tables = Counted(2, 60.0)
    assert [tables.take("ada", 0.0) for _ in range(3)] == pytest.approx([0.0, 0.0, 30.0], abs=1e-4)
    assert tables.take("bob", 0.0) == 0.0
    assert tables.take("ada", 30.0) == 0.0


@given(st.lists(st.tuples(keys, st.floats(0, 20)), max_size=200), st.integers(1, 5))
def test_a_key_never_gets_more_unless_it_is_forgotten(asked: list[tuple[str, float]], count: int) -> None:
    limit = Counted(count, 10.0)
    alone = {key: Bucket(count / 10.0, count) for key in "abcdefgh"}
    for (key, _), now in zip(asked, moments([pause for _, pause in asked]), strict=False):
        assert limit.take(key, now) == pytest.approx(alone[key].take(now), abs=1e-6)


@given(st.lists(st.tuples(st.text(max_size=2), st.floats(0, 1)), max_size=300), st.integers(1, 10))
def test_memory_is_bounded(asked: list[tuple[str, float]], most: int) -> None:
    limit = Counted(1, 60.0, keys=most)
    for (key, _), now in zip(asked, moments([pause for _, pause in asked]), strict=False):
        limit.take(key, now)
        assert len(limit) <= most


def test_who_rests_is_forgotten() -> None:
    limit = Counted(1, 1.0)
    for number in range(100):
        limit.take(str(number), 0.0)
    assert len(limit) == 100
    limit.take("last", 2.0)
    assert len(limit) == 1


def test_of_too_many_the_one_asked_longest_ago_is_forgotten() -> None:
    limit = Counted(1, 60.0, keys=2)
    limit.take("old", 0.0)
    limit.take("new", 1.0)
    assert limit.take("old", 2.0) > 0.0
    limit.take("newer", 3.0)
    assert limit.take("old", 4.0) > 0.0


@given(st.lists(st.tuples(st.booleans(), keys)), st.integers(1, 4))
def test_a_gate_counts_those_inside(steps: list[tuple[bool, str]], most: int) -> None:
    gate = Gate(most)
    inside: Counter[str] = Counter()
    for enters, key in steps:
        if enters:
            assert gate.enter(key) == (inside[key] < most)
            inside[key] = min(most, inside[key] + 1)
        elif inside[key]:
            gate.leave(key)
            inside[key] -= 1
        else:
            with pytest.raises(KeyError):
                gate.leave(key)
        assert gate.inside(key) == inside[key]
        assert len(gate) == len(+inside)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0db8:0001:0002::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_one_household(address: str, counted: str) -> None:
    assert household(address) == counted
