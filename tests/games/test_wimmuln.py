"""Wimmüln, rule by rule."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

from ludotheque.games.box import box
from ludotheque.games.cards import lowest
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record, blank
from ludotheque.games.errors import IllegalMoveError, NotationError, OptionError
from ludotheque.games.match import Match
from ludotheque.games.wimmuln import notation, rules
from ludotheque.games.wording import LANGUAGES, say
from tests.conftest import COMPILED
from tests.games.arrange import go, refused, stacked, undealt
from tests.games.invariants import is_consistent

pytestmark = pytest.mark.interpreted

SIZES = {3: 12, 4: 15, 5: 12, 6: 10}
FIVE = "r5 y3"  # turned up these make yellow trump, and the red 5 leads


def dealt(turned: str, *hands: str, seats: int = 3, first: int = 0, **options: Any) -> Match:
    """A deal in which the dealer turns up these cards; hands begin with those named, the rest fills up in order."""
    blocks = [*hands, *[""] * (seats - len(hands))]
    sizes = [SIZES[seats]] * seats
    blocks.insert(first + 1, turned)
    sizes[first : first + 1] = [sizes[first] - 2, 2]
    return stacked(undealt("wimmuln", seats, options, first), blocks, sizes)


def one_colour_each(**options: Any) -> Match:
    """Seat 0 deals and has all reds, seat 1 all yellows, seat 2 all greens; the red 9 and 0 are turned up."""
    return dealt("r9 r0", **options)


def guessed(match: Match, *guesses: str) -> Match:
    """The seats in order lay these guesses; those without lay the first that they may."""
    for seat in range(match.seats):
        match.do(seat, f"guess {guesses[seat]}" if seat < len(guesses) else match.legal(seat)[0])
    return match


def trick(match: Match, *cards: str) -> Match:
    """The seats in turn play these cards."""
    for card in cards:
        match.do(match.actors[0], f"play {card}")
    return match


def play_out(match: Match) -> Match:
    while not match.round_scores:
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    return match


def view(match: Match, seat: int = -1) -> notation.View:
    found = match.view(seat)
    assert isinstance(found, notation.View)
    return found


def memory(seen: notation.View) -> notation.Memory:
    assert seen.memory is not None
    return seen.memory


def open_cards(match: Match) -> notation.Cards:
    found = match.cards()
    assert isinstance(found, notation.Cards)
    return found


def on_table(match: Match) -> list[tuple[int, str]]:
    return [(played.place, played.card) for played in view(match).trick]


def everywhere(cards: notation.Cards, phase: str) -> list[str]:
    """All cards of a match, wherever they are; those of the trick are among the played."""
    guesses = [card for guess in cards.guesses for card in (guess.open, guess.hidden) if card]
    turned = cards.turned if phase == "lead" else []
    return sorted([*turned, *guesses, *cards.played, *(card for hand in cards.hands for card in hand)])


def random_positions(seats: int, seed: int, rounds: int = 1, **options: Any) -> Iterator[Match]:
    """Every position of a few rounds of random play."""
    chance = np.random.default_rng(seed)
    match = Match("wimmuln", seats, seed=seed, **options)
    while not match.over and len(match.round_scores) < rounds:
        yield match
        seat = int(chance.choice(match.actors))
        match.do(seat, str(chance.choice(match.legal(seat))))


# M1, M2: the cards


def test_M1_five_colours_of_twelve_cards_with_two_ones_and_two_sevens() -> None:
    numbers = Counter([0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9])
    assert Counter(notation.CARDS) == {f"{colour}{n}": times for colour in "rygbv" for n, times in numbers.items()}


def test_M1_six_and_seven_carry_two_triangles_one_and_nine_none() -> None:
    carried = {number: int(rules.TRIANGLES[notation.CARDS.index(f"g{number}")]) for number in range(10)}
    assert carried == {0: 1, 1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 1, 9: 0}
    assert [int(rules.TRIANGLES[colour == rules.COLOUR].sum()) for colour in range(5)] == [12] * 5


def test_M1_identical_cards_are_the_same_whoever_holds_which_copy() -> None:
    deck = np.arange(60)
    deck[[14, 30]] = deck[[30, 14]]  # one yellow 1 for the first hand, one for the third
    other = deck.copy()
    other[[13, 30]] = deck[[30, 13]]
    states = [box("wimmuln").new(4, first=1) for _ in range(2)]
    rules.deal(states[0], deck)
    rules.deal(states[1], other)
    assert notation.cards(states[0]).hands[0].count("y1") == notation.cards(states[0]).hands[2].count("y1") == 1
    assert states[0].tobytes() == states[1].tobytes()


@pytest.mark.parametrize(("seats", "size"), SIZES.items())
def test_M2_all_cards_are_dealt_evenly_and_three_play_without_two_colours(seats: int, size: int) -> None:
    match = dealt(FIVE, seats=seats)
    held = [size - 1] + [size] * (seats - 1)
    assert view(match).held == held
    assert [len(hand) for hand in open_cards(match).hands] == held
    colours = {card[0] for hand in open_cards(match).hands for card in hand}
    assert colours == set("ryg" if seats == 3 else "rygbv")
    assert seats * size == 12 * len(colours)


@pytest.mark.parametrize("seats", SIZES)
def test_M2_no_card_is_lost_or_doubled(seats: int) -> None:
    everything = sorted(notation.CARDS[: seats * SIZES[seats]])
    for match in random_positions(seats, 2, rounds=2):
        assert everywhere(open_cards(match), view(match).phase) == everything


# M3: the two cards that the dealer turns up


@pytest.mark.parametrize("turned", ["r9 y3", "y3 r9"])
@pytest.mark.parametrize("first", [0, 2])
def test_M3_the_lower_card_names_the_trumps_and_goes_back_the_higher_leads(turned: str, first: int) -> None:
    match = dealt(turned, first=first)
    seen = view(match)
    assert (seen.dealer, seen.trump, seen.turned, seen.phase) == (first, "y", ["r9", "y3"], "guess")
    assert on_table(match) == [(first, "r9")]
    assert "y3" in open_cards(match).hands[first]
    assert "r9" not in open_cards(match).hands[first]
    assert memory(seen).shown == "y3"


@pytest.mark.parametrize(("lead", "back"), [("y5", "g5"), ("g5", "y5")])
def test_M3_equal_numbers_mean_no_trump_and_the_dealer_chooses(lead: str, back: str) -> None:
    match = dealt("y5 g5", first=1)
    seen = view(match)
    assert (seen.trump, seen.phase, seen.actors, set(seen.turned)) == (None, "lead", [1], {"y5", "g5"})
    assert not {"y5", "g5"} & set(open_cards(match).hands[1])
    assert seen.held == [12, 10, 12]
    assert set(match.legal(1)) == {"lead y5", "lead g5"}
    match.do(1, f"lead {lead}")
    assert on_table(match) == [(1, lead)]
    assert view(match).turned == [lead, back]
    assert memory(view(match)).shown == back
    assert back in open_cards(match).hands[1]
    assert lead not in open_cards(match).hands[1]
    assert (view(match).trump, view(match).phase, view(match).held) == (None, "guess", [12, 11, 12])


def test_M3_of_two_identical_cards_one_leads_and_one_goes_back() -> None:
    match = dealt("r7 r7")
    assert match.legal(0) == ["lead r7"]
    match.do(0, "lead r7")
    assert on_table(match) == [(0, "r7")]
    assert open_cards(match).hands[0].count("r7") == 1
    assert view(match).trump is None


def test_M3_two_cards_of_one_colour_mean_trump_or_by_the_older_printing_none() -> None:
    assert view(one_colour_each()).trump == "r"
    assert on_table(one_colour_each(same_colour="trump")) == [(0, "r9")]
    match = one_colour_each(same_colour="no_trump")
    assert (view(match).trump, view(match).phase) == (None, "lead")
    assert set(match.legal(0)) == {"lead r9", "lead r0"}
    match.do(0, "lead r0")
    assert on_table(match) == [(0, "r0")]
    assert "r9" in open_cards(match).hands[0]
    assert view(dealt(FIVE, same_colour="no_trump")).trump == "y"


# M4: the guesses


def test_M4_all_guess_at_the_same_time_and_in_secret() -> None:
    match = one_colour_each()
    assert match.actors == [0, 1, 2]
    go(match, "1 guess y8 y4")
    assert match.actors == [0, 2]
    assert view(match, 0).chosen == [1]
    assert view(match, 1).guesses[1] == notation.Guess(open="y8", hidden="y4")
    for seat in (-1, 0, 2):
        assert view(match, seat).guesses[1] == notation.Guess(open=None, hidden=None)
        assert "y8" not in str(view(match, seat))
        assert "y4" not in str(view(match, seat))


def test_M4_the_open_cards_are_shown_together_the_others_stay_hidden_to_the_end_of_the_round() -> None:
    match = guessed(one_colour_each(target=1), "r2 r3", "y8 y4", "g6 g5")
    while not match.over:
        seen = view(match, 2)
        assert [guess.open for guess in seen.guesses] == ["r2", "y8", "g6"]
        assert [guess.hidden for guess in seen.guesses] == [None, None, "g5"]
        match.do(match.actors[0], match.legal(match.actors[0])[0])
    assert [guess.hidden for guess in view(match, -1).guesses] == ["r3", "y4", "g5"]


def test_M4_the_guesses_leave_the_hand_and_are_out_of_the_tricks() -> None:
    match = guessed(one_colour_each(), "r2 r3", "y8 y4", "g6 g5")
    assert view(match).held == [9, 10, 10]
    assert not {"y8", "y4"} & set(open_cards(match).hands[1])
    match.do(1, "play y0")
    played = len(match.log)
    play_out(match)
    assert len([entry for entry in match.log[played:] if "play" in str(entry)]) == 3 * 10 - 2


def test_M4_either_card_may_be_the_open_one_and_identical_ones_need_two() -> None:
    match = one_colour_each()
    assert {"guess y8 y4", "guess y4 y8", "guess y1 y1", "guess y7 y7"} <= set(match.legal(1))
    assert len(match.legal(1)) == 10 * 9 + 2
    assert len(match.legal(0)) == 9 * 8 + 2
    assert refused(match, 1, "guess y8 y8") == "two_cards"
    assert refused(match, 1, "guess y8 r8") == "not_in_hand"
    go(match, "1 guess y1 y1")
    assert "y1" not in open_cards(match).hands[1]
    go(match, "2 guess g1 g2")
    assert open_cards(match).hands[2].count("g1") == 1


def test_M4_fifteen_cards_of_fifteen_names_make_the_most_guesses() -> None:
    match = dealt(FIVE, "", "r0 r1 r2 r3 r4 r6 r7 r8 r9 y0 y1 y2 y4 y5 y6", seats=4)
    assert len(match.legal(1)) == 15 * 14 == rules.MOST_LEGAL


def test_M4_the_lead_cannot_be_a_guess() -> None:
    match = one_colour_each()
    assert refused(match, 0, "guess r9 r8") == "led"
    assert refused(match, 0, "guess r8 r9") == "led"
    assert refused(match, 0, "guess r8 y9") == "not_in_hand"
    assert refused(match, 1, "guess y8 r9") == "not_in_hand"
    assert not any("r9" in action for action in match.legal(0))
    twin = dealt("r7 y3", "r7")
    assert refused(twin, 0, "guess r7 r7") == "two_cards"
    go(twin, "0 guess r7 y3")


# M5: the tricks

NO_RED_FOR_2 = ["", "r7 r1 r1 g2 g3 y9 y8 y0 y1 y2 g8 g9", "y4 y5 y6 y7 y7 g0 g1 g1 g4 g5 g6 g7"]
REDS = ["r0", "r1", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r7", "r8", "r9"]


def test_M5_the_player_left_of_the_dealer_goes_on_with_the_first_trick() -> None:
    for first in range(3):
        match = guessed(dealt(FIVE, first=first))
        assert match.actors == [(first + 1) % 3]
        assert on_table(match) == [(first, "r5")]


def test_M5_follow_the_led_colour_if_able() -> None:
    match = guessed(dealt(FIVE, *NO_RED_FOR_2), "r0 r2", "g8 g9", "g0 g4")
    assert set(match.legal(1)) == {"play r1", "play r7"}
    assert refused(match, 1, "play y9") == "follow"
    with pytest.raises(IllegalMoveError, match="You hold red: follow red"):
        match.do(1, "play y9")


def test_M5_who_cannot_follow_may_play_anything_and_need_not_trump() -> None:
    match = trick(guessed(dealt(FIVE, *NO_RED_FOR_2), "r0 r2", "g8 g9", "g0 g4"), "r7")
    assert view(match).trump == "y"
    assert set(match.legal(2)) == {f"play {card}" for card in ("y4", "y5", "y6", "y7", "g1", "g5", "g6", "g7")}


def test_M5_the_winner_leads_next_and_may_lead_anything() -> None:
    match = trick(guessed(dealt(FIVE, *NO_RED_FOR_2), "r0 r2", "g8 g9", "g0 g4"), "r7", "g1")
    assert (view(match).tricks, view(match).leader, match.actors) == ([0, 1, 0], 1, [1])
    assert len(match.legal(1)) == 8  # of nine cards two are identical
    assert {"play r1", "play y9", "play g2"} <= set(match.legal(1))


def after_a_trick(turned: str, second: str, third: str) -> Match:
    """The first turned card, a red one, has led; nobody but the dealer has other reds in hand than those played."""
    led, _ = turned.split()
    reds = list((Counter(REDS) - Counter([led, second, third])).elements())
    match = dealt(turned, " ".join(reds[:10]), " ".join([second, *reds[10:]]), third)
    if view(match).phase == "lead":
        match.do(0, f"lead {led}")
    for seat, kept, away in ((0, "", []), (1, second, reds[10:]), (2, third, [])):
        guesses = [action.split()[1:] for action in match.legal(seat)]
        match.do(seat, "guess " + " ".join(next(g for g in guesses if kept not in g and set(away) <= set(g))))
    return trick(match, second, third)


WON = {
    "the highest of the led colour": ("r5 y3", "r1", "r8", 2),
    "not a higher card of another colour": ("r5 y3", "r1", "g9", 0),
    "a trump before the led colour": ("r9 y3", "r8", "y0", 2),
    "the higher of two trumps, though played first": ("r9 y3", "y8", "y2", 1),
    "the higher of two trumps, though played last": ("r9 y3", "y2", "y8", 2),
    "a trump against a later higher card that follows": ("r5 y3", "y0", "r9", 1),
    "the first of identical cards that follow": ("r7 y3", "r7", "r2", 0),
    "the first of identical trumps": ("r9 y3", "y7", "y7", 1),
    "without trumps nothing but the led colour": ("r5 y5", "r2", "y9", 0),
    "without trumps the highest that follows": ("r5 y5", "y9", "r6", 2),
}


@pytest.mark.parametrize(("turned", "second", "third", "winner"), WON.values(), ids=WON)
def test_M5_who_wins_a_trick(turned: str, second: str, third: str, winner: int) -> None:
    match = after_a_trick(turned, second, third)
    assert view(match).tricks == [int(seat == winner) for seat in range(3)]
    assert match.actors == [winner]


def test_M5_the_winner_takes_the_triangles_of_the_trick() -> None:
    assert view(after_a_trick("r9 y3", "y6", "r7")).triangles == [0, 4, 0]
    assert view(after_a_trick("r5 y3", "r1", "r8")).triangles == [0, 0, 2]


# M6: the points


def ended(guess: str, tricks: int, triangles: int = 0) -> Record:
    """A round just scored in which seat 0 laid this guess and won so much; the others missed theirs."""
    s = box("wimmuln").new(3)
    s.rounds = 1
    for seat, cards in enumerate((guess, "g9 g8", "g9 g8")):
        s.open[seat], s.hidden[seat] = (notation.CARDS.index(card) for card in cards.split())
    s.tricks[0] = tricks
    s.triangles[0] = triangles
    rules.finish(s)
    return s


BONUSES = [
    ("r2 y2", 2, "both_guesses", 25),
    ("r1 r1", 1, "both_guesses", 25),
    ("r0 y0", 0, "both_guesses", 25),
    ("r3 y2", 3, "shown_higher", 20),
    ("r1 y0", 1, "shown_higher", 20),
    ("r2 y3", 2, "shown_lower", 10),
    ("r0 y9", 0, "shown_lower", 10),
    ("r2 y3", 3, "hidden_higher", 10),
    ("r3 y2", 2, "hidden_lower", 5),
    ("r9 y0", 0, "hidden_lower", 5),
    ("r2 y2", 3, "no_guess", 0),
    ("r3 y1", 2, "no_guess", 0),
    ("r9 y8", 10, "no_guess", 0),
]


@pytest.mark.parametrize(("guess", "tricks", "kind", "points"), BONUSES)
def test_M6_the_bonus_for_a_guess(guess: str, tricks: int, kind: str, points: int) -> None:
    s = ended(guess, tricks, triangles=7)
    assert s.gained.tolist() == [7 + points, 0, 0, 0, 0, 0]
    triangles, bonus = notation.reasons(s)[0]
    assert (triangles.kind, triangles.points) == ("triangles", 7)
    assert (bonus.kind, bonus.points, bonus.facts["tricks"]) == (kind, points, tricks)
    for language in LANGUAGES:
        assert "7" in say(language, "wimmuln", "reason", triangles.kind, triangles.facts)
        more = bonus.facts | {"tricks": tricks + 1}
        texts = [say(language, "wimmuln", "reason", bonus.kind, facts) for facts in (bonus.facts, more)]
        assert texts[0] != texts[1], "the sentence tells how many tricks were won"


def test_M6_a_round_brings_the_triangles_on_the_cards_won_and_the_bonus() -> None:
    match = play_out(guessed(one_colour_each(), "r1 r1", "y0 y1", "g1 g0"))
    assert match.round_scores == [[36 - 2, 10, 5]]  # all but the two zeros laid as guesses
    assert match.scores == [34, 10, 5]


# M7: the match


def test_M7_the_deal_moves_to_the_left() -> None:
    dealers = {len(m.round_scores): view(m).dealer for m in random_positions(5, 1, rounds=7, target=1000)}
    first = dealers[0]
    assert list(dealers.values()) == [(first + i) % 5 for i in range(7)]


@pytest.mark.parametrize(("target", "over"), [(34, True), (35, False)])
def test_M7_a_match_ends_with_the_round_in_which_somebody_reaches_the_target(target: int, over: bool) -> None:
    match = play_out(guessed(one_colour_each(target=target), "r1 r1", "y0 y1", "g1 g0"))
    assert match.over == over
    assert match.winners == ([0] if over else [])
    if over:
        assert refused(match, 0, "play r5") == "match_over"


def test_M7_the_target_is_200_unless_another_is_chosen() -> None:
    assert Match("wimmuln").options == {"target": 200, "same_colour": "trump"}


def test_M7_a_target_is_a_number_from_1_to_1000() -> None:
    for target in (1, 1000):
        assert Match("wimmuln", target=target).options["target"] == target
    for target in (0, 1001):
        with pytest.raises(OptionError, match="from 1 to 1000"):
            Match("wimmuln", target=target)


@pytest.mark.parametrize(
    ("before", "winners"), [([0, 0, 0], [0]), ([20, 189, 0], [1]), ([160, 184, 0], [0, 1]), ([170, 189, 0], [0])]
)
def test_M7_the_highest_score_wins_and_a_tie_is_shared(before: list[int], winners: list[int]) -> None:
    match = guessed(one_colour_each(target=190 if any(before) else 30), "r1 r1", "y0 y1", "g1 g0")
    match.state.score[:3] = before
    play_out(match)
    assert match.over
    assert match.winners == winners


# What everybody may remember


def test_who_does_not_follow_is_known_to_be_void_in_hand() -> None:
    match = guessed(dealt(FIVE, *NO_RED_FOR_2), "r0 r2", "g8 g9", "g0 g4")
    trick(match, "r7")
    assert memory(view(match)).void == [[], [], []]
    trick(match, "g1")
    assert memory(view(match)).void == [[], [], ["r"]]
    assert memory(view(match, 0)).played == ["r5", "r7", "g1"]


def test_the_card_taken_back_is_known_until_it_is_played() -> None:
    match = guessed(one_colour_each(), "r2 r3", "y0 y1", "g0 g1")
    assert memory(view(match, 1)).shown == "r0"
    trick(match, "y2", "g2", "r8", "y3", "g3")
    assert memory(view(match, 1)).shown == "r0"
    trick(match, "r0")
    assert memory(view(match, 1)).shown is None


def test_the_card_taken_back_is_known_until_it_is_shown_as_a_guess() -> None:
    assert memory(view(guessed(one_colour_each(), "r0 r3"), 1)).shown is None
    assert memory(view(guessed(one_colour_each(), "r3 r0"), 1)).shown == "r0"
    assert memory(view(go(one_colour_each(), "0 guess r0 r3"), 1)).shown == "r0"


def test_another_players_card_of_that_name_proves_nothing() -> None:
    assert memory(view(after_a_trick("r9 y7", "y7", "g9"))).shown == "y7"


def test_identical_cards_cannot_be_told_apart_so_one_of_them_ends_it() -> None:
    match = guessed(dealt("r9 r1"), "r2 r3", "y0 y1", "g0 g1")
    trick(match, "y2", "g2", "r1")
    assert "r1" in open_cards(match).hands[0]
    assert memory(view(match)).shown is None


# Redealing what a seat does not know

World = tuple[tuple[str, ...], ...]


def worlds(seen: notation.View) -> Counter[World]:
    """Every way to lay the unseen cards, copy by copy, into the others' hands and hidden guesses, as names."""
    others = [seat for seat in range(seen.seats) if seat != seen.seat]
    known = [*seen.hand, *memory(seen).played, *(card for g in seen.guesses for card in (g.open, g.hidden) if card)]
    names = Counter(notation.CARDS[: rules.deck_size(seen.seats)]) - Counter(known)
    copies = list(enumerate(names.elements()))
    shown = next((copy for copy in copies if copy[1] == memory(seen).shown and seen.seat != seen.dealer), None)
    spots = [(seat, seen.held[seat], memory(seen).void[seat]) for seat in others] + [(seat, 1, []) for seat in others]

    def filled(left: frozenset[tuple[int, str]], spot: int) -> Iterator[World]:
        if spot == len(spots):
            yield ()
            return
        owner, size, void = spots[spot]
        for chosen in combinations(sorted(left), size):
            strays = any(name[0] in void for _, name in chosen)
            if not strays and (shown not in chosen or owner == seen.dealer):
                for others in filled(left - set(chosen), spot + 1):
                    yield (tuple(name for _, name in chosen), *others)

    return Counter(filled(frozenset(copies), 0))


def world_of(s: Record, seat: int) -> World:
    found = notation.cards(s)
    others = [other for other in range(int(s.seats)) if other != seat]
    return (*(tuple(found.hands[o]) for o in others), *((str(found.guesses[o].hidden),) for o in others))


def twin_unseen(seen: notation.View) -> bool:
    name = str(memory(seen).shown)
    return notation.CARDS.count(name) == 2 and name not in [*memory(seen).played, *seen.hand]


def different_voids(seen: notation.View) -> bool:
    """Both others have run out of one colour: what the one holds limits the other."""
    voids = [void for seat, void in enumerate(memory(seen).void) if seat != seen.seat]
    return voids[0] != voids[1] and len(voids[0]) == len(voids[1]) == 1


def in_hand_or_hidden(seen: notation.View) -> bool:
    shown = memory(seen).shown
    return shown is not None and shown[0] not in memory(seen).void[seen.dealer]


ENDGAMES: dict[str, tuple[int, Callable[[notation.View], bool]]] = {  # with the first seed that leads to one
    "voids": (12, lambda seen: memory(seen).shown is None and different_voids(seen)),
    "shown": (38, lambda seen: in_hand_or_hidden(seen) and not any(memory(seen).void)),
    "shown and voids": (136, lambda seen: in_hand_or_hidden(seen) and different_voids(seen) and min(seen.held) == 3),
    "shown, void there": (24, lambda seen: str(memory(seen).shown)[0] in memory(seen).void[seen.dealer]),
    "shown, its twin unseen": (38, twin_unseen),
}


@pytest.mark.parametrize(("first", "fits"), ENDGAMES.values(), ids=ENDGAMES)
def test_redeal_is_uniform_over_the_worlds_that_fit(first: int, fits: Callable[[notation.View], bool]) -> None:
    """With two or three cards in hand: all worlds, counted out, come up as often as there are ways to deal them."""
    match, ways = next(
        (match, ways)
        for seed in range(first, 1000)
        for match in random_positions(3, seed)
        if match.actors == [1] and view(match).dealer != 1 and 2 <= max(view(match).held) <= 3 and fits(view(match, 1))
        if 10 <= len(ways := worlds(view(match, 1))) <= 300
    )
    seen = match.box.view(match.state, 1)
    assert world_of(match.state, 1) in ways
    out = blank(rules.RECORD)[0]
    rng = seeded(3)
    n = 4000 if COMPILED else 1000
    found: Counter[World] = Counter()
    for _ in range(n):
        assert box("wimmuln").redeal(seen, 1, rng, out)
        found[world_of(out, 1)] += 1
    assert found.keys() <= ways.keys()
    share = n / ways.total()
    chi_square = sum((found[world] - share * times) ** 2 / (share * times) for world, times in ways.items())
    freedom = len(ways) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_redeal_puts_the_card_taken_back_into_any_place_of_the_dealer_alike() -> None:
    """While all are guessing it may be one of nine hand cards, or the open guess, or the hidden one."""
    match = go(one_colour_each(), "0 guess r3 r4")
    seen = match.box.view(match.state, 1)
    out = blank(rules.RECORD)[0]
    rng = seeded(8)
    found: Counter[str] = Counter()
    for _ in range(1100):
        assert box("wimmuln").redeal(seen, 1, rng, out)
        cards = notation.cards(out)
        found["hand"] += "r0" in cards.hands[0]
        found["open"] += cards.guesses[0].open == "r0"
        found["hidden"] += cards.guesses[0].hidden == "r0"
    assert found.total() == 1100
    assert abs(found["hand"] - 900) < 5 * (900 * 2 / 11) ** 0.5
    assert abs(found["open"] - 100) < 5 * (100 * 10 / 11) ** 0.5


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("same_colour", ["trump", "no_trump"])
def test_redeal_knows_no_more_than_the_view_and_changes_nothing_of_it(seats: int, same_colour: str) -> None:
    worlds = blank(rules.RECORD, 2)
    for match in islice(random_positions(seats, 4, same_colour=same_colour), 0, None, 1 if COMPILED else 5):
        for seat in range(-1, seats):
            seen = match.box.view(match.state, seat)
            assert box("wimmuln").redeal(seen, seat, seeded(6), worlds[0])
            assert box("wimmuln").redeal(match.state, seat, seeded(6), worlds[1])
            assert worlds[0].tobytes() == worlds[1].tobytes()
            assert match.box.view(worlds[0], seat).tobytes() == seen.tobytes()
            assert is_consistent(box("wimmuln"), worlds[0])


def test_redeal_says_when_nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    if not COMPILED:  # what is compiled and kept must not be changed
        monkeypatch.setattr("ludotheque.games.wimmuln.worlds.TRIES", 3)
    match = guessed(one_colour_each())
    seen = match.box.view(match.state, 1)
    seen.void[:3] = 0b111
    assert not box("wimmuln").redeal(seen, 1, seeded(1), blank(rules.RECORD)[0])
    seen.shown = rules.NO_CARD
    assert not box("wimmuln").redeal(seen, 1, seeded(1), blank(rules.RECORD)[0])


# Refusals and notation


def chosen_lead() -> Match:
    return dealt("r5 y5")


def in_play() -> Match:
    return guessed(dealt(FIVE, *NO_RED_FOR_2), "r0 r2", "g8 g9", "g0 g4")


REFUSED: list[tuple[Callable[[], Match], int, str, str, str]] = [
    (chosen_lead, 0, "play r5", "not_now", "Not now: the dealer chooses which card leads."),
    (one_colour_each, 1, "play y5", "not_now", "Not now: lay two cards as guesses, one open and one hidden."),
    (one_colour_each, 0, "lead r5", "not_now", "Not now: lay two cards as guesses, one open and one hidden."),
    (in_play, 1, "guess r7 r1", "not_now", "Not now: play a card."),
    (in_play, 1, "lead r7", "not_now", "Not now: play a card."),
    (in_play, 1, "lead r0", "not_now", "Not now: play a card."),  # the first of its kind, as those that follow
    (chosen_lead, 0, "guess r0 r0", "not_now", "Not now: the dealer chooses which card leads."),
    (one_colour_each, 1, "guess r0 r0", "not_in_hand", "You do not hold the red 0."),
    (chosen_lead, 1, "guess y1 y2", "not_your_turn", "It is not your turn."),
    (in_play, 2, "play g1", "not_your_turn", "It is not your turn."),
    (chosen_lead, 0, "lead r0", "not_turned_up", "The red 0 was not turned up: lead one of these: yellow 5 and red 5."),
    (
        lambda: go(one_colour_each(), "2 guess g1 g1"),
        2, "guess g2 g3", "already_guessed", "You have already laid your guesses.",
    ),
    (one_colour_each, 1, "guess y5 v5", "not_in_hand", "You do not hold the violet 5."),
    (one_colour_each, 1, "guess r5 y5", "not_in_hand", "You do not hold the red 5."),
    (in_play, 1, "play y3", "not_in_hand", "You do not hold the yellow 3."),
    (one_colour_each, 0, "guess r2 r9", "led", "The red 9 leads to the first trick and cannot be a guess."),
    (one_colour_each, 1, "guess y2 y2", "two_cards", "You hold the yellow 2 only once, and a guess takes two cards."),
    (in_play, 1, "play g2", "follow", "You hold red: follow red."),
    (in_play, 7, "play g2", "not_a_seat", "There is no such seat at this table."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "seat", "action", "code", "words"), REFUSED)
def test_a_refusal_says_why_in_four_languages(
    position: Callable[[], Match], seat: int, action: str, code: str, words: str
) -> None:
    match = position()
    assert refused(match, seat, action) == code
    with pytest.raises(IllegalMoveError) as refusal:
        match.do(seat, action)
    assert str(refusal.value).startswith(words)
    told = {say(language, "wimmuln", "refusal", code, refusal.value.facts) for language in LANGUAGES}
    assert words in told
    assert len(told) == len(LANGUAGES)


def test_every_refusal_is_provoked_here() -> None:
    assert set(rules.REFUSALS) <= {code for _, _, _, code, _ in REFUSED}


@pytest.mark.parametrize("copy", ["play", "lead", "guess over", "guess under"])
def test_an_action_names_the_lower_of_identical_cards(copy: str) -> None:
    upper = 2
    bases = {"play": rules.PLAY, "lead": rules.LEAD, "guess over": rules.GUESS, "guess under": rules.GUESS + 3 * 60}
    action = bases[copy] + upper * (60 if copy == "guess over" else 1)
    match = one_colour_each()
    assert match.box.refusals[rules.why(match.state, 0, action)] == "unknown_action"


def test_what_is_no_action_is_answered_with_how_to_write_one() -> None:
    for text in ("guess r5", "lead", "play r5 r6", "pass", ""):
        with pytest.raises(NotationError, match="lead r4, guess r5 y3"):
            notation.parse(text)
    with pytest.raises(NotationError, match="no card 'b10'"):
        notation.parse("play b10")


def test_a_spectator_sees_neither_hands_nor_secrets() -> None:
    seen = view(guessed(one_colour_each(), "r2 r3", "y8 y4", "g6 g5"))
    assert (seen.seat, seen.hand) == (None, [])
    assert [guess.hidden for guess in seen.guesses] == [None, None, None]
    assert view(one_colour_each(), 1).hand[:4] == ["y0", "y1", "y1", "y2"]


# States from bytes

BROKEN = {
    "trump of its own": ("trump", None, 2),
    "another is ahead": ("ahead", None, 1),
    "another's turn": ("turn", None, 2),
    "led by nobody": ("lead", None, -1),
    "still guessing": ("phase", None, rules.GUESSING),
    "still leading": ("phase", None, rules.LEADING),
    "over": ("phase", None, rules.OVER),
    "never dealt": ("rounds", None, 0),
    "no turned card": ("turned", 1, -1),
    "another card shown": ("shown", None, 5),
    "a guess taken away": ("hidden", 2, -1),
    "the upper of identical cards named": ("open", 0, 2),
    "void of what it holds": ("void", 1, 0b10),
    "triangles from nowhere": ("triangles", 0, 1),
    "a trick from nowhere": ("tricks", 0, 1),
    "a score beyond the target": ("score", 0, 250),
    "points before the end": ("gained", 0, 5),
    "a fourth of three": ("score", 3, 5),
    "no such target": ("target", None, 0),
    "no such seats": ("seats", None, 7),
}


def in_play_by_colours() -> Record:
    s = guessed(one_colour_each(), "r2 r3", "y8 y4", "g6 g5").state
    assert is_consistent(box("wimmuln"), s)
    return s


@pytest.mark.parametrize(("field", "place", "value"), BROKEN.values(), ids=BROKEN)
def test_a_state_that_no_match_can_have_is_not_consistent(field: str, place: int | None, value: int) -> None:
    s = in_play_by_colours()
    s[field] = value if place is None else [*s[field][:place], value, *s[field][place + 1 :]]
    assert not is_consistent(box("wimmuln"), s)


def test_a_state_with_a_card_twice_is_not_consistent() -> None:
    s = in_play_by_colours()
    s.hand[1] += (1 << lowest(s.hand[0])) - (1 << lowest(s.hand[1]))
    assert not is_consistent(box("wimmuln"), s)


def test_a_state_in_play_without_cards_is_not_consistent() -> None:
    s = box("wimmuln").new(3, {"target": 1})
    rules.deal(s, np.arange(36))
    while rules.actors(s):
        seat = lowest(rules.actors(s))
        rules.apply(s, seat, box("wimmuln").legal(s, seat)[0])
    assert is_consistent(box("wimmuln"), s)
    s.phase = rules.PLAYING
    s.score[:] = s.gained[:] = 0
    rules.clear_trick(s, s.ahead)
    assert not is_consistent(box("wimmuln"), s)
