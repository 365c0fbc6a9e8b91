"""Work in the background that is neither lost nor silent when it fails."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)


def logged(problem: BaseException) -> None:
    """Keeps what went wrong in the log."""
    log.error("work in the background failed", exc_info=problem)


class Tasks:
    """Some work under way, and whom to tell if it fails."""

    def __init__(self, failed: Callable[[BaseException], None] = logged) -> None:
        self._failed = failed
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Goes on with something while others go on with theirs."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)  # a loop alone does not keep it
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self._failed(problem)

    async def close(self) -> None:
        """Ends all of it."""
        running = [*self._running]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
