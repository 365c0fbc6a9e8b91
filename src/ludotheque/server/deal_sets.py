"""Sets of deals: the same cards, and the same bots, for everyone who plays them. Made, claimed, played, opened.

A set has a secret, from which all its decks follow; its SHA-256 is shown before anybody plays, the secret once the set
is opened. Whoever plays has one table for each turn that is meant to be: a row that the database keeps once, whoever
asks at the same time. What a set holds is in its plan, as JSON in the store.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, cast

import msgspec

from ludotheque.bots.levels import LevelName
from ludotheque.games.chance import Stream
from ludotheque.games.fair import commitment, mixed
from ludotheque.server.hall import Hall, new_id
from ludotheque.server.live import FirstAsked
from ludotheque.server.ranking import SetResult, finished
from ludotheque.store.contract import Attempt, AttemptSeen, DealSet, Person, Store
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.same import SameCards, SetKind
from ludotheque.table.setup import Setup

NEVER = float("inf")
MayLookBack = Callable[[Attempt, str, bool], Awaitable[bool]]


class OriginalPlayer(msgspec.Struct, frozen=True):
    """Somebody who has played the cards of a set before it was made, at an ordinary table."""

    person: str
    name: str
    seat: int
    points: int


class OriginalMatch(msgspec.Struct, frozen=True):
    """The finished match whose cards a set deals again. Whoever had a seat there knows them."""

    table: str
    match: int
    players: list[OriginalPlayer]  # those who were there at the end
    knowing: list[str]  # all who had a seat


class SetPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal set: the game and its options, the secret of its decks, its bots, and when it ends."""

    setup: Setup
    secret: str  # hexadecimal
    levels: list[LevelName]  # of the bots, by seat
    seats: list[int]  # those that a person plays, one a turn
    salts: list[str] = []  # of the match whose cards are dealt again
    ends: float = 0.0  # the last moment to begin; 0 for none
    opens: float = 0.0  # when the secret is shown to all; 0 for never
    maker: str = ""  # the person who asked for it
    original: OriginalMatch | None = None


class KnownSet(NamedTuple):
    """A set of deals as it was read."""

    row: DealSet
    plan: SetPlan

    @property
    def kind(self) -> SetKind:
        """Which of the three kinds it is."""
        return cast(SetKind, self.row.kind)

    @property
    def seed(self) -> bytes:
        """The seed of its decks: nobody adds a salt, or the decks would not be the same."""
        return mixed(bytes.fromhex(self.plan.secret), self.plan.salts or [""] * self.plan.setup.seats)

    def opened(self, now: float) -> bool:
        """Whether its secret is shown to all."""
        return bool(self.plan.opens) and now >= self.plan.opens

    def known_to(self, person: str) -> bool:
        """Whether somebody has played these cards before the set was made."""
        return self.plan.original is not None and person in self.plan.original.knowing


def drawn_place(secret: str, seats: int) -> int:
    """The seat that is first wherever the set is played: drawn from its secret, whatever people are called."""
    return Stream(mixed(bytes.fromhex(secret), [""] * seats), "first").below(seats)


def promised(known: KnownSet) -> str:
    """The SHA-256 of the secret."""
    return commitment(bytes.fromhex(known.plan.secret))


class DealSetDesk:
    """The sets of deals of a server, and who may play and see them."""

    def __init__(self, store: Store, hall: Hall) -> None:
        self.store = store
        self.hall = hall
        self.clock = hall.clock
        self.others: dict[str, MayLookBack] = {}  # kinds of sets that are elsewhere, and who may see their cards
        self._laying = asyncio.Lock()

    async def keep(self, id_: str, kind: SetKind, plan: SetPlan, begins: float = 0.0) -> KnownSet:
        """Keeps a new set, or reads the one that another server has made meanwhile."""
        plan.setup.check()
        now = self.clock.now()
        body = msgspec.json.encode(plan)
        return known(await self.store.add_set(DealSet(id_, kind, plan.setup.game, now, begins or now, body)))

    async def get(self, id_: str) -> KnownSet:
        """The set of that id."""
        found = await self.store.deal_set(id_)
        if found is None or found.kind in self.others:  # whose tables and results are other ones
            raise RefusedError("no_such_set")
        return known(found)

    # People who play

    async def play(self, found: KnownSet, person: Person, turn: int) -> str:
        """The table at which somebody plays a turn of a set: the one there is, else a new one."""
        if not 0 <= turn < len(found.plan.seats):
            raise RefusedError("no_such_turn", turn=turn, last=len(found.plan.seats) - 1)
        mine = {one.turn: one.table for one in await self.store.attempts_of(found.row.id, person.id)}
        table = mine.get(turn)
        if table is None:
            self._may_begin(found)
            await self._in_turn(found, person.id, turn, mine)
            await self.hall.check_room_for(person.id)
            table = await self.store.claim(Attempt(found.row.id, person.id, turn, new_id()))
        async with self._laying:  # whoever asks twice at the same time gets one table
            if table not in self.hall.tables and await self.store.summary(table) is None:
                await self._lay(found, person, found.plan.seats[turn], table)
        return table

    def _may_begin(self, found: KnownSet) -> None:
        now = self.clock.now()
        if now < found.row.begins:
            raise RefusedError("set_not_begun")
        if found.plan.ends and now >= found.plan.ends:
            raise RefusedError("set_over")

    async def _in_turn(self, found: KnownSet, person: str, turn: int, mine: dict[int, str]) -> None:
        """Raises if somebody knows the cards already, or would see them at two tables at the same time."""
        if found.known_to(person):
            raise RefusedError("challenge_known")
        if found.kind == "challenge":
            for before in range(turn):
                if before not in mine or await self._stage(mine[before]) != "over":
                    raise RefusedError("challenge_turns", turn=before + 1)

    async def _lay(self, found: KnownSet, person: Person, seat: int, table: str) -> None:
        """Makes the table, with its person and its bots, and deals; unless another server has done so meanwhile."""
        plan = found.plan
        same = SameCards(found.row.id, found.kind, plan.salts)
        made = e.Made(setup=plan.setup, secret=plan.secret, by=person.id, same=same)
        asked: list[c.AnyCommand] = [c.Sit(seat)]
        asked += [c.AddBot(seat=at, level=level) for at, level in enumerate(plan.levels) if at != seat]
        first: Sequence[FirstAsked] = [(person.id, person.name, command) for command in (*asked, c.Start())]
        try:
            await self.hall.begin(table, made, first)
        except RefusedError:
            if await self.store.summary(table) is None:
                raise

    # Access

    async def done(self, found: KnownSet, person: str) -> bool:
        """Whether somebody has played all that is theirs to play, so that nothing is left to be given away."""
        if found.known_to(person):
            return True
        mine = await self.store.attempts_of(found.row.id, person)
        stages = [await self._stage(one.table) for one in mine]
        return len(mine) == len(found.plan.seats) and all(stage == "over" for stage in stages)

    async def _stage(self, table: str) -> str:
        summary = await self.store.summary(table)
        return "" if summary is None else summary.stage

    async def may_look_back(self, table: str, person: str, whole: bool) -> bool:
        """Whether somebody may see all cards of a match that is over; the `whole` record tells the secret as well."""
        for attempt in await self.store.attempts_at(table):
            row = await self.store.deal_set(attempt.set)
            if row is not None and row.kind in self.others:
                return await self.others[row.kind](attempt, person, whole)
            found = await self.get(attempt.set)
            if found.opened(self.clock.now()):
                return True
            return not (whole and found.plan.opens) and bool(person) and await self.done(found, person)
        return False

    # Results

    async def finished(self, found: KnownSet) -> list[SetResult]:
        """The matches of a set that are over, and were before it was opened."""
        attempts = await self.store.attempts(found.row.id)
        results = await asyncio.to_thread(finished, attempts)
        return [one for one in results if one.at < (found.plan.opens or NEVER)]

    async def attempts(self, found: KnownSet) -> list[AttemptSeen]:
        """All attempts at a set."""
        return await self.store.attempts(found.row.id)


def known(row: DealSet) -> KnownSet:
    """A set as it was read from the store."""
    return KnownSet(row, msgspec.json.decode(row.body, type=SetPlan))


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_hex(32)
