"""uvicorn's WebSocket with a short way in and out: messages at tables pass no queue and wake no task.

A connection begins and ends as ever, by the framework; in between its messages are handed over as they come, and sent
as they are made. The library reads and writes the frames. Frames without a message (pings, pongs, pieces) are counted,
and a client that does not read what it is sent is not read from either.
"""

from asyncio import BaseTransport
from collections.abc import Callable

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from ludotheque.server.limits import Bucket

NAME = "ludotheque.wire"  # by which applications find it, among a connection's extensions
TOO_FAST = 4429
SILENT_PER_SECOND, SILENT_BURST = 10.0, 200  # pings, pongs and pieces of messages: a browser sends three a minute
PIECE = 4096  # bytes that the library reads at once: it would answer some ten thousand pings before we can say stop
MOST_BEHIND = 1 << 20  # bytes; who is further behind is let go, and can come back for a fresh scene

BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    hear: Callable[[bytes], None] | None = None  # takes every message once it is set; it must not raise
    left: Callable[[], None] | None = None  # called when the connection has ended
    slow: Callable[[], None] | None = None  # called when the other side is too far behind
    parting = False  # whether the other side has said goodbye, and waits for ours
    ending = False  # whether we are about to close: nothing more is said

    def connection_made(self, transport: BaseTransport) -> None:
        """A connection that was HTTP until now."""
        super().connection_made(transport)
        self._silent = Bucket(SILENT_PER_SECOND, SILENT_BURST)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        if self.left is not None:
            self.left()

    def handle_connect(self, event: Request) -> None:
        """The handshake: puts this connection into the scope, where the application finds it."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][NAME] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Feeds the library in pieces, so that a flood of pings is noticed before all of it is answered."""
        for begin in range(0, len(data), PIECE):
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
        """A ping, which the library answers."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong."""
        self._count()
        super().handle_pong(event)

    def _count(self) -> None:
        """Counts a frame without a message; closes when there are too many."""
        if self._silent.take(self.loop.time()) and not self.transport.is_closing():
            self.conn.fail(TOO_FAST, "too_fast")
            self.handle_parser_exception()

    def handle_close(self, event: Frame) -> None:
        """A close frame. It is answered by `part`, after all requests that came before it."""
        if self.hear is None or self.close_sent:
            super().handle_close(event)
        else:
            self.hear, self.parting = None, True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1005})

    def part(self) -> None:
        """Answers a close frame."""
        if self.parting and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def shutdown(self) -> None:
        """The server ends. Whoever has said goodbye is let go: the library would refuse to say it twice."""
        if self.handshake_complete and not self.close_sent and self.conn.state is not State.OPEN:
            self.stop_keepalive()
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        """The client does not read as quickly as we write: stops reading from it."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client has caught up: reads from it again."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def say(self, *messages: bytes) -> None:
        """Sends messages at once, and never waits; drops them if the connection is about to end.

        Frames do not pass `conn`: it refuses to send after a goodbye, when what was asked before is still answered.
        """
        transport = self.transport
        if self.ending or self.close_sent or self.disconnected or transport.is_closing():
            return
        transport.write(b"".join([Frame(Opcode.TEXT, message).serialize(mask=False) for message in messages]))
        if self.slow is not None and transport.get_write_buffer_size() > MOST_BEHIND:
            self.slow()


def wire_of(scope: Scope) -> Wire:
    """The connection that a request came on."""
    extensions = scope["extensions"]
    assert extensions is not None
    wire = extensions[NAME]["wire"]
    assert isinstance(wire, Wire)
    return wire
