"""The conductor of the bots in one live market: when each of them looks at it, and what it does then.

In a market everybody acts at any time, so bots that are as quick as they can be leave people none of it. A game's
`manners.py` says what is polite. Time comes in as an argument, in seconds: a server hands in its clock, a simulation a
number. Whoever conducts calls `saw` after each action; when a seat's look is `due`, its bot chooses by a `look`, and
`looked` notes what it does.
"""

from random import Random
from typing import Any

from ludotheque.bots.pace import market_reaction, reaction
from ludotheque.games.box import Box
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT

TEMPO = {"quick": 0.7, "usual": 1.0, "calm": 1.6}  # of the usual time, by a table's pace
FIRST = 0.5  # of the usual time until a bot's first look
AFTER_WORDS = 0.4  # ... after an announcement, which changes nothing
ANSWER = 5.5  # seconds, the median until a bot looks at an offer that is addressed to it
BREATH = 0.8  # seconds from one bot's action to the next bot's
LEAST = 0.02  # seconds between two looks of a bot that need not wait


class Look:
    """One look of a bot at a market: manners, at a time."""

    def __init__(self, manners: Any, seat: int, now: float, tempo: float) -> None:
        self._manners = manners
        self._seat = seat
        self._now = now
        self._tempo = tempo

    def polite(self, action: int) -> bool:
        """Whether the bot may do that now."""
        return bool(self._manners.polite(self._seat, action, self._now, self._tempo))

    def instead(self, view: Record, action: int) -> int:
        """The action that manners want in place of the bot's choice; mostly the same."""
        return int(self._manners.instead(view, self._seat, action, self._now, self._tempo))


class MarketConductor:
    """The bots of one live market. `unit` multiplies all times: 0 lets bots be as quick as they can think."""

    def __init__(self, box: Box, chance: Random, unit: float = 1.0) -> None:
        self._manners = box.manners.Manners()
        self._chance = chance
        self._unit = unit
        self._tempo = unit
        self._round = 0
        self._due: dict[int, float] = {}
        self._quiet_until = 0.0

    def saw(self, view: Record, now: float, pace: str) -> None:
        """Notes the market as everybody sees it. Who is addressed by a new offer looks at it soon."""
        self._tempo = self._unit * TEMPO[pace]
        if view.rounds != self._round:
            self._round = int(view.rounds)
            self._due = {}
        for seat in self._manners.saw(view, now):
            if seat in self._due:
                self._due[seat] = min(self._due[seat], now + self._tempo * reaction(self._chance, ANSWER))

    def due(self, seat: int, level: str, now: float) -> float:
        """The time of a bot's next look."""
        if seat not in self._due:
            self._due[seat] = now + FIRST * self._tempo * market_reaction(level, self._chance)
        return max(self._due[seat], self._quiet_until)

    def look(self, seat: int, now: float) -> Look | None:
        """The manners that bind a bot's look at the market now; None if all may be as quick as they like."""
        return Look(self._manners, seat, now, self._tempo) if self._tempo else None

    def looked(self, seat: int, level: str, action: int, now: float) -> None:
        """Notes what a bot does after a look, perhaps WAIT; its next look is planned."""
        pause = market_reaction(level, self._chance)
        if action != WAIT:
            self._quiet_until = now + BREATH * self._tempo
            if self._manners.did(seat, action, now):
                pause *= AFTER_WORDS
        self._due[seat] = now + max(LEAST, self._tempo * pause)


def repeats(box: Box, view: Record, seat: int, action: int) -> bool:
    """Whether an action in a market would say nothing new."""
    return box.market and bool(box.manners.repeats(view, seat, action))
