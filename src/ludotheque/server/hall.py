"""All tables of a server: those in memory, and those asleep in the store."""

import asyncio
import logging
import secrets
from functools import partial

import msgspec

from ludotheque.games.errors import DeckError, IllegalMoveError, NotationError
from ludotheque.server.clock import Clock
from ludotheque.server.crew import Crew
from ludotheque.server.live import About, Live
from ludotheque.server.metrics import Metrics
from ludotheque.server.outbox import Connection
from ludotheque.server.settings import Settings
from ludotheque.store.contract import EventRow, Store, StoredSnapshot, StoreError, Summary
from ludotheque.table import events as e
from ludotheque.table.archive import record
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Setup
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import WATCHING, Table, Timed
from ludotheque.table.streams import MOST_MISSED, History, replayed
from ludotheque.table.told import Told, told
from ludotheque.tasks import Tasks

log = logging.getLogger(__name__)

ID_BYTES = 9  # of chance in the name of a table: who has not been given the link does not find it
DAY = 86_400.0
ELSEWHERE = 120.0  # seconds for which a table of another server is taken to have somebody at it
SWEEP = 5.0  # seconds between two looks for tables that nobody looks at
MEND = (0.1, 0.3, 1.0, 3.0, 5.0)  # seconds between tries to read a table again, the last for ever


class Hall:
    """The tables of one server."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, crew: Crew, clock: Clock) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.crew = crew
        self.clock = clock
        self.tables: dict[str, Live] = {}
        self._waking: dict[str, asyncio.Task[None]] = {}
        self.tasks = Tasks()
        crew.when_compiled = self._compiled
        store.listen(self._news)

    # Tables

    async def make(self, setup: Setup, person: str, name: str) -> Live:
        """A new table; who makes it sits at it."""
        setup.check()
        made = e.Made(setup=setup, secret=secrets.token_hex(32), by=person)
        table = Table.begin(secrets.token_urlsafe(ID_BYTES), made, self.clock.now())
        live = self._put(table, History(table))
        try:
            await live.begin(made, person, name)
        except RefusedError:
            self.tables.pop(live.id, None)
            raise
        log.info("table made", extra={"table": live.id, "game": setup.game})
        return live

    async def get(self, name: str) -> Live:
        """The table of that name, woken if it sleeps."""
        while (live := self.tables.get(name)) is None:  # it may fall asleep again before we are told that it woke
            if name not in self._waking:
                self._waking[name] = asyncio.get_running_loop().create_task(self._wake(name))
                self._waking[name].add_done_callback(partial(self._woken, name))
            await asyncio.shield(self._waking[name])
        return live

    async def _wake(self, name: str) -> None:
        self._put(*await self._read(name))

    def _woken(self, name: str, waking: asyncio.Task[None]) -> None:
        del self._waking[name]
        if not waking.cancelled():
            waking.exception()  # whoever waited for the table has it; if nobody did, nobody need know

    async def _read(self, name: str) -> tuple[Table, History]:
        """A table from its newest snapshot and what came after, else from its whole log; reading writes nothing."""
        try:
            kept, rows = await self.store.wake(name)
            table = None if kept is None else restored(kept.body)
            if kept is not None and table is None:
                rows = await self.store.log(name)
        except StoreError:
            raise RefusedError("storage") from None
        if table is None and not rows:
            raise RefusedError("no_such_table")
        try:
            return woken(name, table, rows)
        except RefusedError as problem:
            log.warning("a log cannot be read", extra={"table": name, "problem": str(problem)})
            raise

    def _put(self, table: Table, history: History) -> Live:
        live = Live(table, history, self.store, self.clock, self.metrics, self._plan, self.crew.pace)
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

    async def _mend(self, live: Live) -> None:
        """Reads a table again until that works; the store may be full or away for a while."""
        tries = 0
        while True:
            await asyncio.sleep(MEND[min(tries, len(MEND) - 1)])
            tries += 1
            try:
                table, history = await self._read(live.id)
            except RefusedError as problem:
                if problem.code == "storage":
                    continue
                self.tables.pop(live.id, None)
                live.abandon(problem)
            else:
                live.mend(table, history)
            return

    def _news(self, name: str, n: int) -> None:
        """Hears that another server has added to a table's log, so that the table in memory is outdated."""
        live = self.tables.get(name)
        if live is not None and live.table.facts.n < n and not live.broken:
            live.outdated()

    def lobby(self, summaries: list[Summary]) -> list[Summary]:
        """The listed tables that somebody is at, and that one can sit at or watch.

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
        live = await self.get(name)
        live.enter(connection, seat, since)
        return live

    async def record(self, name: str, match: int) -> str:
        """The record of a finished match."""
        rows = await self._finished(name, match)
        return await asyncio.to_thread(lambda: record(name, timed(rows), match))

    async def replay(self, name: str, match: int, viewer: int) -> bytes:
        """A finished match as a seat was told of it, or with open cards: a JSON list of a scene and events."""
        rows = await self._finished(name, match)
        return b"[%b]" % b",".join(await asyncio.to_thread(lambda: replayed(name, timed(rows), match, viewer)))

    async def _finished(self, name: str, match: int) -> list[EventRow]:
        """The log of a table at which that match is over; no log is read where it is not."""
        try:
            stage, matches = await self._stage(name)
            if not 1 <= match <= matches:
                raise RefusedError("no_such_match")
            if match == matches and stage != "over":
                raise RefusedError("not_over")
            return await self.store.log(name)
        except StoreError:
            raise RefusedError("storage") from None

    async def _stage(self, name: str) -> tuple[str, int]:
        """The stage of a table, and how many matches were begun there."""
        if (live := self.tables.get(name)) is not None:
            return live.table.facts.stage, live.table.facts.match
        if (found := await self.store.summary(name)) is None:
            raise RefusedError("no_such_table")
        return found.stage, msgspec.json.decode(found.about, type=About).match

    async def said(self, name: str, person: str) -> list[Told]:
        """What people have said last, for somebody who may hear it."""
        live = await self.get(name)
        facts = live.table.facts
        if person in facts.removed:
            raise RefusedError("removed")
        if live.table.seat_of(person) == WATCHING and not facts.setup.spectators:
            return []
        return [one for event in facts.talk if (one := told(event, WATCHING, ())) is not None]

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
        """Drops a table from memory, after a snapshot that lets it wake quickly."""
        live.close()
        del self.tables[live.id]
        self.metrics.tables_awake.set(len(self.tables))
        facts = live.table.facts
        self.store.keep_snapshot(StoredSnapshot(facts.id, facts.n, snapshot(live.table)), slept)

    async def _forget(self, now: float) -> None:
        """Deletes tables and people that are older than the settings keep them."""
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
        await self.tasks.close()
        for live in [*self.tables.values()]:
            await live.settled()
            if not live.broken:
                self.sleep(live)


def timed(rows: list[EventRow], after: int = 0) -> list[Timed]:
    """Stored rows as events with their times. Raises if one is missing, or is of a kind that nobody knows here."""
    events: list[Timed] = []
    for n, row in enumerate(rows, after + 1):
        if row.n != n:
            raise RefusedError("log_gap", n=n)
        try:
            events.append((row.at, e.decode(row.body)))
        except msgspec.MsgspecError as problem:
            raise RefusedError("unknown_event", n=n, problem=str(problem)) from None
    return events


def woken(name: str, table: Table | None, rows: list[EventRow]) -> tuple[Table, History]:
    """A table from a snapshot and the rows after it, else from all rows; with its last events."""
    events = timed(rows, 0 if table is None else table.facts.n)
    if table is None:
        (at, first), *events = events
        rows = rows[1:]
        if not isinstance(first, e.Made):
            raise RefusedError("log_gap", n=1)
        table = Table.begin(name, first, at)
    kept = max(0, len(rows) - MOST_MISSED)
    for at, event in events[:kept]:
        apply(table, event, at)
    history = History(table)
    for row, (at, event) in zip(rows[kept:], events[kept:], strict=True):
        apply(table, event, at)
        history.add(table, at, row.body)
    return table, history


def apply(table: Table, event: e.AnyEvent, at: float) -> None:
    """An event of a log; raises if the table does not allow it."""
    try:
        table.apply(event, at)
    except (DeckError, IllegalMoveError, NotationError) as problem:
        raise RefusedError("unknown_event", n=table.facts.n + 1, problem=str(problem)) from None


def slept(problem: StoreError | None) -> None:
    """Hears whether a snapshot was stored; without it the table wakes from its log, only slower."""
    if problem is not None:
        log.warning("a snapshot could not be kept", extra={"problem": str(problem)})
