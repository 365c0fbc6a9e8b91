"""A puzzle: the cards of a round, what was done until a seat was asked, its choices, and which is best by how much.

The shipped ones are lines of JSON, a file a game in `shipped/`; arena/puzzling.py finds them.
"""

import functools
from importlib import resources
from typing import Any

import msgspec

from ludotheque.bots.because import Because, Deed, deed
from ludotheque.games.box import Box, box
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT, Value
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import Match
from ludotheque.games.record import deck_called
from ludotheque.table.names import BOT_NAMES

SHIPPED = resources.files("ludotheque.puzzles") / "shipped"


class NoPuzzleError(LudothequeError):
    """There is no such puzzle."""


class PuzzleChoice(msgspec.Struct, frozen=True):
    """One of the choices: the action as a text, empty for waiting, and what it gives away in points of the round."""

    do: str
    gives_away: float
    margin: float  # to either side, with 99 %


class Puzzle(msgspec.Struct, frozen=True):
    """A moment of the first round of a match."""

    id: str
    game: str
    rules: int  # their version
    seats: int
    options: dict[str, Value]
    first: int
    deck: str
    deeds: list[tuple[int, str]]
    seat: int  # who is asked
    choices: list[PuzzleChoice]  # the best first
    because: Because  # why that one is
    missed_by: list[str]  # levels that mostly choose something else

    @property
    def box(self) -> Box:
        """The game."""
        return box(self.game)

    @property
    def best(self) -> str:
        """The solution."""
        return self.choices[0].do

    def match(self) -> Match:
        """The match up to the question."""
        options: dict[str, Any] = self.options
        match = Match(self.game, self.seats, names=[*BOT_NAMES[: self.seats]], first=self.first, dealt=False, **options)
        match.deal(deck_called(self.deck.split(), match))
        for seat, do in self.deeds:
            match.do(seat, do)
        return match

    def view(self) -> Record:
        """The seat's view."""
        return self.box.view(self.match().state, self.seat)


def number_of(one: Puzzle) -> int:
    """Its place among the puzzles of its game, from 1 on."""
    return puzzles(one.game).index(one) + 1


def action_of(game: Box, do: str) -> int:
    """The action that a choice means."""
    return game.notation.parse(do) if do else WAIT


def deed_of(game: Box, view: Record, do: str) -> Deed:
    """A choice, to be worded."""
    return deed(game, view, action_of(game, do))


@functools.cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The shipped puzzles of a game."""
    box(game)  # raises where there is no such game
    file = SHIPPED / f"{game}.jsonl"
    lines = file.read_bytes().splitlines() if file.is_file() else []
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)


def puzzle(game: str, name: str) -> Puzzle:
    """The puzzle of that name."""
    for one in puzzles(game):
        if one.id == name:
            return one
    raise NoPuzzleError(f"there is no puzzle {name!r} of {game}; there are {len(puzzles(game))}")
