"""What all see follow from an action: each kind from the rules, and never against what is seen afterwards."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from ludotheque.games.contract import Happening
from ludotheque.games.match import Match
from ludotheque.games.wheedle.notation import counts, stack_called
from tests.games import test_holzwurm as holzwurm
from tests.games import test_wheedle as wheedle
from tests.games import test_willi as willi
from tests.games import test_wimmuln as wimmuln
from tests.games.arrange import go, seen, told
from tests.games.variants import VARIANTS, Variant, some_interpreted

Table = dict[str, Any]


# Willi


@pytest.mark.interpreted
def test_W2_discards_are_seen_when_all_are_made() -> None:
    match = willi.dealt(*willi.LOW)
    assert [told(match, f"{seat} discard {willi.LOW[seat][:2]}") for seat in range(4)] == [[], [], [], ["discarded"]]


@pytest.mark.interpreted
def test_W6_a_call_is_heard_and_a_pass_is_not() -> None:
    match = willi.ready(*willi.LOW)
    assert told(match, "0 play r4") == ["laid 0 r4"]
    assert told(match, "0 pass") == []
    assert told(match, "1 play r6") == ["laid 1 r6"]
    assert told(match, "1 willi") == ["called 1"]


@pytest.mark.interpreted
def test_W8_a_trick_goes_to_its_winner_who_swaps_or_keeps() -> None:
    match = willi.passed(willi.trick(willi.ready(*willi.LOW), "r4", "r6", "r8"))
    assert told(match, "3 play r9") == ["laid 3 r9", "won 0 r4,r6,r8,r9 0,1,2,3"]
    assert told(match, "0 swap r3 r9") == ["swapped 0 r3 r9"]
    match = willi.trick(match, "r9", "r5", "r7", "b8")
    assert told(match, "1 keep") == ["kept 1"]


@pytest.mark.interpreted
def test_W11_willi_lays_his_cards_wins_and_leads() -> None:
    match = willi.dealt(*willi.LOW[1:], willi.LOW[0], seats=3)
    go(match, "0 discard b1", "1 discard b3")
    assert told(match, "2 discard b9") == ["discarded", "laid 3 r1"]
    match = willi.passed(willi.trick(match, "r6", "r8"))
    assert told(match, "2 play r9") == ["laid 2 r9", "won 3 r1,r6,r8,r9 3,0,1,2", "laid 3 r2"]


@pytest.mark.interpreted
def test_answers_in_advance_stand_until_the_trick_is_over() -> None:
    match = willi.ready(*willi.LOW)
    trick_of = match.box.notation.standing_until
    first = trick_of(match.state)
    willi.passed(willi.trick(match, "r4", "r6", "r8"))
    assert trick_of(match.state) == first
    go(match, "3 play r9")
    assert trick_of(match.state) == first + 1
    go(match, "0 keep")
    assert trick_of(match.state) == first + 1


# Wimmüln


@pytest.mark.interpreted
def test_M3_the_dealers_choice() -> None:
    match = wimmuln.dealt("r4 y4")
    assert told(match, "0 lead y4") == ["led 0 y4 r4"]


@pytest.mark.interpreted
def test_M4_open_guesses_are_turned_up_together_and_hidden_ones_at_the_end() -> None:
    match = wimmuln.one_colour_each()
    assert told(match, "0 guess r0 r3") == []
    assert told(match, "1 guess y0 y1") == []
    assert told(match, "2 guess g2 g1") == ["guessed r0,y0,g2"]
    happened: list[str] = []
    while not match.round_scores:
        happened = told(match, f"{match.actors[0]} {match.legal(match.actors[0])[0]}")
    assert [one.split()[0] for one in happened] == ["laid", "won", "uncovered", "round_over"]
    assert happened[2] == "uncovered r3,y1,g1"


@pytest.mark.interpreted
def test_M5_the_winner_gets_the_trick_and_its_triangles() -> None:
    match = wimmuln.guessed(wimmuln.one_colour_each(), "r0 r3", "y0 y1", "g2 g1")
    assert told(match, "1 play y6") == ["laid 1 y6"]
    assert told(match, "2 play g7") == ["laid 2 g7", "won 0 r9,y6,g7 0,1,2 4"]


# Holzwurm


@pytest.mark.interpreted
def test_H4_a_card_is_laid_into_a_row_or_a_new_one() -> None:
    match = holzwurm.position("r7 b2 y3", "g8 g9", rows="r1 r4")
    assert told(match, "0 lay r7 @0") == ["laid 0 r7 0 2"]
    assert told(match, "1 lay g8 new") == ["laid 1 g8 1 0"]


@pytest.mark.interpreted
def test_H6_a_low_card_takes_the_row_and_a_card_of_fate() -> None:
    match = holzwurm.position("r2 b2", "g8 g9", rows="r4 r1 r3")
    assert told(match, "0 lay r2 @0") == ["laid 0 r2 0 3", "took 0 0 r1,r3,r4,r2 v10"]


@pytest.mark.interpreted
def test_H7_the_round_ends_with_the_last_card_or_the_thirteen() -> None:
    match = holzwurm.position("r7", "g8 g9", rows="r1 r4")
    assert told(match, "0 lay r7 @0") == ["laid 0 r7 0 2", "went_out 0", "round_over"]
    match = holzwurm.position("r2", "g8 g9", rows="r4 r1 r3", taken=5)
    happened = ["laid 0 r2 0 3", "took 0 0 r1,r3,r4,r2 -13", "thirteen 0", "round_over"]
    assert told(match, "0 lay r2 @0") == happened


# Wheedle


@pytest.mark.interpreted
def test_D2_the_centre_card_is_turned() -> None:
    assert told(wheedle.dealt(*wheedle.HANDS), "0 turn") == ["turned 0 F"]


@pytest.mark.interpreted
def test_D3_offers_trades_gifts_and_words() -> None:
    match = wheedle.trading()
    assert told(match, "1 seek BT give GH") == ["sought 1 B,T G,H"]
    assert told(match, "1 offer 2T for B to 0") == ["offered 1 1 2T B 0"]
    assert told(match, "0 offer B for T") == ["offered 0 2 B T"]
    assert told(match, "0 take 1") == ["traded 1 0 1 2T B"]
    assert told(match, "0 withdraw") == ["withdrew 0 2"]
    assert told(match, "2 offer N for nothing") == ["offered 2 3 N nothing"]
    assert told(match, "3 take 3") == ["traded 2 3 3 N nothing"]


@pytest.mark.interpreted
def test_D3_an_offer_that_cannot_be_filled_any_more_falls() -> None:
    match = go(wheedle.trading(), "3 offer P for A", "2 offer N for P")
    assert told(match, "3 take 2") == ["traded 2 3 2 N P", "fell 3 1"]
    go(match, "3 offer 5C for B")
    assert told(match, "3 centre F for F") == ["centre 3 F F"]
    assert told(match, "3 centre C for F") == ["centre 3 C F", "fell 3 3"]


@pytest.mark.interpreted
def test_D6_and_D7_a_stop_is_right_or_wrong() -> None:
    assert told(wheedle.trading(), "0 stop") == ["right_stop 0", "round_over"]
    assert told(wheedle.trading(), "1 stop") == ["wrong_stop 1", "round_over"]


@pytest.mark.interpreted
def test_D8_all_are_done_or_time_is_up() -> None:
    match = wheedle.trading(options={"seconds": 60})
    assert told(match, "0 done") == ["done 0"]
    assert told(match, "0 undone") == ["undone 0"]
    assert told(go(match, "0 done", "1 done", "2 done"), "3 done") == ["done 3", "round_over"]
    assert told(wheedle.trading(options={"seconds": 60}), "-1 time") == ["time", "round_over"]


# Over random play: who follows what happens knows the table


@pytest.mark.parametrize("variant", some_interpreted(VARIANTS))
def test_who_follows_what_happens_knows_the_table(variant: Variant) -> None:
    follow, check = FOLLOWED[variant[0]]
    for match, happened in some_play(variant):
        if not happened:
            table = begun(match)
            continue
        for one in happened:
            follow(table, one.kind, one.facts)
        check(table, match.view(-1))
        assert msgspec.json.decode(msgspec.json.encode(happened), type=list[Happening]) == happened
        over = match.deal_due or match.over
        assert [one.kind for one in happened].count("round_over") == (happened[-1].kind == "round_over") == over


def some_play(variant: Variant, moves: int = 150) -> Iterator[tuple[Match, list[Happening]]]:
    """Some random play: the match and what happened, nothing when it was dealt."""
    game, seats, options = variant
    chance = random.Random(1)
    match = Match(game, seats, dealt=False, first=0, **options)
    cards = range(match.box.rules.deck_size(seats))
    for _ in range(moves):
        if match.over:
            return
        if match.deal_due:
            match.deal(np.array(chance.sample(cards, len(cards))))
            yield match, []
        seat = chance.choice(match.actors)
        legal = [action for action in match.legal(seat) if action != "stop" or chance.random() < 0.5]
        happened = seen(match, f"{seat} {chance.choice(legal)}")
        if happened:
            yield match, happened


def begun(match: Match) -> Table:
    """What lies on the table after the deal."""
    view: Any = match.view(-1)
    seats = range(len(match.scores))
    trick = [(played.place, played.card) for played in getattr(view, "trick", [])]
    held = list(view.held) if hasattr(view, "held") else [player.held for player in view.players]
    return {
        "trick": trick, "held": held, "won": [set() for _ in seats], "tricks": [0 for _ in seats],
        "triangles": [0 for _ in seats], "rows": {}, "fate": list(getattr(view, "fate", [])), "offers": {},
        "centre": None, "done": set(), "seats": match.seats,
    }  # fmt: skip


def follow_tricks(table: Table, kind: str, facts: Any) -> None:
    """Cards laid, tricks won, cards swapped."""
    if kind == "laid":
        table["trick"].append((facts["place"], facts["card"]))
        table["held"][facts["place"]] -= 1
    elif kind == "led":
        table["trick"] = [(facts["place"], facts["card"])]
        table["held"][facts["place"]] += 1
    elif kind == "discarded":
        table["held"] = [n - (place < table["seats"]) for place, n in enumerate(table["held"])]
    elif kind == "guessed":
        table["held"] = [n - 2 for n in table["held"]]
    elif kind == "won":
        assert table["trick"] == list(zip(facts["places"], facts["cards"], strict=True))
        table["trick"] = []
        table["tricks"][facts["place"]] += 1
        table["triangles"][facts["place"]] += facts.get("triangles", 0)
        table["won"][facts["place"]] |= set(facts["cards"])
    elif kind == "swapped":
        table["won"][facts["place"]] ^= {facts["card_given"], facts["card_taken"]}


def check_willi(table: Table, view: Any) -> None:
    assert (table["tricks"], table["held"]) == (view.tricks, view.held)
    assert [set(memory.won) for memory in view.memory] == table["won"]
    if view.phase in ("play", "call"):
        assert table["trick"] == [(played.place, played.card) for played in view.trick]


def check_wimmuln(table: Table, view: Any) -> None:
    assert (table["tricks"], table["triangles"]) == (view.tricks, view.triangles)
    assert table["held"] == view.held
    if view.phase == "play":
        assert table["trick"] == [(played.place, played.card) for played in view.trick]
    assert set(view.memory.played) == set().union(*table["won"], {card for _, card in table["trick"]})


def follow_rows(table: Table, kind: str, facts: Any) -> None:
    """Cards laid into rows, and rows taken."""
    if kind == "laid":
        assert len(table["rows"].get(facts["slot"], [])) == facts["count"]
        table["rows"].setdefault(facts["slot"], []).append(facts["card"])
        table["held"][facts["place"]] -= 1
    elif kind == "took":
        assert sorted(table["rows"].pop(facts["slot"])) == sorted(facts["cards"])
        assert table["fate"].pop(0) == facts["card_fate"]
        table["held"][facts["place"]] += len(facts["cards"]) + 1
    elif kind == "went_out":
        assert table["held"][facts["place"]] == 0
    elif kind == "thirteen":
        assert not table["fate"]


def check_holzwurm(table: Table, view: Any) -> None:
    assert table["held"] == view.held
    assert table["fate"] == view.fate
    assert {row.slot: sorted(row.minus + row.plus) for row in view.rows} == {
        slot: sorted(cards) for slot, cards in table["rows"].items()
    }


def follow_market(table: Table, kind: str, facts: Any) -> None:
    """Offers made and gone, cards that change hands, and who is done."""
    if kind == "offered":
        table["offers"][facts["place"]] = (facts["number"], facts["given"], facts["wanted"], facts.get("to"))
    elif kind in ("withdrew", "fell"):
        assert table["offers"].pop(facts["place"])[0] == facts["number"]
    elif kind == "traded":
        assert table["offers"].pop(facts["maker"])[:3] == (facts["number"], facts["given"], facts["wanted"])
        moved = size(facts["given"]) - size(facts["wanted"])
        table["held"][facts["maker"]] -= moved
        table["held"][facts["taker"]] += moved
    elif kind == "turned":
        table["centre"] = facts["card"]
    elif kind == "centre":
        assert table["centre"] == facts["taken"]
        table["centre"] = facts["laid"]
    elif kind in ("done", "undone"):
        table["done"] ^= {facts["place"]}
    elif kind == "round_over":
        table["offers"] = {}


def size(shares: str) -> int:
    return sum(counts(stack_called(shares)).values())


def check_wheedle(table: Table, view: Any) -> None:
    assert table["centre"] == view.centre
    assert table["held"] == [player.held for player in view.players]
    assert table["done"] == {place for place, player in enumerate(view.players) if player.done}
    standing = {place: player.offer for place, player in enumerate(view.players) if player.offer is not None}
    assert table["offers"].keys() == standing.keys()
    for place, (number, given, wanted, to) in table["offers"].items():
        offer = standing[place]
        assert (number, to) == (offer.number, offer.to)
        assert (counts(stack_called(given)), counts(stack_called(wanted))) == (offer.give, offer.want)


FOLLOWED: dict[str, tuple[Callable[[Table, str, Any], None], Callable[[Table, Any], None]]] = {
    "willi": (follow_tricks, check_willi),
    "wimmuln": (follow_tricks, check_wimmuln),
    "holzwurm": (follow_rows, check_holzwurm),
    "wheedle": (follow_market, check_wheedle),
}
