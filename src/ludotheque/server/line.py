"""One open socket, as a table knows it: what is sent leaves at once, and a slow reader holds up nobody else."""

import asyncio
from functools import partial
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ludotheque.server.wire import wire_of

SLOW = 4408
GONE = (WebSocketDisconnect, OSError, RuntimeError)  # the last is what uvicorn raises once it has begun to close


class Line:
    """One person's connection to one table."""

    def __init__(self, socket: WebSocket[Any, Any, Any], person: str, name: str, language: str) -> None:
        self.person = person
        self.name = name
        self.language = language
        self.viewer = -1
        self.muted: set[str] = set()
        self.wire = wire_of(socket.scope)
        self.wire.slow = partial(self.close, SLOW, "too slow")
        self.send = self.wire.say
        self._socket = socket
        self._closing: asyncio.Task[None] | None = None

    def close(self, code: int, reason: str) -> None:
        """Closes when all that waits has been sent."""
        self.wire.ending = True
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        try:
            await self._socket.close(code, reason)
        except GONE:
            return
