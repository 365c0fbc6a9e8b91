"""Runs a server until it is told to stop, and says goodbye before it does."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar
from uvicorn.server import HANDLED_SIGNALS

from ludotheque.games.errors import LudothequeError
from ludotheque.server.app import make_app, say_bye
from ludotheque.server.logs import configure
from ludotheque.server.security import secured
from ludotheque.server.settings import Settings, shown
from ludotheque.server.wire import Wire
from ludotheque.store import open_store

log = logging.getLogger(__name__)

LARGEST = 4  # times the longest message: what is larger is not even read, and its connection closed
RARELY = (50_000, 20, 20)  # messages leave no cycles behind, so looking for them may wait
HANDOVER = 0.0005  # seconds that a thread waits for Python's lock: those who store and think need it often, and briefly
GOODBYE = 0.2  # seconds for the last messages to leave
WAITING = 2048  # connections that are not accepted yet
STOPPING = 5  # seconds until connections that do not close are cut


class AddressError(LudothequeError):
    """An address on which nobody can listen."""


class Server(uvicorn.Server):
    """uvicorn, with a word before it closes."""

    def __init__(self, config: uvicorn.Config, app: Litestar, opened: Callable[[int], None]) -> None:
        super().__init__(config)
        self._app = app
        self._opened = opened

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal stops the server and has done its work with that: the process ends well."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Says where it listens, once it does."""
        await super().startup(sockets)
        if self.started:
            self._opened(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tells everybody to come back."""
        await say_bye(self._app)
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)


def listening(host: str, port: int) -> socket.socket:
    """A socket on that address; raises AddressError if there cannot be one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        sock = socket.create_server((host, port), family=family, backlog=WAITING)
    except OSError as problem:
        raise AddressError(f"nobody can listen on port {port} of {host}: {problem.strerror}; try another one") from None
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a second short message waits for 40 ms
    return sock


async def prepare(database: str) -> None:
    """Opens the store once, so that what is wrong with it is told before anything else begins."""
    await (await open_store(database)).close()


def tune() -> None:
    """Sets up Python for a process that serves."""
    gc.set_threshold(*RARELY)
    sys.setswitchinterval(HANDOVER)


def serve(settings: Settings, opened: Callable[[int], None], pace: float = 1.0) -> None:
    """Serves until interrupted; `opened` hears the port."""
    configure(settings.log_level, settings.log_format)
    tune()
    log.debug("settings", extra=shown(settings))
    asyncio.run(prepare(settings.database_url))
    sock = listening(settings.host, settings.port)
    app = make_app(settings, pace)
    Server(configured(app, settings), app, opened).run([sock])


def configured(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        secured(app),
        ws=Wire,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST * settings.message_bytes,
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        log_level="warning",  # that connections open and close is no news
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOPPING,
    )
