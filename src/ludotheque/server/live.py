"""One table in memory: what happens is stored first, then told. Whoever is connected is told what they may know.

Commands change the table at once; what follows waits in the outbox until it is stored. If it cannot be, or the table's
lease is lost, the table is read again from its log, as if what was not stored had never happened.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

import msgspec

from ludotheque.games.errors import IllegalMoveError
from ludotheque.server.clock import Clock
from ludotheque.server.messages import BYE, CLOSING, MOVED, Answer, Here, Presence, Refused, Time, text
from ludotheque.server.metrics import Metrics
from ludotheque.server.outbox import Asked, Connection, Outbox
from ludotheque.store.contract import EventRow, Lease, LeaseLostError, Store, StoreError, Summary, UnknownOutcomeError
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.conductor import Conductor
from ludotheque.table.errors import REFUSALS, Refusal, RefusedError, said
from ludotheque.table.facts import WATCHING
from ludotheque.table.seen import Scenes, SeatSeen, seats_seen
from ludotheque.table.setup import Setup
from ludotheque.table.sitting import Sitting
from ludotheque.table.state import Table
from ludotheque.table.streams import History
from ludotheque.table.timing import Deadlines

REMEMBERED = 64  # refusals, should the same command come again
MOVING = (e.Sat, e.Stood, e.Removed, e.Dealt)  # change who sits where; with a deal seats go to who claimed them
LISTED = (e.Made, e.Sat, e.Stood, e.Botted, e.Emptied, e.Removed, e.Started, e.Again)  # change a list
FRESH = 60.0  # seconds after which lists are told again that a table is played at
CHANCE = secrets.SystemRandom()
FirstAsked = tuple[str, str, c.AnyCommand]  # a person, their name, and what they ask of a new table


class About(msgspec.Struct, frozen=True):
    """The summary of a table in lists."""

    setup: Setup
    seats: list[SeatSeen]
    match: int = 1  # at this table
    scores: list[int] = []  # of a match that is over, by place
    winners: list[int] = []


class Live:
    """A table in memory, and those who look at it."""

    def __init__(
        self,
        table: Table,
        history: History,
        store: Store,
        lease: Lease,
        clock: Clock,
        metrics: Metrics,
        plan: Callable[["Live"], None],
        pace: float = 1.0,
    ) -> None:
        self.id = table.facts.id
        self.table = table
        self.history = history
        self.store = store
        self.clock = clock
        self.metrics = metrics
        self.connections: list[Connection] = []
        self.idle_since = clock.now()
        self.broken = False
        self.mending = False
        self.stopped = False  # whether nothing more is done here: another server is to have the table, or this one ends
        self.analysed = 0  # the last match whose analyses were asked for
        self.regulars = False  # whether experts and masters play as regulars, until they are compiled
        self._plan = plan
        self._outbox = Outbox(store, lease, clock, metrics, self._stored)
        self._unknown: list[Asked] = []  # commands of which only the log can tell whether they are stored
        self._list_changed = False
        self._listed_at = clock.now()
        self._refused: dict[str, Refused] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None
        self._now = clock.now()
        self._told_time: Deadlines | None = None
        names = CHANCE if table.facts.same is None else Random(table.facts.same.set)  # the same bots for everybody
        self.sitting = Sitting(table, self._happened, lambda: secrets.token_hex(32), names)
        self.conductor = Conductor(self.sitting, CHANCE, pace)
        self.scenes = Scenes(table)
        self._note_viewers()

    def _note_viewers(self) -> None:
        """Notes for whom there is something to see: the seats of those who are there, and whether somebody watches."""
        self._viewers = {connection.viewer for connection in self.connections}

    async def begin(self, made: e.Made, asked: Sequence[FirstAsked]) -> None:
        """Stores a new table, with what is asked of it first."""
        self._now = self.table.facts.at
        self._outbox.waiting.rows.append(EventRow(self.id, 1, self._now, e.encode(made)))
        for person, name, command in asked:
            self.sitting.ask(person, name, "", command, self._now)
        await self._begun()

    async def begin_with(self, events: list[e.AnyEvent]) -> None:
        """Stores a new table at which all this has happened already, at once."""
        at = self.table.facts.at
        self._outbox.waiting.rows += [EventRow(self.id, n, at, e.encode(event)) for n, event in enumerate(events, 1)]
        self._list_changed = True
        await self._begun()

    async def _begun(self) -> None:
        self.flush()
        await self.settled()
        if self.broken:
            raise RefusedError("storage")

    async def settled(self) -> None:
        """Waits until every pending append has been committed or has failed."""
        while self.stored_n is None and not self.broken:
            await self._outbox.settled()

    # Commands

    def ask(self, connection: Connection, ref: str, command: c.AnyCommand) -> None:
        """Does what somebody asks, once, and answers."""
        if self.stopped:  # whoever is told to come back asks again
            return
        key = f"{connection.person} {ref}"
        self._now = self.clock.now()
        obeyed = self.table.obeyed(connection.person, ref)
        self._outbox.waiting.asked.append(Asked(connection, ref, self._now, obeyed))
        answer: Answer | Refused = Answer(ref)
        if self.broken and (obeyed or not self.lease.held):
            self._unknown.append(self._outbox.waiting.asked.pop())
            return
        if self.broken:
            answer = self.refusal(connection, ref, RefusedError("storage"))
        elif key in self._refused:
            answer = self._refused[key]
        elif not obeyed:
            try:
                self.sitting.ask(connection.person, connection.name, ref, command, self._now)
                self.metrics.commands["person", "done"].inc()
            except REFUSALS as problem:
                answer = self._refused[key] = self.refusal(connection, ref, problem)
                self._note_refusal(problem)
        self._outbox.tell(connection, text(answer))
        self.flush()

    def _note_refusal(self, problem: Refusal) -> None:
        if len(self._refused) > REMEMBERED:
            del self._refused[next(iter(self._refused))]
        self.metrics.commands["person", "refused"].inc()
        self.metrics.refusals[(problem.code if isinstance(problem, RefusedError) else "rules",)].inc()

    def refusal(self, connection: Connection, ref: str | None, problem: Refusal) -> Refused:
        """Why not, in the person's language."""
        message = said(connection.language, self.table.facts.setup.game, problem)
        return Refused(ref, problem.code, problem.facts, message)

    def act_for(self, seat: int, action: int) -> None:
        """A bot acts. What has become impossible meanwhile is dropped."""
        if self.stopped:
            return
        self._now = self.clock.now()
        try:
            self.sitting.act_for(seat, action, self._now)
        except (RefusedError, IllegalMoveError):
            self.metrics.commands["bot", "refused"].inc()
        else:
            self.metrics.commands["bot", "done"].inc()
        self.flush()

    def say_for(self, seat: int, preset: c.Preset) -> None:
        """A bot says something, unless its seat is a person's by now."""
        if self.stopped:
            return
        self._now = self.clock.now()
        with suppress(RefusedError):
            self.sitting.say_for(seat, preset, self._now)
        self.flush()

    # Presence

    def enter(self, connection: Connection, seat: int = WATCHING, since: int | None = None) -> None:
        """Somebody opens the table, and is told what was missed, else everything; that waits for a broken table."""
        if connection.person in self.table.facts.removed:
            raise RefusedError("removed")
        if self.table.facts.same is not None and connection.person not in self.table.facts.owners:
            raise RefusedError("same_private")  # nobody sees cards here that they are to play elsewhere
        if self.broken or self.stopped:
            self._join(connection)
            return
        self._now = self.clock.now()
        connection.viewer = self.table.seat_of(connection.person)
        missed = self._missed(connection.viewer, seat, since)
        if missed is None:
            self.sitting.arrive(connection.person, self._now)
            self._show(connection)
            self._join(connection)
        else:
            self.scenes.whole(connection.viewer)  # from here on the next changes count
            for message in missed:
                self._outbox.tell(connection, message)
            self._join(connection)
            self.sitting.arrive(connection.person, self._now)
        self._told_time = None
        self._present()
        self.flush()

    def _missed(self, viewer: int, seat: int, since: int | None) -> list[bytes] | None:
        """The messages that a viewer missed; None if nobody can tell, or the seat was somebody else's then."""
        if since is None or seat != viewer:
            return None
        if viewer != WATCHING and since < self.table.facts.places[viewer].since:
            return None
        return self.history.missed(viewer, since)

    def _join(self, connection: Connection) -> None:
        self.connections.append(connection)
        self._note_viewers()

    def leave(self, connection: Connection) -> None:
        """A connection ends."""
        self._now = self.clock.now()
        self.connections.remove(connection)
        self._note_viewers()
        self.idle_since = self._now
        self._outbox.forget(connection)
        if self.broken or self.stopped:
            return
        self.sitting.depart(connection.person, self._now)
        self._present()
        self.flush()

    def _present(self) -> None:
        here = {connection.person: connection.name for connection in self.connections}
        self._tell_all(Presence([Here(person, name) for person, name in here.items()], self.regulars))

    def bots_are_ready(self) -> None:
        """Tells everybody that experts and masters are compiled, and play as such from here on."""
        self.regulars = False
        if not self.broken:
            self._present()
            self.flush()

    def _show(self, connection: Connection) -> None:
        connection.viewer = self.table.seat_of(connection.person)
        self._outbox.tell(connection, self.scenes.whole(connection.viewer))

    def _say(self, connection: Connection, message: msgspec.Struct) -> None:
        self._outbox.tell(connection, text(message))

    def _tell_all(self, message: msgspec.Struct) -> None:
        written = text(message)
        for connection in self.connections:
            self._outbox.tell(connection, written)

    # Events

    def _happened(self, event: e.AnyEvent) -> None:
        facts, outbox = self.table.facts, self._outbox
        body = e.encode(event)
        outbox.waiting.rows.append(EventRow(facts.id, facts.n, self._now, body))
        self.history.add(self.table, self._now, body)
        self.metrics.events.value += 1
        messages = self.scenes.after(event, self._viewers)
        fresh = isinstance(event, e.Did) if facts.stage == "over" else self._now > self._listed_at + FRESH
        if fresh or isinstance(event, LISTED):  # what is said after the end is no news: lists tell when the match ended
            self._list_changed = True
        if isinstance(event, e.Did):
            for connection in self.connections:
                outbox.tell(connection, messages[connection.viewer])
        else:
            self._tell_around(event, messages)

    def _tell_around(self, event: e.AnyEvent, messages: dict[int, bytes]) -> None:
        """Tells of an event that is no action: seats may have changed, and muted words are left out."""
        moved = isinstance(event, MOVING)
        for connection in self.connections:
            if moved and self.table.seat_of(connection.person) != connection.viewer:
                self._list_changed = True
                self._show(connection)
            elif connection.viewer in messages:
                muted = isinstance(event, e.Said) and event.person in connection.muted
                message = self._quiet(connection) if muted else messages[connection.viewer]
                self._outbox.tell(connection, message)
        if moved:
            self._note_viewers()
        if isinstance(event, e.Removed):
            for connection in [one for one in self.connections if one.person == event.person]:
                self._say(connection, self.refusal(connection, None, RefusedError("removed")))
                self._outbox.waiting.parting.append(connection)

    def _quiet(self, connection: Connection) -> bytes:
        """The message that stands for words of somebody who is muted."""
        n = self.table.facts.sent[connection.viewer + 1]
        return b'{"kind":"event","n":%d,"event":{"kind":"said"}}' % n

    def flush(self) -> None:
        """Stores what happened; tells what is stored; plans what comes next."""
        self._plan_time()
        self._outbox.flush(self._summary_if_changed)
        self._plan(self)

    def _stored(self, problem: StoreError | None) -> None:
        if problem is not None:
            self._undo(problem)
        elif self._outbox.waiting.messages or self._outbox.waiting.rows:
            self.flush()

    def _undo(self, problem: StoreError) -> None:
        """Has the table read again from its log after an append failed.

        Its commands are refused, unless some may be stored all the same: what became of those is told by the log.
        """
        self.broken = True
        lost, self._outbox.lost = self._outbox.lost, []
        unknown = isinstance(problem, UnknownOutcomeError | LeaseLostError) or not self._outbox.lease.held
        self._unknown += [asked for asked in lost if unknown or asked.again]
        if not unknown:
            failed = [asked for asked in lost if not asked.again]
            for asked in failed:
                self._say(asked.connection, self.refusal(asked.connection, asked.ref, RefusedError("storage")))
            self._outbox.waiting.asked += failed
            self._outbox.flush(self._summary_if_changed)
        self._plan(self)

    def lose(self) -> None:
        """Hears that the table's lease is lost."""
        if not self._outbox.storing and not self.broken:  # else the store says so
            self._outbox.lost = self._outbox.drop()
            self._undo(LeaseLostError("the lease is lost"))

    @property
    def lease(self) -> Lease:
        """The right to go on with this table."""
        return self._outbox.lease

    def mend(self, table: Table, history: History, lease: Lease) -> None:
        """Goes on with the table as the log has it."""
        self.broken = self.mending = False
        self._outbox.lease = lease
        self._outbox.drop()
        self._refused = {}
        self._now = self.clock.now()
        self.table, self.history, self.scenes = table, history, Scenes(table)
        for connection in self.connections:
            self._show(connection)
        self._note_viewers()
        self.sitting.lay(table, [connection.person for connection in self.connections], self._now)
        self._answer_unknown()
        self._told_time = None
        self._present()
        self.flush()

    def _answer_unknown(self) -> None:
        """Tells what the log says of commands whose append was lost with its connection."""
        unknown, self._unknown = self._unknown, []
        for asked in unknown:
            if asked.connection in self.connections:
                obeyed = self.table.obeyed(asked.connection.person, asked.ref)
                refused = None if obeyed else self.refusal(asked.connection, asked.ref, RefusedError("storage"))
                self._say(asked.connection, refused or Answer(asked.ref))

    def stop(self) -> None:
        """Does nothing more: another server is to have the table, or this one ends. What has happened is stored."""
        self.stopped = True
        self.close()

    def let_go(self) -> None:
        """Tells everybody to come back: another server has the table, or is to have it."""
        self.broken = self.mending = True
        self.stop()
        message = text(BYE)
        for connection in self.connections:
            connection.send(message)
            connection.close(MOVED, BYE.code)

    def abandon(self, problem: RefusedError) -> None:
        """This table cannot be read from its log any more: everybody is told so, and must go."""
        for connection in self.connections:
            connection.send(text(self.refusal(connection, None, problem)))
            connection.close(CLOSING[problem.code], problem.code)

    def _summary_if_changed(self) -> Summary | None:
        if not self._list_changed:
            return None
        self._list_changed, self._listed_at = False, self._now
        return self.summary()

    def summary(self) -> Summary:
        """The table's summary for lists."""
        facts = self.table.facts
        play = self.table.play if facts.stage == "over" else None
        scores, winners = (play.scores, play.winners) if play is not None else ([], [])
        about = About(facts.setup, seats_seen(self.table), facts.match, scores, winners)
        people = tuple({facts.host, *facts.owners, *(place.person for place in facts.places)} - {""})
        listed = facts.setup.listed
        return Summary(
            facts.id, facts.setup.game, facts.stage, listed, facts.made, facts.at, msgspec.json.encode(about), people
        )

    # Time

    def _plan_time(self) -> None:
        deadlines = self.sitting.deadlines()
        due = None if self.broken or self.stopped else self.sitting.due(deadlines)
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
        seats = {seat: round(at - now, 1) for seat, at in deadlines.seats.items()}
        market, deal = (None if at is None else round(at - now, 1) for at in (deadlines.market, deadlines.deal))
        self._tell_all(Time(seats, market, deal))

    @property
    def stored_n(self) -> int | None:
        """The number of the last event if all are stored, None while some are not."""
        return self.table.facts.n if self._outbox.stored else None

    @property
    def quiet(self) -> bool:
        """Whether it could be put to sleep now."""
        return not self.connections and self.stored_n is not None and not self.broken

    def close(self) -> None:
        """Cancels the table's timer."""
        if self._timer is not None:
            self._timer.cancel()
