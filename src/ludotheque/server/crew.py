"""The bots of a server: they think in threads that let go of the interpreter; each table's conductor says when.

One crew serves all tables. Each decision borrows a bot of its game and level; there are never more than threads.
Until a game has been compiled (other processes do that, from the start), bots play uncompiled, and those that search
play as regulars: nobody waits for a compiler.
"""

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import randbits
from threading import get_native_id
from time import perf_counter

from ludotheque.bots.levels import level
from ludotheque.bots.player import MOST_SECONDS, Bots, Choice
from ludotheque.compiling import SUBSTITUTE, CompileQueue
from ludotheque.deciding import decide
from ludotheque.games.box import Box, shelf
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT
from ludotheque.server.limits import Counted, Gate
from ludotheque.server.live import Live
from ludotheque.server.metrics import Metrics
from ludotheque.table.conductor import Job, Question
from ludotheque.table.errors import RefusedError
from ludotheque.table.small_talk import Remark
from ludotheque.tasks import Tasks

log = logging.getLogger(__name__)

HINTS_PER_MINUTE = 30  # for one person
MOST_ADVISED = 30  # people who wait for a hint at a time
LOWER = 5  # by which hints are nicer than bots, where the system knows priorities of threads


class Crew:
    """All bots of a server."""

    def __init__(self, threads: int, metrics: Metrics, pace: float = 1.0) -> None:
        self.metrics = metrics
        self.pace = pace  # 0: as fast as they can think
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._hint_pool = ThreadPoolExecutor(1, thread_name_prefix="hint", initializer=lower_priority)
        self.hints = Counted(HINTS_PER_MINUTE, 60.0)
        self.advised = Gate(1)  # people who wait for a hint
        self.bots = Bots(lambda: randbits(60))
        self._queue = CompileQueue(shelf(), self._got_ready)
        self._begun = perf_counter()
        self.compiled: set[str] = set()  # games
        self._compiling = asyncio.Event()  # set when the next of them is
        self.when_compiled: Callable[[str], None] = lambda game: None
        self._tasks = Tasks()
        self._threads = threads
        self._closed = False
        self._thinking = 0  # decisions that bots are at, or that wait for a thread

    async def warm_up(self) -> None:
        """Compiles all games, those first that somebody plays."""
        await self._queue.run()
        gc.freeze()  # what loading left behind stays: nobody need look through it again and again

    def _got_ready(self, game: str) -> None:
        log.info("game compiled", extra={"game": game, "seconds": round(perf_counter() - self._begun, 2)})
        self.compiled.add(game)
        self._compiling.set()  # wakes all who wait for one game or another
        self._compiling = asyncio.Event()
        self.when_compiled(game)

    @property
    def busy(self) -> bool:
        """Whether every thread is at work, so that what can wait should."""
        return self._thinking >= self._threads

    def want(self, game: str) -> None:
        """Somebody sits down to a game: it is compiled before others."""
        self._queue.want(game)

    def playing(self, game: str, name: str) -> str:
        """The level at which a bot of some level plays now."""
        return name if game in self.compiled or not level(game, name).simulations else SUBSTITUTE

    async def until_ready(self, game: str, name: str) -> None:
        """Waits until bots of some level play as such."""
        while self.playing(game, name) != name:
            await self._compiling.wait()

    async def until_compiled(self, game: str) -> None:
        """Waits until a game is compiled."""
        while game not in self.compiled:
            await self._compiling.wait()

    async def close(self) -> None:
        """Stops all threads and compilers; nobody is asked any more."""
        self._closed = True
        await self._tasks.close()
        for pool in (self._pool, self._hint_pool):
            pool.shutdown(wait=False, cancel_futures=True)

    def plan(self, live: Live) -> None:
        """Sets bots to work that are asked and do not work yet, and lets them speak of what has just happened."""
        if live.broken or live.stopped or self._closed:
            return
        for job in live.conductor.plan(live.clock.now()):
            self._tasks.begin(self._decide(live, job))
        for line in live.conductor.remarks():
            self._tasks.begin(self._say(live, line, live.table.facts.match))

    async def _decide(self, live: Live, job: Job) -> None:
        """Has one bot decide and act."""
        game = live.table.facts.setup.box
        action = await decide(live.conductor, job, live.clock.now, lambda asked: self.think(game, asked))
        if action == WAIT or live.broken:
            self.plan(live)
        else:
            live.act_for(job.seat, action)

    async def _say(self, live: Live, line: Remark, match: int) -> None:
        """A few words, after a moment, as people do."""
        await asyncio.sleep(self.pace * line.after)
        if live.connections and not live.broken and live.table.facts.match == match:
            live.say_for(line.seat, line.preset)

    async def think(self, game: Box, asked: Question, pool: ThreadPoolExecutor | None = None) -> Choice:
        """A bot's choice, made in a thread; one that searches is a regular until its game is compiled, or waits."""
        if asked.patient:
            await self.until_ready(game.name, asked.level)
        name, begun = self.playing(game.name, asked.level), perf_counter()
        seconds = None if asked.patient else MOST_SECONDS
        choose = partial(
            self.bots.choose, game.name, name, asked.view, asked.seat, asked.look, seed=asked.seed, seconds=seconds
        )
        self._thinking += 1
        try:
            choice = await asyncio.get_running_loop().run_in_executor(pool or self._pool, choose)
        finally:
            self._thinking -= 1
        self.metrics.bot_seconds[game.name, name].observe(perf_counter() - begun)
        return choice

    async def advise(self, person: str, game: Box, name: str, view: Record, seat: int, now: float) -> Choice:
        """A hint: what a bot would do in somebody's place. Hints have a thread of their own, so bots never wait."""
        if self._closed:
            raise RefusedError("too_busy", seconds=5.0)
        if self.advised.inside(person):
            raise RefusedError("too_fast", seconds=1.0)
        if len(self.advised) >= MOST_ADVISED:
            raise RefusedError("too_busy", seconds=5.0)
        if wait := self.hints.take(person, now):
            raise RefusedError("too_fast", seconds=round(wait, 1))
        self.advised.enter(person)
        try:
            return await self.think(game, Question(name, view, seat), self._hint_pool)
        finally:
            self.advised.leave(person)


def lower_priority() -> None:
    """Lets other threads go first. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), LOWER)
