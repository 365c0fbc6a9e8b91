"""One match whose chance comes from outside: the decks, and in a market who is asked."""

import functools
from typing import Any

import numpy as np

from ludotheque.envs.arrays import BatchPlan, Bytes, Singles, desk, matches, plan
from ludotheque.envs.setup import EnvSetup
from ludotheque.games.box import is_open, seats_in
from ludotheque.games.compiled import Ints, Record, blank


class Single:
    """A match in progress. It copies and pickles as what it is: its record, and how many ticks the round has had."""

    def __init__(self, setup: EnvSetup) -> None:
        self.setup = setup
        self._matches = matches(setup, 1)
        self._desk = desk(setup)
        self.start(0)

    @property
    def state(self) -> Record:
        """The match as a record."""
        return self._matches.states.view(np.recarray)[0]

    @property
    def ticks(self) -> int:
        """How many decisions the round has had."""
        return int(self._matches.ticks[0])

    @property
    def actors(self) -> list[int]:
        """The seats that may act."""
        return seats_in(self.setup.box.rules.actors(self.state))

    @property
    def round_over(self) -> bool:
        """Whether a round has been played to its end."""
        return bool(self.state.rounds) and is_open(self.setup.box.module, self.state)

    @property
    def over(self) -> bool:
        """Whether the episode is over."""
        return self.round_over and (self.setup.episode == "round" or self.state.phase == self.setup.box.rules.OVER)

    def start(self, first: int) -> None:
        """A new match; nothing is dealt yet."""
        self.setup.box.rules.start(self.state, self.setup.seats, self.setup.codes, first)

    def deal(self, deck: Ints) -> None:
        """The next round."""
        self.setup.box.rules.deal(self.state, deck)
        self._matches.ticks[0] = 0

    def act(self, seat: int, choice: int) -> None:
        """A legal choice of a seat; when time is up everybody is done."""
        self.setup.kernel.act(self._matches, 0, seat, choice, plan_of(self.setup))
        if self.setup.box.market and self.ticks >= self.setup.ticks:
            self._close()

    def _close(self) -> None:
        box, closing = self.setup.box, self.setup.interface.spec.closing
        for seat in range(self.setup.seats):
            if box.allowed(self.state, seat, closing):
                box.rules.apply(self.state, seat, closing)

    def legal(self, seat: int) -> Bytes:
        """The mask of a seat."""
        mask = np.zeros(len(self.setup.interface.texts), np.int8)
        self.setup.kernel.note_legal(self._matches, 0, seat, plan_of(self.setup), self._desk, mask)
        return mask

    def observe(self, viewer: int, seat: int) -> Singles:
        """A viewer's observation, told from a seat on; viewer -1 watches."""
        out = np.zeros(self.setup.interface.size, np.float32)
        self.setup.kernel.observe(self._matches, 0, viewer, seat, plan_of(self.setup), self._desk, out)
        return out

    def view(self, seat: int) -> Record:
        """The match as a seat sees it, as a record; -1 watches."""
        return self.setup.box.view(self.state, seat)

    def redealt(self, seat: int, rng: Ints) -> "Single":
        """A match that looks the same to a seat: all that it has not seen is dealt anew."""
        out = blank(self.setup.box.rules.RECORD)
        found = self.setup.box.redeal(self.view(seat), seat, rng, out[0])
        assert found, "no world fits what a seat has seen"
        return restored(self.setup, out.tobytes(), self.ticks)

    def restore(self, record: bytes, ticks: int) -> None:
        """Replaces the match by that of a record."""
        self._matches.words[:] = np.frombuffer(record, np.int64)
        self._matches.ticks[0] = ticks

    def __reduce__(self) -> tuple[Any, ...]:
        """The state that distinguishes this match, for copies."""
        return restored, (self.setup, self.state.tobytes(), self.ticks)


def restored(setup: EnvSetup, record: bytes, ticks: int) -> Single:
    """A match from its record."""
    match = Single(setup)
    match.restore(record, ticks)
    return match


@functools.cache
def plan_of(setup: EnvSetup) -> BatchPlan:
    """The constants that all single matches of a setup share."""
    return plan(setup, again=False)
