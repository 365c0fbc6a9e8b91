"""Willi, rule by rule."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import blank
from ludotheque.games.errors import IllegalMoveError
from ludotheque.games.match import Match
from ludotheque.games.willi import notation, rules
from ludotheque.games.willi.worlds import unseen
from tests.games.arrange import go, refused, stacked, undealt

pytestmark = pytest.mark.interpreted

LOW = [
    "r1 r2 r3 r4 y1 y2 y3 y4 g1",
    "r5 r6 y5 y6 g2 g3 g4 g5 b1",
    "r7 r8 y7 y8 g6 g7 g8 b2 b3",
    "r9 y9 g9 b4 b5 b6 b7 b8 b9",
]


def dealt(*hands: str, seats: int = 4, first: int = 0, **options: str) -> Match:
    return stacked(undealt("willi", seats, options, first), hands, [9, 9, 9, 9])


def ready(*hands: str, seats: int = 4, first: int = 0, **options: str) -> Match:
    """Everybody has discarded a card that was not named for them, or the last if all nine were."""
    match = dealt(*hands, seats=seats, first=first, **options)
    for seat, hand in enumerate(open_cards(match).hands[:seats]):
        named = hands[seat].split() if seat < len(hands) else []
        match.do(seat, f"discard {[*named, *(card for card in hand if card not in named)][-1]}")
    return match


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


def passed(match: Match) -> Match:
    """Everybody who is asked passes."""
    while view(match, -1).phase == "call":
        match.do(match.actors[0], "pass")
    return match


def trick(match: Match, *cards: str) -> Match:
    """The seats in turn play these cards, and nobody calls."""
    for card in cards:
        passed(match).do(match.actors[0], f"play {card}")
    return match


def tricks_won(match: Match) -> list[int]:
    return view(match, -1).tricks


def phase(match: Match) -> str:
    return view(match, -1).phase


def scored(*totals: int) -> list[int]:
    """The score cards for these totals: a state whose tricks add up to them, and then `finish`."""
    s = box("willi").new(4)
    s.rounds = 1
    for place, sum_wanted in enumerate(totals):
        s.won[place] = cards_adding_up_to(sum_wanted)
    rules.finish(s)
    assert [int(n) for n in s.total] == list(totals)
    return [int(n) for n in s.gained]


def cards_adding_up_to(points: int) -> int:
    cards = 0
    for card in sorted(range(36), key=lambda card: -rules.NUMBER[card]):
        if rules.NUMBER[card] <= points:
            cards |= 1 << card
            points -= int(rules.NUMBER[card])
    return cards


def test_W1_the_deck_has_four_colours_of_one_to_nine() -> None:
    assert sorted(notation.CARDS) == sorted(f"{colour}{number}" for colour in "rygb" for number in range(1, 10))
    assert Counter(rules.NUMBER.tolist()) == dict.fromkeys(range(1, 10), 4)


def test_W2_nine_cards_each_and_all_discard_one_in_secret_at_the_same_time() -> None:
    match = dealt(*LOW)
    assert match.actors == [0, 1, 2, 3]
    assert len(match.legal(2)) == 9
    assert refused(match, 0, "play r1") == "not_now"
    go(match, "2 discard r7")
    assert match.actors == [0, 1, 3]
    assert refused(match, 2, "discard r8") == "already_discarded"
    assert view(match, 2).discarded == "r7"
    assert view(match, 1).chosen == [2]
    assert b"r7" not in str(view(match, 1)).encode()
    go(match, "0 discard r1", "1 discard b1", "3 discard b9")
    assert [len(hand) for hand in open_cards(match).hands] == [8, 8, 8, 8]
    assert match.actors == [0]


def test_W3_the_starter_leads_any_card() -> None:
    match = ready(*LOW, first=2)
    assert match.actors == [2]
    assert len(match.legal(2)) == 8


def test_W3_a_player_named_willi_starts_and_otherwise_the_lot_decides() -> None:
    assert Match("willi", names=["Ann", "Bob", "wILLI", "Cleo"], seed=1).first == 2
    assert {Match("willi", names=["a", "b", "c", "d"], seed=seed).first for seed in range(40)} == {0, 1, 2, 3}


def test_W4_follow_the_colour_or_play_the_number_in_another() -> None:
    match = trick(ready("r5 y1", "r2 r9 y5 g5 b8 b9", "y6"), "r5")
    passed(match)
    assert set(match.legal(1)) >= {"play r2", "play r9", "play y5", "play g5"}
    assert "play b8" not in match.legal(1)
    assert refused(match, 1, "play b8") == "follow"
    with pytest.raises(IllegalMoveError, match="You hold red: play red or a 5"):
        match.do(1, "play b8")


def test_W4_without_the_colour_anything_goes_and_the_number_is_no_duty() -> None:
    match = passed(trick(ready("r5", "y5 y6 y7 g1 g2 g3 b1 b2 b3"), "r5"))
    assert len(match.legal(1)) == 8
    assert "play g1" in match.legal(1)


def test_W5_the_lowest_number_wins_whatever_its_colour() -> None:
    match = trick(ready("r5 y9", "r6 y8", "g1 g2 g3 g4 b1 b2 b3 b4 b5", "r7 y7"), "r5", "r6", "b1", "r7")
    assert tricks_won(match) == [0, 0, 1, 0]


@pytest.mark.parametrize(("tie", "winner"), [("first", 1), ("last", 3)])
def test_W5_of_equals_the_first_or_the_last_played_wins(tie: str, winner: int) -> None:
    match = trick(ready("r5 r9", "y5 r4 r8", "r7", "b4 b5 b6 b7 b8 b9 g1 g2 g3", tie=tie), "r5", "r4", "r7", "b4")
    assert tricks_won(match)[winner] == 1
    assert sum(tricks_won(match)) == 1


def test_W6_the_call_goes_first_to_who_just_played_then_from_the_leader_on() -> None:
    match = go(ready(*LOW, first=1), "1 play r5")
    asked = []
    for card in ("r7", "r9"):
        while phase(match) == "call":
            asked.append(match.actors[0])
            match.do(match.actors[0], "pass")
        asked.append(-1)
        match.do(match.actors[0], f"play {card}")
    while phase(match) == "call":
        asked.append(match.actors[0])
        match.do(match.actors[0], "pass")
    assert asked == [1, -1, 2, 1, -1, 3, 1, 2]


def test_W6_the_first_to_call_has_the_trick_and_nobody_is_asked_again() -> None:
    match = go(ready(*LOW, first=1), "1 play r5", "1 pass", "2 play r7", "2 willi", "3 play r9", "0 play r1")
    assert tricks_won(match) == [0, 0, 1, 0]
    assert match.actors == [2]
    assert phase(match) == "swap"


def test_W6_the_leader_may_still_call_after_the_second_card() -> None:
    match = go(ready(*LOW, first=1), "1 play r6", "1 pass", "2 play r7", "2 pass", "1 willi", "3 play r9", "0 play r1")
    assert tricks_won(match) == [0, 1, 0, 0]


def test_W6_after_the_fourth_card_nobody_may_call() -> None:
    match = trick(ready(*LOW, first=1), "r5", "r7", "r9")
    passed(match)
    assert refused(match, 0, "willi") == "not_now"
    match.do(0, "play r1")
    assert phase(match) == "swap"
    assert tricks_won(match) == [1, 0, 0, 0]


def test_W6_only_the_seat_whose_window_is_open_may_call() -> None:
    match = go(ready(*LOW, first=1), "1 play r5")
    assert refused(match, 2, "willi") == "not_your_turn"
    assert set(match.legal(1)) == {"willi", "pass"}


def two_tricks_for_seat_0() -> Match:
    """Seat 0 has won its two tricks with r1 and y1, and leads."""
    match = ready(*LOW)
    trick(match, "r1", "r5", "r7", "r9")
    go(match, "0 keep")
    trick(match, "y1", "y5", "y7", "y9")
    return go(match, "0 keep")


def test_W7_who_has_two_tricks_is_not_asked_and_may_not_call() -> None:
    match = two_tricks_for_seat_0()
    match.do(0, "play r2")
    assert match.actors == [1]
    assert phase(match) == "play"
    match.do(1, "play r6")
    assert match.actors == [1]
    assert phase(match) == "call"
    match.do(1, "pass")
    assert match.actors == [2]
    assert phase(match) == "play"


def test_W7_cards_of_who_has_two_tricks_are_passed_over() -> None:
    match = trick(two_tricks_for_seat_0(), "r2", "r6", "r8", "b4")
    assert tricks_won(match) == [2, 0, 0, 1]


@pytest.mark.parametrize(("tie", "winner"), [("first", 1), ("last", 2)])
def test_W7_ties_are_broken_among_those_who_may_still_win(tie: str, winner: int) -> None:
    s = box("willi").new(4, {"tie": tie})
    s.lead, s.laid = 0, 4
    s.tricks[:] = [2, 0, 0, 2]
    s.trick[:] = [notation.CARDS.index(card) for card in ("r3", "y3", "g3", "b3")]
    assert rules.winner(s) == winner


def test_W8_the_winner_swaps_and_leads_next() -> None:
    match = trick(ready(*LOW, swap="any"), "r1", "r5", "r7", "r9")
    assert match.actors == [0]
    assert len(match.legal(0)) == 1 + 7 * 4
    assert refused(match, 0, "swap r1 r9") == "not_in_hand"
    assert refused(match, 0, "swap r1 r1") == "not_in_hand"
    assert refused(match, 0, "pass") == "not_now"
    assert refused(match, 0, "swap r2 b9") == "not_in_trick"
    match.do(0, "swap y1 r9")
    seen = view(match, 2)
    assert memory(seen)[0].shown == ["r9"]
    assert memory(seen)[0].won == ["r1", "r5", "r7", "y1"]
    assert "r9" in open_cards(match).hands[0]
    assert match.actors == [0]
    assert phase(match) == "play"


def test_W8_the_dutch_swap_is_of_one_colour() -> None:
    match = trick(ready(*LOW, swap="colour"), "r1", "r5", "r7", "r9")
    assert len(match.legal(0)) == 1 + 3 * 4
    assert refused(match, 0, "swap y1 r9") == "one_colour"
    go(match, "0 swap r2 r9")


def test_W8_the_winner_is_asked_even_if_no_swap_is_possible() -> None:
    hands = ["r1 y2 y3 y4 y5 y6 y7 y8 y9", "r5 g1 g2 g3 g4 g5 g6 g7 g8", "r7", "r9"]
    match = trick(ready(*hands, swap="colour"), "r1", "r5", "r7", "r9")
    assert match.legal(0) == ["keep"]


def play_out(match: Match) -> Match:
    while not match.round_scores:
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    return match


def test_W8_no_swap_after_the_eighth_trick() -> None:
    match = ready(*LOW)
    tricks = 0
    while not match.round_scores:
        tricks = sum(tricks_won(match))
        assert not (phase(match) == "swap" and tricks == 8)
        match.do(match.actors[0], match.legal(match.actors[0])[-1])
    assert tricks == 7


@pytest.mark.parametrize(
    ("totals", "cards"),
    [
        ((51, 38, 37, 31), [3, 1, 0, 2]),
        ((31, 37, 38, 51), [2, 0, 1, 3]),
        ((40, 40, 39, 34), [0, 0, 0, 2]),
        ((50, 40, 40, 30), [3, 0, 0, 2]),
        ((50, 40, 30, 30), [3, 1, 0, 0]),
        ((40, 40, 40, 30), [0, 0, 0, 2]),
        ((50, 40, 40, 40), [3, 0, 0, 0]),
        ((40, 40, 30, 30), [0, 0, 0, 0]),
        ((40, 40, 40, 40), [0, 0, 0, 0]),
    ],
)
def test_W9_score_cards_by_rank_and_tied_players_use_up_their_places(totals: tuple[int, ...], cards: list[int]) -> None:
    assert scored(*totals) == cards


def test_W9_the_totals_are_the_sums_of_the_tricks_after_swaps() -> None:
    match = play_out(ready(*LOW))
    reasons = match.reasons[0]
    assert [reason[0].points for reason in reasons] == match.round_scores[0]
    totals = [int(str(reason[0].facts["total"])) for reason in reasons]
    discards = [rules.NUMBER[notation.CARDS.index(hand.split()[-1])] for hand in LOW]
    assert sum(totals) == 4 * 45 - sum(discards)


def test_W9_totals_are_shown_when_the_round_is_over_and_not_before() -> None:
    match = undealt("willi", 4, {}, 0)
    assert view(match, 0).totals == [0, 0, 0, 0]
    match = ready(*LOW)
    assert view(match, 0).totals == [0, 0, 0, 0]


def test_W9_each_seat_sees_its_own_sum_so_far_and_how_it_ranks() -> None:
    def sums(match: Match) -> list[tuple[int, int, bool]]:
        found = [view(match, seat).sum_so_far for seat in range(4)]
        return [(one.total, one.rank, one.tied) for one in found if one is not None]

    match = ready(*LOW, swap="any")
    assert sums(match) == [(0, 1, True)] * 4
    go(trick(match, "r1", "r5", "r7", "r9"), "0 swap y1 r9")
    assert sums(match) == [(14, 1, False), (0, 2, True), (0, 2, True), (0, 2, True)]
    assert view(match, -1).sum_so_far is None


def test_W11_willis_twelve_points_count_in_the_ranks() -> None:
    seen = view(ready("r1", "r2", "r3", "b9 b1", seats=3), 0).sum_so_far
    assert seen == notation.SumSoFar(total=0, rank=2, tied=True)


def test_W10_eight_rounds_and_the_starter_moves_to_the_left() -> None:
    match = Match("willi", first=3, seed=5)
    starters = []
    while not match.over:
        if view(match, -1).phase == "discard" and len(match.actors) == 4:
            starters.append(view(match, -1).starter)
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    assert starters == [3, 0, 1, 2, 3, 0, 1, 2]
    assert len(match.round_scores) == 8
    assert match.scores == [sum(points) for points in zip(*match.round_scores, strict=True)]
    assert match.winners == [place for place in range(4) if match.scores[place] == max(match.scores)]
    assert refused(match, 0, "pass") == "match_over"


def test_W11_willi_starts_the_first_round_and_turns_up_his_top_card() -> None:
    match = dealt("r1", "r2", "r3", "b9 b1", seats=3, first=1)
    assert view(match, 0).starter == 3
    assert match.actors == [0, 1, 2]
    go(match, "0 discard r1", "1 discard r2", "2 discard r3")
    seen = view(match, 0)
    assert [(played.place, played.card) for played in seen.trick] == [(3, "b9")]
    assert match.actors == [0]
    assert seen.held == [8, 8, 8, 8]


def test_W11_willi_plays_whatever_lies_on_top_is_never_asked_and_can_win() -> None:
    hands = ["r1 r9 r8 r7 r6 r5 r4 r3 r2", "g9 g8 g7", "y9 y8 y7", "b1 b2 b3"]
    match = go(dealt(*hands, seats=3), "0 discard r1", "1 discard g7", "2 discard y7")
    asked = []
    for card in ("r9", "g9", "y9"):
        while phase(match) == "call":
            asked.append(match.actors[0])
            match.do(match.actors[0], "pass")
        match.do(match.actors[0], f"play {card}")
    assert asked == [0, 1, 0]
    seen = view(match, 0)
    assert seen.tricks == [0, 0, 0, 1]
    assert [(played.place, played.card) for played in seen.trick] == [(3, "b2")]
    assert phase(match) == "play"


def test_W11_the_last_tricks_fall_to_willi_and_one_card_stays() -> None:
    match = go(dealt(*LOW[:3], seats=3), "0 discard r1", "1 discard b1", "2 discard b2")
    while not match.round_scores:
        action = "willi" if "willi" in match.legal(match.actors[0]) else match.legal(match.actors[0])[0]
        if sum(tricks_won(match)) == 6:
            assert tricks_won(match) == [2, 2, 2, 0]
        last = open_cards(match)
        match.do(match.actors[0], action)
    assert len(last.pile) == 1


def test_W11_willi_adds_twelve_and_may_win() -> None:
    s = box("willi").new(3)
    s.rounds = 8
    for place, points in enumerate((39, 38, 30, 30)):
        s.won[place] = cards_adding_up_to(points)
    rules.finish(s)
    assert s.total.tolist() == [39, 38, 30, 42]
    assert s.gained.tolist() == [1, 0, 2, 3]
    match = Match("willi", 3, seed=1)
    while not match.over:
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    assert len(match.scores) == 4
    assert len(match.round_scores) == 8


def test_W11_everybody_starts_twice_willi_included() -> None:
    match = Match("willi", 3, seed=5)
    starters = []
    while not match.over:
        if phase(match) == "discard" and len(match.actors) == 3:
            starters.append(view(match, -1).starter)
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    assert starters == [3, 0, 1, 2, 3, 0, 1, 2]


def test_W12_editions_are_presets_of_the_options() -> None:
    assert Match("willi", edition="french").options == {"tie": "first", "swap": "any"}
    assert Match("willi", edition="dutch").options == {"tie": "last", "swap": "colour"}
    assert Match("willi", edition="dutch", swap="any").options == {"tie": "last", "swap": "any"}


def test_redeal_is_uniform_over_the_worlds_that_fit() -> None:
    """Before the last trick, one rival void in a colour: all worlds, counted out, come up equally often."""
    match = ready(
        "r1 r2 r3 r4 r5 r6 y1 y2 r9",
        "g1 g2 g3 g4 g5 g6 y3 b1 r8",
        "b2 b3 b4 b5 b6 b7 y4 y5 r7",
        "y6 y7 y8 y9 g7 g8 g9 b8 b9",
    )
    rng = np.random.default_rng(4)
    while sum(tricks_won(match)) < 7 or phase(match) != "play":
        seat = match.actors[0]
        match.do(seat, rng.choice([a for a in match.legal(seat) if not a.startswith("swap")]))
    view = match.box.view(match.state, 0)
    others = [1, 2, 3]
    shown = [int(view.shown[seat]) for seat in others]
    pool = [card for card in range(36) if unseen(view, 0) >> card & 1]
    sizes = [int(view.held[seat]) - shown[i].bit_count() for i, seat in enumerate(others)]
    worlds = set()
    for deal in permutations(pool):
        hands = [frozenset(deal[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(3)]
        if all(
            not view.void[seat] >> rules.COLOUR[card] & 1
            for seat, hand in zip(others, hands, strict=True)
            for card in hand
        ):
            worlds.add((*hands, deal[sum(sizes) :]))
    assert any(view.void[1:])
    assert len(worlds) > 20
    out = blank(rules.RECORD)[0]
    source = seeded(3)
    seen: Counter[tuple[object, ...]] = Counter()
    n = 40 * len(worlds)
    for _ in range(n):
        assert box("willi").redeal(view, 0, source, out)
        hands = [
            frozenset(c for c in range(36) if int(out.hand[seat]) & ~shown[i] & 1 << c) for i, seat in enumerate(others)
        ]
        seen[*hands, tuple(int(out.discard[seat]) for seat in others)] += 1
    assert set(seen) == worlds
    chi_square = sum((seen[world] - 40) ** 2 / 40 for world in worlds)
    freedom = len(worlds) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5
