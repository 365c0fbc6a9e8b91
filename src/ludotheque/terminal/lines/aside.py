"""Work in threads that nobody waits for when all is over."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


async def aside(work: Callable[[], Result]) -> Result:
    """Does something in a thread of its own; what it raises is raised here."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def finish(result: Result | None, problem: BaseException | None) -> None:
        if done.cancelled():
            return
        if problem is None:
            done.set_result(result)  # type: ignore[arg-type]  # without a problem there is a result
        else:
            done.set_exception(problem)

    def run() -> None:
        result, problem = None, None
        try:
            result = work()
        except BaseException as raised:  # noqa: BLE001 - it is raised where it is waited for
            problem = raised
        with suppress(RuntimeError):  # nobody is there any more
            loop.call_soon_threadsafe(finish, result, problem)

    Thread(target=run, daemon=True).start()
    return await done
