"""A server's row among the servers of a database, renewed by a thread of its own.

One statement renews all leases of a server: they hold as long as its row does. The thread has its own event loop and
connection, so that neither load nor a blocked loop starves it. A row that has expired never comes back: the server
gets another name then, and what it owned under the old one is anybody's.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from secrets import token_hex
from threading import Thread
from time import monotonic

from ludotheque.store.contract import Membership, StoreError
from ludotheque.store.postgres_connect import Connection, connect, kindly

log = logging.getLogger(__name__)

TTL = 3.0  # seconds for which a server's tables are its own after a renewal
RENEW = 0.5  # seconds between two renewals
MARGIN = 0.2  # seconds before the end from which on nothing more is told
PATIENCE = TTL  # seconds until a renewal that is not answered has failed: an answer that is late still counts

NOW = "extract(epoch FROM clock_timestamp())::float8"
KNOWN_TO_ALL = """
INSERT INTO cluster (name, value) VALUES ('secret', $1) ON CONFLICT (name) DO UPDATE SET name = excluded.name
RETURNING value
"""
JOIN = f"INSERT INTO servers (id, address, expires) VALUES ($1, $2, {NOW} + $3::float8) RETURNING {NOW}"
RENEWAL = f"UPDATE servers SET expires = {NOW} + $2::float8 WHERE id = $1 AND expires > {NOW} RETURNING id"
MEMBERS = f"SELECT id, address FROM servers WHERE expires > {NOW}"
LEAVE = "UPDATE leases SET server = '' WHERE server = $1"
FORGET = f"""
DELETE FROM servers
WHERE id = $1 OR expires < {NOW} - 60 AND NOT EXISTS (SELECT 1 FROM leases WHERE server = servers.id)
"""


class Member:
    """One of the servers of a database."""

    def __init__(self, url: str, address: str, lost: Callable[[], None], met: Callable[[dict[str, str]], None]) -> None:
        self.server = ""
        self._url = url
        self._address = address
        self._lost = lost
        self._met = met
        self._loop = asyncio.get_running_loop()
        self._until = 0.0  # by this machine's steady clock
        self._members: dict[str, str] = {}
        self._connection: Connection = None
        self._thread_loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Event | None = None
        self._begun: Future[Membership] = Future()
        self._thread = Thread(target=lambda: asyncio.run(self._run()), name="leases", daemon=True)

    def held(self, server: str) -> bool:
        """Whether the leases that this server took under some name are still its own."""
        return server == self.server and monotonic() < self._until

    async def begin(self) -> Membership:
        """Joins the others, or raises a StoreError."""
        self._thread.start()
        return await asyncio.wrap_future(self._begun)

    async def end(self) -> None:
        """Lets go of all tables, and leaves."""
        if self._thread_loop is not None and self._ending is not None:
            with suppress(RuntimeError):  # it has ended already
                self._thread_loop.call_soon_threadsafe(self._ending.set)
        await asyncio.to_thread(self._thread.join)

    async def _run(self) -> None:
        self._thread_loop, ending = asyncio.get_running_loop(), asyncio.Event()
        self._ending = ending
        try:
            self._begun.set_result(await self._first())
        except StoreError as problem:
            self._disconnect()
            self._begun.set_exception(problem)
            return
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), RENEW)
            if ending.is_set():
                break
            with suppress(StoreError):
                await self._renew()
            if self._until and monotonic() >= self._until:
                self._lose()
        with suppress(StoreError, TimeoutError):
            await asyncio.wait_for(self._leave(), PATIENCE)
        self._disconnect()

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url, PATIENCE)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _first(self) -> Membership:
        with kindly("joined"):
            self._connection = await connect(self._url)  # there is time yet, on a machine that is busy
            secret = await (await self._connected()).fetchval(KNOWN_TO_ALL, token_hex(32))
            now = await self._join()
        self._disconnect()
        return Membership(self.server, secret, now)

    async def _join(self) -> float:
        """Gets a new name. What was owned under the old one is lost."""
        name, begun = token_hex(8), monotonic()
        now: float = await (await self._connected()).fetchval(JOIN, name, self._address, TTL)
        self.server, self._until = name, begun + TTL - MARGIN
        return now

    async def _renew(self) -> None:
        try:
            with kindly("written"):
                begun = monotonic()
                connection = await self._connected()
                if await connection.fetchval(RENEWAL, self.server, TTL) is None:
                    self._lose()
                    await self._join()
                else:  # in time for the database; if that was too late for us, tables are taken anew by now
                    self._until = begun + TTL - MARGIN
                await self._meet()
        except StoreError:
            self._disconnect()
            raise

    async def _meet(self) -> None:
        """Tells of servers that have come or gone."""
        members = {name: address for name, address in await self._connection.fetch(MEMBERS) if name != self.server}
        if members != self._members:
            self._members = members
            self._tell(lambda: self._met(members))

    def _lose(self) -> None:
        if self._until:
            self._until = 0.0
            self._tell(self._lost)

    def _tell(self, call: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(call)

    async def _leave(self) -> None:
        with kindly("left"):
            connection = await self._connected()
            await connection.execute(LEAVE, self.server)
            await connection.execute(FORGET, self.server)
