"""Match records: a text of JSON lines that anyone can read, keep and play again.

    {"ludotheque":1,"game":"willi","rules":1,"seats":4,"options":{"tie":"last","swap":"colour"},"first":2,"names":[...]}
    {"deal":"r5 b3 y1 ..."}
    {"seat":0,"do":"discard r5","at":3.2}

A header, then deals and actions in order. A text that ends early is a match that is still being played. The header of a
match at a live table also has `fair`: what the decks were shuffled from, so that anyone can check them; or `lesson`, if
its deals were prepared; or `played_on`, if it goes on from a moment of another match.
"""

import functools
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
import numpy as np

from ludotheque.games.box import box
from ludotheque.games.compiled import Ints
from ludotheque.games.contract import Value
from ludotheque.games.errors import DeckError, LudothequeError, RecordError
from ludotheque.games.fair import Checked, Fair, UnfairError, check_deals
from ludotheque.games.match import Act, Deal, Match
from ludotheque.games.play import Play

FORMAT = 1
T = TypeVar("T")


class RecordHeader(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The head of a match: the first line of its record."""

    ludotheque: int  # the format of the record
    game: str
    rules: int  # the version of the game's rules
    seats: int
    options: dict[str, Value]
    first: int
    names: list[str]
    fair: Fair | None = None
    lesson: bool = False  # its deals were prepared
    played_on: bool = False  # it goes on from a moment of another match


def write_record(match: Match) -> str:
    """A match as its record."""
    return record_text(header_of(match, match.names), match.log)


def header_of(
    match: Play, names: list[str], fair: Fair | None = None, lesson: bool = False, played_on: bool = False
) -> RecordHeader:
    """The head of a match."""
    return RecordHeader(
        ludotheque=FORMAT,
        game=match.box.name,
        rules=match.box.rules.VERSION,
        seats=match.seats,
        options=match.options,
        first=match.first,
        names=names,
        fair=fair,
        lesson=lesson,
        played_on=played_on,
    )


def record_text(header: RecordHeader, log: Iterable[Deal | Act]) -> str:
    """Header, deals and actions, a line each."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in (header, *log))


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


class Verdict(Checked, frozen=True):
    """The findings of a check of a record: how far it goes, and that its deals are fair."""

    acts: int
    over: bool  # else nobody can know from this record how the match went on


def verify(text: str) -> Verdict:
    """Plays a record again and shuffles every deck anew; says what that proves, raises if something is not so."""
    match = read_record(text)
    header = header_in(text.partition("\n")[0])
    fair = header.fair
    if header.lesson:
        raise UnfairError("this was a lesson: its deals were prepared, so there is nothing to verify")
    if header.played_on:
        raise UnfairError("this match goes on from a moment of another, so its deals promise nothing: verify that one")
    if fair is None:
        raise UnfairError("the record does not tell what its decks were shuffled from; records of live tables do")
    decks = [entry.deal for entry in match.log if isinstance(entry, Deal)]
    found = check_deals(match.box, match.names, header.first, decks, fair)
    return Verdict(**msgspec.structs.asdict(found), acts=len(match.log) - len(decks), over=match.over)


def header_in(line: str) -> RecordHeader:
    """The header, read from the first line."""
    if not line.strip():
        raise LudothequeError("there is no header; a record starts with one")
    return decoded(line, RecordHeader)


def decoded(line: str, kind: type[T]) -> T:
    """The content of a line."""
    try:
        return msgspec.json.decode(line, type=kind)
    except RecursionError:
        raise LudothequeError("it is nested too deeply") from None


def begin(line: str) -> Match:
    """The match of a header."""
    header = header_in(line)
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
    entry = decoded(line, object)
    if isinstance(entry, dict) and "deal" in entry:
        match.deal(deck_called(msgspec.convert(entry, Deal).deal.split(), match))
    else:
        act = msgspec.convert(entry, Act)
        match.do(act.seat, act.do, act.at)
    return match


@functools.cache
def cards_of_names(names: tuple[str, ...]) -> list[tuple[str, list[int]]]:
    """The cards of each name, where cards have these names."""
    found: dict[str, list[int]] = {}
    for card, name in enumerate(names):
        found.setdefault(name, []).append(card)
    return [*found.items()]


def deck_called(names: Iterable[str], match: Play) -> Ints:
    """A deck from the names of its cards; of identical cards the lower comes first."""
    size = match.box.rules.deck_size(match.seats)
    copies = {name: [*cards] for name, cards in cards_of_names(match.box.notation.CARDS[:size])}
    deck = []
    for name in names:
        if not copies.get(name):
            raise DeckError(f"the deck has the card {name!r} too often, or not at all")
        deck.append(copies[name].pop(0))
    left = [name for name, cards in copies.items() if cards]
    if left:
        raise DeckError(f"the deck lacks the card {left[0]!r}")
    return np.array(deck, np.int64)
