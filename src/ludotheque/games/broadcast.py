"""Views of everybody around a match, taken again and again, and their changes."""

import threading

import numpy as np

from ludotheque.games.box import ROOM, Box
from ludotheque.games.compiled import Ints
from ludotheque.games.contract import CLOCK, WAIT

MOST_NUMBERS = 2048  # more than any record has, and legal actions


class Buffers(threading.local):
    """Where views and texts are written, in each thread: they are read at once."""

    def __init__(self) -> None:
        self.room = np.zeros(MOST_NUMBERS, np.int64)
        self.out = np.empty(ROOM, np.uint8)


DESK = Buffers()


class Broadcast:
    """The views of one match: of the watchers, and of each seat."""

    def __init__(self, box: Box, seats: int) -> None:
        self._box = box
        self._known, self._offered = box.memories(seats)
        self._ends = np.zeros(seats + 3, np.int64)
        self.acting = 0  # who may act, as bits
        self.happened = b""  # what followed from the action just done, as a list of JSON; nothing if nothing did
        self.shown = b""  # what is different for everybody: fields of JSON, each after a comma
        self._text, self._own = b"", [0]  # all that is different, and where what a viewer alone sees of it ends

    def look(self, state: Ints, memory_aid: bool, full: bool, seat: int = CLOCK, action: int = WAIT) -> None:
        """Looks at a match, given as plain numbers, for what is different from the last look, or for everything; also
        for what followed if a seat has just acted."""
        room, out = DESK.room, DESK.out
        self.acting = self._box.native("broadcast")(
            state, self._known, self._offered, self.acting, memory_aid, full, seat, action, room, out, self._ends
        )
        happened, shown, *own = self._ends.tolist()
        self._text = text = out[: own[-1]].tobytes()
        self._own = [shown, *own]
        self.happened, self.shown = text[:happened], text[happened:shown]

    def see_nothing(self) -> None:
        """Nothing is different from the last look, and nothing has followed."""
        self._text = self.happened = self.shown = b""

    def own(self, viewer: int) -> bytes:
        """The changes for a viewer alone, in the same form, with the actions that it is offered; -1 watches."""
        return self._text[self._own[viewer + 1] : self._own[viewer + 2]]

    def whole(self, state: Ints, viewer: int, memory_aid: bool) -> tuple[bytes, bytes]:
        """All that a viewer sees of a match: with everybody, and alone, with what it is offered to do."""
        seen, out = np.empty(len(state), np.int64), DESK.out
        self._box.native("see")(state, viewer, seen)
        shown, own = self._box.written(seen, viewer, memory_aid)
        if viewer < 0:
            return shown, own
        end = self._box.native("choices")(seen, viewer, DESK.room, self._offered[viewer], out)
        return shown, own + out[:end].tobytes()
