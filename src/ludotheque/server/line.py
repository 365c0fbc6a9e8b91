"""One open socket: what is sent waits in a line of its own, so that a slow reader holds up nobody else."""

import asyncio
from collections import deque

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

MOST_WAITING = 500  # messages; who is further behind is let go, and can come back for a fresh scene
SLOW = 4408


class Line:
    """A connection, as a table knows it."""

    def __init__(self, socket: WebSocket, person: str, name: str, language: str) -> None:  # type: ignore[type-arg]
        self.person = person
        self.name = name
        self.language = language
        self.viewer = -1
        self.muted: set[str] = set()
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._close: tuple[int, str] | None = None

    def send(self, message: str) -> None:
        """Sends as soon as possible, and never waits."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self.close(SLOW, "too slow")
        self._stir()

    def close(self, code: int, reason: str) -> None:
        """Closes when all that waits has been sent; at once if too much waits."""
        self._close = code, reason
        self._stir()

    def _stir(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def write(self) -> None:
        """Sends what waits, until the connection is closed."""
        try:
            while True:
                while self._waiting and not (self._close and self._close[0] == SLOW):
                    await self._socket.send_data(self._waiting.popleft(), "text")
                if self._close is not None:
                    await self._socket.close(*self._close)
                    return
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
        except WebSocketDisconnect:
            return
