"""All tables of a server: those in memory, and those asleep in the store; and where those of other servers are."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from ludotheque.games.chance import seeded
from ludotheque.games.errors import DeckError, IllegalMoveError, LudothequeError, NotationError
from ludotheque.server.clock import Clock
from ludotheque.server.crew import Crew
from ludotheque.server.expected import expect_players
from ludotheque.server.live import About, FirstAsked, Live
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.store.contract import EventRow, Lease, Owner, Store, StoredSnapshot, StoreError, Summary
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import record
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING
from ludotheque.table.playing_on import PlayOn, goes_on, moment_of, seen_from, set_up_again
from ludotheque.table.public_events import PublicEvent, public_event
from ludotheque.table.setup import Setup
from ludotheque.table.snapshot import restored, snapshot
from ludotheque.table.state import Table, Timed
from ludotheque.table.streams import MOST_MISSED, History, replayed
from ludotheque.tasks import Tasks

log = logging.getLogger(__name__)

ID_BYTES = 9  # of chance in the name of a table: who has not been given the link does not find it
LOOKED_THROUGH = 50  # tables of a person, the last touched first, beside the unfinished ones that they may have
DAY = 86_400.0
SWEEP = 5.0  # seconds between two looks for tables that nobody looks at
CLOSING = 2.0  # seconds that the last appends may take
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
        self._waking: dict[str, asyncio.Task[Owner | None]] = {}
        self._closed = False
        self.tasks = Tasks()
        self.when_over: Callable[[Live], None] = lambda live: None  # hears of tables whose match is over
        crew.when_compiled = self._compiled

    # Tables

    async def make(self, setup: Setup, person: str, name: str) -> Live:
        """A new table; who makes it sits at it."""
        setup.check()
        made = e.Made(setup=setup, secret=secrets.token_hex(32), by=person)
        live = await self.begin(new_id(), made, [(person, name, c.Sit(0))])
        assert live is not None, "a new name is nobody else's"
        return live

    async def check_room_for(self, person: str) -> None:
        """Raises if somebody has as many unfinished tables as they may have."""
        most = self.settings.tables_per_person
        mine = await self.store.tables_of(person, most + LOOKED_THROUGH)
        if sum(table.stage != "over" for table in mine) >= most:
            raise RefusedError("too_many_tables", most=most)

    async def begin(self, name: str, made: e.Made, asked: Sequence[FirstAsked]) -> Live | None:
        """A new table of that name, with what is asked of it first; None if another server makes it at this moment."""
        table = Table.begin(name, made, self.clock.now())
        live = await self._new(table, lambda live: live.begin(made, asked))
        if live is not None:
            log.info("table made", extra={"table": live.id, "game": made.setup.game})
        return live

    async def _new(self, table: Table, begin: Callable[[Live], Awaitable[None]]) -> Live | None:
        """A table that was not there before, once it is stored."""
        try:
            lease = await self.store.leases.take(table.facts.id, new=True)
        except StoreError as problem:
            self.store.failed(problem)
            raise RefusedError("storage") from None
        assert lease is not None
        if isinstance(lease, Owner):
            return None
        live = self._put(table, History(table), lease)
        try:
            await begin(live)
        except RefusedError as problem:
            self._drop(live)
            return await self._stored_after_all(table.facts.id, problem)
        return live

    async def _stored_after_all(self, name: str, problem: RefusedError) -> Live:
        """A new table whose append failed; the log tells whether that was only the answer to its commit."""
        with suppress(RefusedError):
            if isinstance(found := await self.find(name), Live):
                return found
        raise problem

    async def play_on(self, name: str, match: int, wish: PlayOn, person: str, called: str) -> Live:
        """A new table at which somebody plays on from a moment of a finished match."""
        rows, now = await self.finished_log(name, match), self.clock.now()
        table, events = await asyncio.to_thread(lambda: continued(name, timed(rows), match, wish, person, called, now))
        live = await self._new(table, lambda live: live.begin_with(events))
        assert live is not None, "a new name is nobody else's"
        log.info("played on", extra={"table": live.id, "game": table.facts.setup.game})
        return live

    async def find(self, name: str) -> Live | Owner:
        """The table of that name, woken if it sleeps; or the server that has it."""
        while (live := self.tables.get(name)) is None:  # it may fall asleep again before we are told that it woke
            waking = self._waking.get(name) or self._begin(name, self._wake(name))
            if (owner := await asyncio.shield(waking)) is not None:
                return owner
        return live

    def _begin(self, name: str, waking: Coroutine[Any, Any, Owner | None]) -> asyncio.Task[Owner | None]:
        """Wakes a table, once for all who ask for it."""
        task = self._waking[name] = asyncio.get_running_loop().create_task(waking)
        task.add_done_callback(partial(self._woken, name))
        return task

    async def take_over(self, name: str, lease: Lease) -> None:
        """Wakes a table of a server that died, unless somebody has asked for it meanwhile."""
        if name not in self.tables and name not in self._waking:
            await asyncio.shield(self._begin(name, self._adopt(name, lease)))

    async def _wake(self, name: str) -> Owner | None:
        """Takes a table, unless another server has it."""
        try:
            found = await self.store.leases.take(name)
        except StoreError:
            raise RefusedError("storage") from None
        if found is None:
            raise RefusedError("no_such_table")
        if isinstance(found, Owner):
            return found
        return await self._adopt(name, found)

    async def _adopt(self, name: str, lease: Lease) -> Owner | None:
        """Reads a table whose lease this server has taken."""
        try:
            live = self._put(*await self._read(name), lease)
        except Exception:
            self._release(name, lease)
            raise
        if lease.ownerless is not None:
            self.metrics.leases_taken.inc()
            self.metrics.ownerless_seconds.observe(lease.ownerless)
            log.info("table taken over", extra={"table": name, "seconds": round(lease.ownerless, 2)})
            expect_players(live, self.clock.now())
        return None

    def _woken(self, name: str, waking: asyncio.Task[Owner | None]) -> None:
        del self._waking[name]
        if not waking.cancelled():
            waking.exception()  # whoever waited for the table has it; if nobody did, nobody need know

    def _drop(self, live: Live) -> None:
        """Drops a table from memory, and lets others have it."""
        live.close()
        self.tables.pop(live.id, None)
        self.metrics.tables_awake.set(len(self.tables))
        self._release(live.id, live.lease)

    def _release(self, name: str, lease: Lease) -> None:
        if not self._closed:  # else all are let go of together
            self.tasks.begin(self._released(name, lease))

    async def _released(self, name: str, lease: Lease) -> None:
        try:
            await self.store.leases.release(name, lease)
        except StoreError as problem:  # it stays this server's, until that ends or somebody asks for the table
            log.warning("a table could not be let go of", extra={"table": name, "problem": str(problem)})

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
        except LudothequeError as problem:
            log.warning("a log cannot be read", extra={"table": name, "problem": str(problem)})
            if isinstance(problem, RefusedError):
                raise
            raise RefusedError(
                "unknown_event", n=1, problem=str(problem)
            ) from None  # such as a game of a newer version

    def _put(self, table: Table, history: History, lease: Lease) -> Live:
        live = Live(table, history, self.store, lease, self.clock, self.metrics, self._plan, self.crew.pace)
        game = table.facts.setup.game
        live.regulars = game not in self.crew.compiled and table.facts.same is None
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
            if live.table.facts.stage == "over":
                self.when_over(live)

    async def _mend(self, live: Live) -> None:
        """Takes and reads a table again until that works; the store may be full or away for a while.

        With a new epoch nothing of an append that was lost can still be stored: what the log says then, holds.
        """
        tries = 0
        while True:
            await asyncio.sleep(MEND[min(tries, len(MEND) - 1)])
            tries += 1
            if self._has_left(live):
                return
            try:
                lease = await self.store.leases.take(live.id)
                if lease is None or isinstance(lease, Owner):
                    log.info("table lost", extra={"table": live.id})
                    self.tables.pop(live.id, None)
                    live.let_go()
                    return
                table, history = await self._read(live.id)
                if self._has_left(live):
                    await self._released(live.id, lease)
                    return
            except StoreError:
                continue
            except RefusedError as problem:
                if problem.code == "storage":
                    continue
                self._drop(live)
                live.abandon(problem)
            else:
                live.mend(table, history, lease)
            return

    def _has_left(self, live: Live) -> bool:
        """Whether a table is given up."""
        return live.stopped or self.tables.get(live.id) is not live

    def lose_all(self) -> None:
        """Hears that this server has lost its leases."""
        log.info("leases lost", extra={"tables": len(self.tables)})
        for live in self.tables.values():
            live.lose()

    def here(self) -> list[Summary]:
        """The listed tables in memory that somebody is at, and that are not over."""
        here = (live for live in self.tables.values() if live.connections and not live.broken)
        return [live.summary() for live in here if live.table.facts.setup.listed and live.table.facts.stage != "over"]

    # Finished matches

    async def record(self, name: str, match: int, opened: bool = False) -> str:
        """The record of a finished match."""
        rows = await self.finished_log(name, match, opened)
        return await asyncio.to_thread(lambda: record(name, timed(rows), match))

    async def replay(self, name: str, match: int, viewer: int, opened: bool = False) -> bytes:
        """A finished match as a seat was told of it, or with open cards: a JSON list of a scene and events."""
        rows = await self.finished_log(name, match, opened)
        return b"[%b]" % b",".join(await asyncio.to_thread(lambda: replayed(name, timed(rows), match, viewer)))

    async def finished_log(self, name: str, match: int, opened: bool = False) -> list[EventRow]:
        """The log of a table at which that match is over; no log is read where it is not.

        Cards that others are still to play are shown only to those for whom they are `opened` (server/deal_sets.py).
        """
        try:
            stage, matches = await self._stage(name)
            if not 1 <= match <= matches:
                raise RefusedError("no_such_match")
            if match == matches and stage != "over":
                raise RefusedError("not_over")
            rows = await self.store.log(name)
        except StoreError:
            raise RefusedError("storage") from None
        if not opened and belongs_to_set(rows):
            raise RefusedError("same_sealed")
        return rows

    async def _stage(self, name: str) -> tuple[str, int]:
        """The stage of a table, and how many matches were begun there."""
        if (live := self.tables.get(name)) is not None:
            return live.table.facts.stage, live.table.facts.match
        if (found := await self.store.summary(name)) is None:
            raise RefusedError("no_such_table")
        return found.stage, msgspec.json.decode(found.about, type=About).match

    async def said(self, name: str, person: str) -> list[PublicEvent]:
        """The latest chat, for somebody who may read it."""
        live = self.tables.get(name)
        table = live.table if live is not None else (await self._read(name))[0]
        facts = table.facts
        if person in facts.removed:
            raise RefusedError("removed")
        if table.seat_of(person) == WATCHING and not facts.setup.spectators:
            return []
        return [one for event in facts.talk if (one := public_event(event, WATCHING, ())) is not None]

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
        facts, lease = live.table.facts, live.lease

        def then(problem: StoreError | None) -> None:
            slept(problem)
            self._release(facts.id, lease)

        self.store.keep_snapshot(StoredSnapshot(facts.id, facts.n, snapshot(live.table)), then, lease.epoch)

    async def hand_over(self, live: Live) -> None:
        """Drops a table from memory, so that another server can take it; who is there is told to come back."""
        live.stop()
        await live.settled()
        whole = not live.broken
        live.let_go()
        self.tables.pop(live.id, None)
        self.metrics.tables_awake.set(len(self.tables))
        if whole:
            await self._keep(live)
        await self._released(live.id, live.lease)
        log.info("table handed over", extra={"table": live.id})

    async def _keep(self, live: Live) -> None:
        """Stores a snapshot."""
        facts, kept = live.table.facts, asyncio.get_running_loop().create_future()

        def then(problem: StoreError | None) -> None:
            if not kept.done():  # whoever waited may have given up
                kept.set_result(problem)

        self.store.keep_snapshot(StoredSnapshot(facts.id, facts.n, snapshot(live.table)), then, live.lease.epoch)
        slept(await kept)

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
        self._closed = True
        await self.tasks.close()
        tables = [*self.tables.values()]
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                await asyncio.gather(*(live.settled() for live in tables))
        for live in tables:
            if live.stored_n is not None and not live.broken:
                self.sleep(live)


def continued(
    name: str, log: list[Timed], match: int, wish: PlayOn, person: str, called: str, now: float
) -> tuple[Table, list[e.AnyEvent]]:
    """A new table that goes on from a moment of another, and its events."""
    setup, found = moment_of(name, log, match, wish.at)
    found = seen_from(found, wish, seeded(secrets.randbits(60)))
    source = e.PlayedOn(table=name, match=match, at=wish.at, seat=wish.seat, new_deal=wish.new_deal)
    made = e.Made(setup=set_up_again(setup, wish), secret=secrets.token_hex(32), by=person)
    events = goes_on(found, source, person, called, wish.level, secrets.SystemRandom())
    log_of_it: list[e.AnyEvent] = [made, *events]
    return Table.rebuild(secrets.token_urlsafe(ID_BYTES), [(now, event) for event in log_of_it]), log_of_it


def new_id() -> str:
    """A name that nobody finds who has not been given it."""
    return secrets.token_urlsafe(ID_BYTES)


def belongs_to_set(rows: list[EventRow]) -> bool:
    """Whether a log is that of a table with the same cards as others."""
    first = e.decode(rows[0].body) if rows else None
    return isinstance(first, e.Made) and first.same is not None


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
