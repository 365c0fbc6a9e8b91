"""HTTP handlers of deal sets ("the same cards for everyone"): the sets, their entries, their rankings."""

from typing import Any, Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from ludotheque.games.box import box
from ludotheque.server.deal_sets import KnownSet, promised
from ludotheque.server.par import BASE
from ludotheque.server.people import token_of
from ludotheque.server.ranking import Ranked, SetResult, ranked
from ludotheque.server.rest import HttpRequest, NewTable, TheRoom, person_of, refusals
from ludotheque.server.room import Room
from ludotheque.server.today import games
from ludotheque.store.contract import Person
from ludotheque.table.same import SetKind
from ludotheque.table.setup import Setup

MOST_RANKED = 100
Progress = Literal["new", "playing", "over"]


class Mine(msgspec.Struct, frozen=True):
    """How far somebody is with one of their turns: where they play it, and how it ended."""

    turn: int
    seat: int
    progress: Progress
    table: str | None = None
    points: int | None = None
    over: int | None = None  # more than a regular bot made at that seat
    rank: int | None = None  # of the deal of the day
    players: int = 0  # who have finished
    share: str | None = None  # to be shown to anybody: it gives nothing away


class SetPromise(msgspec.Struct, frozen=True):
    """A deal set as it is announced before it is played; with its secret once that is opened."""

    set: str
    kind: SetKind
    game: str
    commitment: str  # the SHA-256 of the secret
    committed: float  # when that was fixed
    begins: float
    ends: float | None  # the last moment to begin
    opens: float | None  # when the secret is shown
    secret: str | None


class DailyDeal(msgspec.Struct, frozen=True):
    """A game's deal of the day, and one's own part in it."""

    promise: SetPromise
    mine: Mine | None  # nobody's, where nobody knows who asks


class BotPoints(msgspec.Struct, frozen=True):
    """The result of a level of bot at a seat of a deal set."""

    seat: int
    level: str
    points: int


class DealSetSeen(msgspec.Struct, frozen=True):
    """A set of deals. Rankings and bots' points are shown to those who have played all that is theirs to play."""

    promise: SetPromise
    setup: Setup
    levels: list[str]
    mine: list[Mine]
    done: bool
    ranking: list[Ranked]
    bots: list[BotPoints]


async def somebody(request: HttpRequest, room: Room) -> Person | None:
    """The person who asks, or None."""
    return await room.people.by_token(token_of(request))


def promise_of(found: KnownSet, room: Room) -> SetPromise:
    """The public description of a deal set."""
    row, plan = found.row, found.plan
    return SetPromise(
        row.id, found.kind, row.game, promised(found), row.made, row.begins, plan.ends or None, plan.opens or None,
        plan.secret if found.opened(room.clock.now()) else None,
    )  # fmt: skip


async def mine_of(found: KnownSet, person: str, room: Room, results: list[SetResult]) -> list[Mine]:
    """How far somebody is, turn by turn."""
    tables = {one.turn: one.table for one in await room.store.attempts_of(found.row.id, person)}
    bots = {one.seat: one.points for one in await room.store.results(found.row.id) if one.level == BASE}
    own = {one.turn: one for one in results if one.person == person}
    done = len(own) == len(found.plan.seats)  # before that neither ranks nor what bots made are told
    turns = []
    for turn, seat in enumerate(found.plan.seats):
        players = sum(one.turn == turn for one in results)
        if turn not in own:
            turns.append(Mine(turn, seat, "playing" if turn in tables else "new", tables.get(turn), players=players))
            continue
        points, bot = own[turn].points, bots.get(seat)
        if not done:
            turns.append(Mine(turn, seat, "over", tables[turn], points, players=players))
            continue
        rank = 1 + sum(one.points > points for one in results if one.turn == turn)
        over = None if bot is None else points - bot
        share = shared(found, points, over, rank, players)
        turns.append(Mine(turn, seat, "over", tables[turn], points, over, rank, players, share))
    return turns


def shared(found: KnownSet, points: int, over: int | None, rank: int, players: int) -> str:
    """A result in a few characters that any language reads, and that tell nothing of the cards."""
    title, day = box(found.row.game).notation.TITLE, found.row.id.removeprefix(f"{found.row.game}-")
    when = f" {day}" if found.kind == "day" else ""
    gained = "" if over is None else f" ({over:+d})".replace("-", "−")
    return f"{title}{when}: {points}{gained} · {rank}/{players}".replace(": -", ": −")


@get("/api/today", responses=refusals(503), summary="The deals of the day")
async def today(request: HttpRequest, room: TheRoom) -> list[DailyDeal]:
    """The deal of the day of each game that has one."""
    person, found = await somebody(request, room), []
    for game in games():
        one = await room.today.of(game)
        mine = None
        if person is not None:
            [mine] = await mine_of(one, person.id, room, await room.sets.finished(one))
        found.append(DailyDeal(promise_of(one, room), mine))
    return found


@get("/api/days", responses=refusals(503), summary="What was promised for which day")
async def days(room: TheRoom) -> list[SetPromise]:
    """The deals of the last days, with their secrets, and the commitments to those of today and the next days."""
    return [promise_of(one, room) for one in await room.today.around()]


@get("/api/sets/{name:str}", responses=refusals(404, 503), summary="A set of deals")
async def deal_set(request: HttpRequest, name: FromPath[str], room: TheRoom) -> DealSetSeen:
    """A set of deals: what it promises, how far one is, and how all did who have played it."""
    found, person = await room.sets.get(name), await somebody(request, room)
    results = await room.sets.finished(found)
    mine = [] if person is None else await mine_of(found, person.id, room, results)
    done = bool(mine) and all(one.progress == "over" for one in mine)
    ranking: list[Ranked] = []
    bots: list[BotPoints] = []
    if done or found.opened(room.clock.now()):
        bots = [BotPoints(one.seat, one.level, one.points) for one in await room.store.results(name)]
        base = sum(one.points for one in bots if one.level == BASE) if bots else None
        ranking = ranked(results, base)[:MOST_RANKED]
    levels: list[str] = [*found.plan.levels]
    return DealSetSeen(promise_of(found, room), found.plan.setup, levels, mine, done, ranking, bots)


@post(
    "/api/sets/{name:str}/turns/{turn:int}",
    status_code=HTTP_200_OK,
    responses=refusals(400, 401, 403, 404, 409, 429, 503),
    summary="Play a set of deals",
)
async def play_set(request: HttpRequest, name: FromPath[str], turn: FromPath[int], room: TheRoom) -> NewTable:
    """The table at which one plays a set of deals: always the same one, for each turn once."""
    person = await person_of(request, room)
    room.slow_down(room.making, person.id)
    found = await room.sets.get(name)
    table = await room.sets.play(found, person, turn)
    room.par.want(found)
    return NewTable(table)


HANDLERS: list[Any] = [today, days, deal_set, play_set]
