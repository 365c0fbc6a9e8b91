"""uvicorn's HTTP with bounds on one request: the size of its head, and the time in which it has to come."""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from ludotheque.server.wire import Wire

MOST_HEAD = 16_384  # bytes of a request beside its body
MOST_HEADERS = 100
PIECE = 4096  # bytes that are read at once


class TooManyHeadersError(Exception):
    """Stops the parser."""


class Http(HttpToolsProtocol):
    """One connection, until it ends or becomes a WebSocket. `left` is called at its end, whichever it is then."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        loop: AbstractEventLoop,
        seconds: float,
        left: Callable[[], None],
    ) -> None:
        super().__init__(config, server_state, app_state, loop)
        self._seconds = seconds
        self._left = left
        self._head = 0  # bytes of the current request that were not part of its body
        self._deadline: TimerHandle | None = None
        self._upgraded = False

    def connection_made(self, transport: Any) -> None:
        """Starts the time in which the first request has to come."""
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended, as HTTP."""
        super().connection_lost(exc)
        self._drop_deadline()
        self._left()

    def data_received(self, data: bytes) -> None:
        """Feeds the parser in pieces, so that a head that never ends is noticed before much of it is kept."""
        if self._deadline is None and not self._answering():
            self._set_deadline()
        for at in range(0, len(data), PIECE):
            if self._upgraded or self.transport.is_closing():
                return
            piece = data[at : at + PIECE]
            self._head += len(piece)
            super().data_received(piece)
            if self._head > MOST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """The parser: a request begins."""
        super().on_message_begin()
        self._head = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """The parser: a header, or one that follows a body."""
        if len(self.headers) >= MOST_HEADERS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            raise TooManyHeadersError
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """The parser: a part of a body; the application says how large that may be."""
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The parser: a whole request."""
        self._head = 0
        self._drop_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The request asks for a WebSocket, which takes over from here."""
        self._upgraded = True
        if self.scope["method"] != "GET":
            self._refuse(HTTPStatus.METHOD_NOT_ALLOWED, b"allow: GET\r\n")
            return
        super().handle_websocket_upgrade()
        self._drop_deadline()
        wire = self.transport.get_protocol()
        assert isinstance(wire, Wire)
        wire.left = self._left

    def send_400_response(self, msg: str) -> None:
        """For what the parser cannot read; not after a refusal of ours."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _answering(self) -> bool:
        """Whether a request waits for its answer, or for the rest of it."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self._seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _drop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: HTTPStatus, header: bytes = b"") -> None:
        """Says why not, unless an answer has begun, and closes."""
        if not self._answering() or not self.cycle.response_started:
            first = b"HTTP/1.1 %d %b\r\n" % (status, status.phrase.encode())
            self.transport.write(first + header + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
