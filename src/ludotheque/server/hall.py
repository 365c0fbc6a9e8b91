"""All tables of a server: those in memory, and those asleep in the store."""

import asyncio
import logging
import secrets

from ludotheque.server.clock import Clock
from ludotheque.server.crew import Crew
from ludotheque.server.live import Live
from ludotheque.server.metrics import Metrics
from ludotheque.server.outbox import Connection
from ludotheque.server.settings import Settings
from ludotheque.server.talk import Talk
from ludotheque.server.tasks import Tasks
from ludotheque.store.contract import Row, Snapshot, Store, StoreError, Summary
from ludotheque.table import events as e
from ludotheque.table.archive import Timed, record
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Setup
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import WATCHING, Table
from ludotheque.table.streams import missed, replayed
from ludotheque.table.told import Told, told

log = logging.getLogger(__name__)

ID_BYTES = 9  # of chance in the name of a table: who has not been given the link does not find it
MOST_SAID = 100  # messages that somebody can read who comes later
DAY = 86_400.0
ELSEWHERE = 120.0  # seconds for which a table of another server is taken to have somebody at it
SWEEP = 5.0  # seconds between two looks for tables that nobody looks at
LOOKS = 5  # at a log, until it is told as it stands
MEND = (0.1, 0.3, 1.0, 3.0, 5.0)  # seconds between tries to read a table again, the last for ever


class Hall:
    """The tables of one server."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, crew: Crew, clock: Clock) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.crew = crew
        self.clock = clock
        self.talk = Talk(crew.pace)
        self.tables: dict[str, Live] = {}
        self._waking: dict[str, asyncio.Task[Live]] = {}
        self.tasks = Tasks()
        crew.when_compiled = self._compiled
        store.listen(self._news)

    # Tables

    async def make(self, setup: Setup, person: str, name: str) -> Live:
        """A new table; who makes it sits at it."""
        setup.check()
        made = e.Made(setup=setup, secret=secrets.token_hex(32), by=person)
        table = Table.begin(secrets.token_urlsafe(ID_BYTES), made, self.clock.now())
        live = self._put(table)
        try:
            await live.begin(made, person, name)
        except RefusedError:
            self.tables.pop(live.id, None)
            raise
        log.info("table made", extra={"table": live.id, "game": setup.game})
        return live

    async def get(self, name: str) -> Live:
        """The table of that name, woken if it sleeps."""
        if (live := self.tables.get(name)) is not None:
            return live
        if name not in self._waking:
            self._waking[name] = asyncio.get_running_loop().create_task(self._wake(name))
        try:
            return await asyncio.shield(self._waking[name])
        finally:
            self._waking.pop(name, None)

    async def _wake(self, name: str) -> Live:
        return self._put(await self._read(name))

    async def _read(self, name: str) -> Table:
        """A table from its newest snapshot and what came after, else from its whole log."""
        try:
            kept, rows = await self.store.wake(name)
            table = None if kept is None else restored(kept.body)
            if kept is not None and table is None:
                rows = await self.store.log(name)
        except StoreError:
            raise RefusedError("storage") from None
        if table is None:
            if not rows:
                raise RefusedError("no_such_table")
            return Table.rebuild(name, timed(rows))
        for at, event in timed(rows):
            table.apply(event, at)
        return table

    def _put(self, table: Table) -> Live:
        live = Live(table, self.store, self.clock, self.metrics, self._plan)
        game = table.facts.setup.game
        live.regulars = game not in self.crew.compiled
        self.crew.want(game)
        self.tables[live.id] = live
        self.metrics.tables_awake.set(len(self.tables))
        return live

    def _compiled(self, game: str) -> None:
        for live in self.tables.values():
            if live.table.facts.setup.game == game:
                live.bots_are_ready()

    def _plan(self, live: Live) -> None:
        if live.broken:
            if not live.mending:
                live.mending = True
                self.tasks.begin(self._mend(live))
        else:
            self.crew.plan(live)
            self.talk.plan(live)

    async def _mend(self, live: Live) -> None:
        """Reads a table again until that works; the store may be full or away for a while."""
        tries = 0
        while True:
            await asyncio.sleep(MEND[min(tries, len(MEND) - 1)])
            tries += 1
            try:
                table = await self._read(live.id)
            except RefusedError as problem:
                if problem.code == "no_such_table":
                    log.info("a table is not in the store", extra={"table": live.id})
                    self.tables.pop(live.id, None)
                    return
                continue
            live.mend(table)
            return

    def _news(self, name: str, n: int) -> None:
        """Another server has added to a table's log: what we have is old."""
        live = self.tables.get(name)
        if live is not None and live.table.facts.n < n and not live.broken:
            live.outdated()

    def lobby(self, summaries: list[Summary]) -> list[Summary]:
        """Of tables that are listed those that one can sit at or watch, and that somebody is at.

        Who is at a table of another server is not known here; there something has happened a short while ago.
        """
        now = self.clock.now()
        here = [live.summary() for live in self.tables.values() if live.connections and not live.broken]
        others = [one for one in summaries if one.id not in self.tables and now - one.touched < ELSEWHERE]
        found = [one for one in here if one.listed and one.stage != "over"] + others
        return sorted(found, key=lambda one: (one.stage, -one.made))

    # Who comes

    async def enter(self, name: str, connection: Connection, seat: int, since: int | None) -> Live:
        """Somebody opens a table; who has been there before is told what was missed."""
        live, again = await self.get(name), None
        if since is not None and seat == live.table.seat_of(connection.person):
            live, log = await self._whole_log(live)
            again = missed(live.id, timed(log), seat, since) if log else None
        if connection.person in live.table.facts.removed:
            raise RefusedError("removed")
        live.enter(connection, again)
        return live

    async def _whole_log(self, live: Live) -> tuple[Live, list[Row]]:
        """All that has happened at a table, to this very moment; nothing if it goes on more quickly than we read."""
        for _ in range(LOOKS):
            rows = await self.log(live.id)
            live = await self.get(live.id)  # it may have fallen asleep meanwhile
            rows += live.unstored(rows[-1].n)
            if rows[-1].n == live.table.facts.n == len(rows):
                return live, rows
        return live, []

    async def log(self, name: str) -> list[Row]:
        """Everything that has happened at a table."""
        try:
            rows = await self.store.log(name)
        except StoreError:
            raise RefusedError("storage") from None
        if not rows:
            raise RefusedError("no_such_table")
        return rows

    async def record(self, name: str, match: int) -> str:
        """The record of a finished match."""
        return record(name, timed(await self.log(name)), match)

    async def replay(self, name: str, match: int, viewer: int) -> bytes:
        """A finished match as a seat was told of it, or with open cards: a JSON list of a scene and events."""
        rows = await self.log(name)
        return b"[%b]" % b",".join(await asyncio.to_thread(replayed, name, timed(rows), match, viewer))

    async def said(self, name: str, person: str) -> list[Told]:
        """What people have said last, for somebody who may hear it."""
        live = await self.get(name)
        facts = live.table.facts
        if person in facts.removed:
            raise RefusedError("removed")
        if live.table.seat_of(person) == WATCHING and not facts.setup.spectators:
            return []
        said = [event for _, event in timed(await self.log(name)) if isinstance(event, e.Said)]
        return [one for event in said[-MOST_SAID:] if (one := told(event, WATCHING, ())) is not None]

    # Time

    async def look_after(self) -> None:
        """Puts tables to sleep that nobody looks at, and forgets what is old; for as long as the server runs."""
        forgotten = 0.0
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.sleep_after))
            now = self.clock.now()
            for live in [*self.tables.values()]:
                if live.quiet and now - live.idle_since >= self.settings.sleep_after:
                    self.sleep(live)
            if now - forgotten >= DAY:
                forgotten = now
                await self._forget(now)

    def sleep(self, live: Live) -> None:
        """A table leaves memory; a snapshot lets it wake quickly."""
        live.close()
        del self.tables[live.id]
        self.metrics.tables_awake.set(len(self.tables))
        facts = live.table.facts
        self.store.keep_snapshot(Snapshot(facts.id, facts.n, snapshot(live.table)), slept)

    async def _forget(self, now: float) -> None:
        """What the settings say need not be kept any longer."""
        old = [
            now - days * DAY if days else 0.0
            for days in (self.settings.keep_unfinished_days, self.settings.keep_finished_days)
        ]
        try:
            count = await self.store.forget(*old)
        except StoreError as problem:
            self.store.failed(problem)
        else:
            log.info("old tables forgotten", extra={"tables": count})

    async def close(self) -> None:
        """Puts all tables to sleep."""
        await self.talk.close()
        await self.tasks.close()
        for live in [*self.tables.values()]:
            await live.settled()
            if not live.broken:
                self.sleep(live)


def timed(rows: list[Row]) -> list[Timed]:
    """Stored rows as events with their times."""
    return [(row.at, e.decode(row.body)) for row in rows]


def slept(problem: StoreError | None) -> None:
    """After a snapshot; without it the table wakes from its log, only slower."""
    if problem is not None:
        log.warning("a snapshot could not be kept", extra={"problem": str(problem)})
