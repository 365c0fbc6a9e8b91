"""A table on this computer, step by step: nothing happens while the person thinks, and the same seed repeats it all."""

from collections.abc import Iterator
from random import Random
from time import monotonic

from ludotheque.bots.market import LEAST, repeats
from ludotheque.games.contract import WAIT
from ludotheque.table.setup import Setup
from ludotheque.terminal.lines.own import MatchSoFar, OwnTable
from ludotheque.terminal.sight import Message


class Stepped(OwnTable):
    """A table at which bots act one after another, as quickly as they think. Time passes when the person lets it."""

    def __init__(
        self, setup: Setup, name: str, language: str, level: str, seed: int, start: MatchSoFar | None = None
    ) -> None:
        self._now = monotonic()
        self._told: list[Message] = []
        self._chance = Random(seed)
        super().__init__(setup, name, language, level, seed, 0.0, self._chance, self._told.append, start)
        self.tell_scene()

    def now(self) -> float:
        """The time of the person's last decision."""
        return self._now

    def told(self) -> list[Message]:
        """Steps that the person has not been told yet."""
        told = [*self._told]
        self._told.clear()
        return told

    def let_time_pass(self) -> None:
        """Moves time on, by so much that each bot in a market looks at it once more."""
        self._now = max(monotonic(), self._now + LEAST)
        self.sitting.tick(self._now)

    def bots_act(self) -> Iterator[None]:
        """Bots act, one at each step, until none has to; where all choose at the same time the person comes first."""
        conductor = self.conductor
        while conductor.trading or self.seat not in self.table.actors:
            due = conductor.due(self._now)
            if not due:
                return
            job = self._chance.choice(due)
            asked = conductor.look(job, self._now)
            assert asked is not None
            action = self.choose(asked).action
            if repeats(self.table.facts.setup.box, asked.view, job.seat, action):
                action = WAIT
            action = conductor.answer(job, action, self._now)
            if action != WAIT:
                self.act_for(job.seat, action)
                yield
