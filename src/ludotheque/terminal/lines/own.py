"""A table in this process: one person and bots. It is the same table as on a server, told in the same messages."""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import Random
from time import monotonic
from typing import cast

import msgspec

from ludotheque.bots.because import because, deed
from ludotheque.bots.levels import LevelName
from ludotheque.bots.levels import level as level_called
from ludotheque.bots.market import repeats
from ludotheque.bots.player import Bots, Choice
from ludotheque.compiling import SUBSTITUTE, get_ready_aside
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT
from ludotheque.games.errors import IllegalMoveError
from ludotheque.games.match import Match
from ludotheque.games.record import header_of, record_text
from ludotheque.table import commands as c
from ludotheque.table import events as e
from ludotheque.table.archive import deeds
from ludotheque.table.conductor import Conductor, Question
from ludotheque.table.errors import REFUSALS, RefusedError, said
from ludotheque.table.playing_on import goes_on
from ludotheque.table.seen import Scenes
from ludotheque.table.setup import Setup
from ludotheque.table.sitting import Sitting
from ludotheque.table.state import Table
from ludotheque.terminal.sight import Message

ME = "me"
ADVISER = "expert"
PATIENCE = 1.5  # seconds to wait for a search that may be in the cache


class MatchSoFar(msgspec.Struct, frozen=True):
    """A moment of a match from which another goes on, and that match until then."""

    match: Match
    moment: e.PlayedOn


class Seeded(Table):
    """A table whose decks are those of a Match with the same seed; a rematch has others."""

    chance = 0
    takes_salts = False  # nobody else could be cheated

    @property
    def seed(self) -> bytes:
        """The bytes that the decks are shuffled from."""
        return f"seed {self.chance} {self.facts.match}".removesuffix(" 1").encode()


class OwnTable:
    """A table with its person and its bots, begun; `tell` takes every message. Whoever runs the bots extends it."""

    person = ME
    loses = True
    joins = False

    def __init__(
        self,
        setup: Setup,
        name: str,
        language: str,
        level: str,
        seed: int,
        pace: float,
        chance: Random,
        tell: Callable[[Message], None],
        start: MatchSoFar | None = None,
    ) -> None:
        self.name = name
        self.language = language
        self.level = level
        self.seat = 0 if start is None else start.moment.seat
        self.seed = seed
        self.tell = tell
        self.closed = False  # whether nobody needs what bots think any more
        self.log: list[tuple[float, e.AnyEvent]] = []
        self.scenes: Scenes | None = None
        self._bots = Bots(lambda: chance.getrandbits(60))
        self._numbers = count(1)
        secret = hashlib.sha256(f"seed {seed}".encode()).hexdigest()
        self.table = Seeded.begin("home", e.Made(setup=setup, secret=secret, by=ME), self.now())
        cast(Seeded, self.table).chance = seed
        self.sitting = Sitting(self.table, self._happened, lambda: secrets.token_hex(32), Random(seed))
        self.conductor = Conductor(self.sitting, chance, pace)
        self.conductor.remarks()  # from here on bots speak of what happens
        self._go_on_from(start, chance) if start is not None else self._begin(setup.seats)

    def _begin(self, seats: int) -> None:
        """The person sits down, bots take the other seats, and the match begins."""
        self.sitting.arrive(ME, self.now())
        self._obey(c.Sit(self.seat))
        for seat in range(1, seats):
            self._obey(c.AddBot(seat=seat, level=cast(LevelName, self.level)))
        self._obey(c.Start())

    def _go_on_from(self, start: MatchSoFar, chance: Random) -> None:
        """All that was dealt and done until the moment happens at once."""
        level = self.table.facts.setup.level
        for event in goes_on(start.match, start.moment, ME, self.name, level, chance):
            self.table.apply(event, self.now())
            self._happened(event)
        self.sitting.arrive(ME, self.now())

    def now(self) -> float:
        """The time."""
        return monotonic()

    def tell_scene(self) -> None:
        """Tells what is to be seen; from here on, what changes."""
        self.scenes = Scenes(self.table)
        self.tell(msgspec.json.decode(self.scenes.whole(self.seat)))

    def ask(self, command: Message) -> str:
        """Does what is asked, or says why not."""
        ref = str(next(self._numbers))
        try:
            if command["kind"] == "hint":
                self.advise(ref)
                return ref
            self._obey(msgspec.convert(command, c.AnyCommand), ref)
            if command["kind"] == "rematch":
                self._obey(c.Start())
            self.tell({"kind": "answer", "id": ref})
        except REFUSALS as problem:
            message = said(self.language, self.table.facts.setup.game, problem)
            self.tell({"kind": "refused", "id": ref, "code": problem.code, "facts": problem.facts, "message": message})
        return ref

    def act_for(self, seat: int, action: int) -> None:
        """A bot acts; what has become impossible meanwhile is dropped."""
        with suppress(RefusedError, IllegalMoveError):
            self.sitting.act_for(seat, action, self.now())

    def record(self) -> str:
        """The match so far."""
        assert self.table.play is not None
        header = header_of(self.table.play, self.table.names(), played_on=self.table.played_on is not None)
        return record_text(header, deeds(self.log))

    def _obey(self, command: c.AnyCommand, ref: str = "") -> None:
        self.sitting.ask(ME, self.name, ref, command, self.now())

    def _happened(self, event: e.AnyEvent) -> None:
        self.log.append((self.table.facts.at, event))
        if self.scenes is not None:
            for message in self.scenes.after(event, {self.seat}).values():
                self.tell(msgspec.json.decode(message))

    # Bots that think

    def playing(self, level: str) -> str:
        """The level at which a bot of some level plays now. The first that searches has the game compiled."""
        return level if self.wait_for(level, 0.0) else SUBSTITUTE

    def wait_for(self, level: str, seconds: float = PATIENCE) -> bool:
        """Waits a moment until a level plays as well as it can; whether it does."""
        game = self.table.facts.setup.game
        return not level_called(game, level).simulations or get_ready_aside(game).wait(seconds)

    def choose(self, asked: Question, bots: Bots | None = None) -> Choice:
        """A bot's choice; safe in a thread."""
        game, level = self.table.facts.setup.game, self.playing(asked.level)
        return (bots or self._bots).choose(game, level, asked.view, asked.seat, asked.look, lambda: self.closed)

    def advise(self, ref: str) -> None:
        """Tells what an expert would do in the person's place, and why."""
        self.tell(self.advised(ref, self.asked()))

    def asked(self) -> Record:
        """The view of the person who has to act."""
        if self.table.play is None or self.seat not in self.table.actors:
            raise RefusedError("not_your_turn")
        return self.table.play.box.view(self.table.play.state, self.seat)

    def advised(self, ref: str, view: Record) -> Message:
        """A hint; who asks twice is told the same."""
        box, level = self.table.facts.setup.box, self.playing(ADVISER)
        choice = self.choose(Question(ADVISER, view, self.seat), Bots(lambda: self.seed))
        if repeats(box, view, self.seat, choice.action):
            choice = Choice(WAIT)
        do = None if choice.action == WAIT else box.notation.text(choice.action)
        why = {"deed": deed(box, view, choice.action), "because": because(box, view, self.seat, choice)}
        return {"kind": "hinted", "id": ref, "do": do, "level": level, **msgspec.to_builtins(why)}
