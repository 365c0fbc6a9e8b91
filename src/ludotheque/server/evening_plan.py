"""An evening: several tables of people who all get the same cards. Its plan, and how people change it. Pure.

People find their seats in the plan, before there are tables: so nobody has seen cards at one table and sits down at
another. Dealing fixes the seats of a table and gives it an id; whoever has a seat there has played these cards.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.bots.levels import LevelName
from ludotheque.server.hall import new_id
from ludotheque.store.contract import Person
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Setup

MOST_TABLES = 24
LONGEST_TITLE = 60
HOUR = 3600.0
Number = Annotated[int, Meta(ge=1, le=9999)]
Seat = Annotated[int, Meta(ge=0, le=11)]


class EveningSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat in the plan of an evening: a person's, a bot's (it has a level), or free."""

    person: str = ""
    name: str = ""
    level: LevelName | Literal[""] = ""

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return not (self.person or self.level)


class EveningTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the plan of an evening; with an id once its cards are dealt."""

    number: int
    seats: list[EveningSeat]
    id: str = ""

    @property
    def people(self) -> int:
        """The number of people who sit here."""
        return sum(bool(seat.person) for seat in self.seats)

    @property
    def room(self) -> bool:
        """Whether somebody could sit down before the cards are dealt."""
        return not self.id and any(seat.free for seat in self.seats)

    def place(self, seat: int, by: EveningSeat) -> "EveningTable":
        """The same table with another one at a seat."""
        seats = [by if at == seat else old for at, old in enumerate(self.seats)]
        return msgspec.structs.replace(self, seats=seats)


class EveningPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """An evening as the store keeps it."""

    setup: Setup
    secret: str  # hexadecimal: all decks follow from it
    host: str
    host_name: str
    ends: float  # until when tables may begin
    tables: list[EveningTable]
    title: str = ""
    closed: float = 0.0  # when everything was opened to all
    counted: list[int] = []  # the tables whose matches were over then

    def table(self, number: int) -> EveningTable:
        """The table of that number."""
        found = next((one for one in self.tables if one.number == number), None)
        if found is None:
            raise RefusedError("evening_no_table", table=number)
        return found

    def seat_of(self, person: str) -> tuple[EveningTable, int] | None:
        """Where somebody sits."""
        found = ((one, at) for one in self.tables for at, seat in enumerate(one.seats) if seat.person == person)
        return next(found, None) if person else None


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Anything that a person asks of an evening."""


class TakeSeat(Change, frozen=True, tag="sit"):
    """Sit down at a seat of a table, or at its first free one; without a table where the fewest people sit.

    If all seats are taken another table is opened.
    """

    table: Number | None = None
    seat: Seat | None = None


class LeaveSeat(Change, frozen=True, tag="stand"):
    """Stand up, before the cards are dealt."""


class PlaceBot(Change, frozen=True, tag="bot"):
    """The host gives a free seat to a bot, of the evening's level if none is named."""

    table: Number
    seat: Seat
    level: LevelName | None = None


class FreeSeat(Change, frozen=True, tag="free"):
    """The host frees a seat, a person's or a bot's."""

    table: Number
    seat: Seat


class OpenTable(Change, frozen=True, tag="open"):
    """The host opens one more table."""


class RemoveTable(Change, frozen=True, tag="remove"):
    """The host takes away a table at which nobody sits."""

    table: Number


class DealOut(Change, frozen=True, tag="deal"):
    """The host deals at all tables where people sit; or, at one, the host or anybody who sits there."""

    table: Number | None = None


class CloseEvening(Change, frozen=True, tag="close"):
    """The host closes the evening: nothing is dealt any more, and everything is shown to all."""


AnyChange = TakeSeat | LeaveSeat | PlaceBot | FreeSeat | OpenTable | RemoveTable | DealOut | CloseEvening


def empty_table(number: int, setup: Setup) -> EveningTable:
    """A table at which nobody sits."""
    return EveningTable(number, [EveningSeat()] * setup.seats)


def changed(plan: EveningPlan, person: Person, change: AnyChange, now: float) -> EveningPlan:
    """The plan after a change; raises if it is not to be had. Closing needs to know which matches are over."""
    if plan.closed:
        raise RefusedError("evening_closed")
    match change:
        case LeaveSeat():
            return stood_up(plan, person.id)
        case TakeSeat():
            check_time(plan, now)
            return sat_down(plan, person, change)
        case DealOut():
            check_time(plan, now)
            return dealt(plan, person.id, change.table)
    check_host(plan, person.id)
    match change:
        case PlaceBot(table=number, seat=seat, level=level):
            table = open_table(plan, number, seat)
            if not table.seats[seat].free:
                raise RefusedError("evening_taken")
            return with_table(plan, table.place(seat, EveningSeat(level=level or plan.setup.level)))
        case FreeSeat(table=number, seat=seat):
            return with_table(plan, open_table(plan, number, seat).place(seat, EveningSeat()))
        case OpenTable():
            check_time(plan, now)
            return with_new_table(plan)
        case RemoveTable(table=number):
            if open_table(plan, number).people:
                raise RefusedError("evening_occupied", table=number)
            return msgspec.structs.replace(plan, tables=[one for one in plan.tables if one.number != number])
    raise AssertionError("closing is for those who know which matches are over")


def closed(plan: EveningPlan, now: float, over: list[int]) -> EveningPlan:
    """The plan once all is open to everybody; matches that end later do not count."""
    return plan if plan.closed else msgspec.structs.replace(plan, closed=now, counted=over)


def check_host(plan: EveningPlan, person: str) -> None:
    """Raises unless that person is the host."""
    if person != plan.host:
        raise RefusedError("evening_host", name=plan.host_name)


def check_time(plan: EveningPlan, now: float) -> None:
    """Raises if it is too late for another table."""
    if now >= plan.ends:
        raise RefusedError("evening_late")


def open_table(plan: EveningPlan, number: int, seat: int = 0) -> EveningTable:
    """A table whose cards are not dealt yet, and which has such a seat."""
    table = plan.table(number)
    if table.id:
        raise RefusedError("evening_dealt", table=number)
    if seat >= len(table.seats):
        raise RefusedError("no_such_seat", seat=seat, last=len(table.seats) - 1)
    return table


def with_table(plan: EveningPlan, table: EveningTable) -> EveningPlan:
    """The plan with a table as it is now."""
    return msgspec.structs.replace(plan, tables=[table if one.number == table.number else one for one in plan.tables])


def with_new_table(plan: EveningPlan) -> EveningPlan:
    """The plan with one more table, whose number no table had."""
    if len(plan.tables) >= MOST_TABLES:
        raise RefusedError("evening_full", most=MOST_TABLES)
    number = 1 + max((one.number for one in plan.tables), default=0)
    return msgspec.structs.replace(plan, tables=[*plan.tables, empty_table(number, plan.setup)])


def stood_up(plan: EveningPlan, person: str) -> EveningPlan:
    """The plan without somebody who has not been dealt cards; the same if they sit nowhere."""
    found = plan.seat_of(person)
    if found is None:
        return plan
    table, seat = found
    if table.id:
        raise RefusedError("evening_once", table=table.number)
    return with_table(plan, table.place(seat, EveningSeat()))


def sat_down(plan: EveningPlan, person: Person, change: TakeSeat) -> EveningPlan:
    """The plan with somebody at a seat that is free; they leave the one they had."""
    seated = plan.seat_of(person.id) is not None
    plan = stood_up(plan, person.id)
    if change.table is not None:
        table = open_table(plan, change.table, change.seat or 0)
    elif seated:
        raise RefusedError("seated")
    else:
        if not any(one.room for one in plan.tables):
            plan = with_new_table(plan)
        table = min((one for one in plan.tables if one.room), key=lambda one: one.people)
    free = [at for at, seat in enumerate(table.seats) if seat.free]
    if not free:
        raise RefusedError("evening_table_full", table=table.number)
    seat = free[0] if change.seat is None else change.seat
    if seat not in free:
        raise RefusedError("evening_taken")
    return with_table(plan, table.place(seat, EveningSeat(person.id, person.name)))


def dealt(plan: EveningPlan, person: str, number: int | None) -> EveningPlan:
    """The plan with cards dealt at one table, or at all where people sit."""
    if number is None:
        check_host(plan, person)
        tables = [one for one in plan.tables if not one.id and one.people]
        if not tables:
            raise RefusedError("evening_nobody")
    else:
        tables = [open_table(plan, number)]
        if not tables[0].people:
            raise RefusedError("evening_nobody")
        if all(seat.person != person for seat in tables[0].seats):
            check_host(plan, person)
    for table in tables:
        plan = with_table(plan, msgspec.structs.replace(table, id=new_id()))
    return plan
