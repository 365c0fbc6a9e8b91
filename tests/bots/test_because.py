"""Reasons: true of the position and the action, made of what the seat sees, and worded."""

import doctest
import importlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import pytest

import ludotheque.bots.because
from ludotheque.bots.because import Because, advice, because, deed, worded, worded_deed, worded_search
from ludotheque.bots.player import Bot, Choice
from ludotheque.bots.thinking import Weighed
from ludotheque.games.box import Box, box, shelf
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record, blank, copy
from ludotheque.games.contract import WAIT, Fact
from ludotheque.games.match import Match
from ludotheque.games.stacks import counted
from ludotheque.games.wheedle.notation import LETTERS
from ludotheque.games.wheedle.rules import MAJORITY, SHARES, rules_all
from ludotheque.games.wording import LANGUAGES, catalogue
from tests.games.arrange import go, stacked, undealt

Facts = dict[str, Fact]
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn"]


def reasons_of(game: str) -> ModuleType:
    return importlib.import_module(f"ludotheque.games.{game}.because")


def why(match: Match, seat: int, text: str) -> tuple[str, Facts]:
    """The reason for an action, as a pair."""
    found = because(match.box, match.box.view(match.state, seat), seat, Choice(match.box.notation.parse(text)))
    return found.kind, found.facts


def positions(game: str, matches: int, level: str | None = None) -> Iterator[tuple[Match, int, int]]:
    """Decisions of matches played at random, or by rules of thumb; in a market nobody stops at once."""
    chance = Random(5)
    bot = Bot(game, level, seed=5) if level else None
    for seed in range(matches):
        match = Match(game, seats=chance.choice(box(game).rules.SEATS), seed=seed)
        for _ in range(400):
            if match.over:
                break
            seat = chance.choice(match.actors)
            view = match.box.view(match.state, seat)
            action = bot.choose(view, seat).action if bot else chance.choice(match.box.legal(match.state, seat))
            yield match, seat, action
            if action != WAIT and (match.box.notation.text(action) != "stop" or chance.random() < 0.1):
                match.do(seat, match.box.notation.text(action))


def after(box: Box, state: Record, seat: int, action: int) -> Record:
    """A state after an action."""
    out = blank(box.rules.RECORD)[0]
    copy(state, out)
    box.rules.apply(out, seat, action)
    return out


# Truth, checked against what really happens


def true_in_willi(kind: str, facts: Facts, match: Match, seat: int, action: int) -> bool:
    then = after(match.box, match.state, seat, action)
    if kind == "only_card":
        return len(match.legal(seat)) == 1
    if kind == "has_both":
        return bool(match.state.tricks[seat] == 2)
    if kind == "wins":
        return bool(then.tricks[seat] == match.state.tricks[seat] + 1)
    if kind in ("call_fit", "call_safe"):
        return bool(then.caller == seat)
    if kind == "pass_sure":
        return bool(match.state.tricks.sum() - match.state.tricks[seat] == 6)
    return True


def true_in_wimmuln(kind: str, facts: Facts, match: Match, seat: int, action: int) -> bool:
    then = after(match.box, match.state, seat, action)
    won = then.tricks[seat] - match.state.tricks[seat]
    if kind == "only_card":
        return len(match.legal(seat)) == 1
    if kind == "lead":
        return bool(match.box.notation.CARDS[then.trick[seat]] == facts["card"])
    if kind in ("wins", "must_win"):
        return bool(won == 1)
    if kind in ("stay_below", "cannot_win"):
        return bool(won == 0 and then.ahead != seat)
    return True


def true_in_holzwurm(kind: str, facts: Facts, match: Match, seat: int, action: int) -> bool:
    worth = match.box.module.worth
    then = after(match.box, match.state, seat, action)
    change = worth(then, seat) - worth(match.state, seat)
    if kind == "out":
        return bool(then.gained[seat] == facts["bonus"] and worth(match.state, seat) == facts["points"])
    if kind == "thirteen":
        return bool(then.gained[seat] == facts["points"])
    if kind in ("take_plus", "take_felt", "must_take"):
        return bool(change == facts["points"])
    if kind == "minus":
        return bool(change == facts["points"])
    if kind == "nearly_out":
        return bool(then.held[seat] == facts["left"])
    return bool(change < 0) if kind == "least_plus" else True


def true_in_wheedle(kind: str, facts: Facts, match: Match, seat: int, action: int) -> bool:
    text = match.box.notation.text(action)
    if kind in ("stop", "stop_wrong"):
        right = after(match.box, match.state, seat, action).gained[seat] > 0
        return bool(right) == (kind == "stop")
    if text.split()[0] not in ("take", "centre"):
        return True
    then = after(match.box, match.state, seat, action)
    if kind == "ready":
        return bool(rules_all(then.hand[seat]))
    if "company" not in facts:
        return True
    company = LETTERS.index(str(facts["company"]))
    was, now = (int(counted(s.hand[seat], company)) for s in (match.state, then))
    return {
        "full": now == SHARES[company],
        "majority": was < MAJORITY[company] <= now,
        "unblocks": 0 < was < MAJORITY[company] and now == 0,
        "saves": bool(match.state.centre == company != then.centre) and was > 0,
        "bankrupt": bool(match.state.centre == company) and now < was,
        "closer": was < now < MAJORITY[company],
        "more": MAJORITY[company] <= was < now,
        "fewer": 0 < now < was < MAJORITY[company],
    }[kind]


TRUE: dict[str, Callable[[str, Facts, Match, int, int], bool]] = {
    "willi": true_in_willi,
    "wimmuln": true_in_wimmuln,
    "holzwurm": true_in_holzwurm,
    "wheedle": true_in_wheedle,
}


@pytest.mark.parametrize("level", [None, "regular"])
@pytest.mark.parametrize("game", shelf())
def test_reasons_are_true(game: str, level: str | None) -> None:
    kinds = set()
    for match, seat, action in positions(game, 6, level):
        found = because(match.box, match.box.view(match.state, seat), seat, Choice(action))
        kinds.add(found.kind)
        assert action == WAIT or TRUE[game](found.kind, found.facts, match, seat, action), (found, action)
    assert len(kinds) >= 6


@pytest.mark.parametrize("game", shelf())
def test_reasons_know_no_more_than_the_seat(game: str) -> None:
    """The whole state, its view and any world that looks the same give the same reason."""
    rng = seeded(8)
    world = blank(box(game).rules.RECORD)[0]
    for match, seat, action in positions(game, 2):
        view = match.box.view(match.state, seat)
        assert match.box.redeal(view, seat, rng, world)
        reasons = [reasons_of(game).because(s, seat, action) for s in (view, match.state, world)]
        assert reasons[1:] == reasons[:-1]


@pytest.mark.parametrize("game", shelf())
def test_reasons_are_ready_for_json(game: str) -> None:
    for match, seat, action in positions(game, 1):
        found = because(match.box, match.box.view(match.state, seat), seat, Choice(action))
        assert msgspec.json.decode(msgspec.json.encode(found), type=Because) == found
        assert json.loads(json.dumps(found.facts)) == found.facts


@pytest.mark.parametrize("game", shelf())
def test_no_sentence_is_for_nothing(game: str) -> None:
    """Every kind that the catalogue words is said somewhere."""
    source = reasons_of(game).__file__
    assert source is not None
    code = Path(source).read_text("utf-8")
    for kind in catalogue("en", game)["because"]:
        assert f'"{kind}"' in code, kind


# Positions


def test_willi_by_what_is_wanted() -> None:
    match = undealt("willi", 4, {"tie": "first", "swap": "any"}, 0)
    stacked(match, ["r9 y9 g9 b9 r8 y8 g8 b8 r1", "r2 r3", "r4 r5", "r6 r7"], [9, 9, 9, 9])
    assert why(match, 0, "discard r1") == ("discard_unfit", {"card": "r1", "aim": "high"})
    assert why(match, 0, "discard g9") == ("felt", {"card": "g9"})
    for seat in range(4):
        go(match, f"{seat} {match.legal(seat)[-1]}")
    assert why(match, 0, "play r1") == ("likely", {"card": "r1"})
    assert why(match, 0, "play r9") == ("may_win", {"card": "r9", "aim": "high"})
    go(match, "0 play r9")
    assert why(match, 0, "willi") == ("call_fit", {"total": 9, "aim": "high"})
    assert why(match, 0, "pass") == ("pass_hope", {})
    go(match, "0 willi")
    assert match.actors == [1]
    low = why(match, 1, "play r3")
    assert low[0] in ("rid", "miss_least")


def test_holzwurm_by_what_it_brings() -> None:
    match = undealt("holzwurm", 2, {"rounds": 1}, 0)
    stacked(match, ["b2 b4 b6 b8 b10", "y1 y2 y3 y4", "y5 y6 r1"], [5, 15, 15])
    assert why(match, 0, "lay y1 new") == ("minus", {"card": "y1", "points": 1})
    go(match, "0 lay y1 new", "1 lay y6 @0", "0 lay y4 @0")
    assert why(match, 1, "lay y5 @0") == ("minus", {"card": "y5", "points": 5})
    go(match, "1 lay y5 @0")
    assert why(match, 0, "lay y2 @0") == ("take_plus", {"points": 10 - 1 + 6 + 4 - 5})
    view = match.box.view(match.state, 0)
    found = deed(match.box, view, match.box.notation.parse("lay y2 @0"))
    assert worded_deed("en", "holzwurm", found, ["Ada", "Ben"]) == "lay the yellow 2 and take the yellow row"


def test_wimmuln_by_the_tricks_that_are_wanted() -> None:
    kinds = {}
    for match, seat, action in positions("wimmuln", 6, "regular"):
        kind, facts = reasons_of("wimmuln").because(match.state, seat, action)
        kinds[kind] = facts
        if kind == "triangles":
            guesses = match.box.module.NUMBER[match.state.open[seat]], match.box.module.NUMBER[match.state.hidden[seat]]
            least, most = match.state.tricks[seat], match.state.tricks[seat] + match.state.held[seat]
            assert not any(least <= guess <= most for guess in guesses)
        if "tricks" in facts and kind in ("wins", "should_win", "keep_strong", "strongest"):
            assert 0 < facts["tricks"] <= match.state.held[seat]
    assert {"wins", "should_win", "stay_below", "guess_shown"} <= kinds.keys()


def test_wheedle_waits_and_stops() -> None:
    match = undealt("wheedle", 4, {"quick_start": False, "bankrupt": "adds", "seconds": 0}, 0)
    mine = "F F F A A A C C C P P P P G G"
    stacked(match, ["B", mine], [1, 15, 15, 15, 15])
    go(match, "0 turn")
    view = match.box.view(match.state, 0)
    wait = Choice(WAIT)
    assert because(match.box, view, 0, wait).kind == "wait"
    assert why(match, 0, "stop") == ("stop_wrong", {"company": ["G"]})
    assert why(match, 0, "offer 2G for nothing") == ("ready", {})
    assert why(match, 0, "offer G for N") == ("fewer", {"company": "G"})
    assert why(match, 0, "offer F for G") == ("felt", {})  # a majority lost
    assert why(match, 0, "offer G for 2F") == ("full", {"company": "F"})
    go(match, "0 offer 2G for nothing")
    assert because(match.box, match.box.view(match.state, 0), 0, wait).kind == "wait_offer"
    go(match, "1 take 1")
    assert why(match, 0, "stop") == ("stop", {})
    assert because(match.box, match.box.view(match.state, 0), 0, wait).kind == "wait_stop"
    assert worded_deed("de", "wheedle", deed(match.box, view, WAIT), NAMES) == "warten"


def test_wheedle_with_nothing_in_hand() -> None:
    match = Match("wheedle", seats=4, seed=1)
    match.do(match.actors[0], "turn")
    view = match.box.view(match.state, 0)
    view.hand[0] = 0
    assert because(match.box, view, 0, Choice(match.box.notation.parse("stop"))).kind == "stop_empty"


# Hints


CODE = re.compile(r"\b[rygbvx]\d+\b|[@×{}]")
COMPANY = re.compile(r"\b\d?[BTGHNPACF]\b(?! Securities)")
BEFORE = {"en": ("the",), "fr": ("le", "du"), "nl": ("de",), "de": ("die",)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", shelf())
def test_hints_speak_in_words(game: str, language: str) -> None:
    """No notation, whole sentences, and every card after its article."""
    colours = [
        words.split()[0 if language != "fr" else 1] for words in catalogue(language, game).get("card", {}).values()
    ]
    coloured = {"fr": r"(\w+) \d+ (?:%s)\b"}.get(language, r"(\w+) (?:%s) \d+") % "|".join(colours)
    for match, seat, action in positions(game, 2):
        view = match.box.view(match.state, seat)
        choice = Choice(action, (weighed(action, 1.5, 0.4), weighed(match.box.legal(match.state, seat)[0], 0.5, 0.3)))
        said = advice(language, game, deed(match.box, view, action), because(match.box, view, seat, choice), NAMES)
        message = " ".join(said)
        assert not CODE.search(message), message
        assert game != "wheedle" or not COMPANY.search(message), message
        assert all(sentence.endswith((".", "!")) and not sentence.endswith("..") for sentence in said), said
        if colours:
            assert {word.lower() for word in re.findall(coloured, message)} <= {*BEFORE[language]}, message


@pytest.mark.interpreted
def test_a_hint_names_who_made_the_offer() -> None:
    match = Match("wheedle", seats=4, seed=1)
    match.do(match.actors[0], "turn")
    mine, yours = (
        next(letter for letter in LETTERS if counted(match.state.hand[seat], LETTERS.index(letter))) for seat in (0, 1)
    )
    match.do(0, f"offer {mine} for nothing")
    view = match.box.view(match.state, 1)
    found = deed(match.box, view, match.box.notation.parse("take 1"))
    assert worded_deed("en", "wheedle", found, NAMES).startswith("accept the gift of Ada: one ")
    found = deed(match.box, view, match.box.notation.parse(f"offer {yours} for nothing to 0"))
    assert worded_deed("de", "wheedle", found, NAMES).startswith("Ada eine ")


# What a search adds


def weighed(action: int, points: float, fortune: float, visits: int = 400) -> Weighed:
    return Weighed(action, visits, fortune, points, 1.0)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("mine", "other", "kind"),
    [
        ((1.5, 0.4), (0.5, 0.3), "better"),
        ((1.5, 0.4), (1.47, 0.3), "close"),
        ((0.5, 0.4), (1.5, 0.3), "chances"),
        ((0.5, 0.3), (1.5, 0.4), None),
    ],
)
def test_a_search_compares(mine: tuple[float, float], other: tuple[float, float], kind: str | None) -> None:
    match = Match("willi", seats=4, seed=7)
    actions = match.box.legal(match.state, 0)
    choice = Choice(actions[0], (weighed(actions[0], *mine), weighed(actions[1], *other)))
    found = because(match.box, match.box.view(match.state, 0), 0, choice)
    assert (found.search.kind if found.search else None) == kind
    if found.search is not None:
        for language in LANGUAGES:
            said = worded_search(language, "willi", found.search, NAMES)
            assert worded_deed(language, "willi", found.search.other, NAMES) in said
    assert msgspec.json.decode(msgspec.json.encode(found), type=Because) == found


@pytest.mark.interpreted
def test_without_a_search_there_is_nothing_to_compare() -> None:
    match = Match("willi", seats=4, seed=7)
    action = match.box.legal(match.state, 0)[0]
    for choice in (Choice(action), Choice(action, (weighed(action, 1.0, 0.5),))):
        assert because(match.box, match.box.view(match.state, 0), 0, choice).search is None


@pytest.mark.parametrize("game", shelf())
def test_an_expert_can_say_why(game: str) -> None:
    match = Match(game, seats=4, seed=3)
    bot = Bot(game, "expert", seed=1)
    seat = match.actors[0]
    view = match.box.view(match.state, seat)
    found = because(match.box, view, seat, bot.choose(view, seat))
    for language in LANGUAGES:
        assert worded(language, game, found).endswith(".")


def test_the_example_in_the_code_runs() -> None:
    failed, tried = doctest.testmod(ludotheque.bots.because)
    assert tried > 2
    assert failed == 0
