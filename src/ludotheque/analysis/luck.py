"""The worth of a deal to a seat, whatever was made of it: rounds played out from it, and from other deals."""

import hashlib
from collections.abc import Sequence

from ludotheque.analysis.models import Model
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.match import Deal, Match

TIMES = 400  # rounds of each kind


class RoundLuck:
    """The luck of one seat with its deals. It looks at a match after every line of its record."""

    def __init__(self, model: Model, seat: int) -> None:
        self.average = 0.0  # points ahead of the others' mean, over all deals
        self.dealt = 0.0  # ... from this one
        self._model = model
        self._seat = seat
        self._lines = 0

    def look(self, match: Match) -> None:
        """Plays rounds out: from new deals where one is due, and from the deal that came."""
        if match.deal_due:
            self.average = self._points(match.state)
        elif len(match.log) > self._lines and isinstance(match.log[-1], Deal):
            self.dealt = self._points(match.state)
        self._lines = len(match.log)

    def _points(self, s: Record) -> float:
        return float(self._model.play_on(s, self._seat, TIMES, rng_of(s)).points.mean())

    def chance(self, match: Match) -> float:
        """The seat's share of the match by the scores alone."""
        return round(self._model.chance(match.state, self._seat), 4)


def rng_of(s: Record) -> Ints:
    """Chance made from a state."""
    return seeded(int.from_bytes(hashlib.sha256(s.tobytes()).digest()[:8], "big"))


def ahead(gained: Sequence[int], seat: int) -> float:
    """Points of a round beyond the mean of the others'."""
    return gained[seat] - (sum(gained) - gained[seat]) / (len(gained) - 1)
