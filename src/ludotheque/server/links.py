"""A link between two servers: typed messages over TCP, each side having shown that it knows the cluster's secret.

The server that connects asks, the other one answers; each server has a link to each other one. The secret itself is
never sent, and nothing is encrypted: links belong into a network of one's own.
"""

import asyncio
import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import cast

import msgspec

LONGEST = 1 << 24  # bytes of a message
LONGEST_GREETING = 1024  # of one from somebody unknown
MOST_BEHIND = 1 << 26  # bytes; who is further behind is given up
HANDSHAKE = 2.0  # seconds
BEAT = 0.5  # seconds between two signs of life
SILENCE = 6  # of our signs without one of the other side, after which a link is given up
HEAD = 4


class LinkMessage(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """A frame of a link between two servers."""


class Challenge(LinkMessage, frozen=True):
    """Greets whoever connects."""

    nonce: bytes


class Hello(LinkMessage, frozen=True):
    """The first message of a link: the server that connects, and the one that it means."""

    server: str
    to: str
    nonce: bytes
    proof: bytes


class Welcome(LinkMessage, frozen=True):
    """The answer to a hello."""

    proof: bytes


class Beat(LinkMessage, frozen=True):
    """A sign of life."""


class Open(LinkMessage, frozen=True):
    """Somebody who is connected to the asking server opens a table of the other one."""

    line: int
    table: str
    person: str
    name: str
    language: str
    seat: int
    since: int | None


class Heard(LinkMessage, frozen=True):
    """A message that came over that connection."""

    line: int
    data: bytes


class Gone(LinkMessage, frozen=True):
    """The connection has ended."""

    line: int


class ToLine(LinkMessage, frozen=True):
    """Messages for that connection."""

    line: int
    messages: list[bytes]


class Closed(LinkMessage, frozen=True):
    """A connection is to be closed; or, if the other side closed it, all its requests are answered."""

    line: int
    code: int
    reason: str


class Lobby(LinkMessage, frozen=True):
    """Asks which tables somebody is at, as their summaries."""

    ref: int


class LobbyTables(LinkMessage, frozen=True):
    """The answer to that."""

    ref: int
    summaries: bytes


class Inside(LinkMessage, frozen=True):
    """How many connections somebody has at the asking server."""

    gate: str
    key: str
    count: int


class Took(LinkMessage, frozen=True):
    """Somebody has asked for something of which there is only so much a minute."""

    limit: str
    key: str


class Renamed(LinkMessage, frozen=True):
    """Somebody has another name or language."""

    person: str


class Take(LinkMessage, frozen=True):
    """A table that is free now."""

    table: str


AnyLinkMessage = (
    Challenge | Hello | Welcome | Beat | Open | Heard | Gone | ToLine | Closed | Lobby | LobbyTables | Inside | Took
    | Renamed | Take
)  # fmt: skip
encode = msgspec.msgpack.Encoder().encode
decoder: msgspec.msgpack.Decoder[AnyLinkMessage] = msgspec.msgpack.Decoder(AnyLinkMessage)


def proof(secret: str, *words: bytes) -> bytes:
    """Proof of the cluster's secret for one challenge: an HMAC."""
    return hmac.digest(secret.encode(), b"".join(b"%d:%b" % (len(word), word) for word in words), "sha256")


def endpoint(address: str) -> tuple[str, int]:
    """Host and port of an address such as games1:7000 or [::1]:7000."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


class PeerLink(asyncio.Protocol, ABC):
    """One side of a link. `hear` gets its messages once it is open; `lost` is called at its end, if it was open."""

    def __init__(self, secret: str, hear: Callable[[AnyLinkMessage], None], lost: Callable[[], None]) -> None:
        self.open = asyncio.get_running_loop().create_future()
        self._unheard = 0  # signs given since something was heard: a loop that was blocked has not listened either
        self._secret = secret
        self._nonce = secrets.token_bytes(16)
        self._hear = hear
        self._lost = lost
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    @property
    def opened(self) -> bool:
        """Whether both sides know each other, and nothing has gone wrong since."""
        return self.open.done() and self._transport is not None and not self._transport.is_closing()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake begins."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its type
        asyncio.get_running_loop().call_later(HANDSHAKE, self._expect_open)

    def _expect_open(self) -> None:
        if not self.open.done():
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The link has ended."""
        if self.open.done():
            self._lost()
        else:
            self.open.cancel()

    def data_received(self, data: bytes) -> None:
        """Reads whole messages."""
        self._unheard = 0
        self._buffer += data
        while len(self._buffer) >= HEAD:
            size = int.from_bytes(self._buffer[:HEAD])
            if size > (LONGEST if self.open.done() else LONGEST_GREETING):
                self.close()
                return
            if len(self._buffer) < HEAD + size:
                return
            message = bytes(self._buffer[HEAD : HEAD + size])
            del self._buffer[: HEAD + size]
            self._take(message)

    def _take(self, data: bytes) -> None:
        try:
            message = decoder.decode(data)
        except msgspec.MsgspecError:
            self.close()
            return
        if self.open.done():
            self._hear(message)
        elif not self._greeted(message):
            self.close()

    @abstractmethod
    def _greeted(self, message: AnyLinkMessage) -> bool:
        """Whether the next message of a handshake is right."""

    def send(self, message: LinkMessage) -> None:
        """Sends a message, and never waits."""
        if self._transport is None or self._transport.is_closing():
            return
        data = encode(message)
        self._transport.write(len(data).to_bytes(HEAD) + data)
        if self._transport.get_write_buffer_size() > MOST_BEHIND:
            self.close()

    def beat(self) -> None:
        """Gives a sign of life; gives the link up if the other side gives none."""
        if self._unheard >= SILENCE:
            self.close()
        self._unheard += 1
        self.send(Beat())

    def close(self) -> None:
        """Ends the link at once."""
        if self._transport is not None:
            self._transport.abort()


class Caller(PeerLink):
    """The side that connects."""

    def __init__(
        self,
        secret: str,
        server: str,
        to: str,
        hear: Callable[[AnyLinkMessage], None],
        lost: Callable[[], None],
    ) -> None:
        super().__init__(secret, hear, lost)
        self.server, self.to = server, to

    def _greeted(self, message: AnyLinkMessage) -> bool:
        names = self.server.encode(), self.to.encode()
        if isinstance(message, Challenge):
            mine = proof(self._secret, b"hello", message.nonce, self._nonce, *names)
            self.send(Hello(self.server, self.to, self._nonce, mine))
            return True
        if isinstance(message, Welcome) and hmac.compare_digest(
            message.proof, proof(self._secret, b"welcome", self._nonce, *names)
        ):
            self.open.set_result(None)
            return True
        return False


class Callee(PeerLink):
    """The side that was connected to. `itself` tells the name of its server."""

    def __init__(
        self,
        secret: str,
        itself: Callable[[], str],
        hear: Callable[[AnyLinkMessage], None],
        lost: Callable[[], None],
        met: Callable[[], None],
    ) -> None:
        super().__init__(secret, hear, lost)
        self.server = ""  # who has connected
        self._itself = itself
        self._met = met

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greets."""
        super().connection_made(transport)
        self.send(Challenge(self._nonce))

    def _greeted(self, message: AnyLinkMessage) -> bool:
        if not isinstance(message, Hello) or message.to != self._itself():
            return False
        names = message.server.encode(), message.to.encode()
        if not hmac.compare_digest(message.proof, proof(self._secret, b"hello", self._nonce, message.nonce, *names)):
            return False
        self.server = message.server
        self.send(Welcome(proof(self._secret, b"welcome", message.nonce, *names)))
        self.open.set_result(None)
        self._met()
        return True
