"""HTTP handlers of evenings with several tables: to begin one, to look at it, and to change it."""

from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.games.fair import commitment
from ludotheque.server.evening_plan import AnyChange, EveningTable
from ludotheque.server.evening_ranking import EveningRanked, compared, evening_ranking
from ludotheque.server.evenings import KnownEvening, NewEvening, planned
from ludotheque.server.rest import POSTED, HttpRequest, TheRoom, person_of, refusals
from ludotheque.server.same_rest import somebody
from ludotheque.store.contract import Person, Stage
from ludotheque.table.seen import SeatSeen
from ludotheque.table.setup import Setup


class EveningBegun(msgspec.Struct, frozen=True):
    """A new evening; its link is /evening/ID."""

    id: str


class EveningSeatSeen(msgspec.Struct, frozen=True):
    """A seat at a table of an evening: without person and level it is free. Results once one may see them."""

    person: str
    name: str
    level: str
    points: int | None = None
    over: float | None = None  # more than the others in this seat made on average


class EveningTableSeen(msgspec.Struct, frozen=True):
    """A table of an evening; its id is told to whoever may open it, or look back at it."""

    number: int
    stage: Stage
    seats: list[EveningSeatSeen]
    id: str | None = None


class MyPlace(msgspec.Struct, frozen=True):
    """Where somebody sits at an evening."""

    table: int
    seat: int


class EveningSeen(msgspec.Struct, frozen=True):
    """An evening. Results are shown to those whose own match is over, and to all once it is closed."""

    id: str
    title: str
    game: str
    setup: Setup
    same_bots: bool  # whether bots answer the same choices alike: not in a market
    host: str
    host_name: str
    begun: float
    ends: float  # until when tables may begin
    now: float
    closed: float | None
    commitment: str  # the SHA-256 of the secret from which all decks follow
    secret: str | None  # once it is closed
    tables: list[EveningTableSeen]
    mine: MyPlace | None
    results: bool  # whether one may see them
    ranking: list[EveningRanked]


def seen_by(found: KnownEvening, person: Person | None, now: float) -> EveningSeen:
    """An evening as somebody may see it."""
    row, plan = found.row, found.plan
    who = "" if person is None else person.id
    shown, place = found.shows_results(who), plan.seat_of(who)
    results = found.results() if shown else []
    over = {(one.result.table, one.result.seat): one.over for one in compared(results)}
    points = {(one.table, one.seat): one.points for one in results}
    played = {one.number: one for one in found.tables}

    def table_as_seen(table: EveningTable) -> EveningTableSeen:
        live = played.get(table.number)
        stage: Stage = "open" if live is None else live.stage
        own = place is not None and place[0].number == table.number
        opened = live is not None and (own or (shown and stage == "over"))

        def seat_as_seen(seat: int, at: SeatSeen) -> EveningSeatSeen:
            key = table.number, seat
            return EveningSeatSeen(at.person, at.name, at.level, points.get(key), over.get(key))

        seats = planned(table) if live is None else live.seats
        return EveningTableSeen(
            table.number, stage, [seat_as_seen(*one) for one in enumerate(seats)], table.id if opened else None
        )

    return EveningSeen(
        id=row.id,
        title=plan.title,
        game=row.game,
        setup=plan.setup,
        same_bots=not plan.setup.box.market,
        host=plan.host,
        host_name=plan.host_name,
        begun=row.made,
        ends=plan.ends,
        now=now,
        closed=plan.closed or None,
        commitment=commitment(bytes.fromhex(plan.secret)),
        secret=plan.secret if plan.closed else None,
        tables=[table_as_seen(one) for one in plan.tables],
        mine=None if place is None else MyPlace(place[0].number, place[1]),
        results=shown,
        ranking=evening_ranking(results),
    )


@post("/api/evenings", responses=refusals(401, *POSTED, 503), summary="Begin an evening")
async def begin_evening(request: HttpRequest, room: TheRoom, data: JSONBody[NewEvening]) -> EveningBegun:
    """A new evening with several tables that all get the same cards; who asks is its host."""
    person = await person_of(request, room)
    room.slow_down(room.making, person.id)
    return EveningBegun(await room.evenings.begin(data, person))


@get("/api/evenings/{name:str}", responses=refusals(404, 503), summary="An evening")
async def evening(request: HttpRequest, name: FromPath[str], room: TheRoom) -> EveningSeen:
    """An evening with its tables, and its results for those who may see them."""
    person = await somebody(request, room)
    return seen_by(await room.evenings.look(name), person, room.clock.now())


@post(
    "/api/evenings/{name:str}",
    status_code=HTTP_200_OK,
    responses=refusals(401, 404, 409, *POSTED, 503),
    summary="Change an evening",
)
async def change_evening(
    request: HttpRequest, name: FromPath[str], room: TheRoom, data: JSONBody[AnyChange]
) -> EveningSeen:
    """Sit down, stand up; for the host: place bots, open and remove tables, deal, close."""
    person = await person_of(request, room)
    room.slow_down(room.evenings.changes, person.id)
    return seen_by(await room.evenings.change(name, person, data), person, room.clock.now())


HANDLERS: list[Any] = [begin_evening, evening, change_evening]
