"""Commands arrive whole, in pieces, many at once, among pings: over a real socket, byte by byte as we like."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from ludotheque.server.line import Line
from ludotheque.server.live import Live
from ludotheque.server.settings import Settings
from ludotheque.store.sqlite import SqliteStore
from tests.server.serving import PATIENCE, quick, serving

SHORTEST_TEXT = b'{"id":"%d","command":{"kind":"say","preset":"%b"}}'


class Client:
    """Somebody who writes frames by hand."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        protocol: ClientProtocol,
        live: Callable[[], Live],
    ) -> None:
        self._reader, self._writer, self._protocol = reader, writer, protocol
        self.live = live  # the table that it is at
        self.frames: list[Frame] = []

    async def send(self, *pieces: bytes) -> None:
        """Sends pieces, each in a packet of its own."""
        for piece in pieces:
            self._writer.write(piece)
            await self._writer.drain()
            await asyncio.sleep(0.002)

    async def flood(self, piece: bytes, times: int) -> int:
        """Sends a piece many times without reading; how many times somebody took it."""
        sent = 0
        with suppress(ConnectionError):
            while sent < times:
                self._writer.write(piece)
                await asyncio.wait_for(self._writer.drain(), PATIENCE)
                sent += 1
        return sent

    async def read(self) -> bool:
        """Takes what comes next; False if nothing does any more."""
        data = await asyncio.wait_for(self._reader.read(1 << 16), PATIENCE)
        if data:
            self._protocol.receive_data(data)
            self.frames += [event for event in self._protocol.events_received() if isinstance(event, Frame)]
        return bool(data)

    def told(self) -> list[dict[str, Any]]:
        """All messages so far."""
        return [msgspec.json.decode(frame.data) for frame in self.frames if frame.opcode == Opcode.TEXT]

    def answered(self) -> list[str]:
        """The ids of all requests that were answered or refused, in order."""
        return [str(one["id"]) for one in self.told() if one["kind"] in ("answer", "refused")]

    async def until_answered(self, count: int) -> list[str]:
        """Waits for so many answers."""
        while len(self.answered()) < count and await self.read():
            pass
        return self.answered()


def text(number: int, preset: bytes = b"hello") -> bytes:
    """A command, as a frame."""
    return framed(Opcode.TEXT, SHORTEST_TEXT % (number, preset))


def framed(opcode: Opcode, data: bytes, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as bytes."""
    return Frame(opcode, data, fin).serialize(mask=mask)


@asynccontextmanager
async def connected(settings: Settings) -> AsyncIterator[Client]:
    """A client at a table of its own."""
    async with serving(settings) as running:
        (ann,) = await running.guests("Ann")
        table = await ann.make("willi", 4)
        uri = parse_uri(running.url.replace("http", "ws") + f"/ws/tables/{table}")
        protocol = ClientProtocol(uri)
        request = protocol.connect()
        request.headers["Authorization"] = f"Bearer {ann.token}"
        protocol.send_request(request)
        reader, writer = await asyncio.open_connection(uri.host, uri.port)
        writer.write(b"".join(protocol.data_to_send()))
        client = Client(reader, writer, protocol, lambda: running.room.hall.tables[table])
        while not any(one["kind"] == "scene" for one in client.told()):
            assert await client.read()
        yield client
        writer.close()


def talk(folder: Path, *pieces: bytes, answers: int) -> Client:
    """What a client hears that sends these pieces."""

    async def talked() -> Client:
        async with connected(quick(str(folder / "tables.db"))) as client:
            await client.send(*pieces)
            await client.until_answered(answers)
            return client

    return asyncio.run(talked())


def test_commands_in_one_packet_are_obeyed_in_order(tmp_path: Path) -> None:
    client = talk(tmp_path, b"".join(map(text, range(20))), answers=20)
    assert client.answered() == [str(n) for n in range(20)]


def test_a_stream_may_be_cut_anywhere(tmp_path: Path) -> None:
    chance = Random(7)
    stream = b"".join(
        text(n) + (framed(Opcode.PING, b"%d" % n) if n % 3 == 0 else b"") + framed(Opcode.PONG, b"") for n in range(40)
    )
    cuts = sorted(chance.sample(range(1, len(stream)), 60))
    pieces = [stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    client = talk(tmp_path, *pieces, answers=40)
    assert client.answered() == [str(n) for n in range(40)]
    assert [frame.data for frame in client.frames if frame.opcode == Opcode.PONG] == [
        b"%d" % n for n in range(0, 40, 3)
    ]


def test_every_cut_of_one_command_is_mended(tmp_path: Path) -> None:
    async def cut() -> None:
        async with connected(quick(str(tmp_path / "tables.db"))) as client:
            for n in range(1, len(text(0)), 7):
                await client.send(text(n)[:n], text(n)[n:])
            whole = len(range(1, len(text(0)), 7))
            assert len(await client.until_answered(whole)) == whole

    asyncio.run(cut())


def test_a_message_in_several_frames_is_one(tmp_path: Path) -> None:
    body = SHORTEST_TEXT % (1, b"hello")
    parts = (
        framed(Opcode.TEXT, body[:9], fin=False),
        framed(Opcode.PING, b"now"),
        framed(Opcode.CONT, body[9:20], fin=False),
        framed(Opcode.CONT, body[20:]),
        text(2),
    )
    for pieces in (parts, (b"".join(parts),)):
        client = talk(tmp_path, *pieces, answers=2)
        assert client.answered() == ["1", "2"]


def test_sizes_are_told_in_all_their_forms(tmp_path: Path) -> None:
    """What a client sends is refused for what it says, not for how long it is; scenes and events are long, too."""
    for size in (125, 126, 127, 200, 4000):
        body = (b'{"id":"1","command":{"kind":"say","text":"' + b"x" * 4000)[: size - 3] + b'"}}'
        client = talk(tmp_path, framed(Opcode.TEXT, body), text(2), answers=2)
        assert client.answered()[-1] == "2"


@pytest.mark.parametrize(
    "wrong",
    [
        framed(Opcode.TEXT, b"{}", mask=False),
        bytes((0x83,)) + framed(Opcode.TEXT, b"{}")[1:],
        bytes((0xC1,)) + framed(Opcode.TEXT, b"{}")[1:],
        framed(Opcode.CONT, b"{}"),
        bytes((0x09,)) + framed(Opcode.PING, b"{}")[1:],
    ],
    ids=["unmasked", "unknown opcode", "reserved bit", "continues nothing", "ping in pieces"],
)
def test_who_breaks_the_protocol_is_shown_out_and_what_came_before_counts(tmp_path: Path, wrong: bytes) -> None:
    client = talk(tmp_path, text(1) + wrong + text(2), answers=3)
    assert client.frames[-1].opcode == Opcode.CLOSE
    assert client.answered() in (["1"], [])  # who is shown out need not be answered


def test_saying_goodbye_ends_a_connection(tmp_path: Path) -> None:
    client = talk(tmp_path, text(1), framed(Opcode.CLOSE, (1000).to_bytes(2, "big")) + text(2), answers=3)
    assert client.frames[-1].opcode == Opcode.CLOSE
    assert client.answered() == ["1"]


def test_a_goodbye_is_answered_after_what_was_asked_before(tmp_path: Path) -> None:
    async def part() -> list[str]:
        async with connected(quick(str(tmp_path / "tables.db"))) as client:
            store = client.live().store
            assert isinstance(store, SqliteStore)
            slow = asyncio.create_task(store._work(lambda _: sleep(0.5)))  # a disk that takes its time
            await asyncio.sleep(0)
            await client.send(text(1) + framed(Opcode.CLOSE, (1000).to_bytes(2, "big")) + text(2))
            await client.until_answered(3)
            await slow
            return client.answered()

    assert asyncio.run(part()) == ["1"]


@pytest.mark.slow
@pytest.mark.parametrize("cut", [False, True], ids=["whole", "after a frame in pieces"])
@pytest.mark.parametrize(
    "frame",
    [framed(Opcode.PING, b""), framed(Opcode.PONG, b""), framed(Opcode.CONT, b"", fin=False), text(1)],
    ids=["pings", "pongs", "pieces of a message", "commands"],
)
def test_who_floods_is_shown_out_and_holds_up_nobody(tmp_path: Path, frame: bytes, cut: bool) -> None:
    """A million frames from somebody who does not read: the server closes, and was never busy with them for long."""

    async def flood() -> tuple[float, int]:
        async with connected(Settings(database=str(tmp_path / "tables.db"))) as client:
            lag = asyncio.create_task(longest_pause())
            if cut:
                await client.send(text(0)[:5], text(0)[5:])
            if frame[0] == Opcode.CONT:
                await client.send(framed(Opcode.TEXT, b"", fin=False))
            sent = await client.flood(frame * 40_000, 25)
            lag.cancel()
            return await lag, sent

    pause, sent = asyncio.run(flood())
    assert sent < 25
    assert pause < 0.5


async def longest_pause() -> float:
    """For how long the event loop was busy with one thing, at most, until it is cancelled."""
    longest, before = 0.0, monotonic()
    try:
        while True:
            await asyncio.sleep(0.005)
            longest, before = max(longest, monotonic() - before), monotonic()
    except asyncio.CancelledError:
        return longest


def test_who_does_not_read_is_not_listened_to(tmp_path: Path) -> None:
    """Requests whose refusals nobody takes: what waits to be sent stays small, and once it is read all goes on."""
    wrong = [framed(Opcode.TEXT, b'{"id":"%d","x":"%b"}' % (n, b"x" * 1000)) for n in range(40_000)]

    async def mute() -> None:
        async with connected(quick(str(tmp_path / "tables.db"))) as client:
            (line,) = client.live().connections
            assert isinstance(line, Line)
            sending = asyncio.create_task(client.send(*[b"".join(wrong[n : n + 200]) for n in range(0, 40_000, 200)]))
            most, quiet = 0, 0
            while quiet < 100 and not sending.done():  # a second in which nothing moved
                behind = line.wire.transport.get_write_buffer_size()
                quiet = quiet + 1 if behind == most > 0 else 0
                most = max(most, behind)
                await asyncio.sleep(0.01)
            assert not sending.done()
            assert most < 1 << 18
            while len(client.frames) < 40_000 and await client.read():
                pass
            await sending
            assert await client.until_answered(40_000) == [str(n) for n in range(40_000)]

    asyncio.run(mute())
