"""One table in memory: what happens is stored first, then told. Whoever is connected is told what they may know.

Commands change the table at once, and nothing leaves it before it is durable: events, answers and refusals wait
together until the store has committed all that came before them. If it cannot, the table is read again from its log, as
if what was not stored had never happened.
"""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import Protocol, get_args

import msgspec

from ludotheque.games.errors import IllegalMoveError, NotationError
from ludotheque.games.wording import say
from ludotheque.server.clock import Clock
from ludotheque.server.messages import Answer, Here, Presence, Refused, Time, text
from ludotheque.server.metrics import Metrics
from ludotheque.store.contract import Row, Store, StoreError, Summary
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError, worded
from ludotheque.table.seen import Scenes, SeatSeen, seat_seen
from ludotheque.table.setup import Setup
from ludotheque.table.sitting import Deadlines, Sitting
from ludotheque.table.state import Table

REMOVED = 4410  # with which the connection of somebody who was removed is closed
REMEMBERED = 64  # refusals, should the same command come again
MOVING = (e.Sat, e.Stood, e.Removed)  # change who sits where
LISTED = e.Made | e.Sat | e.Stood | e.Botted | e.Emptied | e.Removed | e.Started | e.Dealt | e.Again  # change a list


KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(c.AnyCommand)}


class Connection(Protocol):
    """Somebody's open socket at a table."""

    person: str
    name: str
    language: str
    viewer: int  # a seat, or WATCHING
    muted: set[str]

    def send(self, *messages: bytes) -> None:
        """Sends as soon as possible, and never waits."""

    def close(self, code: int, reason: str) -> None:
        """Closes when all that waits has been sent."""


class About(msgspec.Struct, frozen=True):
    """What lists say of a table."""

    setup: Setup
    seats: list[SeatSeen]
    match: int = 1  # at this table


class Live:
    """A table in memory, and those who look at it."""

    def __init__(
        self, table: Table, store: Store, clock: Clock, metrics: Metrics, plan: Callable[["Live"], None]
    ) -> None:
        self.id = table.facts.id
        self.store = store
        self.clock = clock
        self.metrics = metrics
        self.connections: list[Connection] = []
        self.idle_since = clock.now()
        self.broken = False
        self.mending = False
        self.thinking: dict[int, object] = {}  # bots at work, by seat
        self._plan = plan
        self._rows: list[Row] = []
        self._out: list[tuple[Connection, bytes]] = []
        self._asked: list[tuple[Connection, str, float]] = []  # whose answers wait, and since when
        self._parting: list[Connection] = []  # who must go once all is stored
        self._storing: list[Row] = []  # what the store has not confirmed yet
        self._settling: list[asyncio.Future[None]] = []
        self._list_changed = False
        self._refused: dict[str, Refused] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None
        self._now = clock.now()
        self._told_time: Deadlines | None = None
        self.put(table)

    def put(self, table: Table) -> None:
        """Lays a table under those who are there."""
        self.table = table
        self.sitting = Sitting(table, self._happened, lambda: secrets.token_hex(32))
        self.scenes = Scenes(table)
        here, self.connections = self.connections, []  # they are shown the table when all have arrived
        for connection in here:
            self.sitting.arrive(connection.person, self.clock.now())
        self.connections = here
        for connection in here:
            self._show(connection)

    async def begin(self, made: e.Made, person: str, name: str) -> None:
        """A new table is stored, with its first guest."""
        self._now = self.table.facts.at
        self._rows.append(Row(self.id, 1, self._now, e.encode(made)))
        self.sitting.ask(person, name, "", c.Sit(0), self._now)
        self.flush()
        await self.settled()
        if self.broken:
            raise RefusedError("storage")

    async def settled(self) -> None:
        """Until all is stored, or known not to be."""
        while self.stored_n is None and not self.broken:
            waiting = asyncio.get_running_loop().create_future()
            self._settling.append(waiting)
            await waiting

    # Commands

    def ask(self, connection: Connection, ref: str, command: c.AnyCommand) -> None:
        """Does what somebody asks, once, and answers."""
        key = f"{connection.person} {ref}"
        self._now = self.clock.now()
        self._asked.append((connection, ref, self._now))
        if self.broken:
            self._say(connection, self.refusal(connection, ref, RefusedError("storage")))
        elif self.sitting.answered(connection.person, ref) is not None:
            self._say(connection, Answer(ref))
        elif key in self._refused:
            self._say(connection, self._refused[key])
        else:
            self._try(connection, ref, key, command)
        self.flush()

    def _try(self, connection: Connection, ref: str, key: str, command: c.AnyCommand) -> None:
        kind = KINDS[type(command)]
        try:
            self.sitting.ask(connection.person, connection.name, ref, command, self._now)
        except (RefusedError, IllegalMoveError, NotationError) as problem:
            refused = self._refused[key] = self.refusal(connection, ref, problem)
            if len(self._refused) > REMEMBERED:
                del self._refused[next(iter(self._refused))]
            self._say(connection, refused)
            self.metrics.commands[kind, "refused"].inc()
            self.metrics.refusals[(refused.code,)].inc()
        else:
            self._say(connection, Answer(ref))
            self.metrics.commands[kind, "done"].inc()

    def refusal(
        self, connection: Connection, ref: str | None, problem: RefusedError | IllegalMoveError | NotationError
    ) -> Refused:
        """Why not, in the person's language."""
        game, language = self.table.facts.setup.game, connection.language
        if isinstance(problem, RefusedError):
            message = worded(language, problem.code, problem.facts)
        else:
            table = "refusal" if isinstance(problem, IllegalMoveError) else "notation"
            message = say(language, game, table, problem.code, problem.facts)
        return Refused(ref, problem.code, problem.facts, message)

    def act_for(self, seat: int, do: str) -> None:
        """A bot acts. What has become impossible meanwhile is dropped."""
        self._now = self.clock.now()
        try:
            self.sitting.act_for(seat, do, self._now)
        except (RefusedError, IllegalMoveError):
            self.metrics.commands["bot", "refused"].inc()
        else:
            self.metrics.commands["bot", "done"].inc()
        self.flush()

    # Presence

    def enter(self, connection: Connection, missed: list[bytes] | None) -> None:
        """Somebody opens the table, and is told what was missed, else everything; that waits for a broken table."""
        if self.broken:
            self.connections.append(connection)
            return
        self._now = self.clock.now()
        connection.viewer = self.table.seat_of(connection.person)
        if missed is None:
            self.sitting.arrive(connection.person, self._now)
            self._show(connection)
            self.connections.append(connection)
        else:
            self.scenes.whole(connection.viewer)  # from here on the next changes count
            self._out.extend((connection, message) for message in missed)
            self.connections.append(connection)
            self.sitting.arrive(connection.person, self._now)
        self._told_time = None
        self._present()
        self.flush()

    def leave(self, connection: Connection) -> None:
        """Somebody closes it."""
        self._now = self.clock.now()
        self.connections.remove(connection)
        self.idle_since = self._now
        self._out = [(to, message) for to, message in self._out if to is not connection]
        if self.broken:
            return
        self.sitting.depart(connection.person, self._now)
        self._present()
        self.flush()

    def _present(self) -> None:
        here = {connection.person: connection.name for connection in self.connections}
        message = text(Presence([Here(person, name) for person, name in here.items()]))
        self._out.extend((connection, message) for connection in self.connections)

    def _show(self, connection: Connection) -> None:
        connection.viewer = self.table.seat_of(connection.person)
        self._out.append((connection, self.scenes.whole(connection.viewer)))

    def _say(self, connection: Connection, message: msgspec.Struct) -> None:
        self._out.append((connection, text(message)))

    # Events

    def _happened(self, event: e.AnyEvent) -> None:
        facts = self.table.facts
        self._rows.append(Row(facts.id, facts.n, self._now, e.encode(event)))
        self._list_changed |= isinstance(event, LISTED) or facts.stage == "over"
        self.metrics.events.inc()
        messages = self.scenes.after(event, {connection.viewer for connection in self.connections})
        moved = isinstance(event, MOVING)
        for connection in self.connections:
            if moved and self.table.seat_of(connection.person) != connection.viewer:
                self._show(connection)
            elif connection.viewer in messages:
                muted = isinstance(event, e.Said) and event.person in connection.muted
                message = self._quiet(connection) if muted else messages[connection.viewer]
                self._out.append((connection, message))
        if isinstance(event, e.Removed):
            self._parting += [connection for connection in self.connections if connection.person == event.person]

    def _quiet(self, connection: Connection) -> bytes:
        """In place of what somebody said whom one does not want to hear."""
        n = self.table.facts.told[connection.viewer + 1]
        return b'{"kind":"event","n":%d,"event":{"kind":"said"}}' % n

    def flush(self) -> None:
        """Stores what happened; tells what is stored; plans what comes next."""
        self._plan_time()
        if not self._storing:
            if self._rows:
                self._store()
            else:
                self._tell(self._out, self._asked)
                self._out, self._asked = [], []
        self._plan(self)

    def _store(self) -> None:
        rows, out, asked, parting = self._rows, self._out, self._asked, self._parting
        self._rows, self._out, self._asked, self._parting = [], [], [], []
        summary = self.summary() if self._list_changed else None
        self._storing, self._list_changed = rows, False
        begun = self.clock.now()
        self.store.append(rows, summary, partial(self._stored, out, asked, parting, begun))

    def _stored(
        self,
        out: list[tuple[Connection, bytes]],
        asked: list[tuple[Connection, str, float]],
        parting: list[Connection],
        begun: float,
        error: StoreError | None,
    ) -> None:
        self._storing = []
        self.metrics.commit_seconds.observe(self.clock.now() - begun)
        if error is not None:
            self._undo([*asked, *self._asked])
        else:
            self._tell(out, asked)
            for connection in parting:
                connection.close(REMOVED, "removed")
            if self._rows or self._out:
                self.flush()
        for waiting in self._settling:
            waiting.set_result(None)
        self._settling = []

    def _undo(self, asked: list[tuple[Connection, str, float]]) -> None:
        """Nothing of what waits has happened; the table must be read again."""
        self.broken = True
        self._rows, self._out, self._asked, self._parting = [], [], [], []
        for connection, ref, _ in asked:
            self._say(connection, self.refusal(connection, ref, RefusedError("storage")))
        self._tell(self._out, asked)
        self._out = []
        self._plan(self)

    def outdated(self) -> None:
        """Another server has gone on with this table."""
        if not self._storing:  # else the store will say so
            self._undo(self._asked)

    def mend(self, table: Table) -> None:
        """Goes on with the table as the log has it."""
        self.broken = self.mending = False
        self._refused = {}
        self._now = self.clock.now()
        self.put(table)
        self._present()
        self.flush()

    def _tell(self, out: list[tuple[Connection, bytes]], asked: list[tuple[Connection, str, float]]) -> None:
        each: dict[Connection, list[bytes]] = {}
        for connection, message in out:
            each.setdefault(connection, []).append(message)
        for connection, messages in each.items():
            connection.send(*messages)
        now = self.clock.now()
        for _, _, since in asked:
            self.metrics.command_seconds.observe(now - since)

    def summary(self) -> Summary:
        """What lists need to know."""
        facts = self.table.facts
        about = About(facts.setup, [seat_seen(place) for place in facts.places], facts.match)
        people = tuple({facts.host, *facts.owners, *(place.person for place in facts.places)} - {""})
        listed = facts.setup.listed
        return Summary(
            facts.id, facts.setup.game, facts.stage, listed, facts.made, facts.at, msgspec.json.encode(about), people
        )

    # Time

    def _plan_time(self) -> None:
        deadlines = self.sitting.deadlines()
        due = None if self.broken else self.sitting.due(deadlines)
        if due != self._due:
            self._due = due
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None
            if due is not None:
                wait = max(0.0, due - self.clock.now())
                self._timer = asyncio.get_running_loop().call_later(wait, self._tick)
        if deadlines != self._told_time:
            self._told_time = deadlines
            self._tell_time(deadlines)

    def _tick(self) -> None:
        self._due = self._timer = None
        if self.broken:
            return
        self._now = self.clock.now()
        self.sitting.tick(self._now)
        self.flush()

    def _tell_time(self, deadlines: Deadlines) -> None:
        """Tells those who wait how long it can take."""
        now = self.clock.now()
        left = Time(
            {seat: round(at - now, 1) for seat, at in deadlines.seats.items()},
            None if deadlines.market is None else round(deadlines.market - now, 1),
            None if deadlines.deal is None else round(deadlines.deal - now, 1),
        )
        message = text(left)
        self._out.extend((connection, message) for connection in self.connections)

    def unstored(self, n: int) -> list[Row]:
        """What has happened after event n and is not in the log for sure; who is told of it hears it when it is."""
        return [row for row in (*self._storing, *self._rows) if row.n > n]

    @property
    def stored_n(self) -> int | None:
        """The number of the last event if all are stored, None while some are not."""
        return None if self._storing or self._rows else self.table.facts.n

    @property
    def quiet(self) -> bool:
        """Whether it could be put to sleep now."""
        return not self.connections and self.stored_n is not None and not self.broken

    def close(self) -> None:
        """No more time for this table."""
        if self._timer is not None:
            self._timer.cancel()
