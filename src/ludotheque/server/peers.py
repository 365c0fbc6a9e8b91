"""Other servers: connections passed on to them (`Peer`, `Forwarder`), and those they pass on to us (`Visitors`)."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from ludotheque.server.ear import Ear, Pace, id_in, refusal
from ludotheque.server.line import Line
from ludotheque.server.links import (
    BEAT,
    AnyLinkMessage,
    Callee,
    Caller,
    Closed,
    Gone,
    Heard,
    LinkMessage,
    Lobby,
    LobbyTables,
    Open,
    ToLine,
    endpoint,
)  # fmt: skip
from ludotheque.server.live import Live
from ludotheque.server.messages import BYE, CLOSING, MOVED, Refused, text
from ludotheque.store.contract import Summary
from ludotheque.table.errors import RefusedError

if TYPE_CHECKING:
    from ludotheque.server.room import Room

PATIENCE = 1.0  # seconds for an answer
FAILED = 1011


class Peer:
    """Another server, as this one asks it. The link is made again whenever it was lost, until `close`."""

    def __init__(
        self,
        server: str,
        address: str,
        secret: str,
        itself: Callable[[], str],
        greet: Callable[[], Iterable[LinkMessage]],
        missed: Callable[[], None],
    ) -> None:
        self.server = server
        self.address = address
        self._secret = secret
        self._itself = itself
        self._greet = greet
        self._missed = missed
        self._link: Caller | None = None
        self._numbers = count(1)
        self._lines: dict[int, Forwarder] = {}
        self._asked: dict[int, asyncio.Future[list[Summary]]] = {}
        self._keeping = asyncio.create_task(self._keep())

    @property
    def opened(self) -> bool:
        """Whether it can be asked now."""
        return self._link is not None and self._link.opened

    async def _keep(self) -> None:
        while True:
            if not self.opened:
                with suppress(OSError):
                    await self._connect()
            if self._link is not None:
                self._link.beat()
            await asyncio.sleep(BEAT)

    async def _connect(self) -> None:
        link = Caller(self._secret, self._itself(), self.server, self._hear, self._lost)
        async with asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().create_connection(lambda: link, *endpoint(self.address))
        await asyncio.wait([link.open])
        if link.open.cancelled():
            return
        self._link = link
        for message in self._greet():
            link.send(message)

    def tell(self, message: LinkMessage) -> None:
        """Tells it something, if it can be reached."""
        if self._link is not None:
            self._link.send(message)

    def forward(self, line: Line, room: "Room", table: str, seat: int, since: int | None) -> "Forwarder":
        """Passes a connection on."""
        number = next(self._numbers)
        self.tell(Open(number, table, line.person, line.name, line.language, seat, since))
        forwarder = self._lines[number] = Forwarder(self, number, line, room)
        return forwarder

    def forget(self, number: int) -> None:
        """A connection has ended."""
        self._lines.pop(number, None)

    async def lobby(self) -> list[Summary]:
        """The tables there that somebody is at; none if it does not answer."""
        ref = next(self._numbers)
        asked = self._asked[ref] = asyncio.get_running_loop().create_future()
        self.tell(Lobby(ref))
        try:
            return await asyncio.wait_for(asked, PATIENCE) if self.opened else []
        except TimeoutError:
            return []
        finally:
            del self._asked[ref]

    def _hear(self, message: AnyLinkMessage) -> None:
        match message:
            case ToLine(number, messages):
                if number in self._lines:
                    self._lines[number].line.send(*messages)
            case Closed(number, code, reason):
                if number in self._lines:
                    self._lines[number].closed(code, reason)
            case LobbyTables(ref, summaries):
                if ref in self._asked and not self._asked[ref].done():
                    self._asked[ref].set_result(msgspec.msgpack.decode(summaries, type=list[Summary]))
            case _:
                pass

    def _lost(self) -> None:
        """Whoever was passed on has to come back."""
        self._missed()
        for forwarder in [*self._lines.values()]:
            forwarder.part()

    def drop(self) -> None:
        """Gives the link up; it is made anew."""
        if self._link is not None:
            self._link.close()

    def close(self) -> None:
        """Ends the link for good."""
        self._keeping.cancel()
        self.drop()

    def part(self) -> None:
        """Tells all who were passed on to come back."""
        for forwarder in [*self._lines.values()]:
            forwarder.part()


class Forwarder:
    """A connection to this server whose table another one owns: what comes is passed on, if it is not too much."""

    def __init__(self, peer: Peer, number: int, line: Line, room: "Room") -> None:
        self.line = line
        self._peer, self._number = peer, number
        self._pace = Pace(line, room)
        self._room = room
        self._ended = asyncio.get_running_loop().create_future()
        self._left = False
        room.metrics.forwarded.inc()

    def obey(self, data: bytes) -> None:
        """Passes one request on."""
        if self._pace.flooded:
            return
        try:
            self._pace.keep()
        except RefusedError as problem:
            ref = id_in(data, self._room.settings.message_bytes)
            self.line.send(text(refusal(self.line, ref, problem)))
        else:
            self._peer.tell(Heard(self._number, data))

    async def settled(self) -> None:
        """Waits until all that was asked is answered."""
        self._leave()
        await asyncio.wait([self._ended], timeout=PATIENCE)

    def closed(self, code: int, reason: str) -> None:
        """The other server closes the connection, or has answered all."""
        if not self._ended.done():
            self._ended.set_result(None)
        if not self._left:
            self.line.close(code, reason)

    def part(self) -> None:
        """The other server cannot be reached any more, or this one ends."""
        if not self._left:
            self.line.send(text(BYE))
        self.closed(MOVED, BYE.code)

    def leave(self) -> None:
        """The connection has ended."""
        self._leave()
        self._peer.forget(self._number)
        self._room.metrics.forwarded.dec()

    def _leave(self) -> None:
        if not self._left:
            self._left = True
            self._peer.tell(Gone(self._number))


class RemoteLine:
    """Somebody's connection to another server, as a table here knows it."""

    def __init__(self, link: Callee, opened: Open) -> None:
        self.person, self.name, self.language = opened.person, opened.name, opened.language
        self.viewer = -1
        self.muted: set[str] = set()
        self._link = link
        self._number = opened.line
        self._closed = False

    def send(self, *messages: bytes) -> None:
        """Sends as soon as possible, and never waits."""
        if not self._closed:
            self._link.send(ToLine(self._number, list(messages)))

    def close(self, code: int, reason: str) -> None:
        """Closes when all that waits has been sent."""
        if not self._closed:
            self._closed = True
            self._link.send(Closed(self._number, code, reason))


class Visitor:
    """Somebody who came by another server. What is asked before the table is awake waits for that."""

    def __init__(self, line: RemoteLine, room: "Room") -> None:
        self._line = line
        self._room = room
        self._ear: Ear | None = None
        self._waiting: list[bytes] = []
        self._left = False
        self._opened = asyncio.Event()

    async def open(self, opened: Open) -> None:
        """Opens the table."""
        try:
            await self._open(opened)
        finally:
            self._opened.set()

    async def _open(self, opened: Open) -> None:
        try:
            live = await self._room.cluster.find(opened.table)
            if self._left:
                return
            if not isinstance(live, Live):
                self._line.send(text(BYE))
                self._line.close(MOVED, BYE.code)
                return
            live.enter(self._line, opened.seat, opened.since)
        except RefusedError as problem:
            self._line.send(text(Refused(None, problem.code, problem.facts, str(problem))))
            self._line.close(CLOSING.get(problem.code, FAILED), problem.code)
            return
        except Exception:
            self._line.close(FAILED, "failed")
            raise
        self._ear = Ear(self._line, live, self._room)
        for data in self._waiting:
            self._ear.obey(data)

    def hear(self, data: bytes) -> None:
        """Obeys a request, or keeps it for later."""
        if self._ear is None:
            self._waiting.append(data)
        else:
            self._ear.obey(data)

    async def part(self) -> None:
        """Leaves when all that was asked is answered."""
        await self._opened.wait()
        if self._ear is not None:
            await self._ear.settled()
        self.leave()
        self._line.close(1000, "")

    def leave(self) -> None:
        """Leaves."""
        if not self._left and self._ear is not None:
            self._ear.leave()
        self._left = True


class Visitors:
    """Those whose connections one other server passes on."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._visitors: dict[int, Visitor] = {}

    def hear(self, link: Callee, message: Open | Heard | Gone) -> None:
        """Handles a message from that server."""
        number = message.line
        if isinstance(message, Open):
            visitor = self._visitors[number] = Visitor(RemoteLine(link, message), self._room)
            self._room.hall.tasks.begin(visitor.open(message))
        elif number in self._visitors:
            if isinstance(message, Heard):
                self._visitors[number].hear(message.data)
            else:
                self._room.hall.tasks.begin(self._visitors.pop(number).part())

    def leave(self) -> None:
        """Handles the end of that server, or of the way to it."""
        for visitor in self._visitors.values():
            visitor.leave()
        self._visitors.clear()
