"""uvicorn's WebSocket with a short way in and out: what is said at tables passes no queue and wakes no task.

A connection begins and ends as ever, by the framework; in between its messages are handed over as they come, and sent
as they are made.
"""

from collections.abc import Callable

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

NAME = "ludotheque.wire"  # by which applications find it, among a connection's extensions


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    hear: Callable[[bytes], None] | None = None  # takes every message once it is set; it must not raise

    def handle_connect(self, event: Request) -> None:
        """Somebody calls; whoever answers finds this wire."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][NAME] = {"wire": self}

    def handle_text(self, event: Frame) -> None:
        """A message, or the beginning of one in several pieces."""
        if self.hear is None or self.close_sent or not event.fin:
            super().handle_text(event)
        else:
            self.hear(bytes(event.data))

    def say(self, *messages: bytes) -> int:
        """Sends messages, unless the connection is about to end. Returns how many bytes the other side is behind."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        for message in messages:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size()


def wire_of(scope: Scope) -> Wire:
    """The wire of a connection."""
    extensions = scope["extensions"]
    assert extensions is not None
    wire = extensions[NAME]["wire"]
    assert isinstance(wire, Wire)
    return wire
