"""A WebSocket client that costs next to nothing, so that a benchmark measures the server and not its own client."""

import asyncio
import base64
import secrets
from collections.abc import Callable

MASKED = 0x80
TEXT, PING, PONG = 0x81, 0x89, 0x8A
SHORT, MEDIUM = 126, 127  # lengths from here on take two, then eight bytes
NO_MASK = b"\0\0\0\0"  # a legal mask, which changes nothing


class BenchSocket(asyncio.Protocol):
    """One connection; `take` is given the body of every message."""

    def __init__(self, path: str, token: str, take: Callable[[bytes], None]) -> None:
        self._path = path
        self._token = token
        self._take = take
        self._data = b""
        self.transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks to speak WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self._token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Takes apart what came."""
        data = self._data + data if self._data else data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            assert b" 101 " in head, head
            self.open.set_result(None)
        self._data = self._messages(data)

    def _messages(self, data: bytes) -> bytes:
        """Gives whole messages away, returns the beginning of one that is not whole."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == SHORT:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == MEDIUM:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if end < start + size:
                break
            if data[at] == TEXT:
                self._take(data[start : start + size])
            elif data[at] == PING:  # who does not answer is taken for lost
                self._write(PONG, data[start : start + size])
            at = start + size
        return data[at:]

    def send(self, body: bytes) -> None:
        """Sends a message."""
        self._write(TEXT, body)

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes((kind, MASKED | size)) if size < SHORT else bytes((kind, MASKED | SHORT)) + size.to_bytes(2, "big")
        assert self.transport is not None
        self.transport.write(head + NO_MASK + body)


async def wired(port: int, path: str, token: str, take: Callable[[bytes], None]) -> BenchSocket:
    """An open connection."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: BenchSocket(path, token, take), "127.0.0.1", port)
    await wire.open
    return wire
