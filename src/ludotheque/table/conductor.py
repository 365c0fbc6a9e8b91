"""The conductor of the bots at one table: which of them must decide, when each looks at the table, and when it acts.

It runs nothing itself: servers and terminals let bots think, in threads or in place, and hand in the time. A decision
goes through it in this order, and is dropped wherever it is no longer asked for:

    plan    the decisions to begin, whenever something has happened
    wait    the seconds until the bot looks, in a market
    look    what it sees then, and when it may answer
    answer  what it does
"""

from random import Random
from typing import NamedTuple

import msgspec

from ludotheque.bots.market import Look, MarketConductor
from ludotheque.bots.pace import turn_time
from ludotheque.games.box import Box
from ludotheque.games.compiled import Record
from ludotheque.games.contract import CLOCK, WAIT
from ludotheque.table.same import chance_of
from ludotheque.table.sitting import Sitting
from ludotheque.table.small_talk import Remark, SmallTalk

GLANCE = 0.5  # seconds after which a bot in a market sees that it is addressed


class Job(msgspec.Struct, frozen=True, eq=False):
    """One decision of a bot, and what asked for it: the match, and the number of an event in the seat's stream."""

    seat: int
    asked: tuple[int, int]


class Question(NamedTuple):
    """A question to a bot: its view, its manners in a market, and the earliest time of its answer."""

    level: str
    view: Record
    seat: int
    look: Look | None = None
    answer_at: float = 0.0
    seed: int | None = None  # of its chance, where the same question has the same answer
    patient: bool = False  # whether the answer may take as long as it takes


class Conductor:
    """The bots of one table. `unit` multiplies all times: 0 lets bots be as quick as they can think, and silent."""

    def __init__(self, sitting: Sitting, chance: Random, unit: float = 1.0) -> None:
        self._sitting = sitting
        self._chance = chance
        self._unit = unit
        self._jobs: dict[int, Job] = {}  # by seat
        self._market: MarketConductor | None = None
        self._small_talk = SmallTalk(chance)

    @property
    def trading(self) -> bool:
        """Whether everybody acts at any time."""
        table = self._sitting.table
        return table.facts.setup.box.market and len(table.actors) > 1

    def plan(self, now: float) -> list[Job]:
        """The decisions that bots have to begin."""
        facts, asked = self._sitting.facts, self._sitting.bots_asked()
        if facts.setup.box.market and (asked or self._market is not None):
            self._watch(now)
        new = []
        for seat in asked:
            by = facts.match, facts.places[seat].asked
            if seat not in self._jobs or self._jobs[seat].asked != by:
                self._jobs[seat] = Job(seat, by)
                new.append(self._jobs[seat])
        return new

    def _watch(self, now: float) -> None:
        """Looks at a market as everybody sees it. A coach needs the calm pace."""
        setup, play = self._sitting.facts.setup, self._sitting.table.play
        if self._market is None:
            self._market = MarketConductor(setup.box, self._chance, self._unit)
        if play is not None:
            self._market.saw(setup.box.view(play.state, CLOCK), now, "calm" if setup.lesson else setup.pace)

    def due(self, now: float) -> list[Job]:
        """The decisions for which bots look now."""
        self.plan(now)
        return [job for job in self._jobs.values() if self.wanted(job) and not self.wait(job, now)]

    def wanted(self, job: Job) -> bool:
        """Whether the seat still waits for this decision."""
        return self._jobs.get(job.seat) is job and job.seat in self._sitting.bots_asked()

    def wait(self, job: Job, now: float) -> float:
        """Seconds after which to ask again, until the bot looks: it may be addressed before."""
        if self._market is None or not self.trading or not self.wanted(job):
            return 0.0
        return min(GLANCE, max(0.0, self._market.due(job.seat, self._level(job.seat), now) - now))

    def look(self, job: Job, now: float) -> Question | None:
        """The question that the bot thinks about; None if it is no longer asked."""
        play, setup = self._sitting.table.play, self._sitting.facts.setup
        if play is None or not self.wanted(job):
            return None
        seat, level, view = job.seat, self._level(job.seat), play.box.view(play.asked_in, job.seat)
        if self._market is not None and self.trading:
            return Question(level, view, seat, self._market.look(seat, now), now)
        brief = is_brief(play.box, play.box.legal(play.state, seat))
        answer_at = now + self._unit * turn_time(level, setup.pace, brief, self._chance)
        if self._sitting.facts.same is None:
            return Question(level, view, seat, None, answer_at)
        seed = chance_of(self._sitting.table.seed, seat, view)
        return Question(level, view, seat, None, answer_at, seed, patient=True)

    def answer(self, job: Job, action: int, now: float) -> int:
        """Ends a decision; what the bot does, or WAIT if it is no longer asked."""
        wanted = self.wanted(job)
        self.drop(job)
        if not wanted:
            return WAIT
        if self._market is not None and self.trading:
            self._market.looked(job.seat, self._level(job.seat), action, now)
        return action

    def drop(self, job: Job) -> None:
        """Ends a decision without an answer, if it has none."""
        if self._jobs.get(job.seat) is job:
            del self._jobs[job.seat]

    def remarks(self) -> list[Remark]:
        """The bots' remarks on the last events. Bots that hurry make none: nobody is there to read them."""
        return self._small_talk.remarks(self._sitting.table) if self._unit else []

    def _level(self, seat: int) -> str:
        """A bot's own level; who sits in for somebody has the table's."""
        return self._sitting.facts.places[seat].level or self._sitting.facts.setup.level


def is_brief(game: Box, options: list[int]) -> bool:
    """Whether a question can be answered in advance; that is the same whatever somebody holds."""
    return any(game.notation.text(action) in game.notation.STANDING for action in options)
