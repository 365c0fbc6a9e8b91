"""A table on this computer: one person and bots. It is the same table as on a server, told in the same messages."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from random import Random, SystemRandom
from time import monotonic
from typing import Any, cast

import msgspec

from ludotheque.bots.market import MarketConductor
from ludotheque.bots.pace import turn_time
from ludotheque.games.box import CLOCK, WAIT
from ludotheque.games.compiled import Record
from ludotheque.games.errors import IllegalMoveError, NotationError
from ludotheque.games.match import Act, Deal
from ludotheque.games.record import header_of, record_text
from ludotheque.games.wording import say
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import note
from ludotheque.table.errors import RefusedError, worded
from ludotheque.table.seen import Scenes
from ludotheque.table.setup import LevelName, Setup
from ludotheque.table.sitting import Sitting
from ludotheque.table.small_talk import Remark, SmallTalk
from ludotheque.table.state import Table
from ludotheque.terminal.lines.crew import Crew
from ludotheque.terminal.sight import Message

ME = "me"
SEAT = 0
ADVISER = "expert"
LOOK_AGAIN = 0.5  # seconds between two looks whether bots are ready
LEAST = 0.02  # seconds between two looks at a market
GLANCE = 0.5  # seconds after which a bot in a market sees that it is addressed


class Seeded(Table):
    """A table whose decks are those of a Match with the same seed; a rematch has others."""

    chance = 0
    takes_salts = False  # nobody else could be cheated

    @property
    def seed(self) -> bytes:
        """What the decks are shuffled from."""
        return f"seed {self.chance} {self.facts.match}".removesuffix(" 1").encode()


class Home:
    """A line to a table in this process."""

    person = ME
    loses = True
    joins = False

    def __init__(self, setup: Setup, name: str, language: str, level: str, seed: int, pace: float = 1.0) -> None:
        self.name = name
        self.seed = seed
        self.language = language
        self.pace = pace  # 0: bots are as fast as they can think
        self.crew = Crew(setup.box)
        self.resting = False  # whether the bots wait while somebody reads
        self.log: list[tuple[float, e.AnyEvent]] = []
        self._told: asyncio.Queue[Message | BaseException] = asyncio.Queue()
        self._chance = SystemRandom()
        self._thinking: dict[int, object] = {}
        self._market: MarketConductor | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = iter(range(1, 1 << 60))
        self._timer: asyncio.TimerHandle | None = None
        secret = hashlib.sha256(f"seed {self.seed}".encode()).hexdigest()
        now = monotonic()
        self.table = Seeded.begin("home", e.Made(setup=setup, secret=secret, by=ME), now)
        cast(Seeded, self.table).chance = self.seed
        self.scenes: Scenes | None = None
        self.sitting = Sitting(self.table, self._happened, lambda: secrets.token_hex(32), Random(seed))
        self._small_talk = SmallTalk(self._chance)
        self._small_talk.remarks(self.table)
        self.sitting.arrive(ME, now)
        self._obey(c.Sit(SEAT))
        for seat in range(1, setup.seats):
            self._obey(c.AddBot(seat=seat, level=cast(LevelName, level)))
        self._obey(c.Start())

    # The line

    async def messages(self) -> AsyncIterator[Message]:
        """The scene, then what happens."""
        self.scenes = Scenes(self.table)
        yield msgspec.json.decode(self.scenes.whole(SEAT))
        self._tell_regulars()
        self._go_on()
        while True:
            message = await self._told.get()
            if isinstance(message, BaseException):
                raise message
            yield message

    def ask(self, command: Message) -> str:
        """Does what is asked, or says why not."""
        ref = str(next(self._numbers))
        if command["kind"] == "hint":
            self._begin(self._hint(ref))
            return ref
        try:
            self._obey(msgspec.convert(command, c.AnyCommand), ref)
        except (RefusedError, IllegalMoveError, NotationError) as problem:
            self._refuse(ref, problem)
        else:
            if command["kind"] == "rematch":
                self._obey(c.Start())
            self._tell({"kind": "answer", "id": ref})
        self._go_on()
        return ref

    async def close(self) -> None:
        """Sends the bots home."""
        self.crew.closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    def rest(self, resting: bool) -> None:
        """Lets the bots wait, or go on."""
        self.resting = resting
        self._go_on()

    def record(self) -> str:
        """The match so far."""
        play = self.table.play
        assert play is not None
        lines: list[Deal | Act] = []
        begun = 0.0
        for at, event in self.log:
            if isinstance(event, e.Started):
                lines, begun = [], at
            note(lines, event, round(at - begun, 3))
        return record_text(header_of(play, self.table.names()), lines)

    # What happens

    def _obey(self, command: c.AnyCommand, ref: str = "") -> None:
        self.sitting.ask(ME, self.name, ref, command, monotonic())

    def _happened(self, event: e.AnyEvent) -> None:
        self.log.append((self.table.facts.at, event))
        if self.scenes is not None:
            for message in self.scenes.after(event, {SEAT}).values():
                self._tell(msgspec.json.decode(message))

    def _tell(self, message: Message) -> None:
        self._told.put_nowait(message)

    def _tell_regulars(self) -> None:
        """Tells whether some bots play as regulars, and once they do no longer."""
        levels = {place.level for place in self.table.facts.places if place.level}
        regulars = any(self.crew.playing(level) != level for level in levels)
        self._tell({"kind": "presence", "people": [], "regulars": regulars})
        if regulars:
            asyncio.get_running_loop().call_later(LOOK_AGAIN, self._tell_regulars)

    def _refuse(self, ref: str, problem: RefusedError | IllegalMoveError | NotationError) -> None:
        if isinstance(problem, RefusedError):
            message = worded(self.language, problem.code, problem.facts)
        else:
            table = "refusal" if isinstance(problem, IllegalMoveError) else "notation"
            message = say(self.language, self.table.facts.setup.game, table, problem.code, problem.facts)
        self._tell({"kind": "refused", "id": ref, "code": problem.code, "facts": problem.facts, "message": message})

    # Time

    def _go_on(self) -> None:
        """Sets bots to work, and the clock."""
        if self._timer is not None:
            self._timer.cancel()
        _, market, deal = self.sitting.deadlines()
        now = monotonic()
        self._tell({"kind": "time", "seats": {}, "market": None if market is None else market - now, "deal": None})
        if market is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, market - now), self._tick)
        if self.pace:
            for line in self._small_talk.remarks(self.table):
                self._begin(self._say(line))
        if self.resting or deal is not None:  # between rounds everybody waits for the person
            return
        conductor = self._watch()
        for seat in self.sitting.bots_asked():
            job = self.table.facts.places[seat].asked if conductor is None else "trade"
            if self._thinking.get(seat) != job:
                self._thinking[seat] = job
                self._begin(self._turn(seat, job) if conductor is None else self._trade(conductor, seat, job))

    def _watch(self) -> MarketConductor | None:
        """The conductor of the market, which has seen what everybody sees now; None where there are turns."""
        play = self.table.play
        if play is None or not play.box.market or len(self.table.actors) < 2:
            return None
        if self._market is None:
            self._market = MarketConductor(play.box, self._chance, self.pace)
        self._market.saw(play.box.view(play.state, CLOCK), monotonic(), self.table.facts.setup.pace)
        return self._market

    def _tick(self) -> None:
        self.sitting.tick(monotonic())
        self._go_on()

    # Bots

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self._told.put_nowait(problem)  # to be raised where it is seen

    def _wanted(self, seat: int, job: object) -> bool:
        """Whether the seat still waits for what the bot was set to do."""
        return self._thinking.get(seat) == job and not self.resting and seat in self.sitting.bots_asked()

    async def _turn(self, seat: int, job: object) -> None:
        """One decision."""
        begun, box, level = monotonic(), self.crew.box, self.table.facts.places[seat].level
        view, options = self._seen(seat)
        choice = await self.crew.think(level, view, seat)
        brief = any(box.notation.text(action) in box.notation.STANDING for action in options)
        name, pace = level.partition(":")[0], self.table.facts.setup.pace
        seconds = self.pace * turn_time(name, pace, brief, self._chance)
        await asyncio.sleep(max(0.0, seconds - (monotonic() - begun)))
        wanted = self._wanted(seat, job)
        self._thinking.pop(seat, None)
        if wanted and choice.action != WAIT:
            self._act(seat, box.notation.text(choice.action))
        else:
            self._go_on()

    async def _trade(self, market: MarketConductor, seat: int, job: object) -> None:
        """A bot in a market: it looks when that is due, and acts or waits."""
        level = self.table.facts.places[seat].level
        while self._wanted(seat, job) and len(self.table.actors) > 1:
            wait = market.due(seat, level, monotonic()) - monotonic()
            if wait > 0.0:
                await asyncio.sleep(min(wait, GLANCE))
                continue
            view, _ = self._seen(seat)
            choice = await self.crew.think(level, view, seat, market.look(seat, monotonic()))
            if self._wanted(seat, job):
                market.looked(seat, level, choice.action, monotonic())
                if choice.action != WAIT:
                    self._act(seat, self.crew.box.notation.text(choice.action))
            await asyncio.sleep(LEAST)
        if self._thinking.get(seat) == job:
            del self._thinking[seat]
        if not self.resting:
            self._go_on()

    async def _say(self, line: Remark) -> None:
        """A bot greets, sighs or praises."""
        await asyncio.sleep(self.pace * line.after)
        with suppress(RefusedError):
            self.sitting.say_for(line.seat, line.preset, monotonic())

    def _seen(self, seat: int) -> tuple[Record, list[int]]:
        play = self.table.play
        assert play is not None
        return play.box.view(play.state, seat), play.box.legal(play.state, seat)

    def _act(self, seat: int, do: str) -> None:
        """A bot acts; what has become impossible meanwhile is dropped."""
        with suppress(RefusedError, IllegalMoveError):
            self.sitting.act_for(seat, do, monotonic())
        self._go_on()

    async def _hint(self, ref: str) -> None:
        """What an expert would do in the person's place, and why."""
        if SEAT not in self.table.actors:
            self._refuse(ref, RefusedError("not_your_turn"))
            return
        view, _ = self._seen(SEAT)
        level = self.crew.playing(ADVISER)
        do, deed, why = await self.crew.advise(level, view, SEAT)
        told = {"deed": msgspec.to_builtins(deed), "because": msgspec.to_builtins(why), "level": level}
        self._tell({"kind": "hinted", "id": ref, "do": do, **told})
