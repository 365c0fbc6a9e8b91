"""Analyses of finished matches: made one at a time behind everything else, kept in the store, read by link.

Who sat at a table may ask for one; if the settings say so, those who played get theirs without asking. Whoever has the
link reads what has been made, on any server: what is stored belongs to no server.
"""

import asyncio
import logging
from typing import NamedTuple

import msgspec

from ludotheque.analysing import analysed
from ludotheque.analysis.analyst import Analyst, Progress
from ludotheque.analysis.result import FORMAT, Analysis
from ludotheque.games.errors import LudothequeError
from ludotheque.server.crew import Crew
from ludotheque.server.hall import Hall
from ludotheque.server.live import Live
from ludotheque.server.settings import Settings
from ludotheque.store.contract import Store, StoredAnalysis, StoreError
from ludotheque.table.errors import RefusedError
from ludotheque.tasks import Tasks

log = logging.getLogger(__name__)

MOST_WAITING = 200  # analyses
NUMBERS = range(1 << 31)  # of matches and seats, as databases keep them
LOOK_AGAIN = 0.2  # seconds until a paused analysis asks again whether bots leave it room


class AnalysisKey(NamedTuple):
    """Which analysis."""

    table: str
    match: int
    seat: int


class AnalysisAnswer(msgspec.Struct, frozen=True):
    """An analysis, or how far it is: so many lines of the record out of so many, after so many other analyses."""

    analysis: Analysis | None = None
    done: int = 0
    of: int = 0
    ahead: int = 0


class Analyses:
    """The analyses of one server."""

    def __init__(self, hall: Hall, store: Store, crew: Crew, settings: Settings) -> None:
        self._hall = hall
        self._store = store
        self._crew = crew
        self._settings = settings
        self._waiting: list[AnalysisKey] = []  # those asked for before those that nobody waits for
        self._asked: set[AnalysisKey] = set()
        self._progress: dict[AnalysisKey, Progress] = {}  # of the one that is being made
        self._failed: set[AnalysisKey] = set()  # not tried again while this server runs
        self._working = False
        self._tasks = Tasks()
        hall.when_over = self.after

    async def answer(self, key: AnalysisKey, person: str | None) -> AnalysisAnswer:
        """The analysis, or how far it is; begun if it is for somebody who sat there.

        Whether that person may see these cards is for the caller to know.
        """
        if key.match not in NUMBERS or key.seat not in NUMBERS:
            raise RefusedError("no_such_match")
        kept = await self._kept(key)
        if kept is not None:
            return AnalysisAnswer(kept)
        if key in self._failed:
            raise RefusedError("analysis_failed")
        if key not in self._progress and key not in self._asked:
            await self._check(key, person)
            self._want(key)
        progress = self._progress.get(key, Progress(0, 0))
        ahead = self._waiting.index(key) + len(self._progress) if key in self._waiting else 0
        return AnalysisAnswer(None, progress.done, progress.of, ahead)

    async def _kept(self, key: AnalysisKey) -> Analysis | None:
        """A stored analysis, if it is of the format that is known here."""
        body = await self._store.analysis(*key)
        if body is None or msgspec.json.decode(body, type=Stamp).format != FORMAT:
            return None
        return msgspec.json.decode(body, type=Analysis)

    async def _check(self, key: AnalysisKey, person: str | None) -> None:
        """Raises if there is nothing to analyse, or if it is not for that person to ask."""
        record = await self._hall.record(key.table, key.match, opened=True)
        await asyncio.to_thread(Analyst, record, key.seat)
        summary = await self._store.summary(key.table)
        if summary is None or person not in summary.people or self._settings.analyses == "never":
            raise RefusedError("no_analysis")
        if len(self._waiting) >= MOST_WAITING:
            raise RefusedError("analyses_busy", most=MOST_WAITING)

    def _want(self, key: AnalysisKey) -> None:
        """Puts an analysis that somebody waits for in line, before those that nobody waits for."""
        if key in self._waiting:
            self._waiting.remove(key)
        self._waiting.insert(sum(one in self._asked for one in self._waiting), key)
        self._asked.add(key)
        self._begin()

    def after(self, live: Live) -> None:
        """Puts the analyses of a match that has just ended in line, one for each person who played."""
        facts = live.table.facts
        if live.analysed == facts.match:
            return
        live.analysed = facts.match
        if self._settings.analyses != "after" or facts.setup.lesson:
            return
        keys = [AnalysisKey(live.id, facts.match, seat) for seat, place in enumerate(facts.places) if place.person]
        self._waiting += [key for key in keys if key not in self._waiting][: MOST_WAITING - len(self._waiting)]
        self._begin()

    def _begin(self) -> None:
        if self._waiting and not self._working:
            self._working = True
            self._tasks.begin(self._work())

    async def _work(self) -> None:
        """Makes one analysis after another."""
        try:
            while self._waiting:
                key = self._waiting.pop(0)
                self._progress[key] = Progress(0, 0)
                try:
                    await self._make(key)
                except (LudothequeError, OSError) as problem:
                    if not isinstance(problem, StoreError):
                        self._failed.add(key)
                    log.warning("no analysis", extra={"table": key.table, "match": key.match, "problem": str(problem)})
                finally:
                    del self._progress[key]
                    self._asked.discard(key)
        finally:
            self._working = False

    async def _make(self, key: AnalysisKey) -> None:
        """Makes an analysis and stores it, unless that has been done."""
        if await self._kept(key) is not None:
            return
        await self._room()
        if (live := self._hall.tables.get(key.table)) is not None:
            await live.settled()  # until then the log lacks the end of the match
        record = await self._hall.record(key.table, key.match, opened=True)

        def note(progress: Progress) -> None:
            self._progress[key] = progress

        body = await analysed(record, key.seat, note, self._room)
        await self._store.keep_analysis(StoredAnalysis(*key, body))
        log.info("match analysed", extra={"table": key.table, "match": key.match, "seat": key.seat})

    async def _room(self) -> None:
        """Waits as long as every thread of bots is at work."""
        while self._crew.busy:
            await asyncio.sleep(LOOK_AGAIN)

    async def close(self) -> None:
        """Ends what is under way; who asks again gets it."""
        await self._tasks.close()


class Stamp(msgspec.Struct, frozen=True):
    """The format of a stored analysis, which may be older than this program."""

    format: int = 0
