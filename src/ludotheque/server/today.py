"""The deal of the day: a match a game and day, the same for everybody who comes.

Days are those of UTC. The sets of the next days are made ahead, and their commitments shown, so that nobody can change
their cards once it is known who comes. A match that was begun on its day may be finished a while after it; then the set
is opened. Markets have no deal of the day: what bots do there depends on when people act.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from ludotheque.bots.levels import LevelName
from ludotheque.games.box import box, shelf
from ludotheque.server.deal_sets import DealSetDesk, KnownSet, SetPlan, drawn_place, known, new_secret
from ludotheque.server.par import Par
from ludotheque.store.contract import StoreError
from ludotheque.table.errors import RefusedError
from ludotheque.table.setup import Setup

SEATS = 4
RIVALS: LevelName = "regular"  # rules of thumb: they answer at once, and alike on every machine
AHEAD = 7  # days for which sets are promised
BACK = 14  # days that lists show
TO_FINISH = 3 * 3600.0  # seconds after a day, for matches that were begun on it
LOOK = 600.0  # seconds between two looks whether there is something to make
DAY = timedelta(days=1)


def games() -> list[str]:
    """The games that have a deal of the day."""
    return [name for name in shelf() if not box(name).market and SEATS in box(name).rules.SEATS]


def day_at(now: float) -> date:
    """The day that it is, in UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def beginning(day: date) -> float:
    """When a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def id_of(game: str, day: date) -> str:
    """The id of a game's set of a day."""
    return f"{game}-{day.isoformat()}"


class Today:
    """The deals of the days around this one."""

    def __init__(self, desk: DealSetDesk, par: Par) -> None:
        self.desk = desk
        self.par = par
        self.store = desk.store
        self.clock = desk.clock

    async def of(self, game: str) -> KnownSet:
        """The set of a game today."""
        if game not in games():
            raise RefusedError("no_daily", game=game, games=", ".join(games()))
        return await self.on(game, day_at(self.clock.now()))

    async def on(self, game: str, day: date) -> KnownSet:
        """The set of a game and day, made if need be."""
        found = await self.store.deal_set(id_of(game, day))
        if found is not None:
            return known(found)
        secret, begins = new_secret(), beginning(day)
        ends = beginning(day + DAY)
        setup = Setup(game, SEATS, level=RIVALS, hints=False, spectators=False, first=drawn_place(secret, SEATS))
        plan = SetPlan(setup, secret, [RIVALS] * SEATS, [0], ends=ends, opens=ends + TO_FINISH)
        return await self.desk.keep(id_of(game, day), "day", plan, begins)

    async def promise(self) -> None:
        """Makes the sets of the next days, so that their commitments are known before."""
        today = day_at(self.clock.now())
        known_ones = {one.row.id for one in await self.around()}
        wanted = [(game, today + ahead * DAY) for ahead in range(AHEAD + 1) for game in games()]
        missing = [self.on(game, day) for game, day in wanted if id_of(game, day) not in known_ones]
        await asyncio.gather(*missing)

    async def around(self) -> Sequence[KnownSet]:
        """The sets of the last days, of this and of the next, in order."""
        today = day_at(self.clock.now())
        found = await self.store.sets_between(
            "day", beginning(today - BACK * DAY), beginning(today + (AHEAD + 1) * DAY)
        )
        return [known(one) for one in found]

    async def look_after(self) -> None:
        """Promises what is to come, and has bots play what is to be played today; for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK)
            await self.begin()
            try:
                for game in games():
                    self.par.want(await self.of(game))
            except StoreError as problem:
                self.store.failed(problem)

    async def begin(self) -> None:
        """Promises what is to come, if the store can keep it."""
        try:
            await self.promise()
        except StoreError as problem:
            self.store.failed(problem)
