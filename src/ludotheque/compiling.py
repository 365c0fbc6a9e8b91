"""Compiles games in the background, so that nobody waits for it.

A process of low priority fills the cache of machine code, then the process that plays only has to load it. Compiling
in a thread would not do: Numba is Python for the most part, and holds up an event loop for seconds.

    python -m ludotheque.compiling GAME      compiles one game; ends when its standard input does
"""

import asyncio
import functools
import logging
import os
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import cast

import numpy as np
from filelock import FileLock

import ludotheque.bots
from ludotheque.bots.player import Bot
from ludotheque.games.box import box, seats_in
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Verb
from ludotheque.games.warm import warm_up

log = logging.getLogger(__name__)

POLITE = 10  # how much lower than the priority of whoever asks: on a busy machine it still goes on
SUBSTITUTE = "regular"  # the level of who plays for a bot whose search is not compiled yet


def get_ready(game: str) -> None:
    """Compiles all that tables and bots of a game call, or loads it if it was compiled before."""
    shelf_box, rng = box(game), seeded(0)
    state = warm_up(shelf_box)
    seat = seats_in(shelf_box.rules.actors(state))[0]
    view, actions = shelf_box.view(state, seat), np.empty(shelf_box.rules.MOST_LEGAL, np.int64)
    habits, policy = shelf_box.bot.Habits(), cast(Verb[..., int], shelf_box.bot.policy)
    n = shelf_box.rules.legal(view, seat, actions)
    policy.native(view, seat, actions, n, habits, rng)
    policy.compile()
    if shelf_box.market:
        candidates = cast(Verb[..., int], shelf_box.bot.candidates)
        candidates.native(view, seat, habits, actions)
        candidates.compile()
    for name in ("expert", "master"):
        Bot(game, name, compiled=False).warm_up(view, seat)
    _complete(game).mkdir(parents=True, exist_ok=True)


def is_compiled(game: str) -> bool:
    """Whether all of a game is in the cache."""
    return _complete(game).exists()


def _complete(game: str) -> Path:
    from ludotheque.games.native import complete

    return complete(game, box(game).home, Path(ludotheque.bots.__path__[0]))


class CompileQueue:
    """Gets games ready, several at a time: those that somebody waits for first."""

    def __init__(self, games: Iterable[str], ready: Callable[[str], None], workers: int = 0, load: bool = True) -> None:
        self._waiting = [*games]
        self._ready = ready
        self._workers = workers or spare_cores()
        self._load = load  # into this process
        self._wanted: set[str] = set()
        self._processes: dict[str, Process] = {}

    def want(self, game: str) -> None:
        """Somebody sits down to a game. If every worker is at another that nobody wants, one of them changes over."""
        if game in self._wanted:
            return
        self._wanted.add(game)
        if game not in self._waiting:
            return
        self._waiting.remove(game)
        self._waiting.insert(0, game)
        unwanted = [process for other, process in self._processes.items() if other not in self._wanted]
        if len(self._processes) >= self._workers and unwanted:
            with suppress(ProcessLookupError):
                unwanted[0].terminate()

    async def run(self) -> None:
        """Runs until all games are ready."""
        async with asyncio.TaskGroup() as group:
            for _ in range(min(self._workers, len(self._waiting))):
                group.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            game = self._waiting.pop(0)
            if await asyncio.to_thread(is_compiled, game) or await self._compile(game):
                if self._load:
                    await asyncio.to_thread(get_ready, game)
                self._ready(game)

    async def _compile(self, game: str) -> bool:
        """Whether a process has compiled a game; one that had to make room for another waits again."""
        command = (sys.executable, "-m", "ludotheque.compiling", game)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=DEVNULL, stderr=PIPE)
        self._processes[game] = process
        assert process.stderr is not None
        try:
            errors = await process.stderr.read()
            code = await process.wait()
        finally:
            del self._processes[game]
            if process.returncode is None:
                process.kill()
            await process.communicate()  # closes its pipes
        if code < 0:
            self._waiting.append(game)
        elif code:
            log.error("game not compiled", extra={"game": game, "problem": errors.decode(errors="replace")[-500:]})
        return code == 0


@functools.cache
def get_ready_aside(game: str) -> threading.Event:
    """Gets a game ready beside what else is done, for programs without an event loop to spare; set when it is.

    Once for each process: several matches of a game wait for the same compiler.
    """
    ready = threading.Event()
    queue = CompileQueue([game], lambda _: ready.set())
    threading.Thread(target=lambda: asyncio.run(queue.run()), daemon=True).start()
    return ready


def spare_cores() -> int:
    """All cores that this process may use but one, and at least one."""
    return max(1, cores() - 1)


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main(game: str) -> None:
    """Compiles a game for another process, and ends with it."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITE)
    complete = _complete(game)
    complete.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(complete.with_suffix(".lock")):  # of several that want the same, one compiles and the others wait
        if not complete.exists():
            get_ready(game)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)  # past the buffer, whose lock a process that ends would not get
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
