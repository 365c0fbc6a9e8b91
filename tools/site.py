"""Brings into the site what is written elsewhere, so that everything is written once: a hook of MkDocs (mkdocs.yml).

The README is the first page. The rules are those that the browser shows (web/src/games/NAME/rules/LANGUAGE.md), with
their drawn examples as small pictures of cards, and in the words that the browser has for them.
"""

import json
import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from ludotheque.games.box import shelf
from ludotheque.games.wording import LANGUAGES, catalogue, worded

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "web" / "src" / "games"
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
}
NAMES = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"}
LINK = re.compile(r"(\]\()(?![a-z]+:|#)([^)#]+)")
TITLED_FENCE = re.compile(r"^(```\w+) \w+$", re.MULTILINE)  # ```json request: what kind of message it is
RULES = re.compile(r"\]\(\.\./web/src/games/(\w+)/rules/en\.md\)")
SOURCE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+[^)]+\)")
EXAMPLE = re.compile(r"```cards\n(.*?)\n```", re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are written elsewhere, and their pictures."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, content=moved(Path(source))))
    for measured in sorted(path for path in (ROOT / "benchmarks").iterdir() if path.suffix in (".json", ".png")):
        files.append(File.generated(config, f"benchmarks/{measured.name}", content=measured.read_bytes()))
    for game in shelf():
        for language in LANGUAGES:
            files.append(File.generated(config, rules_page(game, language), content=rules(game, language)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fences that say more than their language, links to the rules, and to sources, which are not part of the site."""
    return SOURCE.sub(r"\1", RULES.sub(r"](rules/\1.md)", TITLED_FENCE.sub(r"\1", markdown)))


# --- Pages from elsewhere


def moved(source: Path) -> str:
    """A page of the project whose links lead to where things are on the site."""
    text = (ROOT / source).read_text("utf-8")
    return LINK.sub(lambda found: found[1] + place_of(Path(os.path.normpath(source.parent / found[2]))), text)


def place_of(path: Path) -> str:
    """Where on the site a file of the project is."""
    page = ELSEWHERE.get(path.as_posix()) or ELSEWHERE.get((path / "README.md").as_posix())
    return page or path.as_posix().removeprefix("docs/")


# --- Rules


def rules_page(game: str, language: str) -> str:
    """Where the rules of a game are."""
    return f"rules/{game}.md" if language == "en" else f"rules/{game}.{language}.md"


def rules(game: str, language: str) -> str:
    """The rules for players as a page."""
    text = (GAMES / game / "rules" / f"{language}.md").read_text("utf-8")
    title, _, rest = EXAMPLE.sub(lambda found: example(game, language, found[1]), text).partition("\n")
    others = [name if one == language else link(game, one, name) for one, name in NAMES.items()]
    return f'{title}\n\n{" · ".join(others)}\n{{: .languages }}\n\n<div lang="{language}" markdown>\n{rest}\n</div>\n'


def link(game: str, language: str, name: str) -> str:
    """To the same rules in another language."""
    return f"[{name}]({rules_page(game, language).removeprefix('rules/')})"


def example(game: str, language: str, text: str) -> str:
    """An example as a figure: cards in groups, and what there is to see."""
    lines = [line.split(": ", 1) for line in text.splitlines()]
    groups = "".join(group(game, language, key, value) for key, value in lines if key != "caption")
    caption = escape(next(value for key, value in lines if key == "caption"))
    return f'<figure class="example"><div class="cloth">{groups}</div><figcaption>{caption}</figcaption></figure>'


def group(game: str, language: str, kind: str, value: str) -> str:
    """One line of an example."""
    if kind == "trick":
        inner = "".join(laid(game, language, word) for word in value.split())
    elif kind == "offer":
        give, _, want = value.partition(" for ")
        inner = f"{shares(game, language, give)}{label(language, 'for')}{shares(game, language, want)}"
    else:
        inner = "" if kind == "row" else label(language, kind)
        inner += "".join(card(game, language, name) for word in value.split() for name in copies(game, word))
    return f'<div class="group {kind}">{inner}</div>'


def laid(game: str, language: str, word: str) -> str:
    """A card of a trick, who laid it, and whether it wins: `Anna:g5*`."""
    name, _, played = word.rstrip("*").partition(":")
    wins = word.endswith("*")
    said = f"{escape(name)} ★" if wins else escape(name)
    return f'<span class="laid{" wins" if wins else ""}">{card(game, language, played)}{said}</span>'


def shares(game: str, language: str, text: str) -> str:
    """Shares such as `2F` as cards, or the word for none."""
    found = list(copies(game, text)) if text != "nothing" else []
    return "".join(card(game, language, name) for name in found) or label(language, "nothing")


def copies(game: str, word: str) -> Iterator[str]:
    """The cards of a word, one by one: of Wheedle's shares there may be several."""
    if "company" not in catalogue("en", game):
        yield word
        return
    for count, letter in re.findall(r"(\d*)([A-Z])", word):
        yield from [letter] * int(count or 1)


def card(game: str, language: str, name: str) -> str:
    """A card as a small picture with its name."""
    words = catalogue(language, game)
    said = worded(words, "company" if "company" in words else "card", name)
    coloured = name[0] in words.get("colour", {})
    look = f"card {name[0]}" if coloured else "card"
    return f'<span class="{look}" title="{escape(said)}">{escape(name[1:] if coloured else name)}</span>'


def label(language: str, key: str) -> str:
    """A word that the browser has for it."""
    words = json.loads((ROOT / "web" / "src" / "words" / f"{language}.json").read_text("utf-8"))
    return f'<span class="label">{escape(words[f"rules.{key}"])}</span>'
