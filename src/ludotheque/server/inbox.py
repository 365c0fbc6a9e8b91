"""What has come on all connections in one turn of the event loop, to be obeyed together in the next.

Reading sockets by turns with obeying would have each push the other out of the processor's caches.
"""

from asyncio import get_running_loop
from collections.abc import Callable


class Inbox:
    """Messages that wait, each with who obeys it; that must not raise."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[bytes], None], bytes]] = []

    def put(self, obey: Callable[[bytes], None], message: bytes) -> None:
        """One more; messages are obeyed in the order in which they came."""
        if not self._waiting:
            get_running_loop().call_soon(self._obey_all)
        self._waiting.append((obey, message))

    def _obey_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for obey, message in waiting:
            obey(message)
