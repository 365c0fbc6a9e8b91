"""Holzwurm, rule by rule."""

import re
from collections import Counter
from itertools import chain, permutations
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, Record, blank
from ludotheque.games.contract import NOT_A_SEAT, UNKNOWN_ACTION, Reason
from ludotheque.games.errors import IllegalMoveError, NotationError, OptionError
from ludotheque.games.holzwurm import notation, rules
from ludotheque.games.match import Match
from ludotheque.games.record import read_record, write_record
from ludotheque.games.wording import LANGUAGES, say
from tests.games.arrange import go, stacked, undealt
from tests.games.invariants import is_consistent
from tests.oracle.holzwurm import value as worm

pytestmark = pytest.mark.interpreted

DECK = notation.CARDS[:-1]
FATE = "v10 v8 v6 v4 v2"


def dealt(fate: str, *hands: str, seats: int = 4, first: int = 0) -> Match:
    """A match whose first deal begins with these cards for the pile of fate and the hands."""
    sizes = [5, *[int(rules.HAND[seats])] * seats]
    return stacked(undealt("holzwurm", seats, {}, first), [fate, *hands], sizes)


def position(*hands: str, rows: str = "", fate: str = FATE, taken: int = 0, shown: str = "", rounds: int = 1) -> Match:
    """Seat 0 to act: hands, rows such as "r1 r4, x2" from slot 0 on, and how many of the pile of fate are taken.

    The cards that nobody has are out of the round.
    """
    match = undealt("holzwurm", len(hands), {"rounds": rounds}, 0)
    s = match.state
    s.rounds, s.phase, s.turn, s.taken = 1, rules.PLAYING, 0, 0
    rules.pile_up(s, np.array([DECK.index(card) for card in fate.split()]))
    s.taken = taken
    for card in fate.split()[taken:]:
        move(s.hand[rules.OUT], None, card)
    for slot, row in enumerate(rows.split(",") if rows else []):
        lay_out(s, slot, row)
    for seat, hand in enumerate(hands):
        s.held[seat] = len(hand.split())
        for card in hand.split():
            move(s.hand[rules.OUT], s.hand[seat], card)
            if card in shown.split():
                move(None, s.shown[seat], card)
    return match


def lay_out(s: Record, slot: int, row: str) -> None:
    for card in row.split():
        move(s.hand[rules.OUT], s.row[slot], card)
    colour = rules.row_colour(s, slot)
    s.laid[slot] = len(row.split())
    s.lying |= 1 << slot
    s.greyish |= int(colour == rules.GREY) << slot
    s.homes = rules.settle(s.homes, colour, slot)


def move(source: Ints | None, target: Ints | None, name: str) -> None:
    half, bit = rules.HALF[DECK.index(name)], rules.BIT[DECK.index(name)]
    if source is not None:
        assert source[half] & bit, f"{name} is in two places"
        source[half] ^= bit
    if target is not None:
        target[half] |= bit


def rest_of(*named: str) -> str:
    """All cards but these."""
    return " ".join(card for card in DECK if card not in " ".join(named).replace(",", "").split())


def view(match: Match, seat: int) -> notation.View:
    found = match.view(seat)
    assert isinstance(found, notation.View)
    return found


def memory(seen: notation.View) -> list[notation.Memory]:
    assert seen.memory is not None
    return seen.memory


def open_cards(match: Match) -> notation.Cards:
    found = match.cards()
    assert isinstance(found, notation.Cards)
    return found


def rows(match: Match) -> dict[int, str]:
    """What lies in each slot, minus cards first."""
    return {row.slot: " ".join(row.minus + row.plus) for row in view(match, -1).rows}


def refusal(match: Match, seat: int, action: str) -> IllegalMoveError:
    before = match.state.tobytes()
    with pytest.raises(IllegalMoveError) as refused:
        match.do(seat, action)
    assert match.state.tobytes() == before
    return refused.value


def choices(match: Match, card: str) -> set[str]:
    """Where seat 0 may lay a card."""
    return {action.split()[2] for action in match.legal(0) if action.split()[1] == card}


def test_H1_five_colours_of_one_to_eleven_and_grey_from_two_on() -> None:
    wanted = [f"{colour}{number}" for colour in "byrgv" for number in range(1, 12)]
    assert list(notation.CARDS) == [*wanted, *(f"x{number}" for number in range(2, 12)), "-13"]
    assert rules.deck_size(4) == 65


def test_H1_even_numbers_count_plus_and_odd_ones_minus() -> None:
    assert [notation.VALUES[card] for card in ("b1", "r2", "g10", "v11", "x2", "x7", "-13")] == [
        -1,
        2,
        10,
        -11,
        2,
        -7,
        -13,
    ]
    assert view(position("b1 r2 g10 x7", "b2"), 0).worth == 4


def test_H2_the_first_five_cards_lie_open_the_best_on_top_and_the_thirteen_at_the_bottom() -> None:
    match = dealt("v3 x8 b10 b3 g8")
    for seat in (-1, 0, 3):
        assert view(match, seat).fate == ["b10", "g8", "x8", "b3", "v3", "-13"]
    assert not {"b10", "g8", "x8", "b3", "v3", "-13"} & set(chain(*open_cards(match).hands))


@pytest.mark.parametrize(("seats", "hand", "out"), [(2, 15, 30), (3, 15, 15), (4, 15, 0), (5, 12, 0), (6, 10, 0)])
def test_H3_hands_by_the_number_of_players_and_the_rest_is_out(seats: int, hand: int, out: int) -> None:
    match = Match("holzwurm", seats, seed=1)
    assert view(match, 0).held == [hand] * seats
    found = open_cards(match)
    assert [len(cards) for cards in found.hands] == [hand] * seats
    assert len(found.out) == out
    assert sorted([*chain(*found.hands), *found.out, *found.fate]) == sorted(notation.CARDS)


def test_H3_hands_are_dealt_in_blocks_from_seat_0_on() -> None:
    match = dealt(FATE, "b1", "y1", "r1 x11", seats=3, first=2)
    assert [[card for card in hand if card in ("b1", "y1", "r1", "x11")] for hand in open_cards(match).hands] == [
        ["b1"], ["y1"], ["r1", "x11"],
    ]  # fmt: skip
    assert match.actors == [2]


def test_H3_nobody_sees_the_others_hands_or_what_is_out() -> None:
    match = Match("holzwurm", 3, seed=4)
    for seat in range(-1, 3):
        named = re.findall(r'"([byrgvx]\d+|-13)"', msgspec.json.encode(view(match, seat)).decode())
        own = open_cards(match).hands[seat] if seat >= 0 else []
        assert sorted(named) == sorted(own + open_cards(match).fate)
        record = Match("holzwurm", 2, seed=seat).state  # whatever lay there before
        rules.view(match.state, seat, record)
        assert record.tobytes() == match.box.view(match.state, seat).tobytes()
        assert not any(record.hand[other].any() for other in range(rules.OUT + 1) if other != seat)


def test_H3_the_starter_moves_one_seat_to_the_left_each_round() -> None:
    match = Match("holzwurm", 3, first=2, seed=5, rounds=5)
    starters: list[int] = []
    while not match.over:
        if len(match.round_scores) == len(starters):
            starters.append(match.actors[0])
            assert view(match, -1).starter == match.actors[0]
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    assert starters == [2, 0, 1, 2, 0]


def test_H3_the_first_starter_is_drawn_by_lot() -> None:
    assert {Match("holzwurm", 3, seed=seed).first for seed in range(30)} == {0, 1, 2}


def test_H4_turns_go_to_the_left_and_are_one_card_each() -> None:
    match = go(position("r5 r6", "r7 r8", "r9 r10"), "0 lay r5 new", "1 lay r7 @0", "2 lay r9 @0")
    assert match.actors == [0]
    assert view(match, 0).held == [1, 1, 1]
    assert rows(match) == {0: "r5 r7 r9"}


def test_H4_a_card_goes_to_the_row_of_its_colour_and_nowhere_else() -> None:
    match = position("r5 g5", "b2", rows="g1, r1, x2")
    assert choices(match, "r5") == {"@1"}
    assert choices(match, "g5") == {"@0"}
    assert match.allowed(0, "lay r5 @1")
    assert not match.allowed(0, "lay r5 @0")
    for where in ("@0", "@2", "@4", "new"):
        refused = refusal(match, 0, f"lay r5 {where}")
        assert (refused.code, refused.facts) == ("own_row", {"row": "r"})


def test_H4_a_card_without_a_row_opens_one_or_goes_to_a_row_of_greys() -> None:
    match = position("r5", "b2", rows="g1, x2, b1, x3 x4")
    assert choices(match, "r5") == {"@1", "@3", "new"}
    refused = refusal(match, 0, "lay r5 @2")
    assert (refused.code, refused.facts) == ("other_colour", {"row": "b"})
    refused = refusal(match, 0, "lay r5 @4")
    assert (refused.code, refused.facts) == ("no_row", {"slot": 4})


def test_H4_the_first_coloured_card_fixes_the_colour_of_a_row() -> None:
    match = position("r5 r6 r7", "b11 r8", rows="x2, x3")
    assert [row.colour for row in view(match, 1).rows] == [None, None]
    go(match, "0 lay r5 @1")
    assert [row.colour for row in view(match, 1).rows] == [None, "r"]
    assert refusal(match, 1, "lay b11 @1").code == "other_colour"
    assert refusal(match, 1, "lay r8 @0").facts == {"row": "r"}
    go(match, "1 lay b11 @0")
    assert [row.colour for row in view(match, 1).rows] == ["b", "r"]


def test_H4_a_grey_card_goes_to_any_row_or_opens_one_and_fixes_nothing() -> None:
    match = position("x9 x10", "r11 g2", rows="g1, x2")
    assert choices(match, "x9") == {"@0", "@1", "new"}
    assert refusal(match, 0, "lay x9 @2").code == "no_row"
    go(match, "0 lay x9 new")
    assert [row.colour for row in view(match, 1).rows] == ["g", None, None]
    assert {"lay r11 @1", "lay r11 @2", "lay r11 new"} <= set(match.legal(1))


def test_H4_a_grey_card_in_a_row_leaves_its_colour() -> None:
    match = go(position("x9 x10", "g2 g11", rows="g1"), "0 lay x9 @0")
    assert view(match, 1).rows[0].colour == "g"
    assert match.legal(1) == ["lay g2 @0", "lay g11 @0"]


def test_H4_there_are_never_more_than_five_rows() -> None:
    match = position("r5 y5 x9", "b2", rows="g1, x2, b1, x3, y1")
    assert choices(match, "r5") == {"@1", "@3"}
    assert choices(match, "y5") == {"@4"}
    assert choices(match, "x9") == {"@0", "@1", "@2", "@3", "@4"}
    assert refusal(match, 0, "lay r5 new").code == "rows_full"
    assert refusal(match, 0, "lay x9 new").code == "rows_full"


def test_H4_with_five_colours_on_the_table_every_card_has_its_row() -> None:
    match = position("r5 v7 x9", "b2", rows="b1, y1, r1, g1, v1")
    assert match.legal(0) == ["lay r5 @2", "lay v7 @4", *(f"lay x9 @{slot}" for slot in range(5))]


def test_H4_a_new_row_lies_in_the_lowest_free_slot() -> None:
    match = go(position("r2 r5", "g3 b4", "x8 b2", rows="y1, r3 r4, b1"), "0 lay r2 @1")
    assert rows(match) == {0: "y1", 2: "b1"}
    assert rows(go(match, "1 lay g3 new")) == {0: "y1", 1: "g3", 2: "b1"}
    assert rows(go(match, "2 lay x8 new")) == {0: "y1", 1: "g3", 2: "b1", 3: "x8"}


def test_H5_a_row_shows_minus_cards_and_plus_cards_apart() -> None:
    (row,) = view(position("b5", "b6", rows="b1 x3 b4 b8 x6"), -1).rows
    assert (row.minus, row.plus) == (["b1", "x3"], ["b4", "b8", "x6"])
    assert (row.slot, row.colour, row.count, row.needs) == (0, "b", 5, 6)


def test_H5_a_full_row_needs_a_number_that_there_is_not() -> None:
    (row,) = view(position("x2", "x3", rows="b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11"), -1).rows
    assert (row.count, row.needs) == (11, None)


def test_H6_a_number_above_the_count_of_the_row_stays_there() -> None:
    match = go(position("r4 r9", "b2", rows="x2 r11 r3"), "0 lay r4 @0")
    assert rows(match) == {0: "r3 r11 r4 x2"}
    assert view(match, 0).hand == ["r9"]
    assert view(match, 0).fate[0] == "v10"


@pytest.mark.parametrize("low", ["r3", "r2", "x3", "x2"])
def test_H6_else_the_player_takes_the_row_and_the_top_of_fate(low: str) -> None:
    match = go(position(f"{low} y9", "b2", rows="g1, r11 x4 r10"), f"0 lay {low} @1")
    assert set(view(match, 0).hand) == {low, "y9", "r11", "x4", "r10", "v10"}
    assert view(match, 0).held == [6, 1]
    assert view(match, 0).fate == ["v8", "v6", "v4", "v2", "-13"]
    assert rows(match) == {0: "g1"}
    assert match.actors == [1]


def test_H6_taken_cards_are_known_to_all_until_they_are_laid_again() -> None:
    match = go(position("r2 y9", "b2 b3", rows="r11 x4"), "0 lay r2 @0")
    assert set(memory(view(match, 1))[0].shown) == {"r2", "r11", "x4", "v10"}
    assert set(memory(view(match, -1))[0].shown) == {"r2", "r11", "x4", "v10"}
    go(match, "1 lay b3 new", "0 lay x4 new")
    assert set(memory(view(match, 1))[0].shown) == {"r2", "r11", "v10"}
    assert memory(view(match, 1))[1].shown == []


def test_H6_the_colour_of_a_taken_row_is_free_again() -> None:
    match = go(position("x2 y9", "r9 g2", rows="g1, r11 r4"), "0 lay x2 @1")
    assert [action for action in match.legal(1) if "r9" in action] == ["lay r9 new"]
    assert [action for action in match.legal(1) if "g2" in action] == ["lay g2 @0"]


def test_H6_a_coloured_card_that_takes_a_row_of_greys_leaves_no_row_behind() -> None:
    match = go(position("r2 y9", "r9 g2", rows="x5 x6"), "0 lay r2 @0")
    assert match.legal(1) == ["lay r9 new", "lay g2 new"]


def test_H6_taking_a_row_on_purpose_is_allowed() -> None:
    match = position("r2 r9", "b2", rows="r11 r4")
    assert match.legal(0) == ["lay r2 @0", "lay r9 @0"]


def test_H6_a_seat_sees_what_its_choices_take_and_bring() -> None:
    match = position("r2 r3 r9 y1 x2 b4", "b2", rows="r11 x4, x8 x10")
    row, greys = -11 + 4 + 10, 8 + 10 + 10  # with the v10 of fate; the card laid comes back
    wanted = {"lay r2 @0": row, "lay x2 @0": row, "lay x2 @1": greys, "lay y1 @1": greys}
    assert view(match, 0).takes == wanted
    assert "lay y1 new" in match.legal(0)  # which takes nothing
    assert view(match, 1).takes == view(match, -1).takes == {}
    assert view(go(match, "0 lay r9 @0"), 0).takes == {}


@given(st.integers(0, 1 << 30), st.integers(2, 6), st.integers(0, 40))
def test_H6_what_a_choice_takes_and_brings_is_what_comes_of_it(seed: int, seats: int, turns: int) -> None:
    match, chance = Match("holzwurm", seats, rounds=1, seed=seed), Random(seed)
    while not match.over and turns > 0:
        match.do(match.actors[0], chance.choice(match.legal(match.actors[0])))
        turns -= 1
    for seat in range(-1, seats):
        wanted = dict(chain.from_iterable(taking(match, seat, action) for action in match.legal(seat)))
        assert view(match, seat).takes == wanted


def taking(match: Match, seat: int, action: str) -> list[tuple[str, int]]:
    """An action and how it changes the sum of a hand, if it takes a row: by doing it."""
    tried = read_record(write_record(match))
    tried.do(seat, action)
    if view(tried, -1).fate == view(match, -1).fate:
        return []
    before, after = (sum(map(worm, open_cards(one).hands[seat])) for one in (match, tried))
    return [(action, after - before)]


def test_H6_any_number_opens_a_row() -> None:
    assert rows(go(position("r1 x2", "b2"), "0 lay r1 new")) == {0: "r1"}


def test_H6_hands_grow_beyond_what_was_dealt() -> None:
    hand = "y1 y2 y3 y4 y5 y7 g1 g2 g3 g5 g6 g7 g8 g9 x2"
    match = go(position(hand, "v1", rows="b1 b2 b3 b4 b5 b6 b7 b8 b9 b11 x11"), "0 lay x2 @0")
    assert view(match, 0).held[0] == len(view(match, 0).hand) == 27
    go(match, "1 lay v1 new")
    assert match.round_scores[0][0] == sum(notation.VALUES[card] for card in view(match, 0).hand)


def test_H7_the_round_ends_at_once_when_a_player_has_laid_the_last_card() -> None:
    match = go(position("r5", "b2 b3 b11", "g8 x4"), "0 lay r5 new")
    assert match.over
    assert match.round_scores == [[30, 2 - 3 - 11, 8 + 4]]
    assert match.scores == [30, -12, 12]
    assert view(match, 1).gained == [30, -12, 12]
    assert match.winners == [0]


def test_H7_who_must_take_the_row_with_the_last_card_is_not_out() -> None:
    match = go(position("r2", "b2 b3", rows="r11 r4"), "0 lay r2 @0")
    assert not match.over
    assert view(match, 0).held == [4, 2]
    assert match.actors == [1]


def test_H7_the_round_ends_at_once_when_the_thirteen_is_taken() -> None:
    match = go(position("r2 y4", "b2 b3", "x6", rows="r11 r4", taken=5), "0 lay r2 @0")
    assert match.over
    assert match.round_scores == [[2 + 4 - 11 + 4 - 13, 2 - 3, 6]]
    assert open_cards(match).hands[0] == ["y4", "r2", "r4", "r11", "-13"]
    assert open_cards(match).fate == []


def test_H7_the_fifth_card_of_fate_does_not_end_the_round() -> None:
    match = go(position("r2 y4", "b2 b3", rows="r11 r4", taken=4), "0 lay r2 @0")
    assert not match.over
    assert view(match, 1).fate == ["-13"]


def test_H7_hands_are_open_when_they_are_counted() -> None:
    match = go(position("r5", "b2 b3", "g8 x4"), "0 lay r5 new")
    assert [known.shown for known in memory(view(match, -1))] == [[], ["b2", "b3"], ["g8", "x4"]]


def test_H7_the_reasons_tell_how_a_hand_was_counted() -> None:
    match = go(position("r2 y4", "b3 b5", "x6", rows="r11 r4", taken=5), "0 lay r2 @0")
    assert match.reasons[0] == [
        [
            Reason("plus", 10, {"count": 3, "sum": 10}),
            Reason("minus", -11, {"count": 1, "sum": -11}),
            Reason("thirteen", -13),
        ],
        [Reason("minus", -8, {"count": 2, "sum": -8})],
        [Reason("plus", 6, {"count": 1, "sum": 6})],
    ]
    assert go(position("r5", "b2"), "0 lay r5 new").reasons[0][0] == [Reason("went_out", 30)]
    for language in LANGUAGES:
        said = [say(language, "holzwurm", "reason", why.kind, why.facts) for why in match.reasons[0][0]]
        assert "(3)" in said[0]
        assert "−11" in said[1]
        assert "−13" in said[2]


@pytest.mark.parametrize("rounds", [1, 3, 10])
def test_H8_a_match_has_the_rounds_of_its_option_and_the_most_points_win(rounds: int) -> None:
    match = Match("holzwurm", 2, seed=rounds, rounds=rounds)
    assert (view(match, 0).round, view(match, 0).rounds) == (1, rounds)
    while not match.over:
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    assert len(match.round_scores) == rounds
    assert match.scores == [sum(points) for points in zip(*match.round_scores, strict=True)]
    assert match.winners == [seat for seat in range(2) if match.scores[seat] == max(match.scores)]
    assert refusal(match, 0, "lay b1 new").code == "match_over"


def test_H8_three_rounds_unless_the_table_says_otherwise() -> None:
    assert Match("holzwurm").options == {"rounds": 3}
    for rounds in (0, 11):
        with pytest.raises(OptionError, match="from 1 to 10"):
            Match("holzwurm", rounds=rounds)


def test_H8_a_used_record_starts_anew() -> None:
    match = go(position("r5", "b2 b3", "g7", rows="y1, x2", taken=3), "0 lay r5 new")
    rules.start(match.state, 2, np.array([4]), 1)
    assert match.state.tobytes() == match.box.new(2, {"rounds": 4}, 1).tobytes()


def test_H8_the_next_deal_begins_with_nothing_left_of_the_last_round() -> None:
    match = go(position("r5", "b2 b3", rows="y1, x2", taken=3, rounds=2), "0 lay r5 new")
    assert match.actors == []
    assert refusal(match, 1, "lay b2 new").code == "deal_due"
    match.deal(np.arange(65))
    found = view(match, 1)
    assert (found.rows, found.held, found.gained, found.scores) == ([], [15, 15], [0, 0], [30, -1])
    assert len(found.fate) == 6
    assert [known.shown for known in memory(found)] == [[], []]
    assert is_consistent(box("holzwurm"), match.state)


WORDS = {
    "not_in_hand": {
        "en": "You do not hold the violet 9.",
        "fr": "Vous n’avez pas le 9 violet en main.",
        "nl": "Je hebt de paarse 9 niet in de hand.",
        "de": "Du hast die violette 9 nicht auf der Hand.",
    },
    "own_row": {
        "en": "The card belongs in the red row.",
        "fr": "La carte va dans la rangée rouge.",
        "nl": "De kaart hoort in de rode rij.",
        "de": "Die Karte gehört in die rote Reihe.",
    },
    "other_colour": {
        "en": "The card does not fit in the red row.",
        "fr": "La carte ne va pas dans la rangée rouge.",
        "nl": "De kaart past niet in de rode rij.",
        "de": "Die Karte passt nicht in die rote Reihe.",
    },
    "no_row": {
        "en": "There is no row @3.",
        "fr": "Il n’y a pas de rangée @3.",
        "nl": "Er is geen rij @3.",
        "de": "Es gibt keine Reihe @3.",
    },
    "rows_full": {
        "en": "There are five rows already: no more can be opened.",
        "fr": "Il y a déjà cinq rangées\u00a0: on ne peut plus en ouvrir.",
        "nl": "Er liggen al vijf rijen: er kan er geen meer bij.",
        "de": "Es liegen schon fünf Reihen: Mehr gibt es nicht.",
    },
}


@pytest.mark.parametrize(
    ("code", "action", "lying"),
    [
        ("not_in_hand", "lay v9 new", "g1, r1"),
        ("own_row", "lay r5 new", "g1, r1"),
        ("other_colour", "lay y5 @1", "g1, r1"),
        ("no_row", "lay x9 @3", "g1, r1"),
        ("rows_full", "lay y5 new", "g1, r1, x2, b1, v1"),
    ],
)
def test_a_refusal_says_why_in_four_languages(code: str, action: str, lying: str) -> None:
    refused = refusal(position("r5 y5 x9", "b2", rows=lying), 0, action)
    assert refused.code == code
    assert str(refused).startswith(WORDS[code]["en"])
    for language in LANGUAGES:
        assert say(language, "holzwurm", "refusal", code, refused.facts) == WORDS[code][language]


def test_others_wait_for_their_turn() -> None:
    match = position("r5 y5", "b2", "g2")
    assert refusal(match, 1, "lay b2 new").code == "not_your_turn"
    assert refusal(match, 3, "lay b2 new").code == "not_a_seat"
    assert {rules.why(match.state, seat, 0) for seat in (-1, 3)} == {NOT_A_SEAT}
    assert {rules.why(match.state, 0, action) for action in (-1, 390)} == {UNKNOWN_ACTION}
    assert box("holzwurm").allowed(match.state, 0, notation.parse("lay r5 new"))
    assert not box("holzwurm").allowed(match.state, 0, notation.parse("lay r5 @0"))


@pytest.mark.parametrize(
    "text",
    [
        "lay r7", "lay r7 @5", "lay r7 @-1", "lay r7 2", "play r7 @1", "lay r7 @1 @2", "lay r12 new", "lay x1 new",
        "lay -13 new",
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused_with_advice(text: str) -> None:
    with pytest.raises(NotationError, match=r"lay r7 @2|cards are called|never laid"):
        notation.parse(text)


def test_no_seat_ever_has_more_choices_than_is_said() -> None:
    """The largest hand that there can be, and every card may go to four rows of greys or open a fifth."""
    lying, others = "x2, x3, x4, x5", ("b1", "y1", "r1")
    hand = rest_of(lying, *others)
    match = position(hand, *others, rows=lying, taken=5, shown=hand)
    assert is_consistent(box("holzwurm"), match.state)
    assert len(match.legal(0)) == 58 * 5 == rules.MOST_LEGAL


Wrong = list[tuple[str, int, tuple[int, ...]]]  # a field, a number that it cannot have, and where


def assert_inconsistent(match: Match, wrong: Wrong) -> None:
    assert is_consistent(box("holzwurm"), match.state)
    for field, value, index in wrong:
        s = match.box.from_bytes(match.state.tobytes())
        if index:
            s[field][index] = value
        else:
            s[field] = value
        assert not is_consistent(box("holzwurm"), s), (field, value, index)


def bit_of(card: str) -> int:
    return int(rules.BIT[notation.CARDS.index(card)])


@pytest.mark.parametrize("seats", rules.SEATS)
def test_every_state_of_a_match_is_consistent(seats: int) -> None:
    match = undealt("holzwurm", seats, {"rounds": 10 if seats == 2 else 2}, 1)
    rng = np.random.default_rng(seats)
    while not match.over:
        assert is_consistent(box("holzwurm"), match.state)
        if match.actors:
            match.do(match.actors[0], str(rng.choice(match.legal(match.actors[0]))))
        else:
            match.deal(rng.permutation(65))
    assert is_consistent(box("holzwurm"), match.state)


def test_a_record_that_no_match_can_have_is_not_consistent() -> None:
    match = dealt(FATE, "r5 r1", "r2 y4", "r11 x9", seats=3)
    go(match, "0 lay r5 new", "1 lay r2 @0", "2 lay r11 @0", "0 lay r1 @0", "1 lay y4 new", "2 lay x9 new")
    homes, shown = int(match.state.homes), int(match.state.shown[0, 0])
    coloured, greys = (int(cards) for cards in match.state.hand[1])
    assert_inconsistent(match, [
        ("seats", 1, ()), ("seats", 4, ()), ("seats", 7, ()), ("length", 0, ()), ("length", 11, ()), ("first", 3, ()),
        ("first", -1, ()), ("rounds", 0, ()), ("rounds", 4, ()), ("rounds", -1, ()), ("phase", rules.DEALING, ()),
        ("phase", rules.OVER, ()), ("phase", 3, ()), ("phase", -1, ()), ("turn", -1, ()), ("turn", 3, ()),
        ("lying", 1, ()), ("lying", 35, ()), ("greyish", 1, ()), ("greyish", 0, ()), ("homes", 0, ()),
        ("homes", homes ^ 1, ()), ("homes", homes | 1 << 56, ()), ("taken", 0, ()), ("taken", 2, ()), ("taken", 6, ()),
        ("taken", -1, ()), ("taken", 7, ()), ("laid", 2, (0,)), ("held", 12, (1,)), ("held", 1, (5,)),
        ("score", 181, (1,)), ("score", -229, (1,)), ("score", 1, (3,)), ("gained", 5, (0,)), ("gained", 5, (4,)),
        ("fate", -1, (2,)), ("fate", 66, (2,)), ("fate", 3, (5,)), ("fate", DECK.index("v10"), (1,)),
        ("fate", DECK.index("v8"), (0,)), ("fate", DECK.index("v6"), (0,)), ("row", 2, (0, 1)), ("row", -1, (0, 0)),
        ("row", -1, (0, 1)), ("row", 1 << 10, (1, 1)), ("hand", coloured | bit_of("v10"), (1, 0)),
        ("hand", coloured & coloured - 1, (1, 0)), ("hand", -1, (1, 0)), ("hand", greys | bit_of("-13"), (1, 1)),
        ("shown", bit_of("v10"), (1, 0)), ("shown", 0, (0, 0)), ("shown", -1, (0, 1)),
        ("shown", shown & ~bit_of("v10"), (0, 0)),
    ])  # fmt: skip


def test_a_match_that_is_not_dealt_has_nothing_on_the_table() -> None:
    match = undealt("holzwurm", 3, {}, 0)
    assert_inconsistent(match, [
        ("rounds", 1, ()), ("phase", rules.PLAYING, ()), ("phase", rules.OVER, ()), ("turn", 0, ()), ("taken", 5, ()),
        ("fate", 0, (0,)), ("fate", 65, (5,)), ("gained", 1, (0,)), ("score", 1, (0,)), ("held", 1, (0,)),
        ("hand", bit_of("-13"), (0, 1)), ("hand", 1, (0, 0)), ("hand", 0, (6, 1)), ("row", 1, (0, 0)),
    ])  # fmt: skip


@pytest.mark.parametrize("rounds", [1, 2])
def test_after_a_round_all_hands_are_open_and_counted(rounds: int) -> None:
    others = ("b1 b3", "y1", "r1 x2")
    hand = rest_of("r2 r3 r4 r5, g7", *others)
    match = go(position(f"{hand} g7", *others, rows="r2 r3 r4 r5", taken=5, shown=hand, rounds=rounds), "0 lay g7 new")
    go(match, "1 lay b1 new", "2 lay y1 new")
    assert_inconsistent(match, [
        ("rounds", 2, ()), ("phase", rules.OVER if rounds == 2 else rules.DEALING, ()),
        ("phase", rules.PLAYING, ()), ("gained", 30, (1,)), ("gained", 1, (2,)), ("shown", 0, (1, 0)), ("taken", 6, ()),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("lying", "consistent"),
    [
        ("r1 r3 x2", True),
        ("r1 r2 x2", False),  # the third takes the row (H6)
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11", True),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 x11", False),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 x10", False),
        ("r1, x2, x3, x4, x5", True),
        ("x2, x3, x4, x5, x6", True),
        ("r1 g3", False),  # of two colours
        ("r1, r3", False),  # two of one colour
    ],
)
def test_rows_must_be_such_as_can_be_laid(lying: str, consistent: bool) -> None:
    others = ("b1", "y1", "v1")
    hand = rest_of(lying, *others)
    match = position(hand, *others, rows=lying, taken=5, shown=hand)
    assert is_consistent(box("holzwurm"), match.state) == consistent


def test_redeal_is_uniform_over_the_worlds_that_fit() -> None:
    """Two hands with one card that is not known and fifteen cards out: all worlds come up equally often."""
    out = "b1 b2 b3 y4 y5 y6 r7 r8 r9 g10 g11 x8 x9 x10 x11"
    others = ("v1 v3", "x7 g1 y1")
    known = rest_of(out, *others)
    match = position(known, *others, taken=5, shown=f"{known} v1 g1 y1")
    assert is_consistent(box("holzwurm"), match.state)
    seen = match.box.view(match.state, 0)
    worlds = set(permutations([*out.split(), "v3", "x7"], 2))
    world, source, found = blank(rules.RECORD)[0], seeded(3), Counter[tuple[str, ...]]()
    each = 10
    for _ in range(each * len(worlds)):
        assert box("holzwurm").redeal(seen, 0, source, world)
        hands = [set(notation.names(world.hand[seat])) for seat in (1, 2)]
        found[tuple(sorted(hands[0] - {"v1"}) + sorted(hands[1] - {"g1", "y1"}))] += 1
    assert set(found) == worlds
    chi_square = sum((found[world] - each) ** 2 / each for world in worlds)
    freedom = len(worlds) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_redeal_looks_only_at_what_the_seat_may_know() -> None:
    match = Match("holzwurm", 3, seed=8)
    worlds = blank(rules.RECORD, 2)
    for _ in range(30):
        for seat in range(-1, 3):
            box("holzwurm").redeal(match.state, seat, seeded(1), worlds[0])
            box("holzwurm").redeal(match.box.view(match.state, seat), seat, seeded(1), worlds[1])
            assert worlds[0].tobytes() == worlds[1].tobytes()
            assert is_consistent(box("holzwurm"), worlds[0])
        match.do(match.actors[0], match.legal(match.actors[0])[-1])
