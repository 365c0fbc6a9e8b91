"""Match records: a text of JSON lines that anyone can read, keep and play again.

    {"ludotheque":1,"game":"willi","rules":1,"seats":4,"options":{"tie":"last","swap":"colour"},"first":2,"names":[...]}
    {"deal":"r5 b3 y1 ..."}
    {"seat":0,"do":"discard r5","at":3.2}

A header, then deals and actions in order. A text that ends early is a match that is still being played.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import numpy as np

from ludotheque.games.box import Value, box
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import DeckError, LudothequeError, RecordError
from ludotheque.games.match import Act, Deal, Match

FORMAT = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is: the first line of its record."""

    ludotheque: int  # the format of the record
    game: str
    rules: int  # the version of the game's rules
    seats: int
    options: dict[str, Value]
    first: int
    names: list[str]


def write_record(match: Match) -> str:
    """A match as its record."""
    header = Header(
        ludotheque=FORMAT,
        game=match.box.name,
        rules=match.box.rules.VERSION,
        seats=match.seats,
        options=match.options,
        first=match.first,
        names=match.names,
    )
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in (header, *match.log))


def read_record(text: str) -> Match:
    """The match that a record tells of, as far as it goes. Raises RecordError with the line that is wrong."""
    *_, match = replay(text)
    return match


def replay(text: str) -> Iterator[Match]:
    """Plays a record line by line: the same match, after each of them."""
    match: Match | None = None
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):  # names may hold other line ends
        try:
            match = begin(line) if match is None else go_on(match, line)
        except (LudothequeError, msgspec.MsgspecError, UnicodeError) as problem:
            raise RecordError(number, str(problem)) from problem
        yield match


def begin(line: str) -> Match:
    """The match of a header."""
    if not line.strip():
        raise LudothequeError("there is no header; a record starts with one")
    header = msgspec.json.decode(line, type=Header)
    if header.ludotheque != FORMAT:
        raise LudothequeError(f"this is a record of format {header.ludotheque}; format {FORMAT} can be read")
    options: dict[str, Any] = box(header.game).options(given=header.options)
    version = box(header.game).rules.VERSION
    if header.rules != version:
        raise LudothequeError(f"it was played by version {header.rules} of the rules; this is version {version}")
    if missing := options.keys() - header.options.keys():
        raise LudothequeError(f"the header does not say which {', '.join(sorted(missing))} was played")
    return Match(header.game, header.seats, names=header.names, first=header.first, dealt=False, **options)


def go_on(match: Match, line: str) -> Match:
    """Adds one deal or action."""
    entry = msgspec.json.decode(line)
    if isinstance(entry, dict) and "deal" in entry:
        match.deal(deck_called(msgspec.convert(entry, Deal).deal.split(), match))
    else:
        act = msgspec.convert(entry, Act)
        match.do(act.seat, act.do, act.at)
    return match


def deck_called(names: Iterable[str], match: Match) -> Ints:
    """A deck from the names of its cards; of identical cards the lower comes first."""
    copies: dict[str, list[int]] = {}
    for card in range(match.box.rules.deck_size(match.seats)):
        copies.setdefault(match.box.notation.CARDS[card], []).append(card)
    deck = []
    for name in names:
        if not copies.get(name):
            raise DeckError(f"the deck has the card {name!r} too often, or not at all")
        deck.append(copies[name].pop(0))
    left = [name for name, cards in copies.items() if cards]
    if left:
        raise DeckError(f"the deck lacks the card {left[0]!r}")
    return np.array(deck, np.int64)
