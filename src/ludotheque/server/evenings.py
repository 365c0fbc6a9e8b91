"""Evenings with several tables, for all servers of a database: kept, changed, dealt, closed, looked at.

The plan of an evening is one row of the store, which is replaced only by who knows what it was: so a seat is taken
once, whichever server is asked. Dealing first fixes a table in the plan and then makes it; if a server dies in between,
whoever looks at the evening next has it made.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from ludotheque.server.deal_sets import drawn_place, new_secret
from ludotheque.server.evening_plan import (
    HOUR,
    LONGEST_TITLE,
    MOST_TABLES,
    AnyChange,
    CloseEvening,
    EveningPlan,
    EveningTable,
    changed,
    check_host,
    closed,
    empty_table,
)
from ludotheque.server.evening_ranking import SeatResult
from ludotheque.server.hall import Hall, new_id
from ludotheque.server.limits import Counted
from ludotheque.server.live import About, FirstAsked
from ludotheque.store.contract import Attempt, DealSet, Person, Stage, Store
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.same import SameCards
from ludotheque.table.seen import SeatSeen
from ludotheque.table.setup import Setup, tidy_name

TRIES = 100  # to change a plan that others change at the same time
TO_FINISH = 3 * HOUR  # seconds after the last moment to begin; then the evening closes by itself
CHANGES_PER_MINUTE = 60  # that one person may ask for
MINUTE = 60.0
NOBODY = ""  # plays alone at a table of an evening: its row among the attempts is that of the table


class NewEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening as its host wants it: a game, the tables to begin with, and for how long others may be opened."""

    setup: Setup
    title: Annotated[str, Meta(max_length=200)] = ""
    tables: Annotated[int, Meta(ge=1, le=MOST_TABLES)] = 2
    hours: Annotated[int, Meta(ge=1, le=168)] = 12


class PlayedTable(msgspec.Struct, frozen=True):
    """A table of an evening, and what lists know of it: its seats as they are by now, and how its match ended."""

    number: int
    id: str
    stage: Stage
    seats: list[SeatSeen]
    scores: list[int] = []


class KnownEvening(NamedTuple):
    """An evening as it was read, with its tables."""

    row: DealSet
    plan: EveningPlan
    tables: list[PlayedTable]

    def results(self) -> list[SeatResult]:
        """The results that count: of all matches that are over, and were when the evening was closed."""
        return [
            SeatResult(one.number, seat, at.person, at.name, one.scores[seat])
            for one in self.tables
            if one.stage == "over" and (not self.plan.closed or one.number in self.plan.counted)
            for seat, at in enumerate(one.seats)
        ]

    def over_for(self, person: str) -> bool:
        """Whether somebody's own match is over, so that nothing can be given away to them."""
        found = self.plan.seat_of(person)
        return found is not None and any(one.number == found[0].number and one.stage == "over" for one in self.tables)

    def shows_results(self, person: str) -> bool:
        """Whether results and cards of other tables may be shown to somebody."""
        return bool(self.plan.closed) or self.over_for(person)

    @property
    def over(self) -> list[int]:
        """The tables whose matches are over."""
        return [one.number for one in self.tables if one.stage == "over"]


class Evenings:
    """The evenings of all servers, as this one sees them."""

    def __init__(self, store: Store, hall: Hall) -> None:
        self.store = store
        self.hall = hall
        self.clock = hall.clock
        self.changes = Counted(CHANGES_PER_MINUTE, MINUTE)
        self._changing = asyncio.Lock()  # people of this server need not try again and again
        self._laying = asyncio.Lock()

    async def begin(self, wish: NewEvening, host: Person) -> str:
        """A new evening; its id."""
        if wish.setup.lesson:
            raise RefusedError("evening_lesson")
        wish.setup.check()
        secret, now = new_secret(), self.clock.now()
        setup = msgspec.structs.replace(
            wish.setup, first=drawn_place(secret, wish.setup.seats), spectators=False, open_cards=False, listed=False
        )
        tables = [empty_table(number, setup) for number in range(1, wish.tables + 1)]
        title = tidy_name(wish.title, LONGEST_TITLE) if wish.title.strip() else ""
        plan = EveningPlan(setup, secret, host.id, host.name, now + wish.hours * HOUR, tables, title)
        row = DealSet(new_id(), "evening", setup.game, now, now, msgspec.json.encode(plan))
        return (await self.store.add_set(row)).id

    async def look(self, id_: str) -> KnownEvening:
        """An evening and its tables; closed if its time is over, and with every table made that was dealt."""
        row = await self._row(id_)
        plan = decoded(row)
        tables = await self._tables(id_, plan)
        found = KnownEvening(row, plan, tables)
        if plan.closed or not self._is_due(found):
            return found
        now = self.clock.now()
        row = await self._replace(id_, lambda plan: closed(plan, now, found.over))
        return KnownEvening(row, decoded(row), tables)

    async def change(self, id_: str, person: Person, change: AnyChange) -> KnownEvening:
        """Changes an evening as somebody asks, or raises and says why not."""
        now = self.clock.now()
        if isinstance(change, CloseEvening):
            found = await self.look(id_)
            check_host(found.plan, person.id)
            await self._replace(id_, lambda plan: closed(plan, now, found.over))
        else:
            await self._replace(id_, lambda plan: changed(plan, person, change, now))
        return await self.look(id_)

    async def may_look_back(self, attempt: Attempt, person: str, whole: bool) -> bool:
        """Whether somebody may see the cards of a match; the `whole` record tells the secret as well."""
        found = await self.look(attempt.set)
        return bool(found.plan.closed) or (not whole and found.over_for(person))

    # The plan

    async def _row(self, id_: str) -> DealSet:
        found = await self.store.deal_set(id_)
        if found is None or found.kind != "evening":
            raise RefusedError("no_such_evening")
        return found

    async def _replace(self, id_: str, change: Callable[[EveningPlan], EveningPlan]) -> DealSet:
        """Replaces the plan, however many others change it at the same time."""
        async with self._changing:
            for _ in range(TRIES):
                row = await self._row(id_)
                body = msgspec.json.encode(change(decoded(row)))
                if body == row.body or await self.store.change_set(id_, row.body, body):
                    return msgspec.structs.replace(row, body=body)
        raise RefusedError("storage")

    def _is_due(self, found: KnownEvening) -> bool:
        """Whether the evening closes by itself: nobody can begin any more, and nobody plays or has had enough time."""
        late = self.clock.now() - found.plan.ends
        dealt = sum(bool(one.id) for one in found.plan.tables)
        return late >= TO_FINISH or (late >= 0 and len(found.over) == dealt)

    # The tables

    async def _tables(self, id_: str, plan: EveningPlan) -> list[PlayedTable]:
        """The tables at which cards are dealt, by their numbers. One that was forgotten has no result."""
        dealt = [table for table in plan.tables if table.id]
        seen = {one.attempt.table: one for one in await self.store.attempts(id_)} if dealt else {}
        in_time = not plan.closed and self.clock.now() < plan.ends + TO_FINISH
        played = []
        for table in dealt:
            found = seen.get(table.id)
            if found is not None and found.stage is not None:
                about = msgspec.json.decode(found.about, type=About)
                played.append(PlayedTable(table.number, table.id, found.stage, about.seats, about.scores))
                continue
            if in_time:
                await self._lay(id_, plan, table)
            played.append(PlayedTable(table.number, table.id, "playing", planned(table)))
        return played

    async def _lay(self, id_: str, plan: EveningPlan, table: EveningTable) -> None:
        """Makes a table, with its people and its bots, and deals; unless another server has done so meanwhile."""
        await self.store.claim(Attempt(id_, NOBODY, table.number, table.id))
        people = [(seat, at) for seat, at in enumerate(table.seats) if at.person]
        host = next((at for _, at in people if at.person == plan.host), people[0][1])
        asked: list[FirstAsked] = [(at.person, at.name, c.Sit(seat)) for seat, at in people]
        bots: list[c.AnyCommand] = [c.AddBot(seat, at.level) for seat, at in enumerate(table.seats) if at.level]
        asked += [(host.person, host.name, command) for command in (*bots, c.Start())]
        made = e.Made(setup=plan.setup, secret=plan.secret, by=host.person, same=SameCards(id_, "evening"))
        async with self._laying:  # whoever looks at the same time gets one table
            if table.id in self.hall.tables or await self.store.summary(table.id) is not None:
                return
            try:
                await self.hall.begin(table.id, made, asked)
            except RefusedError:
                if await self.store.summary(table.id) is None:
                    raise


def decoded(row: DealSet) -> EveningPlan:
    """The plan of an evening as it was read from the store."""
    return msgspec.json.decode(row.body, type=EveningPlan)


def planned(table: EveningTable) -> list[SeatSeen]:
    """The seats of a table as they are planned."""
    return [SeatSeen(at.person, at.name, at.level, away=False, ready=False) for at in table.seats]
