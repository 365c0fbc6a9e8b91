"""Words in four languages: catalogues that fill templates with facts.

`words/LANGUAGE.toml` holds what all games say, `NAME/words/LANGUAGE.toml` what one game says. A fact whose name is a
table of the catalogue is worded by it: `colour = "g"` becomes "green". A fact named `card` or `cards` names cards.
"""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "nl", "de")
HERE = Path(__file__).parent


@functools.cache
def catalogue(language: str, game: str) -> dict[str, Any]:
    """What one game says in one language."""
    common = tomllib.loads((HERE / "words" / f"{language}.toml").read_text("utf-8"))
    own = tomllib.loads((HERE / game / "words" / f"{language}.toml").read_text("utf-8"))
    merged = {key: common.get(key, {}) | value for key, value in own.items() if isinstance(value, dict)}
    return common | own | merged


def say(language: str, game: str, table: str, key: str, facts: Mapping[str, Any] | None = None) -> str:
    """One message: `say("en", "willi", "refusal", "follow", {"colour": "g", "number": 5})`."""
    words = catalogue(language, game)
    template: str = words[table][key]
    return template.format(**{name: worded(words, name, fact) for name, fact in (facts or {}).items()})


def worded(words: Mapping[str, Any], name: str, fact: Any) -> str:
    """A fact as people say it."""
    if isinstance(fact, list):
        return ", ".join(worded(words, name, one) for one in fact)
    if name in ("card", "cards"):
        return card(words, fact)
    return str(words[name][fact] if name in words else fact)


def card(words: Mapping[str, Any], name: str) -> str:
    """A card as people say it: r5 is the red 5."""
    if name in words.get("special", {}):
        return str(words["special"][name])
    return str(words["card"]["pattern"].format(colour=words["colour"][name[0]], number=name[1:]))
