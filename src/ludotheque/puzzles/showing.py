"""A puzzle as its solver sees it: the round so far from the seat's view, the choices; then the solution."""

import functools

import msgspec

from ludotheque.bots.because import Because, Deed
from ludotheque.games.match import Deal
from ludotheque.puzzles.puzzle import Puzzle, action_of, deed_of, number_of, puzzle, puzzles
from ludotheque.table import events as e
from ludotheque.table.setup import Setup
from ludotheque.table.state import Table, Timed
from ludotheque.table.streams import retold

SOLVER = "solver"  # the person in the seat that is asked
NO_SECRET = "00" * 32


class PuzzleListed(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    number: int
    missed_by: list[str]  # levels of bots


class PuzzleOption(msgspec.Struct, frozen=True):
    """One of the choices: an action, empty for waiting, and the same in words."""

    do: str
    deed: Deed


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle, without its solution. `messages` are a scene and events, as a replay tells them to that seat."""

    id: str
    game: str
    number: int
    of: int
    seat: int
    missed_by: list[str]
    options: list[PuzzleOption]
    messages: list[msgspec.Raw]


class OptionWeighed(msgspec.Struct, frozen=True):
    """A choice's cost, in points of the round; with 99 % it is no further off than the margin."""

    do: str
    deed: Deed
    gives_away: float
    margin: float


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The best choice, why it is, and what the others give away; the best comes first."""

    best: str
    because: Because
    choices: list[OptionWeighed]


def listed(game: str) -> list[PuzzleListed]:
    """The puzzles of a game."""
    return [PuzzleListed(one.id, number, one.missed_by) for number, one in enumerate(puzzles(game), 1)]


@functools.lru_cache(256)
def shown(game: str, name: str) -> PuzzleShown:
    """A puzzle as it is asked. The choices are in the order of the notation's numbers, which tells nothing."""
    one = puzzle(game, name)
    view = one.view()
    texts = sorted((choice.do for choice in one.choices), key=lambda do: action_of(one.box, do))
    options = [PuzzleOption(do, deed_of(one.box, view, do)) for do in texts]
    messages = [msgspec.Raw(message) for message in messages_of(one)]
    return PuzzleShown(
        one.id, one.game, number_of(one), len(puzzles(one.game)), one.seat, one.missed_by, options, messages
    )


def messages_of(one: Puzzle) -> list[bytes]:
    """The round so far as it was told to the seat that is asked: a scene, then events."""
    match = one.match()
    setup = Setup(one.game, one.seats, options=one.options, memory=True, level="regular")
    table = Table.begin("puzzle", e.Made(setup=setup, secret=NO_SECRET), 0.0)
    for seat, name in enumerate(match.names):
        sits = e.Sat(seat=seat, person=SOLVER, name=name) if seat == one.seat else None
        table.apply(sits or e.Botted(seat=seat, level="regular", name=name), 0.0)
    table.apply(e.Started(rules=one.rules, first=one.first), 0.0)
    log: list[Timed] = [
        (0.0, e.Dealt(deck=deed.deal) if isinstance(deed, Deal) else e.Did(seat=deed.seat, do=deed.do))
        for deed in match.log
    ]
    return retold(table, one.seat, table.walk(log))


def solution(game: str, name: str) -> PuzzleSolution:
    """The solution of a puzzle, explained."""
    one = puzzle(game, name)
    view = one.view()
    weighed = [
        OptionWeighed(choice.do, deed_of(one.box, view, choice.do), choice.gives_away, choice.margin)
        for choice in one.choices
    ]
    return PuzzleSolution(one.best, one.because, weighed)
