"""Wheedle, where time counts: stops cried and missed, trades taken and missed, and the centre."""

import pytest

from ludotheque.analysis.result import Analysis, JudgedDecision
from ludotheque.games.match import Match
from ludotheque.games.record import write_record
from tests.analysis.arrange import analysed
from tests.games.arrange import go, stacked, undealt

pytestmark = [pytest.mark.slow, pytest.mark.long]  # it compiles a search of a market

SIZES = [1, 15, 15, 15, 15]  # the centre, and four hands
MIXED = "B B B T T T G G H H N N P P"


def ended(match: Match) -> Match:
    """The match after rounds that end at once: seat 3 cries stop."""
    while not match.over:
        if match.deal_due:
            stacked(match, ["P", MIXED], SIZES)
        dealer = int(match.state.first)
        go(match, f"{dealer} turn", "3 stop")
    return match


def judged(match: Match, seat: int) -> Analysis:
    return analysed(write_record(ended(match)), seat)


def begun(*hands: str) -> Match:
    """A market that has just opened, with these hands."""
    match = stacked(undealt("wheedle", 4, {}, 0), ["P", *hands], SIZES)
    return go(match, "0 turn")


def of_first_round(found: Analysis) -> list[JudgedDecision]:
    return [one for one in found.decisions if one.round == 1]


def test_a_wrong_stop_is_a_mistake() -> None:
    match = go(begun("F F F F B B B B B T T T T T G"), "0 stop")
    (stop,) = of_first_round(judged(match, 0))
    assert (stop.mark, stop.played.do, stop.missed) == ("mistake", "stop", "")
    assert stop.better is not None
    assert stop.better.do == ""
    assert stop.points is not None
    assert stop.points.low > 5, "five are lost, and all that the hand was worth"


def test_a_right_stop_that_was_not_cried_is_missed() -> None:
    match = begun("F F F F F C C C C C A A A A A", MIXED)
    go(match, "1 seek BT give F", "2 seek BT give F", "3 seek G give F", "1 seek B give F", "2 seek B give F", "3 stop")
    found = judged(match, 0)
    (missed,) = of_first_round(found)
    assert (missed.mark, missed.missed) == ("mistake", "stop")
    assert (found.rounds[0].mistakes, found.rounds[0].decisions) == (1, 1), "it counts in the round that it ended"
    assert found.rounds[0].given_away > 0
    assert missed.better is not None
    assert missed.better.do == "stop"


def test_a_right_stop_is_no_mistake() -> None:
    match = go(begun("F F F F F C C C C C A A A A A", MIXED), "0 stop")
    (stop,) = of_first_round(judged(match, 0))
    assert stop.mark == "fine"


def test_an_offer_that_both_would_have_wanted_is_missed() -> None:
    match = begun("F F F F B B B B B T T T T T G", "F B B B T T T G G H H N N P P")
    go(match, "1 offer F for G", "2 seek N give H", "3 seek H give N", "2 seek H give N", "3 seek N give H", "3 stop")
    (missed,) = of_first_round(judged(match, 0))
    assert (missed.missed, missed.mark) == ("trade", "mistake")
    assert missed.better is not None
    assert missed.better.do.startswith("take ")


def test_an_offer_that_was_gone_at_once_is_not_missed() -> None:
    match = begun("F F F F B B B B B T T T T T G", "F B B B T T T G G H H N N P P")
    go(match, "1 offer F for G", "3 stop")
    assert of_first_round(judged(match, 0)) == []


def test_words_are_not_judged_but_a_trade_that_comes_of_an_offer_is() -> None:
    match = begun("F F F F F C C C C C A A A A B", "B B B B T T T G G H H N N P P")
    go(match, "0 seek B give F", "0 offer F for P", "1 take 1", "3 stop")
    (trade,) = [one for one in of_first_round(judged(match, 0)) if not one.missed]
    assert trade.played.do == "take 1"
    assert trade.mark == "mistake", "it gave a share of what was complete for one that blocks"
    assert trade.better is not None
    assert trade.better.do == "withdraw"


def test_a_trade_that_hardly_anybody_could_have_made_is_judged() -> None:
    """Of worlds dealt at random one in twenty or so has the three shares in that hand; who took the offer had them."""
    match = begun("C C C C A A A T T T T T G G G", "F F F B B T T G G H H N N P P")
    go(match, "0 offer C for 3F", "1 take 1", "3 stop")
    (trade,) = [one for one in of_first_round(judged(match, 0)) if not one.missed]
    assert trade.played.do == "take 1"
    (hand,) = [part.cards for part in trade.unseen if (part.where, part.place) == ("hands", 1)]
    assert hand["F"] >= 300, "in every world"


def test_the_centre_is_judged() -> None:
    match = begun("F F F F F C C C C C A A A A A", MIXED)
    go(match, "0 centre F for P", "3 stop")
    (swap,) = [one for one in of_first_round(judged(match, 0)) if not one.missed]
    assert (swap.played.do, swap.mark) == ("centre F for P", "mistake")
