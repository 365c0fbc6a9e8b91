"""What anybody can do to a server from outside, without a name: send without end, or nothing at all, or not read."""

import asyncio
import logging
import os
import resource
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from ludotheque.server import accepting
from tests.server.serving import PATIENCE, Running, quick, serving

REQUEST = b"GET /api/games HTTP/1.1\r\nhost: x\r\n"
ENDS = (ConnectionResetError, BrokenPipeError)
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def calling(server: Running, address: str = "127.0.0.1") -> AsyncIterator[Pair]:
    """A connection from an address of this machine."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(*ENDS):
            await writer.wait_closed()


async def status(reader: asyncio.StreamReader) -> int:
    """The status of the next answer; 0 if the connection was cut without one."""
    try:
        line = await asyncio.wait_for(reader.readline(), PATIENCE)
    except ENDS:
        return 0
    return int(line.split()[1]) if line else 0


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes the connection."""
    got = b""
    with suppress(*ENDS):
        while more := await asyncio.wait_for(reader.read(1 << 16), PATIENCE):
            got += more
    return got


async def pour(writer: asyncio.StreamWriter, piece: bytes, most: int) -> int:
    """Sends a piece again and again until nobody takes it; returns how many bytes were taken."""
    sent = 0
    with suppress(*ENDS):
        while sent < most and not writer.transport.is_closing():
            writer.write(piece)
            sent += len(piece)
            await asyncio.wait_for(writer.drain(), PATIENCE)
    return sent


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"GET /", b"x" * 65_536),
        (REQUEST + b"x: ", b"x" * 65_536),
        (REQUEST + b"x", b"x" * 65_536),
        (REQUEST, b"a: b\r\n" * 10_000),
        (b"POST /api/me HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ", b"x" * 65_536),
        (b"POST /api/me HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1;", b"x" * 65_536),
    ],
    ids=["path", "value", "name", "headers", "trailer", "extension of a chunk"],
)
def test_a_head_that_never_ends_is_refused(begin: bytes, piece: bytes, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            async with calling(server) as (reader, writer):
                writer.write(begin)
                assert await pour(writer, piece, 64 << 20) < 16 << 20  # what fits into the buffers of both kernels
                assert await status(reader) in (0, 400, 431)
            async with calling(server) as (reader, writer):
                writer.write(REQUEST + b"\r\n")
                assert await status(reader) == 200

    asyncio.run(main())


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"".join(b"x-%d: y\r\n" % n for n in range(90)), 200),
        (b"".join(b"x-%d: y\r\n" % n for n in range(110)), 431),
        (b"x: " + b"y" * 12_000 + b"\r\n", 200),
        (b"x: " + b"y" * 40_000 + b"\r\n", 431),
    ],
    ids=["many", "too many", "long", "too long"],
)
def test_heads_have_a_size(head: bytes, expected: int, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server, calling(server) as (reader, writer):
            for _ in range(2 if expected == 200 else 1):  # each request is counted alone
                writer.write(REQUEST + head + b"\r\n")
                await writer.drain()
                assert await status(reader) == expected
                if expected == 200:
                    size = 0
                    while (line := await reader.readline()) != b"\r\n":
                        if line.startswith(b"content-length:"):
                            size = int(line.split()[1])
                    await reader.readexactly(size)

    asyncio.run(main())


@pytest.mark.parametrize(
    "slowly",
    [b"", REQUEST, b"\r\n", b"POST /api/me HTTP/1.1\r\ncontent-length: 900\r\n\r\n", REQUEST + b"\r\n" + REQUEST],
    ids=["nothing", "a head", "empty lines", "a body", "a second request"],
)
def test_who_never_ends_a_request_is_cut_off(
    slowly: bytes, sqlite_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, request_seconds=0.5)) as server, calling(server) as (reader, writer):
            begun = time.monotonic()
            writer.write(slowly)
            dripping = asyncio.create_task(drip(writer, b" " if slowly.endswith(b"\r\n\r\n") else b"\r\n"[:1]))
            await ended(reader)
            dripping.cancel()
            assert time.monotonic() - begun < 8  # well before somebody loses patience

    asyncio.run(main())
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def drip(writer: asyncio.StreamWriter, drop: bytes) -> None:
    """Sends a byte now and then."""
    with suppress(*ENDS):
        while True:
            await asyncio.sleep(0.2)
            writer.write(drop)
            await writer.drain()


def test_one_address_has_so_many_connections_of_any_kind(sqlite_database: str) -> None:
    async def main() -> None:
        settings = quick(sqlite_database, connections_per_address=2, request_seconds=60)
        async with serving(settings) as server:
            stranger = "127.0.0.2"
            several = [await asyncio.open_connection(*at(server), local_addr=(stranger, 0)) for _ in range(8)]
            async with calling(server, stranger) as (reader, _):
                assert await ended(reader) == b""
            async with calling(server, "127.0.0.3") as (reader, writer):  # others are not concerned
                writer.write(REQUEST + b"\r\n")
                assert await status(reader) == 200
            several[0][1].close()
            async with asyncio.timeout(PATIENCE):
                while not await answered(server, stranger):
                    await asyncio.sleep(0.05)
            for _, writer in several:
                writer.close()

    asyncio.run(main())


def test_connections_of_a_proxy_are_not_counted_by_its_address(sqlite_database: str) -> None:
    async def main() -> None:
        settings = quick(sqlite_database, connections_per_address=1, proxies="127.0.0.2,10.0.0.0/8")
        async with serving(settings) as server:
            several = [await asyncio.open_connection(*at(server), local_addr=("127.0.0.2", 0)) for _ in range(30)]
            assert await answered(server, "127.0.0.2")
            for _, writer in several:
                writer.close()

    asyncio.run(main())


def at(server: Running) -> tuple[str, int]:
    """Where it listens."""
    host, port = server.url.removeprefix("http://").split(":")
    return host, int(port)


async def answered(server: Running, address: str) -> bool:
    """Whether a request from an address is answered."""
    try:
        async with calling(server, address) as (reader, writer):
            writer.write(REQUEST + b"\r\n")
            return await status(reader) == 200
    except ENDS:
        return False


@contextmanager
def few_descriptors(left: int) -> Iterator[None]:
    """Leaves room for so many more files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(name.name) for name in Path("/proc/self/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1 + left, hard))
    fillers = []
    with suppress(OSError):
        while True:
            fillers.append(os.open(os.devnull, os.O_RDONLY))
    for filler in [fillers.pop() for _ in range(min(left, len(fillers)))]:
        os.close(filler)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for filler in fillers:
            os.close(filler)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts open files as Linux has them")
def test_a_server_without_file_descriptors_goes_on_when_there_are_some(
    sqlite_database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accepting, "PAUSE", 0.05)

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            assert await answered(server, "127.0.0.1")
            with few_descriptors(6):  # a connection needs two here: one on each side
                waiting = []
                with suppress(OSError):
                    while True:
                        caller = socket.socket()
                        waiting.append(caller)
                        caller.setblocking(False)
                        with suppress(BlockingIOError):
                            caller.connect(at(server))
                        await asyncio.sleep(0)
                async with asyncio.timeout(PATIENCE):
                    while not caplog.records:
                        await asyncio.sleep(0.05)
                await asyncio.sleep(0.5)
                for caller in waiting:
                    caller.close()
            async with asyncio.timeout(PATIENCE):
                while not await answered(server, "127.0.0.1"):
                    await asyncio.sleep(0.05)

    asyncio.run(main())
    assert [record.getMessage() for record in caplog.records] == ["connections cannot be accepted for now"]


@pytest.mark.parametrize("method", [b"POST", b"PUT", b"OPTIONS"])
def test_a_websocket_is_asked_for_by_get(method: bytes, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, request_seconds=60)) as server:
            async with calling(server) as (reader, writer):
                writer.write(method + b" /ws/tables/x HTTP/1.1\r\n" + UPGRADE + b"\r\n")
                assert (await ended(reader)).startswith(b"HTTP/1.1 405 Method Not Allowed\r\nallow: GET\r\n")
            async with calling(server) as (reader, writer):
                writer.write(b"GET /ws/tables/x HTTP/1.1\r\n" + UPGRADE + b"x: " + b"y" * 9000 + b"\r\n\r\n")
                assert (await ended(reader)).startswith(b"HTTP/1.1 400 ")

    asyncio.run(main())


UPGRADE = (
    b"host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
