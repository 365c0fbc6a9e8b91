"""What everybody around a match sees, written again and again into the same place, and what of it has changed."""

import threading

import numpy as np

from ludotheque.games.box import CLOCK, ROOM, WAIT, Box
from ludotheque.games.compiled import Ints


class Desk(threading.local):
    """Where texts are written, in each thread: from there they are copied at once."""

    def __init__(self) -> None:
        self.out = np.empty(ROOM, np.uint8)


DESK = Desk()


class Around:
    """The views of one match: row 0 is a spectator's, row 1 the first seat's, and so on."""

    def __init__(self, box: Box, seats: int) -> None:
        self._box = box
        self._views = np.zeros((2, seats + 1, box.rules.RECORD.itemsize // 8), np.int64)  # what is seen, and what was
        self._actions = np.empty((seats, box.rules.MOST_LEGAL), np.int64)
        self._counts = np.zeros(seats, np.int64)
        self._ends = np.zeros(seats + 3, np.int64)
        self.acting = 0  # who may act, as bits
        self.happened = b""  # what followed from the action just done, as a list of JSON; nothing if nothing did
        self.shown = b""  # what is different for everybody: fields of JSON, each after a comma
        self._text, self._own = b"", [0]  # all that is different, and where what a viewer alone sees of it ends

    def look(self, state: Ints, aid: bool, anew: bool, seat: int = CLOCK, action: int = WAIT) -> None:
        """Looks at a match, given as plain numbers, for what is different from the last look, or for all anew; also
        for what followed if a seat has just acted."""
        out = DESK.out
        self.acting = self._box.native("around")(
            state, self._views, self._actions, self._counts, self.acting, aid, anew, seat, action, out, self._ends
        )
        happened, shown, *own = self._ends.tolist()
        self._text = text = out[: own[-1]].tobytes()
        self._own = [shown, *own]
        self.happened, self.shown = text[:happened], text[happened:shown]

    def own(self, viewer: int) -> bytes:
        """What is different for a viewer alone, in the same form; -1 watches."""
        return self._text[self._own[viewer + 1] : self._own[viewer + 2]]

    def whole(self, viewer: int, aid: bool) -> tuple[bytes, bytes]:
        """All that a viewer sees: with everybody, and alone."""
        return self._box.written(self._views[0, viewer + 1], viewer, aid)

    def choices(self, seat: int) -> bytes:
        """What a seat that may act is offered to do, as JSON."""
        return self._box.offered(tuple(self._actions[seat, : self._counts[seat]].tolist()))
