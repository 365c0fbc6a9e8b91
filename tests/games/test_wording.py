"""Every message in every language, with the same facts in each."""

import string
from typing import Any

import pytest

from ludotheque.games.box import COMMON_REFUSALS, box
from ludotheque.games.wording import LANGUAGES, catalogue, say
from tests.games.variants import GAMES

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


def test_facts_are_worded_too() -> None:
    assert say("en", "willi", "refusal", "follow", {"colour": "g", "number": 5}) == "You hold green: play green or a 5."
    assert say("fr", "willi", "refusal", "not_in_hand", {"card": "r5"}) == "Vous n'avez pas la carte 5 rouge."
    assert "Fats Foods, Airy Dairies" in say("de", "wheedle", "refusal", "not_held", {"company": ["F", "A"]})
