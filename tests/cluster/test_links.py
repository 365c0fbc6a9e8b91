"""What stands between servers does what faults need: it cuts, waits, delays, and leaves out who is not well."""

import asyncio
import os
import struct
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.cluster.links import Balancer, Link, Streams
from tests.cluster.servers import CLOCK

PATIENCE = 10.0


@asynccontextmanager
async def linked() -> AsyncIterator[tuple[Link, asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection through a link to somebody who says everything again."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    there = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = there.sockets[0].getsockname()[1]

    async def reach() -> Streams:
        return await asyncio.open_connection("127.0.0.1", port)

    link = Link(reach)
    await link.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", link.port)
    try:
        async with asyncio.timeout(PATIENCE):
            yield link, reader, writer
    finally:
        writer.transport.abort()
        await link.close()
        there.close()
        await asyncio.sleep(0)


async def echoed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes) -> bytes:
    writer.write(text)
    return await reader.readexactly(len(text))


def test_a_link_passes_on_what_is_said_and_its_end() -> None:
    async def within() -> None:
        async with linked() as (_, reader, writer):
            assert await echoed(reader, writer, b"hello") == b"hello"
            writer.write_eof()
            assert await reader.read() == b""

    asyncio.run(within())


def test_a_link_that_is_cut_resets_what_is_open_and_refuses_what_comes() -> None:
    async def within() -> None:
        async with linked() as (link, reader, writer):
            assert await echoed(reader, writer, b"hello") == b"hello"
            link.cut()
            with pytest.raises(OSError, match="reset"):
                await reader.read()
            fresh, new = await asyncio.open_connection("127.0.0.1", link.port)
            with pytest.raises((OSError, asyncio.IncompleteReadError)):
                await echoed(fresh, new, b"hello")
            new.transport.abort()
            link.heal()
            fresh, new = await asyncio.open_connection("127.0.0.1", link.port)
            assert await echoed(fresh, new, b"hello") == b"hello"
            new.transport.abort()

    asyncio.run(within())


def test_a_silent_link_loses_nothing_and_tells_nobody() -> None:
    async def within() -> None:
        async with linked() as (link, reader, writer):
            assert await echoed(reader, writer, b"hello") == b"hello"
            link.silence()
            answer = asyncio.create_task(echoed(reader, writer, b"again"))
            done, _ = await asyncio.wait([answer], timeout=0.3)
            assert not done
            link.heal()
            assert await answer == b"again"

    asyncio.run(within())


def test_a_slow_link_takes_its_time() -> None:
    async def within() -> None:
        async with linked() as (link, reader, writer):
            link.slow(0.1, 1000.0)
            begun = time.monotonic()
            assert await echoed(reader, writer, 100 * b".") == 100 * b"."
            assert time.monotonic() - begun >= 0.4  # 0.1 s and 100 bytes at 1000 a second, there and back

    asyncio.run(within())


def test_a_balancer_leaves_out_who_is_not_well() -> None:
    """One of two servers says that it drains; the other one gets all connections, as long as it is there."""

    def serving(name: bytes, status: bytes) -> "asyncio.Future[asyncio.Server]":
        async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = await reader.readline()
            writer.write(status if b"/health" in line else name)
            writer.close()

        return asyncio.ensure_future(asyncio.start_server(hear, "127.0.0.1", 0))

    async def asked(balancer: Balancer) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", balancer.port)
        writer.write(b"who\n")
        answer = await reader.read()
        writer.transport.abort()
        return answer

    async def within() -> None:
        well, drains = await serving(b"well", b"HTTP/1.1 200 OK\r\n"), await serving(b"drains", b"HTTP/1.1 503 -\r\n")
        balancer = Balancer([server.sockets[0].getsockname()[1] for server in (well, drains)])
        await balancer.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while not balancer.well:
                    await asyncio.sleep(0.01)
                assert {await asked(balancer) for _ in range(6)} == {b"well"}
                well.close()
                while await asked(balancer) != b"drains":
                    await asyncio.sleep(0.01)
        finally:
            await balancer.close()
            drains.close()
            await asyncio.sleep(0)

    asyncio.run(within())


def test_a_clock_jumps_while_it_is_looked_at(tmp_path: Path) -> None:
    wrong_by = tmp_path / "clock"
    wrong_by.write_bytes(struct.pack("<d", 3600.0))
    code = "import time\nfor _ in range(2): print(time.time(), flush=True); input()"
    env = os.environ | {"PYTHONPATH": str(CLOCK), "WRONG_BY": str(wrong_by)}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], env=env, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert float(process.stdout.readline()) - time.time() == pytest.approx(3600, abs=30)
        with wrong_by.open("r+b") as file:
            file.write(struct.pack("<d", -3600.0))
        process.stdin.write("\n")
        process.stdin.flush()
        assert float(process.stdout.readline()) - time.time() == pytest.approx(-3600, abs=30)
        process.communicate("\n")
