"""Puzzles over HTTP: those of a game, one of them, and its solution."""

from collections.abc import Callable
from typing import TypeVar

from litestar import get
from litestar.params import FromPath

from ludotheque.games.box import shelf
from ludotheque.puzzles.puzzle import NoPuzzleError
from ludotheque.puzzles.showing import PuzzleListed, PuzzleShown, PuzzleSolution, listed, shown, solution
from ludotheque.server.rest import refusals
from ludotheque.table.errors import RefusedError

Shown = TypeVar("Shown")


def found(read: Callable[[str, str], Shown], game: str, name: str) -> Shown:
    """Reads a puzzle by its name; refuses a name that is unknown."""
    check(game)
    try:
        return read(game, name)
    except NoPuzzleError:
        raise RefusedError("no_such_puzzle") from None


def check(game: str) -> None:
    """Raises unless there is such a game."""
    if game not in shelf():
        raise RefusedError("no_such_puzzle")


@get("/api/puzzles/{game:str}", responses=refusals(404), summary="The puzzles of a game", sync_to_thread=True)
def list_puzzles(game: FromPath[str]) -> list[PuzzleListed]:
    """Moments of a round with one clearly best choice, which weaker bots miss."""
    check(game)
    return listed(game)


@get("/api/puzzles/{game:str}/{name:str}", responses=refusals(404), summary="A puzzle", sync_to_thread=True)
def one_puzzle(game: FromPath[str], name: FromPath[str]) -> PuzzleShown:
    """A puzzle as it is asked: the round so far, and the choices."""
    return found(shown, game, name)


@get(
    "/api/puzzles/{game:str}/{name:str}/solution", responses=refusals(404), summary="Its solution", sync_to_thread=True
)
def puzzle_solution(game: FromPath[str], name: FromPath[str]) -> PuzzleSolution:
    """The best choice, why it is, and what the others give away."""
    return found(solution, game, name)


HANDLERS = [list_puzzles, one_puzzle, puzzle_solution]
