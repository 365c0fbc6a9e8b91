"""HTTP handlers of challenges: made, followed by all who have the link, compared by those who have played."""

from collections import Counter
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from ludotheque.server.challenges import ChallengeAgain, Challenges, Comparison, NewChallenge
from ludotheque.server.deal_sets import KnownSet
from ludotheque.server.par import BASE
from ludotheque.server.ranking import AtSeat, SetResult, ranked
from ludotheque.server.rest import POSTED, HttpRequest, TheRoom, person_of, refusals
from ludotheque.server.room import Room
from ludotheque.server.same_rest import MOST_RANKED, Progress, SetPromise, promise_of, somebody
from ludotheque.store.contract import AttemptSeen
from ludotheque.table.setup import Setup


class MadeChallenge(msgspec.Struct, frozen=True):
    """A new challenge; its link is /challenge/ID."""

    id: str


class ChallengeTurn(msgspec.Struct, frozen=True):
    """One of one's own turns: from which seat, how far it is, where it is played."""

    turn: int
    seat: int
    progress: Progress
    table: str | None = None
    points: int | None = None


class Challenged(msgspec.Struct, frozen=True):
    """Somebody who plays a challenge, and how many turns are over. Points are told in the ranking."""

    person: str
    name: str
    turns: int
    done: bool


class ChallengeRank(msgspec.Struct, frozen=True):
    """A line of the ranking: the points of all turns, and how much more that is than regular bots made there."""

    rank: int
    person: str
    name: str
    points: int
    over: int | None
    turns: list[int]  # the points of each


class OriginalResult(msgspec.Struct, frozen=True):
    """Somebody's result in the match whose cards are dealt again; not ranked, as its bots went by another chance."""

    person: str
    name: str
    seat: int
    points: int | None  # for those who have played


class ChallengeSeen(msgspec.Struct, frozen=True):
    """A challenge. The ranking and all points of others are shown to those who have played all turns."""

    promise: SetPromise
    setup: Setup
    levels: list[str]  # of bots, by seat
    seats: list[int]  # that a person plays, one a turn
    maker: str  # a name; empty if that person is forgotten
    own: bool  # whether one has made it oneself
    mine: list[ChallengeTurn]
    known: bool  # whether one knows the cards from the original match, and so plays no turn
    done: bool
    players: list[Challenged]
    original: list[OriginalResult]
    ranking: list[ChallengeRank]


class Around(msgspec.Struct, frozen=True):
    """As much of what lists know of a table as progress needs."""

    seats: list[AtSeat]


@post(
    "/api/challenges",
    responses=refusals(401, *POSTED, 503),
    summary="Make a challenge",
)
async def make_challenge(request: HttpRequest, room: TheRoom, data: JSONBody[NewChallenge]) -> MadeChallenge:
    """New cards, which friends play against the same bots, whenever they like."""
    person = await person_of(request, room)
    room.slow_down(room.making, person.id)
    return MadeChallenge((await challenges(room).make(data, person)).row.id)


@post(
    "/api/tables/{name:str}/matches/{match:int}/challenge",
    responses=refusals(401, 404, 409, *POSTED, 503),
    summary="Have friends play the same cards",
)
async def challenge_again(
    request: HttpRequest, name: FromPath[str], match: FromPath[int], room: TheRoom, data: JSONBody[ChallengeAgain]
) -> MadeChallenge:
    """A challenge with the cards of a finished match at which one sat."""
    person = await person_of(request, room)
    room.slow_down(room.making, person.id)
    return MadeChallenge((await challenges(room).make_again(name, match, data, person)).row.id)


@get("/api/challenges/{name:str}", responses=refusals(404, 503), summary="A challenge")
async def challenge(request: HttpRequest, name: FromPath[str], room: TheRoom) -> ChallengeSeen:
    """A challenge: its setup, how far everybody is, and for those who have played it the ranking."""
    found, asker = await challenges(room).get(name), await somebody(request, room)
    person = "" if asker is None else asker.id
    results, attempts = await room.sets.finished(found), await room.sets.attempts(found)
    done = bool(person) and await room.sets.done(found, person)
    maker = await room.store.person(found.plan.maker)
    original = [] if found.plan.original is None else found.plan.original.players
    levels: list[str] = [*found.plan.levels]
    return ChallengeSeen(
        promise_of(found, room),
        found.plan.setup,
        levels,
        found.plan.seats,
        "" if maker is None else maker.name,
        person == found.plan.maker,
        own_turns(found, person, attempts, results),
        found.known_to(person),
        done,
        players_of(found, attempts, results),
        [OriginalResult(one.person, one.name, one.seat, one.points if done else None) for one in original],
        await ranking_of(found, room, results) if done else [],
    )


@get(
    "/api/challenges/{name:str}/turns/{turn:int}/comparison",
    responses=refusals(400, 401, 403, 404, 409, 503),
    summary="Two matches side by side",
)
async def comparison(
    request: HttpRequest,
    name: FromPath[str],
    turn: FromPath[int],
    one: FromQuery[str],
    other: FromQuery[str],
    room: TheRoom,
) -> Comparison:
    """Two people's matches of one turn, trick by trick: for whoever has played all turns, of people who have."""
    person = await person_of(request, room)
    desk = challenges(room)
    return await desk.compare(await desk.get(name), person.id, turn, (one, other))


def challenges(room: Room) -> Challenges:
    """The challenges of this server."""
    return Challenges(room.sets, room.hall)


def own_turns(
    found: KnownSet, person: str, attempts: list[AttemptSeen], results: list[SetResult]
) -> list[ChallengeTurn]:
    """How far somebody is, turn by turn."""
    tables = {one.attempt.turn: one.attempt.table for one in attempts if one.attempt.person == person}
    points = {one.turn: one.points for one in results if one.person == person}
    turns = []
    for turn, seat in enumerate(found.plan.seats):
        progress: Progress = "over" if turn in points else "playing" if turn in tables else "new"
        turns.append(ChallengeTurn(turn, seat, progress, tables.get(turn), points.get(turn)))
    return turns


def players_of(found: KnownSet, attempts: list[AttemptSeen], results: list[SetResult]) -> list[Challenged]:
    """All who have begun, in the order of their ids, which tells nothing."""
    names: dict[str, str] = {}
    for one in attempts:
        if one.about:
            seats = msgspec.json.decode(one.about, type=Around).seats
            names |= {at.person: at.name for at in seats if at.person == one.attempt.person}
    over = Counter(one.person for one in results)
    return [
        Challenged(person, name, over[person], over[person] == len(found.plan.seats)) for person, name in names.items()
    ]


async def ranking_of(found: KnownSet, room: Room, results: list[SetResult]) -> list[ChallengeRank]:
    """Those who have played all turns, by the sum of their points."""
    own: dict[str, dict[int, SetResult]] = {}
    for one in results:
        own.setdefault(one.person, {})[one.turn] = one
    turns = range(len(found.plan.seats))
    points = {
        person: [played[turn].points for turn in turns] for person, played in own.items() if len(played) == len(turns)
    }
    sums = [
        msgspec.structs.replace(own[person][turns[-1]], points=sum(of), at=max(one.at for one in own[person].values()))
        for person, of in points.items()
    ]
    bots = {one.seat: one.points for one in await room.store.results(found.row.id) if one.level == BASE}
    base = sum(bots[seat] for seat in found.plan.seats) if {*found.plan.seats} <= {*bots} else None
    return [
        ChallengeRank(one.rank, one.person, one.name, one.points, one.over, points[one.person])
        for one in ranked(sums, base)[:MOST_RANKED]
    ]


HANDLERS: list[Any] = [make_challenge, challenge_again, challenge, comparison]
