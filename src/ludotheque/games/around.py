"""What everybody around a match sees, written again and again into the same place, and what of it has changed."""

from typing import Any

import numpy as np

from ludotheque.games.box import Box
from ludotheque.games.compiled import Ints, plain_row


class Around:
    """The views of one match: row 0 is a spectator's, row 1 the first seat's, and so on."""

    def __init__(self, box: Box, seats: int) -> None:
        self._box = box
        self._views = np.zeros((2, seats + 1, box.rules.RECORD.itemsize // 8), np.int64)  # what is seen, and what was
        self._changed = np.zeros(seats + 1, np.int64)
        self._actions = np.empty((seats, box.rules.MOST_LEGAL), np.int64)
        self._counts = np.zeros(seats, np.int64)
        self.changed: list[int] = []  # which fields of each view are different from before, as bits
        self.acting = 0  # who may act, as bits

    def look(self, state: Ints) -> None:
        """Looks at a match, given as plain numbers."""
        around = self._box.views.around if self._box.compiled else self._box.views.around.function
        self.acting = int(around(state, self._views, self._changed, self._actions, self._counts))
        self.changed = self._changed.tolist()

    def seen(self, viewer: int) -> Any:
        """What a viewer sees, as plain numbers; -1 watches."""
        return plain_row(self._box.rules.RECORD, self._views, viewer + 1)

    def choices(self, seat: int) -> list[str]:
        """What a seat that may act is offered to do."""
        return self._box.notation.choices(sorted(self._actions[seat, : self._counts[seat]].tolist()))
