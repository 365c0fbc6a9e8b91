"""Runs a server until it is told to stop, and says goodbye before it does."""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic

import uvicorn
from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import HANDLED_SIGNALS

from ludotheque.games.errors import LudothequeError
from ludotheque.server import workers
from ludotheque.server.accepting import Acceptor
from ludotheque.server.app import make_app, say_bye
from ludotheque.server.http import Http
from ludotheque.server.links import endpoint
from ludotheque.server.logs import configure
from ludotheque.server.security import secured
from ludotheque.server.settings import Settings, shown
from ludotheque.server.wire import Wire
from ludotheque.store import open_store

log = logging.getLogger(__name__)

LARGEST = 4  # times the longest message: what is larger is not even read, and its connection closed
CROWD = 4  # times the tables that one address may have open: with more connections of any kind it is not even heard
RARELY = (50_000, 20, 20)  # messages leave no cycles behind, so looking for them may wait
HANDOVER = 0.0005  # seconds that a thread waits for Python's lock: those who store and think need it often, and briefly
GOODBYE = 0.2  # seconds for the last messages to leave
WAITING = 2048  # connections that are not accepted yet
LEAVING = 1.0  # seconds for threads to end, once everything is stored and closed
PAUSE = 0.02  # seconds between two looks whether they have
STOPPING = 5  # seconds until connections that do not close are cut
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - addresses to listen on, not to go to
LAST_PORT = 65_535
UNREAD = 30_000  # milliseconds after which the kernel cuts a connection whose other side takes nothing of what was sent


class AddressError(LudothequeError):
    """An address on which nobody can listen."""


class Server(uvicorn.Server):
    """uvicorn, with a word before it closes."""

    def __init__(self, config: uvicorn.Config, app: Litestar, opened: Callable[[int], None]) -> None:
        super().__init__(config)
        self._app = app
        self._opened = opened
        self._accepting: list[asyncio.Task[None]] = []

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
        """Accepts connections itself, and says where."""
        await super().startup([])
        if self.started and sockets:
            self._accepting = [asyncio.create_task(self._acceptor(sock).run()) for sock in sockets]
            for task in self._accepting:
                task.add_done_callback(self._accepted_the_last)
            self._opened(sockets[0].getsockname()[1])

    def _acceptor(self, sock: socket.socket) -> Acceptor:
        settings: Settings = self._app.state.room.settings
        loop, state = asyncio.get_running_loop(), self.lifespan.state

        def make(left: Callable[[], None]) -> Http:
            return Http(self.config, self.server_state, state, loop, settings.request_seconds, left)

        proxies = ProxyHeadersMiddleware(self.config.loaded_app, settings.proxies).trusted_hosts
        return Acceptor(sock, make, proxies.__contains__, CROWD * settings.connections_per_address)

    def _accepted_the_last(self, task: asyncio.Task[None]) -> None:
        """A server that accepts nobody any more should be started anew."""
        if not task.cancelled():
            log.error("no more connections are accepted", exc_info=task.exception())
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hands tables over to other servers, and tells everybody to come back."""
        await self._app.state.room.cluster.drain()
        await say_bye(self._app)
        await asyncio.sleep(GOODBYE)
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        await super().shutdown(sockets)


def listening(host: str, port: int) -> socket.socket:
    """A socket on that address; raises AddressError if there cannot be one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        sock = socket.create_server((host, port), family=family, backlog=WAITING)
    except OSError as problem:
        raise AddressError(f"nobody can listen on port {port} of {host}: {problem.strerror}; try another one") from None
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a second short message waits for 40 ms
    if sys.platform == "linux":
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
    return sock


async def prepare(database: str) -> None:
    """Opens the store once, so that what is wrong with it is told before anything else begins."""
    await (await open_store(database)).close()


def tune() -> None:
    """Sets up Python for a process that serves."""
    gc.set_threshold(*RARELY)
    sys.setswitchinterval(HANDOVER)


def serve(settings: Settings, opened: Callable[[int], None], pace: float = 1.0) -> None:
    """Serves until interrupted, by workers if there are to be several; `opened` hears the port."""
    configure(settings.log_level, settings.log_format)
    log.debug("settings", extra=shown(settings))
    check(settings)
    asyncio.run(prepare(settings.database_url))
    sock = listening(settings.host, settings.port)
    if settings.workers > 1:
        workers.Supervisor(serve_on, settings, sock, pace).run(lambda: opened(sock.getsockname()[1]))
    else:
        serve_on(settings, sock, opened, pace)


def check(settings: Settings) -> None:
    """Raises if other servers could not reach this one."""
    if settings.workers > 1:
        workers.check(settings)
    host, port = endpoint(settings.peer_listen)
    if host in EVERYWHERE and not settings.peer_address:
        raise AddressError(f"--peer-listen {settings.peer_listen} is nowhere to others: give --peer-address HOST:PORT")
    if port > LAST_PORT:
        raise AddressError(f"--peer-listen {settings.peer_listen}: there is no such port; the last one is {LAST_PORT}")
    if settings.database_url.startswith(workers.POSTGRESQL):
        listening(host, port).close()


def serve_on(settings: Settings, sock: socket.socket, opened: Callable[[int], None], pace: float) -> None:
    """Serves on that socket until interrupted."""
    configure(settings.log_level, settings.log_format)
    tune()
    app = make_app(settings, pace)
    server = Server(configured(app, settings), app, opened)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(serve_to_the_end(server, sock))


async def serve_to_the_end(server: Server, sock: socket.socket) -> None:
    """Serves, and ends the process even if threads still load games or think: by then nobody wants that any more."""
    pool = ThreadPoolExecutor(thread_name_prefix="aside")
    asyncio.get_running_loop().set_default_executor(pool)
    await server.serve([sock])
    pool.shutdown(wait=False, cancel_futures=True)
    until = monotonic() + LEAVING
    while at_work() and monotonic() < until:
        await asyncio.sleep(PAUSE)
    if server.started and (names := at_work()):
        log.info("threads are not waited for", extra={"threads": names})
        logging.shutdown()
        os._exit(0)


def at_work() -> list[str]:
    """The names of threads that Python would wait for at its end."""
    return [one.name for one in threading.enumerate() if not one.daemon and one is not threading.main_thread()]


def configured(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        secured(app),
        ws=Wire,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST * settings.message_bytes,
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        log_level="error",  # that connections open and close is no news, nor that some send nonsense
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOPPING,
    )
