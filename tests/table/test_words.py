"""Every refusal can be worded in every language, and every wording is used."""

import re
import string
from pathlib import Path

import pytest

from ludotheque.games.wording import LANGUAGES
from ludotheque.table.errors import RefusedError, worded, words

SOURCES = Path(__file__).parents[2] / "src" / "ludotheque"
RAISED = re.compile(r'RefusedError\(\s*(f?)"([^"]*)"')
STAGES = ("open", "playing", "over")


def raised() -> set[str]:
    """The codes of all refusals in the sources."""
    codes = set()
    for path in SOURCES.rglob("*.py"):
        for formatted, code in RAISED.findall(path.read_text("utf-8")):
            codes |= {code.replace("{self.facts.stage}", stage) for stage in STAGES} if formatted else {code}
    return codes


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_can_be_worded_and_nothing_else_is(language: str) -> None:
    assert set(words(language)) == raised()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_speak_of_the_same_facts(language: str) -> None:
    for code, sentence in words("en").items():
        assert placeholders(words(language)[code]) == placeholders(sentence), code


def test_every_refusal_gives_the_facts_that_its_sentence_needs() -> None:
    """Read from the sources: what follows the code are the facts."""
    for path in SOURCES.rglob("*.py"):
        for code, facts in re.findall(r'RefusedError\(\s*"([^"]*)"(.*)', path.read_text("utf-8")):
            assert placeholders(words("en")[code]) == set(re.findall(r"\b(\w+)=", facts)), f"{code} in {path.name}"


def test_a_refusal_speaks() -> None:
    refusal = RefusedError("no_such_seat", seat=9, last=3)
    assert str(refusal) == "There is no seat 9; seats are 0 to 3."
    assert worded("nl", refusal.code, refusal.facts) == "Er is geen plaats 9; de plaatsen zijn 0 tot en met 3."
