"""The sight of a game that has none of its own: things have no labels, and nothing is noted."""

from ludotheque.games.compiled import Ints, Record, jit


@jit
def label(s: Record, labels: Ints) -> None:
    """Writes no labels."""


@jit
def notes(s: Record, seat: int, out: Ints) -> None:
    """Notes nothing."""
