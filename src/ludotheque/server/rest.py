"""HTTP handlers: identity, games, tables, finished matches."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Meta

from ludotheque.bots.levels import LEVELS
from ludotheque.games.box import box, shelf
from ludotheque.games.contract import Option, Value
from ludotheque.games.fair import always_first
from ludotheque.server.analyses import AnalysisAnswer, AnalysisKey
from ludotheque.server.limits import household
from ludotheque.server.live import About
from ludotheque.server.messages import Refused
from ludotheque.server.metrics import CONTENT_TYPE
from ludotheque.server.people import token_of
from ludotheque.server.proofs import cookie
from ludotheque.server.room import Room
from ludotheque.store.contract import Person, StoreError, Summary
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING
from ludotheque.table.public_events import PublicEvent
from ludotheque.table.setup import Setup

MOST_LISTED = 50
HttpRequest = Request[Any, Any, State]
TheRoom = NamedDependency[Room]
Language = Literal["en", "fr", "nl", "de"]

WHY = {
    400: "It cannot be read, or the rules do not allow it.",
    401: "Nobody knows the token, or there is none.",
    403: "It comes from a page of another site, from somebody whom the host has removed, or from somebody who is still "
    "to play the same cards.",
    404: "There is no such thing.",
    409: "The match is not over, cannot be analysed, or not now: a set of deals has its time.",
    413: "It is too large.",
    429: "Too many, or too fast.",
    500: "It failed; the server's log says why.",
    503: "The database is away.",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Refusals, all of one form, beside an answer."""
    return {status: ResponseSpec(Refused, generate_examples=False, description=WHY[status]) for status in statuses}


POSTED = (400, 403, 413, 429)  # whatever has a body


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to be called, and spoken to."""

    name: Annotated[str, Meta(max_length=100)]
    language: Language = "en"


class Me(msgspec.Struct, frozen=True):
    """The person who asks."""

    id: str
    name: str
    language: str


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token that proves an identity, to be used on another device. Whoever has it is that person."""

    token: Annotated[str, Meta(max_length=100)]


class Game(msgspec.Struct, frozen=True):
    """A box on the shelf."""

    name: str
    title: str
    seats: list[int]
    options: list[Option]
    editions: dict[str, dict[str, Value]]
    cards: list[str]  # in the order from which decks are shuffled
    first_name: str  # a player of this name is first, if the game has such a name
    always_first: dict[int, int]  # by how many play: the place that is first whatever is drawn
    printed: dict[str, dict[str, int]]  # numbers on the cards that their names do not tell
    levels: list[str]  # of bots, the weakest first
    market: bool  # everybody acts at any time, so that bots cannot answer alike


class NewTable(msgspec.Struct, frozen=True):
    """A new table; its link is /t/ID."""

    id: str


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    stage: str
    made: float
    touched: float
    about: About


class Health(msgspec.Struct, frozen=True):
    """Whether all is well."""

    status: Literal["ok", "degraded", "draining"]  # degraded: the database cannot be read or written
    tables: dict[str, int]
    compiled: list[str]  # games that run at full speed; the others do so some seconds after the start


UNWELL = "The database cannot be read or written; or the server stops, and draining says so."
DEGRADED = ResponseSpec(Health, generate_examples=False, description=UNWELL)


async def person_of(request: HttpRequest, room: Room) -> Person:
    """The person who asks; raises if nobody knows them."""
    person = await room.people.by_token(token_of(request))
    if person is None:
        raise RefusedError("unknown_person")
    return person


def address_of(request: HttpRequest) -> str:
    """Where somebody asks from."""
    return household(request.client.host if request.client else "")


@get("/api/me", responses=refusals(401, 503), summary="Who am I?")
async def me(request: HttpRequest, room: TheRoom) -> Me:
    """The identity of the person who asks."""
    person = await person_of(request, room)
    return Me(person.id, person.name, person.language)


@post("/api/me", status_code=HTTP_200_OK, responses=refusals(*POSTED, 503), summary="Give a name")
async def name_me(request: HttpRequest, room: TheRoom, data: JSONBody[Introduction]) -> Response[Me]:
    """A name for somebody new, or another one."""
    person, token = await room.people.by_token(token_of(request)), None
    if person is None:
        room.slow_down(room.welcoming, address_of(request))
        person, token = await room.people.welcome(data.name, data.language)
    else:
        person = await room.people.rename(person, data.name, data.language)
    cookies = [cookie(token, room.settings.secure_cookies)] if token else []
    return Response(Me(person.id, person.name, person.language), cookies=cookies)


@get("/api/me/key", responses=refusals(401, 503), summary="A key for another device")
async def my_key(request: HttpRequest, room: TheRoom) -> Key:
    """The token by which another device becomes the same person."""
    await person_of(request, room)
    return Key(token_of(request) or "")


@post(
    "/api/me/key",
    status_code=HTTP_200_OK,
    responses=refusals(401, *POSTED, 503),
    summary="Use a key from another device",
)
async def use_key(request: HttpRequest, room: TheRoom, data: JSONBody[Key]) -> Response[Me]:
    """Be the same person on this device."""
    room.slow_down(room.welcoming, address_of(request))
    person = await room.people.by_token(data.token)
    if person is None:
        raise RefusedError("unknown_person")
    return Response(
        Me(person.id, person.name, person.language), cookies=[cookie(data.token, room.settings.secure_cookies)]
    )


@get("/api/games", summary="The shelf", sync_to_thread=False)
def games() -> list[Game]:
    """The games, with what can be chosen."""
    found = [box(name) for name in shelf()]
    return [
        Game(
            name=one.name,
            title=one.notation.TITLE,
            seats=list(one.rules.SEATS),
            options=list(one.rules.OPTIONS),
            editions=one.rules.EDITIONS,
            cards=list(one.notation.CARDS),
            first_name=one.rules.FIRST_NAME,
            always_first={n: place for n in one.rules.SEATS if (place := always_first(one, n)) is not None},
            printed=one.notation.PRINTED,
            levels=list(LEVELS),
            market=one.market,
        )
        for one in found
    ]


async def may_make_table(request: HttpRequest, room: Room) -> Person:
    """The person who asks for a new table; raises if that is too soon after the last, or one table too many."""
    person = await person_of(request, room)
    room.slow_down(room.making, person.id)
    await room.hall.check_room_for(person.id)
    return person


@post("/api/tables", responses=refusals(401, *POSTED, 503), summary="Make a table")
async def make_table(request: HttpRequest, room: TheRoom, data: JSONBody[Setup]) -> NewTable:
    """A new table, at which one sits."""
    person = await may_make_table(request, room)
    live = await room.hall.make(data, person.id, person.name)
    return NewTable(live.id)


@get("/api/tables", summary="The lobby")
async def lobby(room: TheRoom) -> list[Listed]:
    """Tables that somebody is at, and that anybody may join or watch."""
    found = sorted(await room.cluster.lobby(), key=lambda one: (one.stage, -one.made))
    return [one for one in map(listed, found) if open_to_others(one)][:MOST_LISTED]


@get("/api/tables/mine", responses=refusals(401, 503), summary="My tables")
async def my_tables(request: HttpRequest, room: TheRoom) -> list[Listed]:
    """Where one sits or sat."""
    person = await person_of(request, room)
    return [listed(one) for one in await room.store.tables_of(person.id, MOST_LISTED)]


@get("/api/tables/{name:str}", responses=refusals(404, 503), summary="A table")
async def table(request: HttpRequest, name: FromPath[str], room: TheRoom) -> Listed:
    """The description of a table, for those who have its link; of a set of deals without points that are sealed."""
    found = await room.store.summary(name)
    if found is None:
        raise RefusedError("no_such_table")
    shown = listed(found)
    if shown.about.scores and await sealed(request, room, name):
        return msgspec.structs.replace(shown, about=msgspec.structs.replace(shown.about, scores=[], winners=[]))
    return shown


def open_to_others(table: Listed) -> bool:
    """Whether there is a seat that one could take, a bot's perhaps, or a match to watch."""
    to_watch = table.stage == "playing" and table.about.setup.spectators
    return to_watch or any(not seat.person for seat in table.about.seats)


def listed(summary: Summary) -> Listed:
    """A table as lists show it."""
    about = msgspec.json.decode(summary.about, type=About)
    return Listed(summary.id, summary.game, summary.stage, summary.made, summary.touched, about)


@get(
    "/api/tables/{name:str}/matches/{match:int}/record",
    media_type="application/x-ndjson",
    responses=refusals(403, 404, 409, 503),
    summary="A match record",
)
async def match_record(
    request: HttpRequest, name: FromPath[str], match: FromPath[int], room: TheRoom
) -> Response[bytes]:
    """The record of a finished match, to keep, replay and verify."""
    text = await room.hall.record(name, match, await opened_to(request, room, name, whole=True))
    headers = {"content-disposition": f'attachment; filename="{name}-{match}.jsonl"'}
    return Response(text.encode(), media_type="application/x-ndjson", headers=headers)


@get(
    "/api/tables/{name:str}/matches/{match:int}/replay",
    media_type=MediaType.JSON,
    responses=refusals(400, 403, 404, 409, 503),
    summary="A match, step by step",
)
async def match_replay(
    request: HttpRequest, name: FromPath[str], match: FromPath[int], room: TheRoom, seat: FromQuery[int] = WATCHING
) -> Response[bytes]:
    """A finished match as messages of a socket: as a seat was told of it, or for seat -1 with all cards open."""
    told = await room.hall.replay(name, match, seat, await opened_to(request, room, name))
    return Response(told, media_type=MediaType.JSON)


async def opened_to(request: HttpRequest, room: Room, table: str, whole: bool = False) -> bool:
    """Whether cards that others are still to play may be shown to who asks."""
    try:
        person = await room.people.by_token(token_of(request))
        return await room.sets.may_look_back(table, "" if person is None else person.id, whole)
    except StoreError:
        raise RefusedError("storage") from None


async def sealed(request: HttpRequest, room: Room, table: str) -> bool:
    """Whether a table has the same cards as others, and who asks may not see yet how it went."""
    return not await opened_to(request, room, table) and bool(await room.store.attempts_at(table))


@get(
    "/api/tables/{name:str}/matches/{match:int}/analysis",
    responses=refusals(400, 403, 404, 409, 429, 500, 503),
    summary="How well a seat played",
)
async def match_analysis(
    request: HttpRequest, name: FromPath[str], match: FromPath[int], room: TheRoom, seat: FromQuery[int]
) -> AnalysisAnswer:
    """The analysis of a finished match for one seat, or how far it is; begun when somebody asks who sat there."""
    person = await room.people.by_token(token_of(request))
    if await sealed(request, room, name):
        raise RefusedError("same_sealed")
    return await room.analyses.answer(AnalysisKey(name, match, seat), person.id if person else None)


@get("/api/tables/{name:str}/said", responses=refusals(401, 403, 404, 503), summary="What people said")
async def said(request: HttpRequest, name: FromPath[str], room: TheRoom) -> list[PublicEvent]:
    """The last messages at a table, as events tell them: for who comes later, or anew."""
    person = await person_of(request, room)
    return await room.hall.said(name, person.id)


@get("/health", responses={503: DEGRADED}, summary="Is all well?")
async def health(room: TheRoom) -> Response[Health]:
    """For whoever watches over servers: it reads from the store, and writes if something could not be stored last."""
    compiled = sorted(room.crew.compiled)
    if room.cluster.draining:
        return Response(Health("draining", {}, compiled), status_code=HTTP_503_SERVICE_UNAVAILABLE)
    try:
        tables = await room.store.count()
        if room.store.problem is not None:
            await room.store.probe()
    except StoreError as problem:
        room.store.failed(problem)
        return Response(Health("degraded", {}, compiled), status_code=HTTP_503_SERVICE_UNAVAILABLE)
    return Response(Health("ok", tables, compiled))


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=False)
def metrics(room: TheRoom) -> Response[bytes]:
    """Measurements for Prometheus."""
    if not room.settings.metrics:
        raise RefusedError("not_found")
    return Response(room.metrics.text(), media_type=CONTENT_TYPE)
