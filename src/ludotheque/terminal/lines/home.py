"""A table on this computer for the whole screen: bots think in threads and act in their own time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from random import SystemRandom

from ludotheque.deciding import decide
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT
from ludotheque.table.conductor import Job
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Setup
from ludotheque.table.small_talk import Remark
from ludotheque.tasks import Tasks
from ludotheque.terminal.lines.aside import aside
from ludotheque.terminal.lines.own import MatchSoFar, OwnTable
from ludotheque.terminal.sight import Message

LOOK_AGAIN = 0.5  # seconds between two looks whether bots are ready


class Home(OwnTable):
    """A line to a table in this process."""

    def __init__(
        self,
        setup: Setup,
        name: str,
        language: str,
        level: str,
        seed: int,
        start: MatchSoFar | None = None,
        pace: float = 1.0,
    ) -> None:
        self.pace = pace  # 0: bots are as fast as they can think
        self.resting = False  # whether the bots wait while somebody reads
        self._told: asyncio.Queue[Message | BaseException] = asyncio.Queue()
        self._tasks = Tasks(self._told.put_nowait)  # what fails is raised where it is seen
        self._timer: asyncio.TimerHandle | None = None
        super().__init__(setup, name, language, level, seed, pace, SystemRandom(), self._told.put_nowait, start)

    async def messages(self) -> AsyncIterator[Message]:
        """The scene, then what happens."""
        self.tell_scene()
        self._tell_regulars()
        self._go_on()
        while True:
            message = await self._told.get()
            if isinstance(message, BaseException):
                raise message
            yield message

    def ask(self, command: Message) -> str:
        """Does what is asked, or says why not."""
        ref = super().ask(command)
        self._go_on()
        return ref

    async def close(self) -> None:
        """Stops the bots."""
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        await self._tasks.close()

    def rest(self, resting: bool) -> None:
        """Lets the bots wait, or go on."""
        self.resting = resting
        self._go_on()

    def advise(self, ref: str) -> None:
        """Tells what an expert would do, once one has thought about it."""
        self._tasks.begin(self._advise(ref, self.asked()))

    async def _advise(self, ref: str, view: Record) -> None:
        self.tell(await aside(lambda: self.advised(ref, view)))

    def _tell_regulars(self) -> None:
        """Tells whether some bots play as regulars, and once they do no longer."""
        regulars = self.playing(self.level) != self.level
        self.tell({"kind": "presence", "people": [], "regulars": regulars})
        if regulars:
            asyncio.get_running_loop().call_later(LOOK_AGAIN, self._tell_regulars)

    def _go_on(self) -> None:
        """Sets the clock, and bots to work. Between rounds everybody waits for the person."""
        if self._timer is not None:
            self._timer.cancel()
        market, now = self.sitting.deadlines().market, self.now()
        self.tell({"kind": "time", "seats": {}, "market": None if market is None else market - now, "deal": None})
        if market is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, market - now), self._tick)
        for line in self.conductor.remarks():
            self._tasks.begin(self._say(line))
        self._plan()

    def _plan(self) -> None:
        """Sets bots to work, unless they rest."""
        for job in [] if self.resting else self.conductor.plan(self.now()):
            self._tasks.begin(self._decide(job))

    def _tick(self) -> None:
        self.sitting.tick(self.now())
        self._go_on()

    async def _decide(self, job: Job) -> None:
        """One decision of a bot."""
        action = await decide(self.conductor, job, self.now, lambda asked: aside(lambda: self.choose(asked)))
        if action == WAIT or self.resting:
            self._plan()
        else:
            self.act_for(job.seat, action)
            self._go_on()

    async def _say(self, line: Remark) -> None:
        """A bot greets, sighs or praises."""
        await asyncio.sleep(self.pace * line.after)
        with suppress(RefusedError):
            self.sitting.say_for(line.seat, line.preset, self.now())
