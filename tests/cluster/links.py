"""TCP connections that can be cut, delayed and throttled, and a balancer that knows nothing but who is healthy."""

import asyncio
import contextlib
import struct
from collections.abc import Awaitable, Callable
from itertools import count
from socket import AF_INET, SO_LINGER, SOL_SOCKET

CHUNK = 65_536
HEALTH_EVERY = 0.3  # seconds
HEALTH_PATIENCE = 0.7
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link:
    """A port that passes everything on to another place; `reach` opens a connection there."""

    def __init__(self, reach: Callable[[], Awaitable[Streams]] | None = None) -> None:
        self.port = 0
        self.delay = 0.0  # seconds that every piece waits
        self.rate = 0.0  # bytes a second; 0: as many as can be
        self._reach = reach
        self._open = asyncio.Event()  # while it is not set nothing passes, and nobody hears of it
        self._open.set()
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def reach(self) -> Streams:
        """A connection to the other side."""
        assert self._reach is not None
        return await self._reach()

    async def start(self) -> None:
        """Listens."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Ends all connections, and listens no more."""
        assert self._server is not None
        self._server.close()
        self._end_all()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Resets all connections and refuses new ones."""
        self._refuses = True
        self._end_all()

    def silence(self) -> None:
        """Passes nothing on and resets nothing: to each side the other seems to be asleep, until this is healed."""
        self._open.clear()

    def slow(self, delay: float, rate: float) -> None:
        """Delays every piece, and lets only so many bytes a second through."""
        self.delay, self.rate = delay, rate

    def heal(self) -> None:
        """Works as it should."""
        self.delay = self.rate = 0.0
        self._refuses = False
        self._open.set()

    def _end_all(self) -> None:
        for writer in list(self._writers):
            reset(writer)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if self._refuses:
                reset(writer)
            else:
                await self._join(reader, writer)
        except OSError:
            pass  # nobody there: the connection ends
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await self.reach()
        self._writers.add(back)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass_on(reader, back))
                group.create_task(self._pass_on(there, writer))
        except* OSError:
            pass
        finally:
            self._writers.discard(back)
            back.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            if self.delay or self.rate:
                await asyncio.sleep(self.delay + (len(data) / self.rate if self.rate else 0.0))
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.write_eof()


class Balancer(Link):
    """A port in front of several servers: takes them in turn, leaving out those that do not say that they are well."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__()
        self.ports = ports
        self.well: set[int] = set()
        self._turn = count()

    async def start(self) -> None:
        """Listens, and begins to ask servers how they are."""
        await super().start()
        for port in self.ports:
            self._tasks.add(asyncio.create_task(self._watch(port)))

    async def reach(self) -> Streams:
        """A connection to the next server that is well; if none is, to any that takes it."""
        turn = next(self._turn)
        order = [self.ports[(turn + i) % len(self.ports)] for i in range(len(self.ports))]
        order.sort(key=lambda port: port not in self.well)
        for port in order:
            try:
                return await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                self.well.discard(port)
        raise ConnectionRefusedError("no server takes connections")

    async def _watch(self, port: int) -> None:
        while True:
            if await healthy(port):
                self.well.add(port)
            else:
                self.well.discard(port)
            await asyncio.sleep(HEALTH_EVERY)


def reset(writer: asyncio.StreamWriter) -> None:
    """Ends a connection as a network does that fails: the other side is told of an error."""
    sock = writer.get_extra_info("socket")
    if sock.family == AF_INET and sock.fileno() >= 0:
        sock.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def healthy(port: int) -> bool:
    """Whether a server says that it is well: GET /health answers 200."""
    try:
        async with asyncio.timeout(HEALTH_PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"GET /health HTTP/1.1\r\nHost: balancer\r\nConnection: close\r\n\r\n")
                return (await reader.readline()).startswith(b"HTTP/1.1 200")
            finally:
                writer.transport.abort()
    except (OSError, TimeoutError):
        return False
