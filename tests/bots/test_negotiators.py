"""Wheedle's bots negotiate: they announce, offer, counter, take what helps, give what blocks, and know when to stop."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from ludotheque.bots.levels import level
from ludotheque.bots.player import Bot
from ludotheque.games.box import box, seats_in
from ludotheque.games.chance import below, seeded
from ludotheque.games.compiled import Record, compile_all
from ludotheque.games.contract import WAIT
from ludotheque.games.match import Match
from ludotheque.games.stacks import counted
from ludotheque.games.wheedle import bot, guess, notation, rules
from ludotheque.games.wheedle.worth import Habits
from tests.bots.positions import copied, deal
from tests.conftest import COMPILED
from tests.games.arrange import go, stacked, undealt
from tests.games.invariants import is_consistent
from tests.games.variants import VARIANTS, Variant, called, some_interpreted

GAME = box("wheedle")
HABITS = Habits()
LOOKS = 40  # at one position: what a bot does is left to chance in part
UNSAID = notation.LETTERS.index("N")
LONG = 3000  # looks at a market; no market takes so many

# Seat 0 has a majority in B and T, and one F; seat 1 lacks one G of a majority; the centre card is C
HANDS = [
    "B B B B B B T T T T T T T T F",
    "B B B T G G G H H H H P P P A",
    "G G G G H H H N N N P P P P A",
    "N N N N A A A C C C C F F F F",
]

# Seat 0 has all of B and six of T: a right stop; the centre card is F
RIGHT = [
    "B B B B B B B B B T T T T T T",
    "T T T G G G G G G G H H H H H",
    "H H N N N N N N N P P P P P P",
    "P A A A A A C C C C C F F F F",
]


@pytest.fixture(autouse=COMPILED, scope="module")
def _compiled() -> None:
    for module in (bot, guess):
        compile_all(module)


def trading(*hands: str, centre: str = "C") -> Match:
    return go(stacked(undealt("wheedle", 4, {}, 0), [centre, *(hands or HANDS)], [1] + [15] * 4), "0 turn")


def answers(match: Match, seat: int, looks: int = LOOKS) -> Counter[str]:
    """What a regular does here, and how often."""
    regular = Bot("wheedle", "regular", seed=1, compiled=COMPILED)
    view = GAME.view(match.state, seat)
    found = [regular.choose(view, seat).action for _ in range(looks)]
    return Counter("wait" if action == WAIT else notation.text(action) for action in found)


def weighed(match: Match, seat: int) -> list[str]:
    """What is worth a thought here."""
    out = np.empty(rules.MOST_LEGAL, np.int64)
    n = bot.candidates(match.state, seat, HABITS, out)
    return ["wait" if action == WAIT else notation.text(int(action)) for action in out[:n]]


def test_a_bot_announces_what_it_seeks_and_would_give_and_says_it_once() -> None:
    match = trading()
    said = [text for text in weighed(match, 2) if text.startswith("seek")]
    assert said == ["seek GHNP give A"]
    go(match, f"2 {said[0]}")
    assert not [text for text in weighed(match, 2) if text.startswith("seek")]


def test_a_bot_takes_what_completes_a_majority_for_what_blocks() -> None:
    match = go(trading(), "2 offer G for A")
    assert answers(match, 1) == {"take 1": LOOKS}


def test_a_bot_does_not_break_a_majority() -> None:
    match = go(trading(), "1 offer A for G", "3 offer A for N", "0 offer F for H")
    assert not any(text.startswith("take") for text in answers(match, 2))


def test_a_bot_gives_away_what_blocks_to_those_who_seek_it() -> None:
    match = go(trading(), "3 seek F give N")
    offered = answers(match, 0)
    assert all(text.startswith(("offer F for", "seek", "centre F")) for text in offered)
    assert "offer F for nothing" in weighed(match, 0)


def test_a_bot_counters_an_offer_that_asks_for_the_wrong_share() -> None:
    match = go(trading(), "2 offer G for H")  # seat 1 wants G, keeps its majority in H, and has A and T to spare
    assert any(text.startswith("offer") and text.endswith("for G to 2") for text in weighed(match, 1))


def test_a_bot_stops_when_that_is_right() -> None:
    match = trading(*RIGHT, centre="F")
    assert answers(match, 0) == {"stop": LOOKS}
    assert "stop" in weighed(match, 0)
    assert "stop" not in weighed(match, 1)


def test_a_bot_does_not_repeat_an_offer_that_stands() -> None:
    match = trading()
    offers = [text for text in weighed(match, 1) if text.startswith("offer")]
    go(match, f"1 {offers[0]}")
    assert offers[0] not in weighed(match, 1)


@pytest.mark.parametrize("variant", some_interpreted([v for v in VARIANTS if v[0] == "wheedle"]))
def test_all_that_is_worth_a_thought_is_legal_and_known_to_the_seat(variant: Variant) -> None:
    _, seats, options = variant
    rng, out, same = seeded(len(called(variant))), *np.empty((2, rules.MOST_LEGAL), np.int64)
    s = GAME.new(seats, options)
    looks = 0
    while s.phase != rules.OVER and looks < (2000 if COMPILED else 50):
        deal(GAME, s, rng)
        while actors := seats_in(rules.actors(s)):
            seat = actors[below(rng, len(actors))]
            n = bot.candidates(s, seat, HABITS, out)
            assert n == bot.candidates(GAME.view(s, seat), seat, HABITS, same)
            assert out[:n].tolist() == same[:n].tolist()
            assert len(set(out[:n].tolist())) == n
            assert all(action == WAIT or GAME.allowed(s, seat, int(action)) for action in out[:n])
            assert rules.STOP not in out[:n] or rules.rules_all(s.hand[seat])
            choice = bot.policy(s, seat, out, n, HABITS, rng) if below(rng, 3) else int(out[below(rng, n)])
            assert choice in out[:n]
            if choice != WAIT:
                rules.apply(s, seat, choice)
            looks += 1


def test_guessed_worlds_fit_what_was_seen_and_mostly_what_was_said() -> None:
    match = go(trading(), "3 offer A for N", "2 take 1", "1 seek GHP give TA", "2 seek GHP give NA", "3 seek CF give N")
    seen, rng, world = GAME.view(match.state, 0), seeded(3), copied(GAME, match.state)
    fitting = Counter[str]()
    for _ in range(200):
        for name, deal_anew in (("by what was seen", GAME.redeal), ("by what was said", guess.guess)):
            assert deal_anew(seen, 0, rng, world)
            assert is_consistent(GAME, world)
            assert world.hand[0] == match.state.hand[0]
            fitting[name] += counted(world.hand[1], UNSAID) == 0
    assert fitting["by what was said"] > 1.2 * fitting["by what was seen"]


def markets(crew: list[Bot], rounds: int, seed: int) -> Iterator[list[Record]]:
    """Rounds between bots, each as the positions it went through; whoever looks next is left to chance."""
    rng = seeded(seed)
    s = GAME.new(len(crew))
    for _ in range(rounds):
        if s.phase == rules.OVER:
            s = GAME.new(len(crew))
        deal(GAME, s, rng)
        went = [copied(GAME, s)]
        for _ in range(LONG):
            if not (actors := seats_in(rules.actors(s))):
                break
            seat = actors[below(rng, len(actors))]
            action = crew[seat].choose(GAME.view(s, seat), seat).action
            if action != WAIT:
                assert GAME.allowed(s, seat, action)
                rules.apply(s, seat, action)
                went.append(copied(GAME, s))
        yield went


def circles(went: list[Record]) -> int:
    """How often a market came back to hands and a centre that it had before."""
    seen = [(tuple(s.hand.tolist()), int(s.centre)) for s in went if s.phase == rules.TRADING]
    moved = [now for before, now in pairwise(seen) if now != before]
    return len(moved) - len(set(moved) - {seen[0]})


@pytest.mark.parametrize("seats", rules.SEATS)
def test_regulars_end_by_a_right_stop_and_never_trade_in_circles(seats: int) -> None:
    crew = [Bot("wheedle", "regular", seed=seat, compiled=COMPILED) for seat in range(seats)]
    rounds = list(markets(crew, 150 if COMPILED else 2, seats))
    endings = Counter(int(went[-1].ending) for went in rounds)
    assert endings[rules.RIGHT_STOP] >= 0.95 * len(rounds)
    assert set(endings) <= {rules.RIGHT_STOP, rules.ALL_DONE}
    assert sum(map(circles, rounds)) == 0


def test_newcomers_end_their_markets_and_hardly_ever_by_a_wrong_stop() -> None:
    crew = [Bot("wheedle", "newcomer", seed=seat, compiled=COMPILED) for seat in range(5)]
    endings = Counter(int(went[-1].ending) for went in markets(crew, 60 if COMPILED else 2, 5))
    assert endings[rules.NOT_YET] == 0
    assert endings[rules.WRONG_STOP] == 0


def test_nobody_waits_for_ever() -> None:
    """Bots that have nothing to gain say that they are done, and so does everybody after enough offers (D8)."""
    match = trading(*RIGHT, centre="F")
    match.state.offers = 10 * HABITS.patience
    assert "done" in answers(match, 1)


@pytest.mark.skipif(not COMPILED, reason="a search needs machine code")
def test_experts_never_cry_a_wrong_stop() -> None:
    fast = level("wheedle", "expert:simulations=40")
    crew = [Bot("wheedle", fast, seed=seat) for seat in range(5)]
    rounds = list(markets(crew, 5, 1))
    assert {int(went[-1].ending) for went in rounds} <= {rules.RIGHT_STOP, rules.ALL_DONE}
