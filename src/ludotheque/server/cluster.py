"""This server among others on the same database: which there are, who has which table, and what all have to know.

A table has one owner, which holds its lease. Connections to other servers are passed on to it; tables of servers that
died are taken over; a server that stops hands its tables over. With a database for one server there is nobody else, and
nothing of this happens.
"""

import asyncio
import logging
from asyncio import Server as Listening
from collections.abc import Awaitable
from contextlib import suppress
from itertools import cycle
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from ludotheque.server.ear import Ear, Pace, Visit
from ludotheque.server.line import Line
from ludotheque.server.links import (
    BEAT,
    AnyLinkMessage,
    Callee,
    Gone,
    Heard,
    Inside,
    LinkMessage,
    Lobby,
    LobbyTables,
    Open,
    Renamed,
    Take,
    Took,
    endpoint,
)  # fmt: skip
from ludotheque.server.live import Live
from ludotheque.server.peers import Peer, Visitors
from ludotheque.store.contract import Lease, Owner, StoreError, Summary
from ludotheque.table.errors import RefusedError

if TYPE_CHECKING:
    from ludotheque.server.room import Room

log = logging.getLogger(__name__)

SCAN = 0.5  # seconds between two looks for tables of servers that died
SCAN_SOON = 0.1  # the same after a link was lost, as the leases of that server may be about to expire
SUSPICION = 6.0  # seconds for which that is so
SHARE = 20  # of these tables at a time, so that the others take some, too
DRAINING = 10.0  # seconds in which tables are handed over
AT_ONCE = 8  # of them at a time: what they have to store goes into the same commits
REACH = 6.0  # seconds to wait for the owner of a table, or for somebody to take it over
PAUSE = 0.1  # seconds between two looks for that
ASKING = 10  # of these looks between two questions to the database, of which each table is one


class Servers:
    """All servers of a database, as one of them sees it."""

    def __init__(self, room: "Room") -> None:
        self.draining = False
        self._room = room
        self._leases = room.store.leases
        self.secret = ""
        self._peers: dict[str, Peer] = {}
        self._links: dict[Callee, Visitors] = {}
        self._listening: Listening | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._suspicious_until = 0.0  # by the steady clock

    # Joining and leaving

    async def begin(self) -> None:
        """Joins the other servers, if there can be any."""
        if not self._leases.shared:
            return
        settings = self._room.settings
        self._listening = await asyncio.get_running_loop().create_server(self._callee, *endpoint(settings.peer_listen))
        host, port = settings.peer_listen.rpartition(":")[0], self._listening.sockets[0].getsockname()[1]
        address = settings.peer_address or f"{host}:{port}"
        membership = await self._leases.join(address, self._lost, self._met)
        assert membership is not None
        self.secret = membership.secret
        self._room.clock.set(membership.now)
        self._room.sharing.begin(self.tell)
        self._tasks = [asyncio.create_task(work) for work in (self._take_over(), self._beat())]
        log.info("joined", extra={"server": membership.server, "address": address})

    async def end(self) -> None:
        """Ends all links."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for peer in self._peers.values():
            peer.close()
        for link in [*self._links]:
            link.close()
        if self._listening is not None:
            self._listening.close()

    def _lost(self) -> None:
        """The leases of this server have expired. The others know it by another name from now on."""
        self._room.metrics.leases_lost.inc(len(self._room.hall.tables))
        self._room.hall.lose_all()
        for peer in self._peers.values():
            peer.drop()
        for link in [*self._links]:
            link.close()

    def _met(self, members: dict[str, str]) -> None:
        """Servers have come or gone."""
        for server in self._peers.keys() - members.keys():
            self._peers.pop(server).close()
            for link in [link for link in self._links if link.server == server]:
                link.close()
            log.info("server gone", extra={"server": server})
        for server, address in members.items():
            if server not in self._peers:
                everybody = self._room.sharing.everybody
                self._peers[server] = Peer(server, address, self.secret, self._itself, everybody, self._suspect)
                log.info("server met", extra={"server": server, "address": address})

    @property
    def peers(self) -> list[Peer]:
        """The other servers."""
        return [*self._peers.values()]

    def _itself(self) -> str:
        return self._leases.server

    async def _beat(self) -> None:
        """Shows the servers that ask this one that it lives."""
        while True:
            await asyncio.sleep(BEAT)
            for link in [*self._links]:
                link.beat()

    # Tables

    async def enter(self, name: str, line: Line, seat: int, since: int | None) -> Visit | None:
        """Somebody opens a table, here or where it is; None if its owner cannot be reached for now."""
        found = await self._reach(name)
        if isinstance(found, Live):
            found.enter(line, seat, since)
            return Ear(line, found, self._room, Pace(line, self._room))
        return None if found is None else found.forward(line, self._room, name, seat, since)

    async def _reach(self, name: str) -> Live | Peer | None:
        """The table, or the server that has it. That of a server that died is free when its lease has expired."""
        until = monotonic() + REACH
        while monotonic() < until:
            found = await self.find(name)
            if isinstance(found, Live):
                return found
            if found is None:
                return None
            if (peer := self._opened(found)) is not None:
                return peer
            await self._change_of(name, found)
        return None

    async def find(self, name: str) -> Live | Owner | None:
        """The table, taken if nobody has it, or the server that has it.

        A server that is about to stop takes no table, so it names another one; None if it is the only one.
        """
        return await (self._owner(name) if self.draining else self._room.hall.find(name))

    def _opened(self, owner: Owner) -> Peer | None:
        """A server that can be asked now."""
        peer = self._peers.get(owner.server)
        return peer if peer is not None and peer.opened else None

    async def _change_of(self, name: str, owner: Owner) -> None:
        """Waits until the table is here, its owner can be reached, or has died; or for a while."""
        known = owner.server in self._peers
        for _ in range(ASKING):
            await asyncio.sleep(PAUSE)
            if name in self._room.hall.tables or self._opened(owner) is not None:
                return
            if known and owner.server not in self._peers:
                return

    def _suspect(self) -> None:
        """A server may have died: the link to it is lost."""
        self._suspicious_until = monotonic() + SUSPICION

    async def _owner(self, name: str) -> Live | Owner | None:
        """The server that owns a table, or one that could take it, when this server is about to stop."""
        if (live := self._room.hall.tables.get(name)) is not None:
            return live
        try:
            owner = await self._leases.owner(name)
        except StoreError:
            raise RefusedError("storage") from None
        others = (Owner(peer.server) for peer in self._peers.values() if peer.opened)
        return owner or next(others, None)

    async def _take_over(self) -> None:
        """Takes tables of servers that died, for as long as this one runs."""
        while True:
            orphans: dict[str, Lease] = {}
            if not self.draining:
                try:
                    orphans = await self._leases.take_orphans(SHARE)
                except StoreError as problem:
                    self._room.store.failed(problem)
            hall = self._room.hall
            await asyncio.gather(*(self._try(name, hall.take_over(name, lease)) for name, lease in orphans.items()))
            if not orphans:
                await asyncio.sleep(SCAN_SOON if monotonic() < self._suspicious_until else SCAN)

    async def drain(self) -> None:
        """Hands all tables over to other servers, some at a time, if there are any.

        What the database does not take in time is let go of with the leases: who takes such a table reads its log.
        """
        self.draining = True
        tables = self._room.hall.tables
        if others := [peer for peer in self._peers.values() if peer.opened]:
            takers = cycle(others)
            with suppress(TimeoutError):
                async with asyncio.timeout(DRAINING):
                    while some := [*tables.values()][:AT_ONCE]:
                        await asyncio.gather(*(self._hand_over(live, next(takers)) for live in some))
        for peer in self._peers.values():
            peer.part()

    async def _hand_over(self, live: Live, taker: Peer) -> None:
        await self._room.hall.hand_over(live)
        taker.tell(Take(live.id))

    # Messages to every server

    def tell(self, message: LinkMessage) -> None:
        """Tells all other servers."""
        for peer in self._peers.values():
            peer.tell(message)

    async def lobby(self) -> list[Summary]:
        """The listed tables that somebody is at, at any server."""
        found = await asyncio.gather(*(peer.lobby() for peer in self._peers.values()))
        return [*self._room.hall.here(), *(one for some in found for one in some)]

    def _callee(self) -> Callee:
        """The side of a link that another server makes to this one."""
        room = self._room

        def hear(message: AnyLinkMessage) -> None:
            match message:
                case Open() | Heard() | Gone():
                    self._links[link].hear(link, message)
                case Inside() | Took():
                    room.sharing.hear(link.server, message, room.clock.now())
                case Renamed(person):
                    room.people.forget(person)
                case Lobby(ref):
                    link.send(LobbyTables(ref, msgspec.msgpack.encode(room.hall.here())))
                case Take(table) if not self.draining:
                    room.hall.tasks.begin(self._try(table, room.hall.find(table)))
                case _:
                    pass

        def lost() -> None:
            self._links.pop(link).leave()
            if all(other.server != link.server for other in self._links):
                room.sharing.forget(link.server)

        def met() -> None:
            self._links[link] = Visitors(room)
            room.people.forget_all()  # some may have been renamed while that server could not be heard

        link = Callee(self.secret, self._itself, hear, lost, met)
        return link

    async def _try(self, name: str, taking: Awaitable[object]) -> None:
        """Takes a table of a server that died, or that another one has handed over."""
        try:
            await taking
        except RefusedError as problem:
            log.warning("a table could not be taken", extra={"table": name, "problem": str(problem)})
        except Exception:  # the others are taken all the same
            log.exception("taking a table failed", extra={"table": name})
