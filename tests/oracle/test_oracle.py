"""The oracles against the worked cases of RULES.md, and whole random matches."""

from collections.abc import Callable
from itertools import chain, product
from random import Random
from typing import TypeVar

import pytest

from . import Match, Options, TurnMatch, holzwurm, wheedle, willi, wimmuln

M = TypeVar("M", bound=Match)


def stacked(deck: list[str], top: str) -> list[str]:
    """The deck with the named cards on top and the rest in order below."""
    rest = list(deck)
    for card in top.split():
        rest.remove(card)
    return top.split() + rest


def act(match: Match, *moves: str) -> None:
    """Each move is a seat and what it does: `0 play r5`."""
    for move in moves:
        seat, _, text = move.partition(" ")
        match.do(int(seat), text)


# Willi

FOUR_HANDS = """
    r1 r2 r3 r4 r5 r6 r7 r8 r9   y1 y2 y3 y4 y5 y6 y7 y8 y9
    g1 g2 g3 g4 g5 g6 g7 g8 g9   b1 b2 b3 b4 b5 b6 b7 b8 b9
"""


def willi_match(seats: int = 4, **options: str) -> willi.Oracle:
    """Every place holds one colour; the ones are discarded."""
    match = willi.Oracle(seats, options, first=0)
    match.deal(stacked(willi.DECK, FOUR_HANDS))
    act(match, *[f"{seat} discard {'rygb'[seat]}1" for seat in range(seats)])
    return match


@pytest.mark.parametrize(
    ("totals", "cards"),
    [
        ([51, 38, 37, 31], [3, 1, 0, 2]),
        ([40, 40, 39, 34], [0, 0, 0, 2]),
        ([50, 40, 40, 30], [3, 0, 0, 2]),
        ([50, 40, 30, 30], [3, 1, 0, 0]),
        ([40, 40, 40, 40], [0, 0, 0, 0]),
        ([30, 40, 40, 40], [2, 0, 0, 0]),
        ([31, 51, 37, 38], [2, 3, 0, 1]),
    ],
)
def test_W9_tied_players_use_up_their_places(totals: list[int], cards: list[int]) -> None:
    assert willi.score_cards(totals) == cards


def test_W2_nothing_leaves_a_hand_before_all_have_chosen() -> None:
    match = willi.Oracle(4, {}, first=0)
    match.deal(stacked(willi.DECK, FOUR_HANDS))
    act(match, "2 discard g9", "0 discard r1", "3 discard b4")
    assert match.actors() == {1}
    assert [len(hand) for hand in match.hands] == [9, 9, 9, 9]
    act(match, "1 discard y5")
    assert [len(hand) for hand in match.hands] == [8, 8, 8, 8]
    assert match.actors() == {0}


def test_W4_follow_colour_or_number() -> None:
    match = willi_match()
    match.held[1] = ["r3", "g5", "b5", "y9"]
    act(match, "0 play r5", "0 pass")
    assert match.legal(1) == {"play r3", "play g5", "play b5"}
    match.held[1] = ["y5", "g2"]
    assert match.legal(1) == {"play y5", "play g2"}


def test_W6_windows_go_to_the_last_player_then_from_the_leader_on() -> None:
    match = willi_match()
    act(match, "0 play r9", "0 pass")
    act(match, "1 play y8", "1 pass", "0 pass")
    act(match, "2 play g7", "2 pass", "0 pass")
    assert match.legal(1) == {"willi", "pass"}
    act(match, "1 pass", "3 play b6")
    assert match.phase == "swap"
    assert match.actors() == {3}


def test_W6_a_call_takes_the_trick_and_closes_all_windows() -> None:
    match = willi_match()
    act(match, "0 play r9", "0 pass", "1 play y8", "1 pass", "0 willi")
    act(match, "2 play g2", "3 play b3")
    assert match.actors() == {0}
    assert "keep" in match.legal(0)


@pytest.mark.parametrize(("tie", "winner"), [("first", 1), ("last", 3)])
def test_W5_tie_and_W7_cards_of_the_satisfied_are_passed_over(tie: str, winner: int) -> None:
    match = willi_match(tie=tie)
    match.won[2] = [[], []]
    act(match, "0 play r9", "0 pass", "1 play y5", "1 pass", "0 pass")
    act(match, "2 play g2", "0 pass", "1 pass", "3 play b5")
    assert match.actors() == {winner}


@pytest.mark.parametrize(("swap", "choices"), [("any", 1 + 4 * 2), ("colour", 1 + 2)])
def test_W8_swap_with_any_card_of_the_trick(swap: str, choices: int) -> None:
    match = willi_match(swap=swap)
    act(match, "0 play r2", "0 willi", "1 play y8", "2 play g2", "3 play b3")
    match.held[0] = ["r7", "g9"]
    match.trick = [(0, "r2"), (1, "y8"), (2, "r3"), (3, "b3")]
    assert len(match.legal(0)) == choices
    act(match, "0 swap r7 r2")
    assert match.hands[0] == ["g9", "r2"]
    assert match.won[0] == [["r7", "y8", "r3", "b3"]]
    assert match.actors() == {0}


def test_W11_willi_turns_his_top_card_and_gets_no_window() -> None:
    match = willi_match(seats=3)
    assert match.trick == [(3, "b1")]
    assert match.actors() == {0}
    act(match, "0 play r2", "0 pass", "1 play y3", "1 pass", "0 pass", "2 play g4")
    assert match.won[3] == [["b1", "r2", "y3", "g4"]]
    assert match.trick == [(3, "b2")]


def test_W11_twelve_is_added_to_his_total() -> None:
    match = willi_match(seats=3)
    match.won = [[["r5", "r6"]], [["y9"]], [["g8", "y8"]], [["b1"], ["b2"]]]
    assert match.totals() == [11, 9, 16, 15]


def willi_cards(match: willi.Oracle) -> list[str]:
    tricks = [card for tricks in match.won for trick in tricks for card in trick]
    return [
        *chain(*match.held),
        *match.out,
        *tricks,
        *[card for _, card in match.trick],
    ]


# Wimmüln


def wimmuln_match(last_two: str, **options: str | int) -> wimmuln.Oracle:
    """Three seats; the dealer is seat 0 and turns up the given two cards."""
    deck = stacked(wimmuln.full_deck(3), last_two)
    match = wimmuln.Oracle(3, options, first=0)
    match.deal(deck[2:12] + deck[:2] + deck[12:])
    return match


@pytest.mark.parametrize(
    ("visible", "hidden", "tricks", "points"),
    [
        (4, 4, 4, 25),
        (3, 5, 3, 10),
        (5, 3, 5, 20),
        (5, 3, 3, 5),
        (3, 5, 5, 10),
        (3, 5, 4, 0),
        (4, 4, 3, 0),
        (0, 9, 0, 10),
    ],
)
def test_M6_bonus(visible: int, hidden: int, tricks: int, points: int) -> None:
    assert wimmuln.bonus(visible, hidden, tricks) == points


def test_M1_twelve_triangles_a_colour() -> None:
    assert len(wimmuln.full_deck(6)) == 60
    assert sum(wimmuln.TRIANGLES[n] for n in wimmuln.NUMBERS) == 12


@pytest.mark.parametrize(
    ("last_two", "same_colour", "trump", "choice"),
    [
        ("y3 r8", "trump", "y", set()),
        ("r8 y3", "no_trump", "y", set()),
        ("r3 r8", "trump", "r", set()),
        ("r3 r8", "no_trump", None, {"lead r3", "lead r8"}),
        ("r4 y4", "trump", None, {"lead r4", "lead y4"}),
        ("r7 r7", "trump", None, {"lead r7"}),
    ],
)
def test_M3_trump_and_lead(last_two: str, same_colour: str, trump: str | None, choice: set[str]) -> None:
    match = wimmuln_match(last_two, same_colour=same_colour)
    assert match.trump == trump
    if choice:
        assert (match.actors(), match.legal(0)) == ({0}, choice)
        act(match, f"0 {max(choice)}")
    else:
        assert match.trick[0][1] == max(last_two.split(), key=wimmuln.number)
    assert match.actors() == {0, 1, 2}


def test_M4_a_pair_of_identical_guesses_needs_two_such_cards() -> None:
    match = wimmuln_match("r3 r8")
    match.held[1] = ["r1", "r1", "y2"]
    both = {"guess r1 y2", "guess y2 r1"}
    assert match.legal(1) == {"guess r1 r1"} | both
    match.held[1] = ["r1", "y2"]
    assert match.legal(1) == both


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("y5 y9 g0", 2),
        ("y5 y9 r8", 1),
        ("y7 y7 r8", 0),
        ("y2 g1 g1", 1),
        ("y2 r9 r8", 0),
    ],
)
def test_M5_highest_trump_or_led_colour_first_of_equals(trick: str, winner: int) -> None:
    match = wimmuln_match("g1 y2")
    match.trick = list(enumerate(trick.split()))
    assert match.trump == "g"
    assert match.winner() == winner


def test_M5_follow_if_able() -> None:
    match = wimmuln_match("g1 y2")
    match.held[1] = ["y4", "y9", "g3"]
    assert match.playable(1) == ["y4", "y9"]
    match.held[1] = ["r4", "g3"]
    assert match.playable(1) == ["r4", "g3"]


def test_M6_triangles_and_bonus() -> None:
    match = wimmuln_match("g1 y2")
    match.guesses = [("r2", "g1"), ("r0", "y3"), ("r5", "r8")]
    match.won = [[["y6", "g7", "r1"], ["y9", "y0", "r4"]], [], []]
    assert [match.points(seat) for seat in range(3)] == [6 + 20, 10, 0]


def test_M7_the_target_is_enough() -> None:
    match = wimmuln.Oracle(3, {}, first=0)
    match.close_round([199, 150, 10])
    assert match.deal_due
    match.close_round([0, 50, 10])
    assert (match.over, match.winners) == (True, {1})


def wimmuln_cards(match: wimmuln.Oracle) -> list[str]:
    tricks = [card for tricks in match.won for trick in tricks for card in trick]
    guesses = [card for guess in match.guesses for card in guess]
    return [*chain(*match.held), *guesses, *tricks, *[card for _, card in match.trick]]


# Holzwurm


def holzwurm_match(*rows: str) -> holzwurm.Oracle:
    match = holzwurm.Oracle(2, {}, first=0)
    match.deal(stacked(holzwurm.DECK, "y2 r11 b2 x10 g1"))
    match.rows = [row.split() for row in rows] + [[] for _ in range(5 - len(rows))]
    return match


def test_H2_the_best_value_is_on_top_and_the_worm_at_the_bottom() -> None:
    assert holzwurm_match().fate == ["x10", "b2", "y2", "g1", "r11", "-13"]


def test_H4_where_cards_may_go() -> None:
    match = holzwurm_match("r5 x7", "x2", "", "b3")
    assert match.places_for("r9") == ["@0"]
    assert match.places_for("g9") == ["@1", "new"]
    assert match.places_for("x9") == ["@0", "@1", "@3", "new"]
    match.rows = [["r5"], ["x2"], ["x3"], ["b3"], ["y4"]]
    assert match.places_for("g9") == ["@1", "@2"]
    assert match.places_for("x9") == ["@0", "@1", "@2", "@3", "@4"]


def test_H6_a_number_greater_than_the_count_stays() -> None:
    match = holzwurm_match("r5 x7")
    match.held[0] = ["r3", "y8"]
    act(match, "0 lay r3 @0")
    assert match.rows[0] == ["r5", "x7", "r3"]
    assert match.actors() == {1}


def test_H6_otherwise_row_card_and_fate_go_to_the_hand() -> None:
    match = holzwurm_match("b9", "r5 x7")
    match.held[0] = ["r2"]
    act(match, "0 lay r2 @1")
    assert match.hands[0] == ["r2", "r5", "x10", "x7"]
    assert match.rows[1] == []
    assert match.fate[0] == "b2"
    match.held[1] = ["r3", "y1"]
    act(match, "1 lay r3 new")
    assert match.rows[1] == ["r3"]


def test_H7_going_out_scores_thirty_and_the_rest_their_hands() -> None:
    match = holzwurm_match()
    match.held = [["r2"], ["b10", "x4", "g7"]]
    act(match, "0 lay r2 new")
    assert match.round_scores == [30, 7]
    assert match.deal_due


def test_H7_the_round_ends_when_the_worm_is_taken() -> None:
    match = holzwurm_match("r8")
    match.fate = ["b2", "-13"]
    match.held = [["r1"], ["g1", "b10"]]
    act(match, "0 lay r1 @0")
    assert match.in_round
    match.rows[0] = ["g4"]
    act(match, "1 lay g1 @0")
    assert match.round_scores == [8 - 1 + 2, 10 + 4 - 1 - 13]


def holzwurm_cards(match: holzwurm.Oracle) -> list[str]:
    cards = [*chain(*match.held, *match.rows), *match.fate, *match.out]
    cards.remove(holzwurm.WORM)
    return cards


# Wheedle


def wheedle_match(*hands: str, centre: str = "B", **options: str) -> wheedle.Oracle:
    """Four seats with hands of single letters; cards named nowhere are left out."""
    match = wheedle.Oracle(4, options, first=0)
    match.deal(wheedle.DECK)
    act(match, "0 turn")
    match.held = [list(hand) for hand in hands]
    match.centre = centre
    return match


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("BBBBB", True),
        ("BBBB", False),
        ("GGGG", True),
        ("GGG", False),
        ("FFF", True),
        ("FF", False),
        ("FFFBBBBB", True),
        ("FFFA", False),
        ("", False),
    ],
)
def test_D5_a_stop_needs_a_majority_in_every_company(hand: str, right: bool) -> None:
    match = wheedle_match(hand, "", "", "")
    assert match.stop_is_right(0) == right


def test_D6_a_wrong_stop_costs_five_and_nobody_scores() -> None:
    match = wheedle_match("FFFFF", "AAAC", "", "")
    act(match, "1 stop")
    assert match.round_scores == [0, -5, 0, 0]


@pytest.mark.parametrize(("bankrupt", "second"), [("adds", 3), ("only", 3 - 5)])
def test_D7_a_right_stop(bankrupt: str, second: int) -> None:
    match = wheedle_match("FFFFFGGGG", "AAABBBBB", "BCC", "T", bankrupt=bankrupt)
    act(match, "0 stop")
    assert match.round_scores == [5 + 10 + 4, second, -1, 0]


def test_D8_when_all_are_done_the_round_is_scored_without_stop() -> None:
    match = wheedle_match("FFFFF", "AAAC", "B", "")
    act(match, "0 done", "1 done", "0 undone", "2 done", "3 done")
    assert match.in_round
    act(match, "0 done")
    assert match.round_scores == [10, 3, -1, 0]


def test_D8_the_clock_needs_a_time_limit() -> None:
    match = wheedle_match("FFFFF", "AAAC", "B", "")
    assert not match.allowed(wheedle.CLOCK, "time")
    match.seconds = 60
    assert not match.allowed(0, "time")
    act(match, "-1 time")
    assert match.round_scores == [10, 3, -1, 0]


def test_D3_a_trade_moves_cards_and_withdraws_what_cannot_be_filled() -> None:
    match = wheedle_match("FFA", "BBT", "T", "C")
    act(match, "0 offer 2F for B", "1 offer 2B for C", "2 offer T for nothing to 3")
    assert not match.allowed(3, "take 1")
    assert not match.allowed(1, "take 3")
    act(match, "1 take 1")
    assert match.hands == [["A", "B"], ["B", "F", "F", "T"], ["T"], ["C"]]
    assert [offer.number for offer in match.offers] == [3]
    act(match, "3 take 3", "0 offer A for C")
    assert match.hands[3] == ["C", "T"]
    assert match.offers[0].number == 4


def test_D3_one_offer_a_seat_gone_once_taken() -> None:
    match = wheedle_match("FFFBB", "BBT", "T", "C")
    act(match, "0 offer F for T", "0 offer F for B")
    assert not match.allowed(0, "take 2")
    assert not match.allowed(1, "take 1")
    act(match, "1 take 2")
    assert match.offers == []


def test_D4_the_centre_swap_withdraws_too() -> None:
    match = wheedle_match("FFA", "BBT", "T", "C", centre="G")
    act(match, "0 offer 2F for B", "0 centre F for G")
    assert match.hands[0] == ["A", "F", "G"]
    assert (match.centre, match.offers) == ("F", [])
    assert match.allowed(0, "centre F for F")


@pytest.mark.parametrize(
    "text",
    [
        "turn",
        "offer nothing for B",
        "offer 3F for B",
        "offer F for BF",
        "offer F for 6C",
        "offer AF for BT to 0",
        "offer AF for BT to 4",
        "offer FA for B",
        "offer FF for B",
        "offer F for 0B",
        "take 1",
        "withdraw",
        "undone",
        "centre F for A",
        "centre B for G",
        "seek",
        "seek give F",
        "seek nothing",
        "give FB",
        "time",
        "pass",
    ],
)
def test_wheedle_refuses(text: str) -> None:
    match = wheedle_match("FFA", "BBT", "T", "C", centre="G")
    assert not match.allowed(0, text)


def test_D2_nothing_before_the_centre_card_is_turned() -> None:
    match = wheedle.Oracle(5, {}, first=2)
    match.deal(wheedle.DECK)
    assert match.actors() == {2}
    assert match.allowed(2, "turn")
    assert not match.allowed(1, "turn")
    assert not match.allowed(2, "stop")


def wheedle_ideas(match: wheedle.Oracle, seat: int, rng: Random) -> list[str]:
    """What a seat may think of; not all of it is allowed."""
    hand = match.held[seat] or ["F"]
    give, want = rng.choice(hand), rng.choice(list(wheedle.TOTALS))
    count = rng.choice(["", "2"])
    offer = f"offer {count}{give} for {rng.choice([want, f'2{want}', 'nothing'])}"
    end = ["stop"] if match.stop_is_right(seat) or rng.random() < 0.02 else ["done"]
    return [
        *[f"take {standing.number}" for standing in match.offers],
        offer,
        f"{offer} to {rng.randrange(match.places)}",
        f"centre {give} for {match.centre}",
        f"seek {want} give {give}",
        "turn",
        "withdraw",
        "undone",
        *end,
    ]


def wheedle_cards(match: wheedle.Oracle) -> list[str]:
    return [*chain(*match.held), match.centre]


# All games


@pytest.mark.parametrize("played", range(3))
def test_the_start_moves_one_seat_to_the_left_each_round(played: int) -> None:
    """W10, M7, H3, D9; with three at the table Willi starts first (W11)."""

    def dealt(match: M, deck: list[str]) -> M:
        match.rounds_played = played
        match.deal(deck)
        return match

    assert dealt(willi.Oracle(4, {}, 2), willi.DECK).turn == (2 + played) % 4
    assert dealt(willi.Oracle(3, {}, 2), willi.DECK).turn == (3 + played) % 4
    deck = wimmuln.full_deck(3)
    assert dealt(wimmuln.Oracle(3, {}, 2), deck).dealer == (2 + played) % 3
    assert dealt(holzwurm.Oracle(5, {}, 2), holzwurm.DECK).turn == (2 + played) % 5
    assert dealt(wheedle.Oracle(4, {}, 2), wheedle.DECK).dealer == (2 + played) % 4


def test_what_is_not_legal_is_refused() -> None:
    match = willi_match()
    with pytest.raises(ValueError, match="may not"):
        match.do(1, "play y2")
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(willi.DECK)
    with pytest.raises(ValueError, match="not the 36 cards"):
        willi.Oracle(4, {}, first=0).deal(willi.DECK[1:])


# Whole matches

SEEDS = range(3)


def deal_shuffled(match: Match, deck: list[str], rng: Random) -> None:
    assert match.actors() == set()
    match.deal(rng.sample(deck, len(deck)))


def play_turn(match: TurnMatch, rng: Random) -> None:
    seat = rng.choice(sorted(match.actors()))
    match.do(seat, rng.choice(sorted(match.legal(seat))))


def trade(match: wheedle.Oracle, rng: Random) -> None:
    """One idea of one seat; now and then the clock runs out."""
    seat = rng.choice(sorted(match.actors()))
    ideas = wheedle_ideas(match, seat, rng)
    if rng.random() < 0.002 and match.allowed(wheedle.CLOCK, "time"):
        match.do(wheedle.CLOCK, "time")
    elif allowed := [text for text in ideas if match.allowed(seat, text)]:
        match.do(seat, rng.choice(allowed))


def play_out(
    match: M,
    deck: list[str],
    step: Callable[[M, Random], None],
    cards: Callable[[M], list[str]],
    rng: Random,
) -> None:
    total = [0] * match.places
    while not match.over:
        if match.deal_due:
            deal_shuffled(match, deck, rng)
        step(match, rng)
        assert sorted(cards(match)) == sorted(deck)
        if not match.in_round:
            total = [a + b for a, b in zip(total, match.round_scores, strict=True)]
            assert match.scores == total
    assert match.winners
    assert match.actors() == set()
    assert not match.deal_due


def settings(seats: list[int], **values: list[str | int | bool]) -> list[tuple[int, Options]]:
    """Every number of seats with every combination of options."""
    choices = [dict(zip(values, row, strict=True)) for row in product(*values.values())]
    return [(count, options) for count in seats for options in choices]


@pytest.mark.parametrize(
    ("seats", "options"),
    settings([3, 4], tie=["first", "last"], swap=["any", "colour"]),
)
@pytest.mark.parametrize("seed", SEEDS)
def test_willi_plays_to_the_end(seats: int, options: Options, seed: int) -> None:
    match = willi.Oracle(seats, options, first=seed % seats)
    play_out(match, willi.DECK, play_turn, willi_cards, Random(seed))
    assert [len(tricks) for tricks in match.won] == [2, 2, 2, 2]  # W7
    assert [len(hand) for hand in match.hands] == [0, 0, 0, 4 - seats]  # W11


@pytest.mark.parametrize(
    ("seats", "options"),
    settings([3, 4, 5, 6], same_colour=["trump", "no_trump"], target=[1, 200]),
)
@pytest.mark.parametrize("seed", SEEDS)
def test_wimmuln_plays_to_the_end(seats: int, options: Options, seed: int) -> None:
    match = wimmuln.Oracle(seats, options, first=seed % seats)
    deck = wimmuln.full_deck(seats)
    play_out(match, deck, play_turn, wimmuln_cards, Random(seed))
    tricks = sum(len(tricks) for tricks in match.won)
    assert tricks == wimmuln.HAND[seats] - 2  # M4
    assert max(match.scores) >= match.target


@pytest.mark.parametrize(("seats", "options"), settings([2, 3, 4, 5, 6], rounds=[1, 3, 10]))
@pytest.mark.parametrize("seed", SEEDS)
def test_holzwurm_plays_to_the_end(seats: int, options: Options, seed: int) -> None:
    match = holzwurm.Oracle(seats, options, first=seed % seats)
    play_out(match, holzwurm.DECK, play_turn, holzwurm_cards, Random(seed))
    assert match.rounds_played == options["rounds"]


@pytest.mark.parametrize(
    ("seats", "options"),
    settings(
        [4, 5, 6],
        quick_start=[False, True],
        bankrupt=["adds", "only"],
        seconds=[0, 60],
    ),
)
@pytest.mark.parametrize("seed", SEEDS)
def test_wheedle_plays_to_the_end(seats: int, options: Options, seed: int) -> None:
    match = wheedle.Oracle(seats, options, first=seed % seats)
    play_out(match, wheedle.DECK, trade, wheedle_cards, Random(seed))
    assert match.rounds_played == seats
