"""The odds of hidden cards for a seat: how often each lies where, in many worlds that fit its view."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from ludotheque.analysis.models import Model
from ludotheque.analysis.result import Odds
from ludotheque.games.box import Box
from ludotheque.games.compiled import Ints, Record

WORLDS = 300
PERCENT = 100
Place = tuple[str, int | None]  # a field of the message of open cards, and whose part of it


def odds(box: Box, model: Model, view: Record, seat: int, rng: Ints) -> list[Odds]:
    """The hands and piles that a seat does not know: those that differ from world to world."""
    found: dict[Place, Counter[str]] = {}
    worlds: dict[Place, set[str]] = {}
    for world in model.worlds(view, seat, WORLDS, rng):
        for place, cards in parts_of(box.cards(world)):
            found.setdefault(place, Counter()).update(cards)
            worlds.setdefault(place, set()).add(" ".join(sorted(cards.elements())))
    return [
        Odds(*place, {card: round(PERCENT * n / WORLDS) for card, n in sorted(found[place].items())})
        for place, different in worlds.items()
        if len(different) > 1
    ]


def parts_of(cards: msgspec.Struct) -> Iterator[tuple[Place, Counter[str]]]:
    """The hands and piles of a message of open cards."""
    hints = get_type_hints(type(cards))
    for field in cards.__struct_fields__:
        value = getattr(cards, field)
        if not isinstance(value, list):
            yield (field, None), counted(value)
        elif get_args(hints[field]) == (str,):
            yield (field, None), Counter(value)
        else:
            for place, part in enumerate(value):
                yield (field, place), counted(part)


def counted(part: Any) -> Counter[str]:
    """The cards of one place: a list, a number of each, a single one, or those of a message."""
    if isinstance(part, msgspec.Struct):
        part = [value for value in msgspec.structs.astuple(part) if isinstance(value, str)]
    if isinstance(part, str) or part is None:
        return Counter([part] if part else [])
    return Counter(dict(part)) if isinstance(part, Mapping) else Counter(part)
