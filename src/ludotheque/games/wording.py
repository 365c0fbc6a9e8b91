"""Words in four languages: catalogues that fill templates with facts.

`words/LANGUAGE.toml` holds what all games say, `NAME/words/LANGUAGE.toml` what one game says. A fact whose name is a
table of the catalogue is worded by it: `colour = "g"` becomes "green". A fact named `card` or `cards` names cards, one
named `shares` counts shares of companies. What follows an underscore tells facts of one kind apart: `card_given`,
`card_taken`. Fractions are differences: +0.5.
"""

import functools
import importlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "nl", "de")
HERE = Path(__file__).parent


@functools.cache
def catalogue(language: str, game: str) -> dict[str, Any]:
    """A game's texts in one language."""
    common = tomllib.loads((HERE / "words" / f"{language}.toml").read_text("utf-8"))
    home = Path(*importlib.import_module(f"{__package__}.{game}").__path__)
    own = tomllib.loads((home / "words" / f"{language}.toml").read_text("utf-8"))
    merged = {key: common.get(key, {}) | value for key, value in own.items() if isinstance(value, dict)}
    return common | own | merged


def say(language: str, game: str, table: str, key: str, facts: Mapping[str, Any] | None = None) -> str:
    """One message: `say("en", "willi", "refusal", "follow", {"colour": "g", "number": 5})`."""
    words = catalogue(language, game)
    template: str = words[table][key]
    said = template.format(**{name: worded(words, name, fact) for name, fact in (facts or {}).items()})
    return said.replace("..", ".")  # a company's name may end with a full stop of its own


def worded(words: Mapping[str, Any], name: str, fact: Any) -> str:
    """A fact as people say it."""
    if isinstance(fact, list):
        return listed(words, [worded(words, name, one) for one in fact])
    if isinstance(fact, float):
        return signed(words, fact)
    kind = name.partition("_")[0]
    if kind in ("card", "cards"):
        return card(words, fact)
    if kind == "shares" and isinstance(fact, str):
        return shares(words, fact)
    if kind in words:
        return str(words[kind][str(fact)])
    return f"{fact}".replace("-", "−") if isinstance(fact, int) else str(fact)


def listed(words: Mapping[str, Any], names: list[str]) -> str:
    """Several in one breath: Ada, Ben and Lisa."""
    *most, last = names
    return f"{', '.join(most)}{words['list']['and']}{last}" if most else last


def signed(words: Mapping[str, Any], number: float) -> str:
    """A difference with one decimal: +0.5, in French +0,5."""
    return f"{number:+.1f}".replace("-", "−").replace(".", words["decimal"]["point"])


def shares(words: Mapping[str, Any], fact: str) -> str:
    """Shares of one company: 2F are two Fats Foods."""
    return f"{words['amount'][fact[:-1] or '1']} {words['company'][fact[-1]]}"


def card(words: Mapping[str, Any], name: str) -> str:
    """A card as people say it: r5 is the red 5."""
    if name in words.get("special", {}):
        return str(words["special"][name])
    return str(words["card"][name[0]].format(number=name[1:]))
