"""What everybody around a match sees, written again and again into the same place, and what of it has changed."""

from typing import Any

import numpy as np

from ludotheque.games.box import Box
from ludotheque.games.compiled import Records, plain_row


class Around:
    """The views of one match: row 0 is a spectator's, row 1 the first seat's, and so on."""

    def __init__(self, box: Box, seats: int) -> None:
        self._box = box
        size = box.rules.RECORD.itemsize // 8
        self._numbers = np.zeros((2, seats + 1, size), np.int64)  # what is seen, and what was
        self._views = self._numbers[0].reshape(-1).view(box.rules.RECORD).view(np.recarray)
        listed = 0 if box.market else seats  # in a market actions are endless
        self._actions = np.empty((listed, box.rules.MOST_LEGAL), np.int64)
        self._counts = np.zeros(listed, np.int64)
        self._changed = np.zeros(seats + 1, np.int64)
        self._plain_views = self._views.view(np.ndarray)  # quicker to hand to machine code
        self.changed: list[int] = []  # which fields of each view are different from before, as bits
        self.acting = 0  # who may act, as bits

    def look(self, states: Records) -> None:
        """Looks at a match, given as an array of one."""
        around, rest = self._box.views.around, (self._numbers, self._changed, self._actions, self._counts)
        if self._box.compiled:
            self.acting = around(states.view(np.ndarray), self._plain_views, *rest)
        else:
            self.acting = int(around.function(states, self._views, *rest))
        self.changed = self._changed.tolist()

    def seen(self, viewer: int) -> Any:
        """What a viewer sees, as plain numbers; -1 watches."""
        return plain_row(self._box.rules.RECORD, self._numbers, viewer + 1)

    def choices(self, seat: int) -> list[str]:
        """What a seat that may act can do, as far as it can be listed."""
        if self._box.market:
            return self._box.notation.choices(self._views[seat + 1], seat)
        text = self._box.notation.text
        return [text(action) for action in sorted(self._actions[seat, : self._counts[seat]].tolist())]
