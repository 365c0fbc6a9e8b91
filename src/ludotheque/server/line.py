"""One open socket: what is sent leaves at once, or waits in a line of its own: a slow reader holds up nobody else."""

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

MOST_WAITING = 500  # messages; who is further behind is let go, and can come back for a fresh scene
SLOW = 4408
GONE = (WebSocketDisconnect, OSError, RuntimeError)  # the last is what uvicorn raises once it has begun to close


class Line:
    """A connection, as a table knows it."""

    def __init__(self, socket: WebSocket[Any, Any, Any], person: str, name: str, language: str) -> None:
        self.person = person
        self.name = name
        self.language = language
        self.viewer = -1
        self.muted: set[str] = set()
        self.hinting = False  # whether a bot thinks about a hint
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._work: asyncio.Task[None] | None = None  # while the socket cannot take more
        self._closed = False

    def send(self, message: str) -> None:
        """Sends as soon as possible, and never waits."""
        if self._closed:
            return
        if self._work is None:
            self._try(self._sending(message))
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self._waiting.clear()
            self.close(SLOW, "too slow")

    def close(self, code: int, reason: str) -> None:
        """Closes when all that waits has been sent."""
        if not self._closed:
            self._closed = True
            work, self._work = self._work, None
            self._work = asyncio.get_running_loop().create_task(self._finish(work, code, reason))

    def drop(self) -> None:
        """The other side is gone: nothing more can be sent."""
        self._closed = True
        if self._work is not None:
            self._work.cancel()

    async def _sending(self, message: str) -> None:
        await self._socket.send({"type": "websocket.send", "bytes": None, "text": message})

    def _try(self, sending: Coroutine[Any, None, None]) -> None:
        """Takes the first step at once: almost always it is the only one, and no task needs to be woken for it."""
        try:
            waits = sending.send(None)
        except StopIteration:
            return
        except GONE:
            self._closed = True
            return
        self._work = asyncio.get_running_loop().create_task(self._go_on(sending, waits))

    async def _go_on(self, sending: Coroutine[Any, None, None], waits: asyncio.Future[Any]) -> None:
        """Takes the further steps of what had to wait, then sends what came meanwhile."""
        try:
            while True:
                waits._asyncio_future_blocking = False  # noqa: SLF001 - as a task does with what it is handed
                await waits
                try:
                    waits = sending.send(None)
                except StopIteration:
                    break
            while self._waiting:
                await self._sending(self._waiting.popleft())
        except GONE:
            self._closed = True
        self._work = None

    async def _finish(self, work: asyncio.Task[None] | None, code: int, reason: str) -> None:
        try:
            if work is not None:
                await work
            await self._socket.close(code, reason)
        except GONE:
            return
