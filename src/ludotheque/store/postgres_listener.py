"""Hears from PostgreSQL what other servers have added to their logs."""

from asyncio import Event, get_running_loop, sleep, wait_for

import msgspec

from ludotheque.store.contract import News, StoreError
from ludotheque.store.postgres_connect import Connection, connect, kindly
from ludotheque.store.postgres_writer import CHANNEL

PAUSE = 1.0  # seconds between two attempts to connect
HEARTBEAT = 30.0  # seconds between two looks whether a silent connection is still there
MARGIN = 3600.0  # seconds: a summary may be that much older than the last event of its table
MISSED = """
SELECT id, (SELECT max(n) FROM events WHERE table_id = tables.id) FROM tables
WHERE touched > (SELECT max(touched) FROM tables) - $1::float8
"""
Message = tuple[str, dict[str, int]]


class Listener:
    """A connection of its own. When it was lost, all tables touched since are told, since news may have been missed."""

    def __init__(self, url: str, server: str, news: News) -> None:
        self._url = url
        self._server = server
        self._news = news
        self._lost = Event()
        self._time = get_running_loop().time
        self._heard = self._time()
        self._connection: Connection = None

    async def run(self) -> None:
        """The task; it ends by being cancelled."""
        while True:
            try:
                await self._listen()
            except StoreError:
                await sleep(PAUSE)
            finally:
                if self._connection is not None:
                    self._connection.terminate()

    async def _listen(self) -> None:
        self._connection = await connect(self._url)
        self._lost.clear()
        self._connection.add_termination_listener(lambda _: self._lost.set())
        with kindly("heard"):
            await self._connection.add_listener(CHANNEL, self._hear)
            missed = await self._connection.fetch(MISSED, self._time() - self._heard + MARGIN)
        for table, last in missed:
            self._news(table, last or 0)
        while not self._lost.is_set():
            with kindly("heard"):
                await self._connection.execute("SELECT 1")
            self._heard = self._time()
            await self._silence()

    async def _silence(self) -> None:
        """Waits until the connection is lost, but not longer than from one heartbeat to the next."""
        try:
            await wait_for(self._lost.wait(), HEARTBEAT)
        except TimeoutError:
            return

    def _hear(self, _connection: Connection, _process: int, _channel: str, payload: str) -> None:
        server, last = msgspec.json.decode(payload, type=Message)
        if server == self._server:
            return
        for table, n in last.items():
            self._news(table, n)
