"""Manners of bots among people (docs/wheedle-bots.md): they announce, let offers stand, answer, spare the centre."""

import pytest

from ludotheque.games.box import box
from ludotheque.games.contract import CLOCK, WAIT
from ludotheque.games.match import Match
from ludotheque.games.wheedle import notation
from ludotheque.games.wheedle.manners import Manners
from tests.games.arrange import go, stacked, undealt

pytestmark = pytest.mark.interpreted

GAME = box("wheedle")
UNIT = 1.0  # the usual pace
# Seat 0 has a majority in B and T; seat 1 lacks one G of a majority, and has T and A to spare; the centre card is C
HANDS = [
    "B B B B B B T T T T T T T T F",
    "B B B T G G G H H H H P P P A",
    "G G G G H H H N N N P P P P A",
    "N N N N A A A C C C C F F F F",
]


class Market:
    """A market, and manners that see all that happens there."""

    def __init__(self) -> None:
        deal = stacked(undealt("wheedle", 4, {}, 0), ["C", *HANDS], [1] + [15] * 4)
        self.match: Match = go(deal, "0 turn")
        self.manners = Manners()
        self.manners.saw(GAME.view(self.match.state, CLOCK), 0.0)

    def does(self, move: str, at: float) -> list[int]:
        """Somebody does something, such as "2 offer G for H"; the seats that it addresses."""
        go(self.match, move)
        return self.manners.saw(GAME.view(self.match.state, CLOCK), at)

    def polite(self, seat: int, action: str, at: float, unit: float = UNIT) -> bool:
        """Whether a bot may do this now."""
        return self.manners.polite(seat, notation.parse(action), at, unit)

    def instead(self, seat: int, action: str, at: float) -> str:
        """What a bot does that would do this, or wait."""
        wish = WAIT if action == "wait" else notation.parse(action)
        found = self.manners.instead(GAME.view(self.match.state, seat), seat, wish, at, UNIT)
        return "wait" if found == WAIT else notation.text(found)


@pytest.fixture
def market() -> Market:
    return Market()


def test_the_first_thing_that_a_bot_does_is_to_announce(market: Market) -> None:
    assert market.instead(2, "offer N for G", 0.0) == "seek GHNP give A"
    assert market.instead(2, "wait", 0.0) == "seek GHNP give A"


def test_a_right_stop_is_never_put_off(market: Market) -> None:
    assert market.instead(0, "stop", 0.0) == "stop"


def test_an_announcement_is_repeated_when_it_has_changed_after_thirty_seconds(market: Market) -> None:
    market.does("2 seek BT give G", 10.0)
    assert market.manners.did(2, notation.parse("seek BT give G"), 10.0)
    assert market.instead(2, "wait", 39.9) == "wait"
    assert market.instead(2, "wait", 40.0) == "seek GHNP give A"
    market.does("2 seek GHNP give A", 40.0)
    assert market.instead(2, "wait", 100.0) == "wait"


def test_only_words_let_a_bot_look_again_soon(market: Market) -> None:
    assert not market.manners.did(2, notation.parse("offer N for G"), 0.0)
    assert not market.manners.did(2, notation.parse("centre A for C"), 0.0)


def test_an_offer_stands_for_nine_seconds(market: Market) -> None:
    assert market.polite(2, "offer N for G", 0.0)
    market.does("2 offer N for B", 1.0)
    for action in ("offer N for G", "withdraw"):
        assert not market.polite(2, action, 9.9)
        assert market.polite(2, action, 10.0)
        assert market.polite(2, action, 7.3, unit=0.7)


def test_an_offer_to_all_is_left_to_people_for_six_seconds(market: Market) -> None:
    assert market.does("2 offer G for H", 1.0) == []
    assert not market.polite(1, "take 1", 6.9)
    assert market.polite(1, "take 1", 7.0)


def test_an_offer_to_one_is_nobody_elses(market: Market) -> None:
    assert market.does("2 offer G for H to 1", 1.0) == [1]
    assert market.polite(1, "take 1", 1.0)
    assert market.manners.saw(GAME.view(market.match.state, CLOCK), 2.0) == []


def test_an_offer_that_has_gone_is_not_taken(market: Market) -> None:
    market.does("2 offer G for H", 1.0)
    market.does("2 withdraw", 20.0)
    assert not market.polite(1, "take 1", 30.0)


def test_fifteen_seconds_lie_between_two_bots_swaps_and_five_after_anybodys(market: Market) -> None:
    assert market.polite(3, "centre N for C", 15.0)
    market.does("3 centre N for C", 20.0)
    assert not market.polite(2, "centre A for N", 24.9)
    assert market.polite(2, "centre A for N", 25.0)
    market.manners.did(3, notation.parse("centre N for C"), 20.0)
    assert not market.polite(2, "centre A for N", 34.9)
    assert market.polite(2, "centre A for N", 35.0)


def test_who_addresses_a_bot_gets_one_counter_offer(market: Market) -> None:
    market.does("1 seek BGHP give TA", 0.0)
    market.manners.did(1, notation.parse("seek BGHP give TA"), 0.0)
    market.does("2 offer G for H to 1", 1.0)
    answer = market.instead(1, "wait", 1.0)
    assert answer.startswith("offer ")
    assert answer.endswith(" for G to 2")
    assert market.instead(1, "wait", 2.0) == "wait"


def test_an_answer_waits_while_an_offer_of_ones_own_must_stand(market: Market) -> None:
    market.does("1 seek BGHP give TA", 0.0)
    market.manners.did(1, notation.parse("seek BGHP give TA"), 0.0)
    market.does("1 offer A for G", 1.0)
    market.does("2 offer G for H to 1", 2.0)
    assert market.instead(1, "wait", 9.9) == "wait"
    assert market.instead(1, "wait", 10.0).endswith(" for G to 2")


def test_who_takes_an_offer_or_swaps_needs_no_other_answer(market: Market) -> None:
    market.does("1 seek BGHP give TA", 0.0)
    market.manners.did(1, notation.parse("seek BGHP give TA"), 0.0)
    market.does("2 offer G for H to 1", 1.0)
    assert market.instead(1, "take 1", 1.0) == "take 1"
    assert market.instead(1, "centre A for C", 1.0) == "centre A for C"


def test_after_four_minutes_a_bot_that_would_only_wait_is_done(market: Market) -> None:
    market.does("2 seek GHNP give A", 0.0)
    assert market.instead(2, "wait", 239.9) == "wait"
    assert market.instead(2, "wait", 240.0) == "done"
    market.does("2 done", 240.0)
    assert market.instead(2, "wait", 241.0) == "wait"


def test_a_new_round_begins_with_nothing_said_and_nothing_standing(market: Market) -> None:
    market.does("2 offer N for B", 1.0)
    market.manners.did(2, notation.parse("centre A for C"), 1.0)
    market.match.state.rounds += 1
    market.match.state.offer[:] = 0
    market.manners.saw(GAME.view(market.match.state, CLOCK), 50.0)
    assert market.polite(2, "offer N for G", 50.0)
    assert not market.polite(2, "centre A for C", 64.9)
    assert market.polite(2, "centre A for C", 65.0)


def test_after_the_market_nothing_is_put_off(market: Market) -> None:
    market.does("0 stop", 1.0)
    assert market.instead(2, "turn", 1.0) == "turn"


def test_without_a_unit_of_time_there_are_no_manners(market: Market) -> None:
    market.does("2 offer N for B", 1.0)
    assert market.polite(2, "offer N for G", 1.0, unit=0.0)
    assert market.polite(1, "take 1", 1.0, unit=0.0)
    assert market.polite(3, "centre N for C", 1.0, unit=0.0)
