"""Every message in every language, with the same facts in each."""

import importlib
import string
from random import Random
from typing import Any

import pytest

from ludotheque.games.box import box
from ludotheque.games.contract import COMMON_REFUSALS
from ludotheque.games.errors import NotationError
from ludotheque.games.match import Match
from ludotheque.games.wording import LANGUAGES, catalogue, say
from tests.games.variants import GAMES, VARIANTS, Variant, some_interpreted

FINE = COMMON_REFUSALS[0]


def messages(words: dict[str, Any], path: str = "") -> dict[str, str]:
    """All messages of a catalogue by where they stand."""
    found: dict[str, str] = {}
    for key, value in words.items():
        found |= messages(value, f"{path}{key}.") if isinstance(value, dict) else {path + key: value}
    return found


def facts_in(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_missing_and_all_speak_of_the_same_facts(game: str, language: str) -> None:
    english, other = messages(catalogue("en", game)), messages(catalogue(language, game))
    assert other.keys() == english.keys()
    for key, message in other.items():
        assert message.strip(), key
        assert facts_in(message) == facts_in(english[key]), key


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_is_worded(game: str) -> None:
    for code in box(game).refusals:
        assert code == FINE or code in catalogue("en", game)["refusal"]


MISREAD = {
    "willi": {"": "not_an_action", "play": "not_an_action", "play x5": "no_such_card"},
    "wimmuln": {"guess r5": "not_an_action", "lead r10": "no_such_card"},
    "holzwurm": {"lay r7 @9": "not_an_action", "lay z1 new": "no_such_card", "lay -13 new": "never_laid"},
    "wheedle": {
        "cry": "not_an_action",
        "centre X for B": "no_such_company",
        "seek TB": "not_in_order",
        "offer 0B for T": "not_shares",
        "take x": "not_a_number",
        "offer 9A for B": "only_so_many",
    },
}


@pytest.mark.interpreted
@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_read_is_told_in_every_language(game: str) -> None:
    known = MISREAD.get(game, {"cry": "not_an_action"})
    assert catalogue("en", game)["notation"].keys() == {*known.values(), "not_an_action", "no_such_card"}
    for text, code in known.items():
        with pytest.raises(NotationError) as misread:
            box(game).notation.parse(text)
        assert misread.value.code == code
        assert str(misread.value) == say("en", game, "notation", code, misread.value.facts)
        assert facts_in(catalogue("en", game)["notation"][code]) == misread.value.facts.keys()
        told = {say(language, game, "notation", code, misread.value.facts) for language in LANGUAGES}
        assert len(told) == len(LANGUAGES)


def test_advice_is_given_in_every_language() -> None:
    with pytest.raises(NotationError, match=r"^'hello' is not an action; write discard r5, .* or keep$") as misread:
        box("willi").notation.parse("hello")
    said = say("fr", "willi", "notation", misread.value.code, misread.value.facts)
    assert said.startswith("«\u00a0hello\u00a0» n’est pas un coup\u202f; écrivez discard r5")


def test_facts_are_worded_too() -> None:
    assert say("en", "willi", "refusal", "follow", {"colour": "g", "number": 5}) == "You hold green: play green or a 5."
    assert say("fr", "willi", "refusal", "not_in_hand", {"card": "r5"}) == "Vous n’avez pas le 5 rouge en main."
    named = {"company": ["F", "A", "B"]}
    assert "Fats Foods, Airy Dairies und Big Brother Broadcasting" in say("de", "wheedle", "refusal", "not_held", named)


def test_what_follows_an_underscore_tells_facts_apart() -> None:
    facts = {"card_given": "r5", "card_taken": "b3"}
    assert say("en", "willi", "deed", "swap", facts) == "give the red 5 for the blue 3"
    shares = {"shares_given": ["2F", "A"], "shares_got": ["B"]}
    said = say("nl", "wheedle", "deed", "offer", shares)
    assert said == "twee Fats Foods en één Airy Dairies bieden voor één Big Brother Broadcasting"


def test_differences_are_signed_and_have_the_decimal_point_of_the_language() -> None:
    facts = {"points": -0.46, "more": 1.0, "other": "pass"}
    assert "−0.5 points" in say("en", "willi", "search", "better", facts)
    for language in ("fr", "nl", "de"):
        said = say(language, "willi", "search", "better", facts)
        assert "−0,5" in said
        assert "+1,0" in said


@pytest.mark.parametrize("variant", some_interpreted(VARIANTS))
def test_whatever_one_may_do_has_a_name_and_a_reason(variant: Variant) -> None:
    """With exactly the facts that the sentences speak of; and no sentence says that there is more to come."""
    game, seats, options = variant
    module = importlib.import_module(f"ludotheque.games.{game}.because")
    words = catalogue("en", game)
    match = Match(game, seats, seed=3, **options)
    chance = Random(3)
    for _ in range(60):
        if match.over:
            break
        seat = chance.choice(match.actors)
        view = match.box.view(match.state, seat)
        legal = match.box.legal(match.state, seat)
        for action in chance.sample(legal, min(len(legal), 8)):
            for table, (kind, facts) in (
                ("because", module.because(view, seat, action)),
                ("deed", module.deed(view, action)),
            ):
                assert facts_in(words[table][kind]) == facts.keys(), kind
                for language in LANGUAGES:
                    assert say(language, game, table, kind, facts)
        match.do(seat, match.box.notation.text(chance.choice(legal)))
