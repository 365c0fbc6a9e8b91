"""Deals that anyone can check: nobody chose them, and none can be denied."""

import hashlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.chance import Stream
from ludotheque.games.errors import RecordError
from ludotheque.games.fair import Fair, UnfairError, always_first, check_deals, commitment, deck_of, mixed
from ludotheque.games.match import Deal, Match, deck_text, drawn_first
from ludotheque.games.record import header_of, record_text, verify, write_record

pytestmark = pytest.mark.interpreted

SECRET = bytes(range(32))
SALTS = ["ann", "", "cem", "dan"]
Line = dict[str, Any]


def test_a_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_mixture_is_known() -> None:
    """Others must be able to repeat it for ever: the length of each part in four bytes, then the part."""
    parts = [SECRET, b"ann", b"", b"c\xc3\xa9m"]
    text = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert mixed(SECRET, ["ann", "", "cém"]) == hashlib.sha256(text).digest()
    assert mixed(b"secret", ["a", "b"]).hex() == "c74332af09ba8fb184e4c92297788c3a6931671440264111ac00c49737764381"


def test_secret_and_every_salt_and_their_order_matter() -> None:
    mixtures = [
        mixed(SECRET, SALTS), mixed(SECRET[::-1], SALTS), mixed(SECRET, SALTS[::-1]), mixed(SECRET, SALTS[:3]),
        mixed(SECRET, ["ann", "c", "em", "dan"]), mixed(SECRET, ["ann", "cem", "", "dan"]), mixed(SECRET, []),
        mixed(SECRET, ["anncemdan"]), mixed(SECRET + b"ann", ["", "cem", "dan"]),
        mixed(SECRET, ["anN", "", "cem", "dan"]),
    ]  # fmt: skip
    assert len(set(mixtures)) == len(mixtures)


def test_every_round_has_a_deck_of_its_own() -> None:
    decks = {tuple(deck_of(box("willi"), 4, SECRET, number)) for number in range(1, 9)}
    assert len(decks) == 8
    assert all(sorted(deck) == list(range(36)) for deck in decks)


def test_the_first_is_drawn_fairly() -> None:
    counts = Counter(drawn_first(box("holzwurm"), ["a"] * 6, n.to_bytes(4, "big")) for n in range(3000))
    assert chi_square(np.array([[counts[seat] for seat in range(6)]])) < 5
    assert drawn_first(box("willi"), ["Ann", " WILLI", "willi", "Dan"], SECRET) == 1


def test_the_record_that_browsers_check_is_fair_here_too() -> None:
    fixture = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "holzwurm.jsonl"
    assert verify(fixture.read_text("utf-8")).deals == 2


# An unbiased shuffle


def places_of_cards(shuffled: Callable[[int], Any], size: int, times: int) -> Any:
    """How often each card came to each place."""
    counts = np.zeros((size, size), np.int64)
    for n in range(times):
        counts[np.arange(size), shuffled(n)] += 1
    return counts


def chi_square(counts: Any) -> float:
    """By how many standard deviations counts are further from equal ones than chance would have it."""
    expected = counts.sum() / counts.size
    freedom = (counts.shape[0] - 1 or 1) * (counts.shape[1] - 1)
    return float((((counts - expected) ** 2 / expected).sum() - freedom) / (2 * freedom) ** 0.5)


def fair_deck(n: int) -> Any:
    return Stream(SECRET, f"deal {n}").deck(12)


class Naive(Stream):
    """Five bits modulo the number of places: 32 is no multiple of most."""

    def below(self, n: int) -> int:
        return (self.word() & 31) % n


def with_modulo(n: int) -> Any:
    return Naive(SECRET, f"deal {n}").deck(12)


def swapped_with_any(n: int) -> Any:
    """Each card with any other: more ways than orders, so that some come up more often."""
    stream, deck = Stream(SECRET, f"deal {n}"), np.arange(12)
    for i in range(12):
        j = stream.below(12)
        deck[i], deck[j] = int(deck[j]), int(deck[i])
    return deck


def never_left_in_place(n: int) -> Any:
    """One off: no card is left where it was."""
    stream, deck = Stream(SECRET, f"deal {n}"), np.arange(12)
    for last in range(11, 0, -1):
        j = stream.below(last)
        deck[last], deck[j] = int(deck[j]), int(deck[last])
    return deck


def one_too_few(n: int) -> Any:
    """One off: the last place is never drawn for."""
    stream, deck = Stream(SECRET, f"deal {n}"), np.arange(12)
    for last in range(10, 0, -1):
        j = stream.below(last + 1)
        deck[last], deck[j] = int(deck[j]), int(deck[last])
    return deck


def test_every_card_comes_to_every_place_equally_often() -> None:
    assert abs(chi_square(places_of_cards(fair_deck, 12, 6000))) < 4


@pytest.mark.parametrize("biased", [with_modulo, swapped_with_any, never_left_in_place, one_too_few])
def test_a_biased_shuffle_would_be_noticed(biased: Callable[[int], Any]) -> None:
    assert chi_square(places_of_cards(biased, 12, 6000)) > 8


@pytest.mark.parametrize("game", ["willi", "wheedle"])
def test_whole_decks_are_fair_from_one_secret_to_the_next(game: str) -> None:
    seats = box(game).rules.SEATS[-1]
    size = box(game).rules.deck_size(seats)
    seeds = [mixed(n.to_bytes(32, "big"), SALTS) for n in range(3000)]
    assert abs(chi_square(places_of_cards(lambda n: deck_of(box(game), seats, seeds[n], 1), size, 3000))) < 4


# Checking a record


def lines(game: str = "willi", seats: int = 4, rounds: int = 3, names: list[str] | None = None) -> list[Line]:
    """The record of the first rounds of a fair match, as data."""
    seed, names = mixed(SECRET, SALTS[:seats]), names or ["Ann", "Bob", "Cem", "Dan"]
    match = Match(game, seats, names=names[:seats], first=drawn_first(box(game), names[:seats], seed), dealt=False)
    while match.state.rounds < rounds:
        match.deal(deck_of(match.box, seats, seed, int(match.state.rounds) + 1))
        while match.actors:
            match.do(match.actors[0], match.legal(match.actors[0])[-1])
    fair = Fair(commitment(SECRET), SECRET.hex(), SALTS[:seats])
    text = record_text(header_of(match, match.names, fair), match.log)
    return [msgspec.json.decode(line) for line in text.splitlines()]


def written(record: list[Line]) -> str:
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in record)


RECORD = lines()


def test_a_fair_record_is_confirmed_deal_by_deal() -> None:
    assert verify(written(RECORD)).deals == 3
    assert verify(written(RECORD[:1])).deals == 0


def test_among_three_willi_himself_is_first_and_that_is_fair() -> None:
    seed = mixed(SECRET, SALTS[:3])
    match = Match("willi", 3, first=drawn_first(box("willi"), ["a", "b", "c"], seed), dealt=False)
    fair = Fair(commitment(SECRET), SECRET.hex(), SALTS[:3])
    check_deals(match.box, ["a", "b", "c"], match.first, [deck_text(match.box, deck_of(match.box, 3, seed, 1))], fair)


def with_header(**changes: Any) -> list[Line]:
    return [RECORD[0] | changes, *RECORD[1:]]


def with_fair(**changes: Any) -> list[Line]:
    return with_header(fair=RECORD[0]["fair"] | changes)


def other_first() -> list[Line]:
    """The same deal, another first: nothing that was done before the lead shows it."""
    return [RECORD[0] | {"first": (RECORD[0]["first"] + 1) % 4}, *RECORD[1:6]]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (with_fair(secret="00" * 32), "not the one that was promised"),
        (with_fair(commitment=commitment(b"x")), "not the one that was promised"),
        (with_fair(secret="00" * 32, commitment=commitment(bytes(32))), "first|round 1"),
        (with_fair(secret="not hexadecimal"), "hexadecimal"),
        (with_fair(salts=SALTS[:3]), "3 salts for 4 seats"),
        (with_fair(salts=["", "", "", ""]), "first|round 1"),
        (with_fair(salts=["", "ann", "cem", "dan"]), "first|round 1"),
        (other_first(), "should have been first"),
        (with_header(fair=None), "does not tell"),
    ],
)
def test_an_unfair_record_is_found_out(record: list[Line], problem: str) -> None:
    with pytest.raises(UnfairError, match=problem):
        verify(written(record))


def test_who_is_first_is_not_drawn_if_the_host_said_so() -> None:
    record = other_first()
    record[0] = record[0] | {"fair": record[0]["fair"] | {"first_chosen": True}}
    assert (verify(written(record)).deals, verify(written(record)).first) == (1, "chosen")


def test_a_choice_is_not_taken_on_trust_where_the_draw_gives_the_same() -> None:
    assert verify(written(RECORD)).first == "draw"
    assert verify(written(with_fair(first_chosen=True))).first == "draw"


def test_a_choice_cannot_be_stated_where_the_rules_decide() -> None:
    record = lines(seats=3, rounds=1)
    assert record[0]["first"] == always_first(box("willi"), 3) == 3
    assert verify(written(record)).first == "rules"
    record[0] = record[0] | {"first": 1, "fair": record[0]["fair"] | {"first_chosen": True}}
    with pytest.raises(UnfairError, match="seat 3 should have been first, not 1"):
        verify(written(record))


def test_W3_a_player_named_willi_is_first_unless_the_host_chose() -> None:
    record = lines(rounds=1, names=["Ann", "Bob", " WILLI", "Dan"])
    assert (record[0]["first"], verify(written(record)).first) == (2, "name")
    cut = [record[0] | {"first": 1}, *record[1:6]]
    with pytest.raises(UnfairError, match="seat 2 should have been first, not 1"):
        verify(written(cut))
    cut[0] = cut[0] | {"fair": cut[0]["fair"] | {"first_chosen": True}}
    assert verify(written(cut)).first == "chosen"


PROMISES = [commitment(salt.encode()) if salt else "" for salt in SALTS]


def test_salts_are_checked_against_their_promises() -> None:
    verdict = verify(written(with_fair(salt_commitments=PROMISES)))
    assert (verdict.promised, verdict.left_out) == (True, [])
    assert not verify(written(RECORD)).promised


def test_who_promised_a_salt_and_did_not_reveal_it_is_named() -> None:
    promises = [PROMISES[0], commitment(b"bob"), *PROMISES[2:]]
    assert verify(written(with_fair(salt_commitments=promises))).left_out == [1]


@pytest.mark.parametrize(
    ("promises", "problem"),
    [
        ([commitment(b"another"), *PROMISES[1:]], "salt of seat 0 is not the one that was promised"),
        ([*PROMISES[:3], ""], "salt of seat 3 is not the one that was promised"),
        (PROMISES[:3], "3 promises for 4 salts"),
    ],
)
def test_a_broken_promise_is_found_out(promises: list[str], problem: str) -> None:
    with pytest.raises(UnfairError, match=problem):
        verify(written(with_fair(salt_commitments=promises)))


def test_a_record_says_how_far_it_goes() -> None:
    verdict = verify(written(RECORD))
    assert (verdict.deals, verdict.acts, verdict.over) == (3, len(RECORD) - 4, False)
    whole = lines("willi", rounds=8)
    assert verify(written(whole)).over
    assert not verify(written(whole[:-1])).over


def test_salts_alone_do_not_change_who_is_first_unnoticed() -> None:
    """Salts under which the same seat is first: then the decks tell."""
    others = (["x", str(n), "y", "z"] for n in range(1000))
    first = RECORD[0]["first"]
    names = RECORD[0]["names"]
    salts = next(salts for salts in others if drawn_first(box("willi"), names, mixed(SECRET, salts)) == first)
    with pytest.raises(UnfairError, match="deck of round 1"):
        verify(written(with_fair(salts=salts)))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_stacked_deck_of_any_round_is_found_out(number: int) -> None:
    """Two cards of the last hand change places, which nobody could see by the play: only the deck is checked."""
    match = Match("willi", 4, names=RECORD[0]["names"], first=RECORD[0]["first"], dealt=False)
    seed = mixed(SECRET, SALTS)
    for round_number in range(1, 4):
        deck = deck_of(match.box, 4, seed, round_number)
        if round_number == number:
            deck[[0, 1]] = deck[[1, 0]]
        match.deal(deck)
        while match.actors:
            match.do(match.actors[0], match.legal(match.actors[0])[-1])
    fair = Fair(commitment(SECRET), SECRET.hex(), SALTS)
    with pytest.raises(UnfairError, match=f"deck of round {number}"):
        verify(record_text(header_of(match, match.names, fair), match.log))


def test_decks_in_another_order_are_found_out() -> None:
    decks = [line["deal"] for line in RECORD if "deal" in line]
    fair = Fair(commitment(SECRET), SECRET.hex(), SALTS)
    check_deals(box("willi"), RECORD[0]["names"], RECORD[0]["first"], decks, fair)
    with pytest.raises(UnfairError, match="round 1"):
        check_deals(box("willi"), RECORD[0]["names"], RECORD[0]["first"], decks[::-1], fair)


def test_a_record_that_breaks_the_rules_is_not_called_unfair_but_broken() -> None:
    with pytest.raises(RecordError, match="line 3"):
        verify(written([*RECORD[:2], {"seat": 0, "do": "pass"}]))
    with pytest.raises(RecordError, match="line 1"):
        verify("")


def test_a_match_that_was_not_played_at_a_table_cannot_be_checked() -> None:
    match = Match("willi", 4, seed=1)
    assert isinstance(match.log[0], Deal)
    with pytest.raises(UnfairError, match="does not tell"):
        verify(write_record(match))
