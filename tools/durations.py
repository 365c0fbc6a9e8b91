"""How long a match takes, for the shelf: whole matches at the server's own tables, in simulated time.

    .venv/bin/python tools/durations.py [--matches 5] [--write]

Bots are regulars at the usual pace, conducted as on a server. People are a model, since nobody was measured: they
choose as regulars do, but take a person's time for it (see PERSON). "Bots" is one person among bots, "people" is people
only, at a table of the usual seats. The loop's clock leaps to the next timer, so that an hour takes some seconds.
`--write` puts the medians into web/src/games/NAME/about.ts.
"""

import argparse
import asyncio
import math
import re
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import cast

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from ludotheque.bots.player import Choice  # noqa: E402
from ludotheque.compiling import get_ready  # noqa: E402
from ludotheque.games.box import Box, box, shelf  # noqa: E402
from ludotheque.games.contract import WAIT  # noqa: E402
from ludotheque.games.fair import commitment  # noqa: E402
from ludotheque.server.clock import Clock  # noqa: E402
from ludotheque.server.crew import Crew  # noqa: E402
from ludotheque.server.live import Live  # noqa: E402
from ludotheque.server.metrics import Metrics  # noqa: E402
from ludotheque.store.contract import EventRow, Store, Summary, Then  # noqa: E402
from ludotheque.store.leases import SOLE  # noqa: E402
from ludotheque.table import commands as c  # noqa: E402
from ludotheque.table import events as e  # noqa: E402
from ludotheque.table.conductor import Conductor, Question  # noqa: E402
from ludotheque.table.setup import Setup  # noqa: E402
from ludotheque.table.state import Table  # noqa: E402
from ludotheque.table.streams import History  # noqa: E402

USUAL_SEATS = 4
LEVEL = "regular"
SALT = "durations"
ABOUT = ROOT / "web" / "src" / "games"


class Pace(msgspec.Struct, frozen=True):
    """Seconds that a person takes, in the median; the logarithm of each is spread by `uneven`."""

    choice: float = 4.0
    forced: float = 1.5  # there is nothing to choose
    window: float = 1.5  # a question that is mostly answered with no
    scores: float = 10.0  # until one is ready for the next round
    uneven: float = 0.5


PERSON = Pace()


class Simulated(asyncio.SelectorEventLoop):
    """An event loop whose time leaps to the next timer whenever nothing else is to do."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        self._leapt = 0.0
        super().__init__()

    def time(self) -> float:
        return self._leapt

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self._leapt = max(self._leapt, self._scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


class SimulatedClock(Clock):
    """The loop's time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        return self._loop.time()


class Forgetful:
    """A store that keeps nothing."""

    def append(self, rows: list[EventRow], summary: Summary | None, then: Then, epoch: int) -> None:
        asyncio.get_running_loop().call_soon(then, None)


class Instant(Crew):
    """Bots that think in no time; how long they seem to think is simulated."""

    async def think(self, game: Box, asked: Question, pool: ThreadPoolExecutor | None = None) -> Choice:
        return self.bots.choose(game.name, asked.level, asked.view, asked.seat, asked.look)


class Guest:
    """A person at a table."""

    language = "en"

    def __init__(self, person: str, live: Live, crew: Instant, chance: Random) -> None:
        self.person = self.name = person
        self.viewer = -1
        self.muted: set[str] = set()
        self._live, self._crew, self._chance = live, crew, chance
        self._news = asyncio.Event()
        self._count = 0

    def send(self, *messages: bytes) -> None:
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)

    def ask(self, command: c.AnyCommand) -> None:
        self._count += 1
        self._live.ask(self, str(self._count), command)

    def _seconds(self, about: float) -> float:
        return about * math.exp(PERSON.uneven * self._chance.gauss(0.0, 1.0))

    async def play(self) -> None:
        """Plays to the end of the match."""
        table = self._live.table
        while table.facts.stage != "over":
            self._news.clear()
            play, seat = table.play, table.seat_of(self.person)
            if play is not None and play.deal_due and not table.facts.places[seat].ready:
                await asyncio.sleep(self._seconds(PERSON.scores))
                if play.deal_due:
                    self.ask(c.Ready())
            elif seat in table.actors:
                await self._decide(seat)
            else:
                await self._news.wait()

    async def _decide(self, seat: int) -> None:
        """One decision, or in a market one look."""
        table, game = self._live.table, self._live.table.facts.setup.box
        play, asked = table.play, table.facts.places[seat].asked
        assert play is not None
        options = [game.notation.text(action) for action in game.legal(play.state, seat)]
        window = any(option in game.notation.STANDING for option in options)
        about = PERSON.window if window else PERSON.forced if len(options) == 1 else PERSON.choice
        await asyncio.sleep(self._seconds(about))
        if seat not in table.actors or table.facts.places[seat].asked != asked:
            return
        choice = self._crew.bots.choose(game.name, LEVEL, game.view(play.state, seat), seat)
        if choice.action != WAIT:
            self.ask(c.Do(game.notation.text(choice.action), table.facts.sent[seat + 1]))


async def match(game: str, people: int, seed: int) -> float:
    """One match; its seconds."""
    chance = Random(seed)
    seats = USUAL_SEATS if USUAL_SEATS in box(game).rules.SEATS else box(game).rules.SEATS[-1]
    made = e.Made(setup=Setup(game, seats), secret=chance.randbytes(32).hex(), by="0")
    crew, clock = Instant(1, Metrics()), SimulatedClock()
    table = Table.begin("table", made, 0.0)
    live = Live(table, History(table), cast(Store, Forgetful()), SOLE, clock, crew.metrics, crew.plan)
    live.conductor = Conductor(live.sitting, chance)
    guests = [Guest(str(number), live, crew, chance) for number in range(people)]
    await live.begin(made, [(guests[0].person, guests[0].name, c.Sit(0))])
    for guest in guests:
        live.enter(guest)
        if guest is not guests[0]:
            guest.ask(c.Sit())
        guest.ask(c.Commit(commitment(SALT.encode())))
    guests[0].ask(c.Start())
    for guest in guests:
        guest.ask(c.Reveal(SALT))
    begun = clock.now()
    await asyncio.gather(*(guest.play() for guest in guests))
    seconds = clock.now() - begun
    await crew.close()
    live.close()
    return seconds


def minutes(game: str, people: int, matches: int) -> float:
    """The median length of some matches."""
    get_ready(game)
    with asyncio.Runner(loop_factory=Simulated) as runner:
        return median(runner.run(match(game, people, seed)) for seed in range(matches)) / 60


def said(found: float) -> int:
    """A length as people say it: 7, 12, then 15, 20, 25 minutes."""
    return max(1, round(found)) if found < 12.5 else 5 * round(found / 5)


def write(game: str, bots: int, people: int) -> None:
    """Puts them on the shelf."""
    path = ABOUT / game / "about.ts"
    text, count = re.subn(
        r"minutes: \{.*?\}", f"minutes: {{ bots: {bots}, people: {people} }}", path.read_text("utf-8")
    )
    assert count == 1, path
    path.write_text(text, "utf-8")


def main(show: Callable[[str], None] = print) -> None:
    asked = argparse.ArgumentParser(description="How long a match takes.")
    asked.add_argument("--matches", type=int, default=5)
    asked.add_argument("--write", action="store_true", help="put the medians on the shelf")
    given = asked.parse_args()
    for game in shelf():
        seats = USUAL_SEATS if USUAL_SEATS in box(game).rules.SEATS else box(game).rules.SEATS[-1]
        bots, people = minutes(game, 1, given.matches), minutes(game, seats, given.matches)
        show(f"{game:10} {bots:6.1f} min with bots {people:6.1f} min with people")
        if given.write:
            write(game, said(bots), said(people))


if __name__ == "__main__":
    main()
