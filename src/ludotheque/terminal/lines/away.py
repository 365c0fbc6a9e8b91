"""A table on a server, over a WebSocket. A lost network is said, and the line comes back by itself."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from urllib.parse import urlencode

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludotheque.terminal.lines.links import Guest, Link
from ludotheque.terminal.sight import NOBODY, Message, Sight

FINAL = (4401, 4403, 4404, 4410, 4429)  # with which a server closes for good
FIRST_WAIT = 1.0  # seconds until the line is tried again; then twice as long, up to the longest
LONGEST_WAIT = 15.0
PATIENCE = 10.0  # seconds for a connection
ANSWERS = ("answer", "refused", "hinted")
BY_ITSELF = ("commit", "reveal")  # commands that nobody has to think of
TROUBLE = (OSError, TimeoutError, InvalidHandshake, ConnectionClosed, EOFError)


class Away:
    """A line to a table on a server."""

    loses = False

    def __init__(self, link: Link, guest: Guest, watch: bool = False) -> None:
        self.person = guest.id
        self.joins = not watch
        self.link = link
        self._token = guest.token
        self._sight = Sight()
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, Message] = {}
        self._salts: dict[str, str] = {}  # those that were promised, by their hash
        self._session = secrets.token_hex(4)
        self._numbers = count(1)
        self._sending: set[asyncio.Task[None]] = set()
        self._wait = FIRST_WAIT
        self._refusal = ""  # why the server closed the line

    async def messages(self) -> AsyncIterator[Message]:
        """Messages of the server, as long as it can be reached, and again once it can."""
        while True:
            code = None
            try:
                async with connect(
                    self._address(),
                    additional_headers={"Authorization": f"Bearer {self._token}"},
                    max_size=None,
                    open_timeout=PATIENCE,
                ) as socket:
                    self._socket = socket
                    self._again()
                    async for message in self._read(socket):
                        yield message
                    code = socket.close_code
            except TROUBLE:
                pass
            self._socket = None
            if code in FINAL:
                yield {"kind": "closed", "message": self._refusal or str(code)}
                return
            yield {"kind": "lost", "seconds": self._wait}
            await asyncio.sleep(self._wait)
            self._wait = min(2 * self._wait, LONGEST_WAIT)

    async def _read(self, socket: ClientConnection) -> AsyncIterator[Message]:
        """One connection, to its end. After a gap a whole scene is asked for."""
        async for text in socket:
            message: Message = msgspec.json.decode(text)
            kind = message["kind"]
            if kind == "event" and message["n"] != self._sight.n + 1:
                self._sight = Sight()
                return
            if kind == "bye":
                self._wait = float(message["seconds"])
            elif kind == "refused" and message["id"] is None:
                self._refusal = message["message"]
            if kind in ("scene", "event"):
                self._wait = FIRST_WAIT
            asked = self._unanswered.pop(str(message["id"]), None) if kind in ANSWERS else None
            self._sight.take(message)
            self._take_part()
            if kind != "bye" and (asked is None or asked["kind"] not in BY_ITSELF):
                yield message

    def _take_part(self) -> None:
        """Promises a salt for the deals as soon as one sits, and reveals it when the table asks."""
        table, seat = self._sight.table, self._sight.seat_of(self.person) if self._sight.table else NOBODY
        waiting = any(command["kind"] in BY_ITSELF for command in self._unanswered.values())
        if seat == NOBODY or waiting or table["stage"] != "open" or table["setup"]["lesson"]:
            return
        promised = table["salt_commitments"][seat]
        if table["starting"]:
            if promised in self._salts and not table["salts"][seat]:
                self.ask({"kind": "reveal", "salt": self._salts[promised]})
        elif not promised:
            salt = secrets.token_hex(16)
            promise = hashlib.sha256(salt.encode()).hexdigest()
            self._salts[promise] = salt
            self.ask({"kind": "commit", "hash": promise})

    def _address(self) -> str:
        """Where the socket is; who comes back says what was seen last."""
        query = {}
        if self._sight.stage == "playing":
            query = {"since": str(self._sight.n)}
            if (seat := self._sight.seat_of(self.person)) != NOBODY:
                query["seat"] = str(seat)
        base = f"ws{self.link.origin.removeprefix('http')}/ws/tables/{self.link.table}"
        return f"{base}?{urlencode(query)}" if query else base

    def ask(self, command: Message) -> str:
        """Asks the server; what is not answered is asked again when the line is back."""
        ref = f"{self._session}-{next(self._numbers)}"
        self._unanswered[ref] = command
        self._send(ref)
        return ref

    def _again(self) -> None:
        for ref in list(self._unanswered):
            self._send(ref)

    def _send(self, ref: str) -> None:
        if self._socket is None:
            return
        text = msgspec.json.encode({"id": ref, "command": self._unanswered[ref]}).decode()
        task = asyncio.get_running_loop().create_task(self._sent(self._socket, text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _sent(self, socket: ClientConnection, text: str) -> None:
        with suppress(ConnectionClosed):
            await socket.send(text)

    async def close(self) -> None:
        """Hangs up."""
        if self._socket is not None:
            with suppress(*TROUBLE):
                await asyncio.wait_for(self._socket.close(), 1.0)
