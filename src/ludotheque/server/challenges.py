"""Challenges: the same cards against the same bots for friends who are never free at the same time.

A challenge is a set of deals with a link. It deals cards of its own, or those of a finished match again; whoever had a
seat in that match knows the cards, and plays no turn: the original match stands beside the ranking, as its bots went by
another chance. A person plays from one seat, or from each seat in turn, one turn after the other. Who has played all
turns sees the ranking, and any two people's matches side by side.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta

from ludotheque.bots.levels import LevelName
from ludotheque.games.box import box, shelf
from ludotheque.games.contract import Value
from ludotheque.server.deal_sets import (
    DealSetDesk,
    KnownSet,
    OriginalMatch,
    OriginalPlayer,
    SetPlan,
    drawn_place,
    new_secret,
)
from ludotheque.server.hall import Hall, new_id, timed
from ludotheque.server.ranking import SetResult
from ludotheque.store.contract import Person
from ludotheque.table import events as e
from ludotheque.table.archive import finished
from ludotheque.table.comparison import ComparedRound, MatchPlayed, compared, has_tricks, match_played
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Pace, Setup
from ludotheque.table.state import Timed

Turns = Literal["same", "each"]  # everybody plays from one seat, or from each seat in turn


class ChallengeAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to have others play the cards of a finished match, from one's own seat or from each seat in turn."""

    turns: Turns = "same"


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a challenge with new cards."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=12)]
    edition: str | None = None
    options: dict[str, Value] = {}
    level: LevelName = "regular"
    pace: Pace = "usual"
    memory: bool = False
    turns: Turns = "same"


class ComparedPlayer(msgspec.Struct, frozen=True):
    """One of two people whose matches are compared."""

    person: str
    name: str
    points: int
    names: list[str]  # around that table, by place
    table: str
    match: int
    original: bool  # the match from which the cards are, with bots of another chance


class Comparison(msgspec.Struct, frozen=True):
    """Two people's matches with the same cards from the same seat, trick by trick."""

    game: str
    turn: int
    seat: int
    tricks: bool  # whether numbers are those of tricks; else of one's own choices
    players: tuple[ComparedPlayer, ComparedPlayer]
    rounds: list[ComparedRound]


class PlayedTurn(msgspec.Struct, frozen=True):
    """Where somebody has played a turn to its end."""

    person: str
    name: str
    table: str
    match: int
    original: bool


class Challenges:
    """The challenges of a server."""

    def __init__(self, sets: DealSetDesk, hall: Hall) -> None:
        self.sets = sets
        self.hall = hall

    async def get(self, id_: str) -> KnownSet:
        """The challenge of that id."""
        found = await self.sets.get(id_)
        if found.kind != "challenge":
            raise RefusedError("no_such_set")
        return found

    # Made

    async def make(self, wish: NewChallenge, maker: Person) -> KnownSet:
        """A challenge with new cards."""
        check_game(wish.game)
        secret = new_secret()
        setup = Setup(
            wish.game, wish.seats, wish.edition, wish.options, level=wish.level, pace=wish.pace, memory=wish.memory,
            hints=False, spectators=False,
        )  # fmt: skip
        setup.check()
        setup = msgspec.structs.replace(setup, first=drawn_place(secret, setup.seats))
        seats = turns_of(wish.turns, 0, setup.seats)
        return await self.sets.keep(
            new_id(), "challenge", SetPlan(setup, secret, [wish.level] * setup.seats, seats, maker=maker.id)
        )

    async def make_again(self, table: str, match: int, wish: ChallengeAgain, maker: Person) -> KnownSet:
        """A challenge with the cards of a finished match, by somebody who had a seat there."""
        rows = await self.hall.finished_log(table, match, opened=True)
        plan = await asyncio.to_thread(lambda: plan_again(table, timed(rows), match, wish, maker.id))
        return await self.sets.keep(new_id(), "challenge", plan)

    # Compared

    async def compare(self, found: KnownSet, asker: str, turn: int, people: Sequence[str]) -> Comparison:
        """Two matches of a turn side by side, for somebody who has played everything, of people who have."""
        if not 0 <= turn < len(found.plan.seats):
            raise RefusedError("no_such_turn", turn=turn, last=len(found.plan.seats) - 1)
        if not await self.sets.done(found, asker):
            raise RefusedError("same_sealed")
        seat = found.plan.seats[turn]
        results = await self.sets.finished(found)
        one, other = [await self._played(found, results, turn, person) for person in people]
        matches = [await self._match(at, seat) for at in (one, other)]
        game = found.row.game
        return Comparison(
            game,
            turn,
            seat,
            has_tricks(box(game)),
            (compared_player(one, matches[0]), compared_player(other, matches[1])),
            await asyncio.to_thread(compared, *matches),
        )

    async def _played(self, found: KnownSet, results: Sequence[SetResult], turn: int, person: str) -> PlayedTurn:
        """Where somebody played a turn, once all of theirs are over."""
        original = found.plan.original
        if original is not None:
            for player in original.players:
                if player.person == person and player.seat == found.plan.seats[turn]:
                    return PlayedTurn(person, player.name, original.table, original.match, True)
        own = {one.turn: one for one in results if one.person == person}
        if len(own) < len(found.plan.seats):
            raise RefusedError("challenge_unfinished")
        return PlayedTurn(person, own[turn].name, own[turn].table, 1, False)

    async def _match(self, at: PlayedTurn, seat: int) -> MatchPlayed:
        rows = await self.hall.finished_log(at.table, at.match, opened=True)
        return await asyncio.to_thread(lambda: match_played(at.table, timed(rows), at.match, seat))


def compared_player(at: PlayedTurn, played: MatchPlayed) -> ComparedPlayer:
    """One side of a comparison."""
    return ComparedPlayer(at.person, at.name, played.points, played.names, at.table, at.match, at.original)


def games() -> list[str]:
    """The games in which bots can answer alike."""
    return [name for name in shelf() if not box(name).market]


def check_game(game: str) -> None:
    """Raises if bots cannot answer alike in that game."""
    if box(game).market:
        raise RefusedError("no_challenge", game=game, games=", ".join(games()))


def turns_of(turns: Turns, seat: int, seats: int) -> list[int]:
    """The seats that everybody plays, one a turn."""
    return [seat] if turns == "same" else [*range(seats)]


def plan_again(table: str, log: list[Timed], match: int, wish: ChallengeAgain, maker: str) -> SetPlan:
    """The plan of a challenge with the cards of a finished match; raises if they cannot be dealt again."""
    _, made = log[0]
    assert isinstance(made, e.Made)
    check_game(made.setup.game)
    if made.same is not None:
        raise RefusedError("challenge_same")
    walk = [*finished(table, log, match)]
    first = next(event.first for _, _, event in walk if isinstance(event, e.Started))
    then = walk[-1][0]
    facts, play = then.facts, then.play
    assert play is not None
    if then.prepared:
        raise RefusedError("challenge_prepared")
    if maker not in facts.owners:
        raise RefusedError("challenge_others")
    usual = facts.setup
    setup = Setup(
        usual.game, usual.seats, usual.edition, usual.options, level=usual.level, pace=usual.pace, memory=usual.memory,
        hints=False, spectators=False, first=first,
    )  # fmt: skip
    levels = [cast(LevelName, place.level or usual.level) for place in facts.places]
    players = [
        OriginalPlayer(place.person, place.name, seat, play.scores[seat])
        for seat, place in enumerate(facts.places)
        if place.person
    ]
    original = OriginalMatch(table, match, players, [*facts.owners])
    seats = turns_of(wish.turns, facts.owners[maker], usual.seats)
    return SetPlan(setup, facts.secret, levels, seats, then.salts, maker=maker, original=original)
