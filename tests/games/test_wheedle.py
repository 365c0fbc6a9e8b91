"""Wheedle, rule by rule."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import blank
from ludotheque.games.contract import CLOCK, UNKNOWN_ACTION
from ludotheque.games.errors import NotationError, OptionError
from ludotheque.games.match import Match
from ludotheque.games.stacks import counted, covers, larger, left_of, many, size_of, smaller
from ludotheque.games.wheedle import notation, rules
from tests.conftest import COMPILED
from tests.games.arrange import go, refused, stacked, undealt
from tests.games.variants import Options

pytestmark = pytest.mark.interpreted

# Four hands of 15, and the centre card F. Seat 0 has all of B and six of T: a right stop
HANDS = [
    "B " * 9 + "T " * 6,
    "T " * 3 + "G " * 7 + "H " * 5,
    "H " * 2 + "N " * 7 + "P " * 6,
    "P " + "A " * 5 + "C " * 5 + "F " * 4,
]


def dealt(*hands: str, centre: str = "F", seats: int = 4, first: int = 0, options: Options | None = None) -> Match:
    size = 60 // seats
    return stacked(undealt("wheedle", seats, options or {}, first), [centre, *hands], [1] + [size] * seats)


def trading(*hands: str, centre: str = "F", seats: int = 4, options: Options | None = None) -> Match:
    return go(dealt(*(hands or HANDS), centre=centre, seats=seats, options=options), "0 turn")


def view(match: Match, seat: int) -> notation.View:
    found = match.view(seat)
    assert isinstance(found, notation.View)
    return found


def memory(seen: notation.View) -> list[dict[str, int]]:
    assert seen.memory is not None
    return seen.memory


def hand(match: Match, seat: int) -> dict[str, int]:
    found = match.cards()
    assert isinstance(found, notation.Cards)
    return found.hands[seat]


def test_D1_61_shares_of_nine_companies() -> None:
    assert Counter(notation.CARDS) == {"B": 9, "T": 9, "G": 7, "H": 7, "N": 7, "P": 7, "A": 5, "C": 5, "F": 5}
    assert rules.MAJORITY.tolist() == [5, 5, 4, 4, 4, 4, 3, 3, 3]


@pytest.mark.parametrize(("seats", "cards"), [(4, 15), (5, 12), (6, 10)])
def test_D2_one_card_to_the_centre_the_rest_is_dealt(seats: int, cards: int) -> None:
    match = Match("wheedle", seats, seed=1)
    assert [player.held for player in view(match, 0).players] == [cards] * seats
    assert view(match, 0).centre is None
    assert sum(view(match, 0).hand.values()) == cards


def test_D2_nobody_trades_before_the_dealer_turns_the_centre_card() -> None:
    match = dealt(*HANDS, first=2)
    assert match.actors == [2]
    assert refused(match, 0, "offer B for T") == "not_turned"
    assert refused(match, 0, "stop") == "not_turned"
    assert refused(match, 0, "turn") == "dealer_turns"
    go(match, "2 turn")
    assert match.actors == [0, 1, 2, 3]
    assert view(match, 1).centre == "F"
    assert refused(match, 2, "turn") == "already_turned"


def test_D2_with_quick_start_hands_stay_down_until_then() -> None:
    match = dealt(*HANDS, options={"quick_start": True})
    assert view(match, 0).hand == {}
    go(match, "0 turn")
    assert view(match, 0).hand == {"B": 9, "T": 6}


def test_D3_announcements_bind_nobody_and_all_see_them() -> None:
    match = go(trading(), "1 seek BT give GH")
    assert view(match, 3).players[1].seeks == ["B", "T"]
    assert view(match, 3).players[1].gives == ["G", "H"]
    go(match, "1 seek A", "2 give NP", "3 seek B give CF")
    assert view(match, 0).players[3].seeks == ["B"]
    assert view(match, 0).players[3].gives == ["C", "F"]
    assert view(match, 3).players[1].gives == []
    assert view(match, 3).players[2].gives == ["N", "P"]
    assert hand(match, 1) == {"T": 3, "G": 7, "H": 5}


def test_D3_a_deal_moves_the_cards_at_once_and_face_up() -> None:
    match = go(trading(), "1 offer 2T for B", "0 take 1")
    assert hand(match, 0) == {"B": 8, "T": 8}
    assert hand(match, 1) == {"B": 1, "T": 1, "G": 7, "H": 5}
    assert memory(view(match, 3))[:2] == [{"T": 2}, {"B": 1}]
    players = view(match, 3).players
    assert players[1].offer is None
    assert [player.held for player in players] == [16, 14, 15, 15]


def test_D3_several_companies_may_stand_on_either_side() -> None:
    match = go(trading(), "1 offer 2TG for 3B", "0 take 1")
    assert hand(match, 0) == {"B": 6, "T": 8, "G": 1}


def test_D3_a_gift_must_be_taken_to_count() -> None:
    match = go(trading(), "3 offer F for nothing to 0")
    assert hand(match, 0) == {"B": 9, "T": 6}
    assert refused(match, 1, "take 1") == "not_for_you"
    go(match, "0 take 1")
    assert hand(match, 0) == {"B": 9, "T": 6, "F": 1}


def test_D3_nobody_can_be_made_to_trade() -> None:
    match = go(trading(), "1 offer 2T for B to 0", "0 offer B for T")
    assert hand(match, 0) == {"B": 9, "T": 6}
    assert hand(match, 1) == {"T": 3, "G": 7, "H": 5}


def test_D3_one_standing_offer_a_seat_numbered_within_the_round() -> None:
    match = go(trading(), "1 offer T for B", "2 offer N for P", "1 offer G for B")
    assert refused(match, 0, "take 1") == "offer_gone"
    go(match, "0 take 3")
    assert refused(match, 0, "take 3") == "offer_gone"
    go(match, "2 withdraw")
    assert refused(match, 2, "withdraw") == "nothing_to_withdraw"
    assert refused(match, 3, "take 2") == "offer_gone"


def test_D3_offers_that_make_no_sense_are_refused() -> None:
    match = trading()
    assert refused(match, 0, "offer G for N") == "not_held"
    assert refused(match, 0, "offer 7T for N") == "not_held"
    assert refused(match, 0, "offer nothing for N") == "nothing_given"
    assert refused(match, 0, "offer 2T for T") == "both_sides"
    assert refused(match, 0, "offer T for N to 0") == "to_nobody"
    assert refused(match, 0, "offer T for N to 4") == "to_nobody"  # the last of four is 3
    assert refused(match, 0, "offer T for N to 5") == "to_nobody"
    go(match, "0 offer T for 2N")
    assert refused(match, 0, "take 1") == "own_offer"
    assert refused(match, 1, "take 1") == "not_held_to_take"
    with pytest.raises(NotationError, match="only 5 shares of A"):
        match.do(0, "offer T for 6A")


def test_D3_an_offer_that_cannot_be_filled_any_more_falls_by_itself() -> None:
    match = go(trading(), "1 offer 3T for B", "0 offer B for T")
    go(match, "1 take 2")
    assert view(match, 3).players[1].offer is None
    assert refused(match, 0, "take 1") == "offer_gone"


def test_D3_an_offer_that_can_still_be_filled_stands() -> None:
    match = go(trading(), "1 offer 2T for B", "0 offer B for T", "1 take 2")
    assert view(match, 3).players[1].offer is not None
    assert memory(view(match, 3))[1] == {"B": 1, "T": 2}
    go(match, "0 take 1")
    assert hand(match, 1) == {"B": 2, "G": 7, "H": 5}


def test_D3_announcements_and_offers_end_with_the_round() -> None:
    match = go(trading(), "1 seek BT give GH", "1 offer G for B", "2 done", "1 stop")
    match.deal()
    player = view(match, 0).players[1]
    assert (player.seeks, player.gives, player.offer) == ([], [], None)
    assert memory(view(match, 0))[1] == {}
    assert not view(match, 0).players[2].done
    assert view(match, 0).phase == "sort"


def test_the_choice_for_bots_is_one_share_for_another_or_for_nothing() -> None:
    match = go(trading(), "1 offer G for B", "2 offer N for A", "3 offer C for T to 1")
    held, centre = "BT", "F"
    offers = {f"offer {x} for {y}" for x in held for y in (*notation.LETTERS, "nothing") if x != y}
    others = {"stop", "done", "take 1", *(f"centre {x} for {centre}" for x in held)}
    assert sorted(match.legal(0)) == sorted(offers | others)
    go(match, "0 done", "0 offer T for G")
    assert sorted(match.legal(0)) == sorted(offers | others - {"done"} | {"undone", "withdraw"})
    assert match.legal(1)[0:2] == ["stop", "done"]
    assert {action for action in match.legal(1) if action.startswith("take")} == {"take 3", "take 4"}
    swaps = [action for action in match.legal(1) if action.startswith("centre")]
    assert swaps == ["centre T for F", "centre G for F", "centre H for F"]  # and no B, which comes first


def test_D4_a_card_for_the_centre_card_at_any_time() -> None:
    match = go(trading(), "0 centre T for F")
    assert view(match, 2).centre == "T"
    assert hand(match, 0) == {"B": 9, "T": 5, "F": 1}
    assert memory(view(match, 2))[0] == {"F": 1}
    assert refused(match, 1, "centre G for F") == "centre_changed"
    assert refused(match, 1, "centre A for T") == "not_held"
    go(match, "1 centre G for T", "1 centre T for G")
    assert hand(match, 1) == {"T": 3, "G": 7, "H": 5}


def test_D4_a_centre_swap_makes_an_offer_fall_that_needed_the_card() -> None:
    match = go(trading(), "3 offer P for B", "3 centre P for F")
    assert view(match, 0).players[3].offer is None


def test_D5_a_right_stop_needs_a_majority_in_every_company_held() -> None:
    assert rules.rules_all(stack(B=5)) is True
    assert not rules.rules_all(stack(B=4))
    assert rules.rules_all(stack(G=4, A=3))
    assert not rules.rules_all(stack(G=3, A=3))
    assert not rules.rules_all(stack(B=9, F=1))
    assert not rules.rules_all(0)


def test_D5_stop_may_be_cried_at_any_time_by_anyone_or_waited_with() -> None:
    match = trading()
    assert all(match.allowed(seat, "stop") for seat in range(4))
    assert view(match, 0).stop_is_right
    go(match, "0 seek C")
    assert not match.round_scores


def test_D6_a_wrong_stop_costs_five_and_nobody_else_scores() -> None:
    match = go(trading(), "1 stop")
    assert match.round_scores == [[0, -5, 0, 0]]
    assert [reason.kind for reason in match.reasons[0][1]] == ["wrong_stop"]
    assert match.reasons[0][0] == []


def test_D7_a_right_stop_brings_five_and_everybody_scores() -> None:
    match = go(trading(), "0 stop")
    # all nine B and six of T; all seven G and five H; seven N, six P; all A and C, and four of the bankrupt F
    assert match.round_scores == [[5 + 18 + 6, 14 + 5, 14 + 6, 10 + 10 + 4 - 4]]
    assert {(r.kind, r.points) for r in match.reasons[0][3]} == {("full", 10), ("majority", 4), ("bankrupt", -4)}
    assert all(sum(r.points for r in match.reasons[0][seat]) == match.round_scores[0][seat] for seat in range(4))


def test_D7_with_the_option_only_the_bankrupt_company_counts_minus_whatever_the_holding() -> None:
    match = go(trading(options={"bankrupt": "only"}), "0 stop")
    assert match.round_scores[0][3] == 10 + 10 - 4
    assert {(r.kind, r.points) for r in match.reasons[0][3]} == {("full", 10), ("bankrupt", -4)}


def test_D7_without_a_majority_only_the_bankrupt_company_counts() -> None:
    match = go(trading(), "1 centre H for F", "0 stop")
    # H lies in the centre: four of them are a majority for seat 1, two are none for seat 2; one F counts nothing
    assert match.round_scores[0][1] == 14 + 4 - 4
    assert match.round_scores[0][2] == 14 + 6 - 2
    assert {(r.kind, r.points) for r in match.reasons[0][2]} == {("full", 14), ("majority", 6), ("bankrupt", -2)}


def test_D8_the_round_ends_when_all_are_done() -> None:
    match = go(trading(), "0 done", "1 done", "2 done")
    assert refused(match, 0, "done") == "already_done"
    assert refused(match, 3, "undone") == "not_done"
    go(match, "1 undone", "3 done")
    assert not match.round_scores
    go(match, "1 done")
    assert match.round_scores == [[18 + 6, 14 + 5, 14 + 6, 10 + 10 + 4 - 4]]


def test_D8_the_clock_ends_the_round_if_the_table_has_a_limit() -> None:
    match = trading(options={"seconds": 60})
    assert refused(match, 0, "time") == "clock_only"
    match.do(CLOCK, "time")
    assert match.round_scores == [[18 + 6, 14 + 5, 14 + 6, 10 + 10 + 4 - 4]]
    assert refused(trading(), CLOCK, "time") == "no_time_limit"
    assert refused(dealt(*HANDS, options={"seconds": 60}), CLOCK, "time") == "not_turned"
    assert refused(trading(options={"seconds": 60}), CLOCK, "stop") == "not_a_seat"


def test_D8_a_time_limit_is_up_to_an_hour() -> None:
    assert Match("wheedle", seconds=3600).options["seconds"] == 3600
    for seconds in (-1, 3601):
        with pytest.raises(OptionError, match="from 0 to 3600"):
            Match("wheedle", seconds=seconds)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_D9_as_many_rounds_as_players_and_each_deals_once(seats: int) -> None:
    match = Match("wheedle", seats, first=1, seed=2)
    dealers = []
    while not match.over:
        dealers.append(view(match, 0).dealer)
        go(match, f"{dealers[-1]} turn", "0 stop")
    assert dealers == [(1 + i) % seats for i in range(seats)]
    assert match.scores == [sum(points) for points in zip(*match.round_scores, strict=True)]


def stack(**counts: int) -> int:
    return sum(many(notation.LETTERS.index(letter), n) for letter, n in counts.items())


def test_stacks_compare_kind_by_kind() -> None:
    some, other = stack(B=3, G=2, F=1), stack(B=2, G=4)
    assert larger(some, other) == stack(B=3, G=4, F=1)
    assert smaller(some, other) == stack(B=2, G=2)
    assert left_of(some, other) == stack(B=1, F=1)
    assert covers(some, stack(B=3, F=1))
    assert not covers(some, other)
    assert size_of(some) == 6


def test_a_fallen_offer_tells_all_what_its_maker_does_not_have() -> None:
    match = go(trading(), "1 offer 3T for B", "0 offer B for T", "1 take 2")
    watcher = match.box.view(match.state, 3)
    assert counted(watcher.limit[1], 1) == 2
    out = blank(rules.RECORD)[0]
    rng = seeded(1)
    for _ in range(300):
        assert box("wheedle").redeal(watcher, 3, rng, out)
        assert counted(out.hand[1], 1) == 2
        assert counted(out.hand[1], 0) >= 1


def test_redeal_is_uniform_over_the_places_of_the_unseen_shares() -> None:
    """Seat 3 knows all but six cards: the worlds, counted out share by share, come up as often as they should."""
    match = trading()
    s = match.state
    s.shown[0] = stack(B=9, T=4)  # two of T unseen
    s.shown[1] = stack(T=1, G=7, H=5)  # two of T unseen
    s.shown[2] = stack(N=7, P=6)  # two of H unseen
    s.limit[2] -= stack(T=8)  # seat 2 has at most one of T
    watcher = match.box.view(s, 3)
    expected: Counter[tuple[str, ...]] = Counter()
    for deal in permutations("TTTTHH"):
        hands = tuple("".join(sorted(deal[i : i + 2])) for i in (0, 2, 4))
        if hands[2].count("T") <= 1:
            expected[hands] += 1
    out = blank(rules.RECORD)[0]
    rng = seeded(2)
    n = 6000 if COMPILED else 2000
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(n):
        assert box("wheedle").redeal(watcher, 3, rng, out)
        unseen = [int(out.hand[seat]) - int(watcher.shown[seat]) for seat in range(3)]
        seen[tuple("H" * counted(u, 3) + "T" * counted(u, 1) for u in unseen)] += 1
    assert set(seen) == set(expected)
    chi_square = sum((seen[w] - (e := n * k / expected.total())) ** 2 / e for w, k in expected.items())
    assert chi_square < len(expected) - 1 + 5 * (2 * (len(expected) - 1)) ** 0.5


def test_notation_is_read_and_written_the_same() -> None:
    for text in ("turn", "seek BT give F", "seek A", "give CF", "offer 2F for B", "offer 2BT3F for GA to 3", "withdraw",
                 "offer 9B9T7G7H7N7P for 5A5C5F", "offer 5A5C5F for 9B9T7G7H7N7P to 5",
                 "offer F for nothing", "take 7", "centre F for B", "stop", "done", "undone", "time"):  # fmt: skip
        assert notation.text(notation.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "offer", "offer 2F", "offer 0F for B", "offer FF for B", "offer TB for F", "offer 2x for B", "take x",
     "take -1", "take 99999999999999999999", "centre FF for B", "centre F for", "seek BB", "seek TB", "seek",
     "offer F for B to 9", "offer F for B to x", "play r5", "seek x"],
)  # fmt: skip
def test_what_is_not_notation_is_refused_with_advice(text: str) -> None:
    with pytest.raises(NotationError, match=r"write|companies|company|number|only"):
        notation.parse(text)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (-1, UNKNOWN_ACTION),
        (rules.TIME + 1, UNKNOWN_ACTION),
        (rules.CENTRE - 1, UNKNOWN_ACTION),
        (rules.CENTRE + 81, UNKNOWN_ACTION),
        (rules.SEEK - 1, UNKNOWN_ACTION),
        (rules.SEEK, UNKNOWN_ACTION),  # nothing sought, nothing given
        (rules.SEEK + rules.SETS**2, UNKNOWN_ACTION),
        (rules.TAKE, rules.OFFER_GONE),
        (rules.TAKE + rules.MOST_OFFERS, UNKNOWN_ACTION),
        (rules.OFFER - 1, UNKNOWN_ACTION),
        (rules.OFFER, rules.NOTHING_GIVEN),
        (rules.OFFER + 15, rules.TOO_MANY),  # 15 of B
        (rules.OFFER + 1 + (15 << rules.SIDE + 4), rules.TOO_MANY),  # one of B for 15 of T
        (rules.OFFER + 1 + (1 << 62), UNKNOWN_ACTION),
        (rules.OFFER + 1 + (7 << rules.TO), rules.TO_NOBODY),
    ],
)
def test_numbers_that_are_no_action_are_refused(action: int, why: int) -> None:
    match = trading()
    assert rules.why(match.state, 0, action) == why
    assert not box("wheedle").allowed(match.state, 0, action)
    match.state.offers = rules.MOST_OFFERS - 2
    assert box("wheedle").allowed(match.state, 0, notation.parse("offer B for G"))
    match.state.offers = rules.MOST_OFFERS - 1
    assert rules.why(match.state, 0, notation.parse("offer B for G")) == UNKNOWN_ACTION


def test_a_wrong_stop_shows_only_the_hand_of_who_cried() -> None:
    s = box("wheedle").new(4)
    rules.deal(s, np.arange(rules.CARDS))
    rules.apply(s, 0, rules.TURN)
    rules.apply(s, 1, rules.STOP)
    seen = box("wheedle").view(s, 3)
    assert s.ending == rules.WRONG_STOP
    assert [int(seen.shown[seat]) == int(s.hand[seat]) for seat in range(4)] == [False, True, False, False]
