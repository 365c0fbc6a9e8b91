"""Why a bot chose what it chose, as data to be worded in any language.

The reason is the game's, made from the view and the action alone: it would be as true of a person's move. A search adds
what it expects, compared with the next best. A reason speaks of the seat's own cards: it is for hints and analysis,
never for the others at the table.

>>> from ludotheque import Match
>>> from ludotheque.bots.player import Choice
>>> match = Match("willi", seats=4, seed=7)
>>> discard = Choice(match.box.notation.parse("discard b6"))
>>> worded("en", "willi", because(match.box, match.box.view(match.state, 0), 0, discard))
'The blue 6 helps neither a high total nor a low one.'
"""

from collections.abc import Sequence
from math import sqrt

import msgspec

from ludotheque.bots.player import Choice
from ludotheque.bots.thinking import Weighed
from ludotheque.games.box import Box
from ludotheque.games.compiled import Record
from ludotheque.games.contract import Fact
from ludotheque.games.wording import say

LEAST = 0.05  # points less apart are about as good, however sure one is


class Deed(msgspec.Struct, frozen=True):
    """The effect of an action."""

    kind: str
    facts: dict[str, Fact]


class Search(msgspec.Struct, frozen=True):
    """The expected result of an action compared with another's."""

    kind: str
    facts: dict[str, float]
    other: Deed


class Because(msgspec.Struct, frozen=True):
    """Why somebody did something: one sentence, and one more if there was a search."""

    kind: str
    facts: dict[str, Fact]
    search: Search | None = None


def because(box: Box, view: Record, seat: int, choice: Choice) -> Because:
    """Why a seat with that view would choose so."""
    kind, facts = box.reasons.because(view, seat, choice.action)
    return Because(kind, facts, searched(box, view, choice))


def deed(box: Box, view: Record, action: int) -> Deed:
    """The effect of an action."""
    return Deed(*box.reasons.deed(view, action))


def searched(box: Box, view: Record, choice: Choice) -> Search | None:
    """A search's comparison of the choice with the next best; None if there was no search, or if it cannot say."""
    mine = next((one for one in choice.weighed if one.action == choice.action), None)
    other = next((one for one in choice.weighed if one.action != choice.action), None)
    if mine is None or other is None:
        return None
    more = mine.points - other.points
    unsure = max(LEAST, sqrt(error(mine) + error(other)))
    found = deed(box, view, other.action)
    if more >= unsure:
        return Search("better", {"points": mine.points, "more": more}, found)
    if more > -unsure:
        return Search("close", {}, found)
    return Search("chances", {}, found) if mine.fortune > other.fortune else None


def error(one: Weighed) -> float:
    """How uncertain expected points are, squared."""
    return one.spread**2 / one.visits


def worded(language: str, game: str, because: Because) -> str:
    """The reason in one sentence."""
    return say(language, game, "because", because.kind, because.facts)


def worded_search(language: str, game: str, search: Search, names: Sequence[str]) -> str:
    """One sentence on what the search expects."""
    other = worded_deed(language, game, search.other, names)
    return say(language, game, "search", search.kind, {**search.facts, "other": other})


def worded_deed(language: str, game: str, deed: Deed, names: Sequence[str]) -> str:
    """Words for an action, as in "In your place: …". `names` are those of the seats."""
    facts = dict(deed.facts)
    if isinstance(player := facts.get("player"), int):
        facts["player"] = names[player]
    return say(language, game, "deed", deed.kind, facts)


def advice(language: str, game: str, deed: Deed, because: Because, names: Sequence[str]) -> list[str]:
    """A hint in sentences: what to do, why, and what a search expects of it."""
    said = [say(language, game, "hint", "advice", {"move": worded_deed(language, game, deed, names)})]
    said.append(worded(language, game, because))
    if because.search is not None:
        said.append(worded_search(language, game, because.search, names))
    return said
