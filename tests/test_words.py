"""All texts that players see, in four languages: what a machine can check of docs/glossary.md."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games.wording import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
UNREAD = re.compile(r"^(```|<!--|(row|hand|trick|legal|illegal|offer):|\|[ |-]*$)")  # lines of rules that nobody reads
MARKUP = re.compile(r"\[/?[a-z ]*\]")
WRONG = {
    "en": [
        (r"\w'\w|\"", "straight quotes"),
        (r"\w …", "a space before an ellipsis"),
    ],
    "fr": [
        (r"(?<!\u202f)[;!?](?!\w)", "no narrow no-break space before ; ! ?"),
        (r"(?<![\u00a0\d]):(?![\d/])", "no no-break space before a colon"),
        (r"«(?!\u00a0)|(?<!\u00a0)»", "no no-break spaces within « »"),
        (r"\w'\w|[\"“”]", "straight or foreign quotes"),
        (r"(?i)\b(levées?|entraîneur|novice)\b", "a term that is not in the glossary"),
        (r"(?i)(?<![\w’])(tu|toi|ton|tes)(?!\w)", "a familiar form"),
    ],
    "nl": [
        (r"\w'\w|[\"„‘]", "straight or foreign quotes"),
        (r"(?i)\b(ronden|gever|violet\w*|gokken|pakken|nieuwkomer)\b", "a term that is not in the glossary"),
        (r"(?i)\b(u|uw)\b", "a polite form"),
    ],
    "de": [
        (r"\w'\w|[\"”‚]", "straight or foreign quotes"),
        (r"(?i)\b(pleite|ablegen|getippt|Profi)\b", "a term that is not in the glossary"),
        (r"(?<=[a-zäöüß,;] )(Sie|Ihr|Ihre|Ihnen)\b", "a polite form"),
        (r"(?<!\u00a0)…", "no no-break space before an ellipsis"),
    ],
}


def leaves(words: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """All messages of a catalogue by where they stand."""
    for key, value in words.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}.{key}")
        else:
            yield f"{path}.{key}", value


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Everything that is said in a language, by where it stands: catalogues, lessons, and rules line by line."""
    for path in sorted(ROOT.glob(f"src/ludotheque/**/words/{language}.toml")):
        yield from leaves(tomllib.loads(path.read_text("utf-8")), str(path.relative_to(ROOT)))
    for path in sorted(ROOT.glob(f"web/src/**/{language}.json")):
        yield from leaves(json.loads(path.read_text("utf-8")), str(path.relative_to(ROOT)))
    for path in sorted(ROOT.glob(f"web/src/games/*/rules/{language}.md")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not UNREAD.match(line):
                yield f"{path.relative_to(ROOT)}:{number}", line.removeprefix("caption: ")


def plain(text: str) -> str:
    """A text as it is read: words for placeholders, without markup and keys to press."""
    return re.sub(r"\{\w+(!r)?\}", "x", MARKUP.sub("", text.replace("[bold]?[/]", "")))


@pytest.mark.parametrize(
    ("language", "pattern", "what"), [(language, *rule) for language, rules in WRONG.items() for rule in rules]
)
def test_texts_are_written_as_the_glossary_says(language: str, pattern: str, what: str) -> None:
    found = {where: text for where, text in texts(language) if re.search(pattern, plain(text))}
    assert not found, what


def test_German_quotation_marks_come_in_pairs() -> None:
    assert not [where for where, text in texts("de") if text.count("„") != text.count("“")]


def test_there_are_texts_to_check() -> None:
    counts = {len(list(texts(language))) for language in LANGUAGES}
    assert len(counts) == 1
    assert counts.pop() > 1000
