"""Several servers on one port of one machine, for all of its cores: `serve --workers N`.

This process listens, and serves nobody: its workers inherit the socket, and each connection goes to one that waits for
it. They are servers like any others on one PostgreSQL. One that dies is started again.
"""

import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from threading import Thread
from time import sleep
from types import FrameType

import msgspec

from ludotheque.games.errors import LudothequeError
from ludotheque.server.settings import Settings

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds before a worker that died is started again
LOOK = 0.2  # seconds between two looks whether that, or a signal, has happened
POSTGRESQL = ("postgresql:", "postgres:")
Serve = Callable[[Settings, socket.socket, Callable[[int], None], float], None]


class WorkersError(LudothequeError):
    """Why there cannot be several servers."""


def check(settings: Settings) -> None:
    """Raises if the workers could not share what they are given."""
    if not settings.database_url.startswith(POSTGRESQL):
        raise WorkersError(
            "--workers needs PostgreSQL, as a SQLite file belongs to one server; that one carries a thousand tables. "
            "Leave --workers out, or give a --database such as postgresql://host/name"
        )
    if settings.peer_address or not settings.peer_listen.endswith(":0"):
        raise WorkersError("each worker needs a port of its own: give --peer-listen HOST:0, and no --peer-address")


class Supervisor:
    """The processes, kept at their number until a signal comes."""

    def __init__(self, serve: Serve, settings: Settings, sock: socket.socket, pace: float) -> None:
        threads = max(1, settings.thinkers // settings.workers)
        own = msgspec.structs.replace(settings, workers=1, bot_threads=threads)
        self._context = multiprocessing.get_context("spawn")
        self._ready = self._context.Event()
        self._given = (serve, own, sock, pace, self._ready)
        self._processes = [self._start() for _ in range(settings.workers)]
        self._stopping = False

    def run(self, opened: Callable[[], None]) -> None:
        """Runs until all have ended after a signal; `opened` is called when the first of them serves."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        told = False
        while self._processes:
            wait([one.sentinel for one in self._processes], LOOK)
            if not told and self._ready.is_set():
                told = True
                opened()
            self._look_after()

    def _start(self) -> SpawnProcess:
        process = self._context.Process(target=work, args=self._given, name="worker")
        process.start()
        return process

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """Passes a signal on."""
        self._stopping = True
        for process in self._processes:
            self._tell(process)

    def _tell(self, process: SpawnProcess) -> None:
        """Asks a process to stop, once all are to."""
        if self._stopping:
            process.terminate()

    def _look_after(self) -> None:
        """Starts those again that have died."""
        for process in [one for one in self._processes if not one.is_alive()]:
            self._processes.remove(process)
            if self._stopping:
                continue
            log.error("a worker died and is started again", extra={"code": process.exitcode})
            sleep(PAUSE)
            if not self._stopping:
                self._processes.append(started := self._start())
                self._tell(started)  # a signal may have come meanwhile


def work(serve: Serve, settings: Settings, sock: socket.socket, pace: float, ready: Event) -> None:
    """The life of a worker. It ends with the process that started it."""
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # else Ctrl-C would reach it twice, which means at once
    Thread(target=end_with_parent, daemon=True).start()
    serve(settings, sock, lambda _port: ready.set(), pace)


def end_with_parent() -> None:
    """Asks this process to stop when its parent has died."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
