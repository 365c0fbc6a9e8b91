"""Accepts connections: a limited number from each address, and again after the process ran out of file descriptors."""

import asyncio
import logging
import socket
from collections.abc import Callable

from ludotheque.server.limits import Gate, household

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds after a connection could not be accepted
QUIET = 60.0  # seconds between two log lines about that

Make = Callable[[Callable[[], None]], asyncio.Protocol]


class Acceptor:
    """Takes connections from a listening socket. Those of proxies are not counted: many people share them."""

    def __init__(self, sock: socket.socket, make: Make, proxy: Callable[[str], bool], most: int) -> None:
        self._sock = sock
        self._make = make
        self._proxy = proxy
        self._gate = Gate(most)
        self._complained = float("-inf")

    async def run(self) -> None:
        """Accepts one connection after the other, until cancelled."""
        loop = asyncio.get_running_loop()
        self._sock.setblocking(False)
        while True:
            try:
                connection, address = await loop.sock_accept(self._sock)
            except ConnectionAbortedError:  # whoever called is gone already
                continue
            except OSError as problem:  # no file descriptors, or no memory: those that close make room
                self._complain(loop.time(), problem)
                await asyncio.sleep(PAUSE)
                continue
            await self._take(loop, connection, str(address[0]))

    async def _take(self, loop: asyncio.AbstractEventLoop, connection: socket.socket, address: str) -> None:
        key = household(address)
        counted = not self._proxy(address)
        if counted and not self._gate.enter(key):
            connection.close()
            await asyncio.sleep(0)  # whoever knocks without end holds up nobody
            return

        def left() -> None:
            if counted:
                self._gate.leave(key)

        await loop.connect_accepted_socket(lambda: self._make(left), connection)

    def _complain(self, now: float, problem: OSError) -> None:
        if now >= self._complained + QUIET:
            self._complained = now
            log.warning("connections cannot be accepted for now", extra={"problem": problem.strerror})
