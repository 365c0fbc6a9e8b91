"""The small talk of bots: `SmallTalk` decides on it, and here it is said after a moment, as people do.

Bots that hurry (a pace of 0) say nothing: nobody is there to read it.
"""

import asyncio

from ludotheque.server.live import Live
from ludotheque.server.tasks import Tasks
from ludotheque.table.small_talk import Remark


class Talk:
    """The remarks of the bots of all tables."""

    def __init__(self, pace: float) -> None:
        self._pace = pace
        self._tasks = Tasks()

    def plan(self, live: Live) -> None:
        """Lets bots speak of what has just happened, a little later."""
        if not self._pace or live.broken:
            return
        for line in live.small_talk.remarks(live.table):
            self._tasks.begin(self._say(live, line, live.table.facts.match))

    async def _say(self, live: Live, line: Remark, match: int) -> None:
        await asyncio.sleep(self._pace * line.after)
        if live.connections and not live.broken and live.table.facts.match == match:
            live.say_for(line.seat, line.preset)

    async def close(self) -> None:
        """Ends all talk."""
        await self._tasks.close()
