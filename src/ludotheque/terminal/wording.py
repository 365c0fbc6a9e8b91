"""The terminal's texts, in four languages: `words/LANGUAGE.toml`."""

import functools
import os
import tomllib
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.games.errors import LudothequeError
from ludotheque.games.wording import LANGUAGES
from ludotheque.games.wording import catalogue as game_words

HERE = Path(__file__).parent


@functools.cache
def catalogue(language: str) -> dict[str, dict[str, Any]]:
    """All that the terminal says in one language."""
    return tomllib.loads((HERE / "words" / f"{language}.toml").read_text("utf-8"))


def say(language: str, table: str, key: str, **facts: Any) -> str:
    """One message; what stands in brackets is markup for Rich."""
    template: str = catalogue(language)[table][key]
    return template.format(**facts)


def about(language: str, table: str, game: str) -> str:
    """The rules or the moves of a game in short; of one that the terminal does not know, in the game's own words."""
    if game in catalogue(language)[table]:
        return say(language, table, game).strip()
    words = game_words(language, game)
    return str(words["about"] if table == "rules" else words["forms"]["action"])


def listed(language: str, names: Sequence[str]) -> str:
    """Names in a row: "Ada, Bruno and Carla"."""
    *others, last = names
    return f"{', '.join(others)} {say(language, 'play', 'and')} {last}" if others else last


def chosen_language(asked: str | None) -> str:
    """The language asked for, else that of the environment, else English."""
    if asked is not None and asked not in LANGUAGES:
        raise LudothequeError(f"there is no language {asked!r}; there are {', '.join(LANGUAGES)}")
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "")[:2].lower()
    return asked or (found if found in LANGUAGES else LANGUAGES[0])


def shown_name(name: str) -> str:
    """A name without characters that would paint, move or turn what is printed: records may hold any."""
    return "".join(letter for letter in name if unicodedata.category(letter)[0] != "C") or "?"
