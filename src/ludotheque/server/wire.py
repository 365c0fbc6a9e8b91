"""uvicorn's WebSocket with a short way in and out: what is said at tables passes no queue and wakes no task.

A connection begins and ends as ever, by the framework; in between its messages are handed over as they come, and sent
as they are made. Text that comes in whole frames, which is what clients send, is read here; all else (pings, closing,
messages in pieces, mistakes) is read by the library. A piece of a frame that did not come whole is with the library
then, and so is what follows. Frames that say nothing are counted, and who does not read is not listened to.
"""

import functools
from asyncio import BaseTransport
from collections.abc import Callable

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask as mask_in_python

from ludotheque.server.limits import Bucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # where nobody has compiled it
    apply_mask = mask_in_python

NAME = "ludotheque.wire"  # by which applications find it, among a connection's extensions
TEXT = 0x81  # a whole message
WHOLE = 0x80  # the last frame of a message; most have no other
MASKED = 0x80  # as all must be that come from a client
SIZE = 0x7F
TOO_FAST = 4429
SILENT_PER_SECOND, SILENT_BURST = 10.0, 200  # pings, pongs and pieces of messages: a browser sends three a minute
PIECE = 4096  # bytes that the library reads at once: it would answer some ten thousand pings before we can say stop
MOST_BEHIND = 1 << 20  # bytes; who is further behind is let go, and can come back for a fresh scene
SHORT, MEDIUM = 125, 126  # sizes up to the first are written as they are; the second says that two bytes follow

BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    hear: Callable[[bytes], None] | None = None  # takes every message once it is set; it must not raise
    left: Callable[[], None] | None = None  # called when the connection has ended
    slow: Callable[[], None] | None = None  # called when the other side is too far behind
    parting = False  # whether the other side has said goodbye, and waits for ours
    ending = False  # whether we are about to close: nothing more is said
    _whole = True  # whether the library has only ever got whole frames

    def connection_made(self, transport: BaseTransport) -> None:
        """A connection that was HTTP until now."""
        super().connection_made(transport)
        self._silent = Bucket(SILENT_PER_SECOND, SILENT_BURST)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        super().connection_lost(exc)
        if self.left is not None:
            self.left()

    def handle_connect(self, event: Request) -> None:
        """Somebody calls; whoever answers finds this wire."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][NAME] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Reads what came."""
        at = 0
        if self._whole and self.handshake_initiated:
            while (end := frame_end(data, at)) > at and data[at] == TEXT and self.hear and not self.close_sent:
                mask = at + (2 if data[at + 1] & SIZE <= SHORT else 4)
                self.hear(apply_mask(data[mask + 4 : end], data[mask : mask + 4]))
                at = end
            if at == len(data):
                return
            self._whole = all_whole(data, at)
        for begin in range(at, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[begin : begin + PIECE])
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A whole message that the library has read, perhaps in pieces."""
        if self.close_sent:
            self.frames = []
            self._count()
        elif self.hear is None or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
        else:
            message, self.frames = b"".join(self.frames), []
            self.hear(message)

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message."""
        self._count()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Somebody asks whether we are there."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody is there."""
        self._count()
        super().handle_pong(event)

    def _count(self) -> None:
        """Closes when too many frames come that say nothing."""
        if self._silent.take(self.loop.time()) and not self.transport.is_closing():
            self.conn.fail(TOO_FAST, "too_fast")
            self.handle_parser_exception()

    def handle_close(self, event: Frame) -> None:
        """A goodbye. It is answered by `part`, when all that was asked before is answered."""
        if self.hear is None or self.close_sent:
            super().handle_close(event)
        else:
            self.hear, self.parting = None, True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1005})

    def part(self) -> None:
        """Answers a goodbye."""
        if self.parting and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def pause_writing(self) -> None:
        """The other side does not read as quickly as we write: we do not read either."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It has caught up."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def say(self, *messages: bytes) -> None:
        """Sends messages at once, and never waits; drops them if the connection is about to end."""
        transport = self.transport
        if self.ending or self.close_sent or self.disconnected or transport.is_closing():
            return
        frames = [head(len(message)) + message for message in messages]
        transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        if self.slow is not None and transport.get_write_buffer_size() > MOST_BEHIND:
            self.slow()


def frame_end(data: bytes, at: int) -> int:
    """Where the frame ends that begins there, if it is whole, masked and not long; else where it begins."""
    if len(data) < at + 6 or not data[at + 1] & MASKED:
        return at
    size = data[at + 1] & SIZE
    end = at + 6 + size if size <= SHORT else at + 8 + (data[at + 2] << 8 | data[at + 3])
    return end if size <= MEDIUM and end <= len(data) else at


def all_whole(data: bytes, at: int) -> bool:
    """Whether what begins there are whole frames of whole messages."""
    while at < len(data):
        end = frame_end(data, at)
        if end == at or not data[at] & WHOLE:
            return False
        at = end
    return True


@functools.lru_cache(4096)
def head(size: int) -> bytes:
    """What comes before a message of that size, on its way to a client."""
    if size <= SHORT:
        return bytes((TEXT, size))
    return bytes((TEXT, MEDIUM)) + size.to_bytes(2) if size < 1 << 16 else bytes((TEXT, SIZE)) + size.to_bytes(8)


def wire_of(scope: Scope) -> Wire:
    """The wire of a connection."""
    extensions = scope["extensions"]
    assert extensions is not None
    wire = extensions[NAME]["wire"]
    assert isinstance(wire, Wire)
    return wire
