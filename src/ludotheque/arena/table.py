"""One match between bots. Each sees its own view and nothing else; all chance comes from one secret.

In a market everybody may act at any time, so time is simulated: each seat looks at the market when its next reaction
is due, acts or waits, and looks again later. A market that goes on for an hour of that time is closed: by the clock if
the table plays with one, else everybody says that they are done.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heapreplace
from random import Random
from time import perf_counter

import msgspec
import numpy as np

from ludotheque.bots.levels import Level
from ludotheque.bots.pace import reaction
from ludotheque.bots.player import Bot
from ludotheque.games.box import box, seats_in
from ludotheque.games.chance import Stream
from ludotheque.games.contract import CLOCK, WAIT, Value

LONGEST = 3600.0  # simulated seconds until a market is closed
CLOSED = "closed"  # how a round ended that was


class Outcome(msgspec.Struct):
    """How a match ended: points by place, thinking times by seat, in a market also what was done and how rounds ended.

    Only decisions are timed: a seat with one legal action has none to take.
    """

    rounds: int
    scores: list[int]
    seconds: list[list[float]]
    endings: dict[str, int]
    acts: dict[str, int]


class BotMatch:
    """A match between bots from its first deal to its end. The same secret deals the same decks, whoever sits there."""

    def __init__(self, game: str, levels: Sequence[Level], options: Mapping[str, Value], secret: bytes) -> None:
        self.box = box(game)
        self.secret = secret
        self.options = options
        self.bots = [Bot(game, level, seed=self._seed(seat)) for seat, level in enumerate(levels)]
        self.state = self.box.new(len(levels), options)
        self.seconds: list[list[float]] = [[] for _ in levels]
        self.endings: Counter[str] = Counter()
        self.acts: Counter[str] = Counter()
        self._room = np.empty(self.box.rules.MOST_LEGAL, np.int64)

    def _seed(self, seat: int) -> int:
        """A bot's seed belongs to the seat: equals that change seats play the same match again."""
        return Stream(self.secret, f"bot {seat}").word()

    def play(self) -> Outcome:
        """Plays all rounds."""
        rules, s = self.box.rules, self.state
        while s.phase == rules.DEALING:
            rules.deal(s, Stream(self.secret, f"deal {s.rounds + 1}").deck(rules.deck_size(len(self.bots))))
            if self.box.market:
                self.endings[self._trade()] += 1
            else:
                self._take_turns()
        scores = [int(n) for n in s.score[: rules.places(len(self.bots))]]
        return Outcome(int(s.rounds), scores, self.seconds, dict(self.endings), dict(self.acts))

    def _actors(self) -> list[int]:
        return seats_in(self.box.rules.actors(self.state))

    def _take_turns(self) -> None:
        """A round in which it is clear who acts; several that act at once do so in the order of their seats."""
        while seats := self._actors():
            for seat in seats:
                if seat in self._actors():
                    self._decide(seat)

    def _trade(self) -> str:
        """A round in simulated time; says how it ended."""
        chances = [Random(f"{self.secret.hex()} {self.state.rounds} {seat}") for seat in range(len(self.bots))]
        wakes = [(reaction(chance), seat) for seat, chance in enumerate(chances)]
        heapify(wakes)
        limit = float(self.options.get("seconds") or LONGEST)
        while seats := self._actors():
            now, seat = wakes[0]
            if now >= limit and (ending := self._close()):
                return ending
            assert now < 2 * LONGEST, "a market that cannot be closed"
            heapreplace(wakes, (now + reaction(chances[seat]), seat))
            if seat in seats:
                self._decide(seat)
        return self._ending()

    def _ending(self) -> str:
        return str(getattr(self.box.look(self.box.view(self.state, CLOCK), CLOCK), "ending", None))

    def _close(self) -> str:
        """Ends a round whose time is up, and says how; nothing if that is not possible yet."""
        time, done = self.box.notation.parse("time"), self.box.notation.parse("done")
        if self.box.allowed(self.state, CLOCK, time):
            self._apply(CLOCK, time)
            return self._ending()
        for seat in self._actors():
            if self.box.allowed(self.state, seat, done):
                self._apply(seat, done)
        return "" if self._actors() else CLOSED

    def _decide(self, seat: int) -> None:
        """One bot looks at its view and acts, or waits if this is a market."""
        rules, view = self.box.rules, self.box.view(self.state, seat)
        forced = rules.legal(view, seat, self._room) == 1
        begun = perf_counter()
        action = self.bots[seat].choose(view, seat).action
        if not forced:
            self.seconds[seat].append(perf_counter() - begun)
        if action == WAIT and self.box.market:
            self.acts["wait"] += 1
            return
        why = rules.why(self.state, seat, action)
        assert not why, f"{self.bots[seat].level.name} chose {action} at {seat}: {self.box.refusals[why]}"
        self._apply(seat, action)
        if self.box.market:
            self.acts[self.box.notation.text(action).split()[0]] += 1

    def _apply(self, seat: int, action: int) -> None:
        """Something allowed is done."""
        self.box.rules.apply(self.state, seat, action)
