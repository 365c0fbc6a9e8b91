"""The bots of a server: they think in threads that let go of the interpreter, and act at a human pace.

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
from random import SystemRandom
from secrets import randbits
from threading import get_native_id
from time import perf_counter
from weakref import WeakKeyDictionary

from ludotheque.bots.levels import level
from ludotheque.bots.market import Look, MarketConductor
from ludotheque.bots.pace import turn_time
from ludotheque.bots.player import Bot, Choice
from ludotheque.compiling import SUBSTITUTE, CompileQueue
from ludotheque.games.box import CLOCK, WAIT, Box, shelf
from ludotheque.games.compiled import Record
from ludotheque.server.limits import Counted
from ludotheque.server.live import Live
from ludotheque.server.metrics import Metrics
from ludotheque.server.tasks import Tasks
from ludotheque.table.errors import RefusedError

log = logging.getLogger(__name__)

MOST_SECONDS = 3.0  # for one decision
GLANCE = 0.5  # seconds after which a bot in a market sees that it is addressed
LEAST = 0.02  # seconds between two looks at a market
HINTS_PER_MINUTE = 30  # for one person
MOST_ADVISED = 30  # people who wait for a hint at a time
LOWER = 5  # by which hints are nicer than bots, where the system knows priorities of threads


class Crew:
    """All bots of a server."""

    def __init__(self, threads: int, metrics: Metrics, pace: float = 1.0) -> None:
        self.metrics = metrics
        self.pace = pace  # 0: as fast as they can think
        self.chance = SystemRandom()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._hint_pool = ThreadPoolExecutor(1, thread_name_prefix="hint", initializer=lower_priority)
        self._hints = Counted(HINTS_PER_MINUTE, 60.0)
        self._advised: set[str] = set()  # people who wait for a hint
        self._free: dict[tuple[str, str], list[Bot]] = {}
        self._queue = CompileQueue(shelf(), self._got_ready)
        self._begun = perf_counter()
        self.compiled: set[str] = set()  # games
        self.when_compiled: Callable[[str], None] = lambda game: None
        self._markets: WeakKeyDictionary[Live, MarketConductor] = WeakKeyDictionary()
        self._tasks = Tasks()

    async def warm_up(self) -> None:
        """Compiles all games, those first that somebody plays."""
        await self._queue.run()
        gc.freeze()  # what loading left behind stays: nobody need look through it again and again

    def _got_ready(self, game: str) -> None:
        log.info("game compiled", extra={"game": game, "seconds": round(perf_counter() - self._begun, 2)})
        self.compiled.add(game)
        self.when_compiled(game)

    def want(self, game: str) -> None:
        """Somebody sits down to a game: it is compiled before others."""
        self._queue.want(game)

    def playing(self, game: str, name: str) -> str:
        """The level at which a bot of some level plays now."""
        return name if game in self.compiled or not level(game, name).simulations else SUBSTITUTE

    async def close(self) -> None:
        """Sends all bots home."""
        await self._tasks.close()
        for pool in (self._pool, self._hint_pool):
            pool.shutdown(wait=False, cancel_futures=True)

    def plan(self, live: Live) -> None:
        """Sets bots to work that are asked and do not work yet."""
        if live.broken:
            return
        if live in self._markets:
            self._watch(live)
        for seat in live.sitting.bots_asked():
            asked = live.table.facts.places[seat].asked
            market = live.table.facts.setup.box.market and len(live.table.actors) > 1
            job = ("market", live.table.facts.match) if market else ("turn", asked, live.table.facts.match)
            if live.thinking.get(seat) != job:
                live.thinking[seat] = job
                work = self._trade(live, seat, job) if market else self._turn(live, seat, job)
                self._tasks.begin(work)

    def _wanted(self, live: Live, seat: int, job: object) -> bool:
        """Whether the seat still waits for what the bot was set to do."""
        return live.thinking.get(seat) == job and not live.broken and seat in live.sitting.bots_asked()

    async def _turn(self, live: Live, seat: int, job: object) -> None:
        """One decision."""
        try:
            begun = perf_counter()
            view, options = self._seen(live, seat)
            name = self._level(live, seat)
            choice = await self.think(live.table.facts.setup.box, name, view, seat)
            setup = live.table.facts.setup
            seconds = self.pace * turn_time(name, setup.pace, is_brief(setup.box, options), self.chance)
            await asyncio.sleep(max(0.0, seconds - (perf_counter() - begun)))
        finally:
            wanted = self._wanted(live, seat, job)
            if live.thinking.get(seat) == job:
                del live.thinking[seat]
        if wanted and choice.action != WAIT:
            live.act_for(seat, live.table.facts.setup.box.notation.text(choice.action))

    async def _trade(self, live: Live, seat: int, job: object) -> None:
        """A bot in a market: it looks when that is due, and acts or waits."""
        game, market = live.table.facts.setup.box, self._watch(live)
        try:
            while self._wanted(live, seat, job) and len(live.table.actors) > 1:
                name = self._level(live, seat)
                wait = market.due(seat, name, live.clock.now()) - live.clock.now()
                if wait > 0.0:
                    await asyncio.sleep(min(wait, GLANCE))
                    continue
                view, _ = self._seen(live, seat)
                choice = await self.think(game, name, view, seat, market.look(seat, live.clock.now()))
                if self._wanted(live, seat, job):
                    market.looked(seat, name, choice.action, live.clock.now())
                    if choice.action != WAIT:
                        live.act_for(seat, game.notation.text(choice.action))
                await asyncio.sleep(LEAST)
        finally:
            if live.thinking.get(seat) == job:
                del live.thinking[seat]

    def _watch(self, live: Live) -> MarketConductor:
        """The conductor of a table's market, which has seen what everybody sees now. A coach needs the calm pace."""
        play, setup = live.table.play, live.table.facts.setup
        market = self._markets.get(live)
        if market is None:
            market = self._markets[live] = MarketConductor(setup.box, self.chance, self.pace)
        if play is not None:
            pace = "calm" if setup.lesson else setup.pace
            market.saw(setup.box.view(play.state, CLOCK), perf_counter(), pace)
        return market

    def _seen(self, live: Live, seat: int) -> tuple[Record, list[int]]:
        play = live.table.play
        assert play is not None
        return play.box.view(play.state, seat), play.box.legal(play.state, seat)

    def _level(self, live: Live, seat: int) -> str:
        """A bot's own level; who sits in for somebody has the table's."""
        return live.table.facts.places[seat].level or live.table.facts.setup.level

    async def think(self, game: Box, name: str, view: Record, seat: int, look: Look | None = None) -> Choice:
        """What a bot of that level would do, in a market with people by a look; a regular until it is compiled."""
        return await self._think(self._pool, game, name, view, seat, look)

    async def advise(self, person: str, game: Box, name: str, view: Record, seat: int) -> Choice:
        """A hint: what a bot would do in somebody's place. Hints have a thread of their own, so bots never wait."""
        if person in self._advised:
            raise RefusedError("too_fast", seconds=1.0)
        if len(self._advised) >= MOST_ADVISED:
            raise RefusedError("too_busy", seconds=5.0)
        if wait := self._hints.take(person, perf_counter()):
            raise RefusedError("too_fast", seconds=round(wait, 1))
        self._advised.add(person)
        try:
            return await self._think(self._hint_pool, game, name, view, seat)
        finally:
            self._advised.remove(person)

    async def _think(
        self, pool: ThreadPoolExecutor, game: Box, name: str, view: Record, seat: int, look: Look | None = None
    ) -> Choice:
        name, begun = self.playing(game.name, name), perf_counter()
        choice = await asyncio.get_running_loop().run_in_executor(pool, self._choose, game.name, name, view, seat, look)
        self.metrics.bot_seconds[game.name, name].observe(perf_counter() - begun)
        return choice

    def _choose(self, game: str, name: str, view: Record, seat: int, look: Look | None) -> Choice:
        """In a thread: borrows a bot, or makes one."""
        free = self._free.setdefault((game, name), [])
        try:
            bot = free.pop()
        except IndexError:
            bot = Bot(game, name, randbits(60), compiled=False)
        choice = bot.choose(view, seat, MOST_SECONDS, look=look)
        free.append(bot)
        return choice


def is_brief(game: Box, options: list[int]) -> bool:
    """Whether a question can be answered in advance; that is the same whatever somebody holds."""
    return any(game.notation.text(action) in game.notation.STANDING for action in options)


def lower_priority() -> None:
    """Lets other threads go first. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), LOWER)
