"""A bot's decision in an event loop, from a conductor's job to what the bot does."""

import asyncio
from collections.abc import Awaitable, Callable

from ludotheque.bots.player import Choice
from ludotheque.games.contract import WAIT
from ludotheque.table.conductor import Conductor, Job, Question


async def decide(
    conductor: Conductor, job: Job, now: Callable[[], float], think: Callable[[Question], Awaitable[Choice]]
) -> int:
    """One decision of a bot, when its time has come: its action, or WAIT if it does nothing or is no longer asked."""
    try:
        while wait := conductor.wait(job, now()):
            await asyncio.sleep(wait)
        asked = conductor.look(job, now())
        if asked is None:
            return WAIT
        choice = await think(asked)
        await asyncio.sleep(max(0.0, asked.answer_at - now()))
        return conductor.answer(job, choice.action, now())
    finally:
        conductor.drop(job)
