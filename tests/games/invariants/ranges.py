"""Whether every number of a record is in its range, as machine code."""

from ludotheque.games.compiled import Ints, Record, jit, word


@jit
def in_range(s: Record, between: Ints) -> bool:
    """The same as `within` in declared.py, for a record."""
    for i in range(between.shape[1]):
        if not between[0, i] <= word(s, i) <= between[1, i]:
            return False
    return True
