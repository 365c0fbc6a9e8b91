"""Par: what bots make of a set of deals at a person's seat, against the bots that the person meets there.

Computed in the background, by one thread that lets all others go first, and stored once for all servers.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from ludotheque.bots.player import Bots
from ludotheque.games.play import Play
from ludotheque.server.crew import Crew, lower_priority
from ludotheque.server.deal_sets import KnownSet
from ludotheque.store.contract import BotResult, Store, StoreError
from ludotheque.table.same import answer_of, deal_next
from ludotheque.tasks import Tasks

log = logging.getLogger(__name__)

MEASURED = ("regular", "expert", "master")  # the levels, the quickest first
BASE, PAR = MEASURED[0], MEASURED[-1]
BY_RULES_OF_THUMB = {"newcomer", "regular"}


class StoppedError(Exception):
    """The server stops, so nobody waits for a result."""


class Par:
    """Plays deal sets by bots, so that people's results have something to be compared with."""

    def __init__(self, store: Store, crew: Crew) -> None:
        self.store = store
        self.crew = crew
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="par", initializer=lower_priority)
        self._bots = Bots(lambda: 0)  # every decision brings its own seed
        self._tasks = Tasks()
        self._wanted: set[str] = set()
        self._stopped = False

    def want(self, found: KnownSet) -> None:
        """Has bots play a set, if they have not yet."""
        if found.row.id not in self._wanted:
            self._wanted.add(found.row.id)
            self._tasks.begin(self._measure(found))

    async def _measure(self, found: KnownSet) -> None:
        try:
            made = {(one.seat, one.level) for one in await self.store.results(found.row.id)}
            for level in MEASURED if found.kind == "day" else (BASE,):
                for seat in found.plan.seats:
                    if (seat, level) not in made:
                        await self._play(found, seat, level)
        except (StoreError, StoppedError) as problem:
            self._wanted.discard(found.row.id)  # the next who asks has it tried again
            log.warning("bots did not play a set", extra={"set": found.row.id, "problem": str(problem)})

    async def _play(self, found: KnownSet, seat: int, level: str) -> None:
        game = found.plan.setup.game
        levels: list[str] = [*found.plan.levels]
        levels[seat] = level
        searching = not {*levels} <= BY_RULES_OF_THUMB  # which take a second even in Python
        if searching:
            await self.crew.until_compiled(game)
        thread = self._thread if searching else None
        points = await asyncio.get_running_loop().run_in_executor(thread, self.points, found, levels)
        await self.store.add_result(BotResult(found.row.id, seat, level, points[seat]))

    def points(self, found: KnownSet, levels: list[str]) -> list[int]:
        """The points of bots that play a set among themselves."""
        setup = found.plan.setup
        assert setup.first is not None
        play = Play(setup.box, setup.seats, setup.all_options(), setup.first)
        while not play.over:
            if play.deal_due:
                deal_next(play, found.seed)
            for seat in play.actors:
                if self._stopped:
                    raise StoppedError
                choice = answer_of(self._bots, levels[seat], play, seat, found.seed)
                play.act(seat, choice.action)
        return play.scores

    async def close(self) -> None:
        """Stops at the next decision."""
        self._stopped = True
        await self._tasks.close()
        self._thread.shutdown(wait=False, cancel_futures=True)
