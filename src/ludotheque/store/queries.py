"""A store's queries, in SQL that both databases understand. Parameters are ?1, ?2, …"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ludotheque.store.condition import Condition
from ludotheque.store.contract import (
    ConflictError,
    EventRow,
    Person,
    StoredAnalysis,
    StoredSnapshot,
    StoreError,
    Summary,
    UnknownPersonError,
)
from ludotheque.store.deal_sets import DealSetQueries, Rows

LOG = "SELECT n, at, body FROM events WHERE table_id = ?1 AND n > ?2 ORDER BY n"

# The snapshot comes first, having the lowest number; it has no time.
WAKE = """
SELECT n, NULL AS at, body FROM snapshots WHERE table_id = ?1
UNION ALL
SELECT n, at, body FROM events
WHERE table_id = ?1 AND n > coalesce((SELECT n FROM snapshots WHERE table_id = ?1), 0)
ORDER BY n
"""

SUMMARIES = """
SELECT t.id, t.game, t.stage, t.listed, t.made, t.touched, t.about, s.person_id
FROM ({}) t LEFT JOIN sittings s ON s.table_id = t.id
ORDER BY {}, t.id, s.place, s.person_id
"""
SUMMARY = SUMMARIES.format("SELECT * FROM tables WHERE id = ?1", "t.made")
TABLES_OF = SUMMARIES.format(
    "SELECT tables.* FROM sittings JOIN tables ON tables.id = sittings.table_id WHERE sittings.person_id = ?1 "
    "ORDER BY touched DESC, id LIMIT ?2",
    "t.touched DESC",
)
COUNT = "SELECT stage, count(*) FROM tables GROUP BY stage"

PERSON = "SELECT id, proof, name, language, made, seen FROM people WHERE id = ?1"
ADD_PERSON = """
INSERT INTO people (id, proof, name, language, made, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT DO NOTHING RETURNING id
"""
CHANGE_PERSON = "UPDATE people SET name = ?2, language = ?3, seen = ?4 WHERE id = ?1 RETURNING id"

ANALYSIS = "SELECT body FROM analyses WHERE table_id = ?1 AND match = ?2 AND seat = ?3"
KEEP_ANALYSIS = """
INSERT INTO analyses (table_id, match, seat, body) SELECT id, ?2, ?3, ?4 FROM tables WHERE id = ?1
ON CONFLICT (table_id, match, seat) DO UPDATE SET body = excluded.body RETURNING match
"""

PROBE = "probe"  # no person has such an id
PROBE_BYTES = bytes(16_384)  # more than fits into what is free of a page
ADD_PROBE = """
INSERT INTO people (id, proof, name, language, made, seen) VALUES (?1, ?2, '', '', 0, 0)
ON CONFLICT (id) DO UPDATE SET seen = 0 RETURNING id
"""
DELETE_PROBE = "DELETE FROM people WHERE id = ?1 RETURNING id"

FORGET_TABLES = """
DELETE FROM tables WHERE id IN (
  SELECT id FROM tables
  WHERE stage IN ('open', 'playing') AND touched < ?1 OR stage = 'over' AND touched < ?2
  LIMIT ?3)
RETURNING id
"""
FORGET_PEOPLE = """
DELETE FROM people WHERE id IN (
  SELECT id FROM people
  WHERE seen < ?1 AND NOT EXISTS (SELECT 1 FROM sittings WHERE person_id = people.id)
  LIMIT ?2)
RETURNING id
"""
FORGET_EVENINGS = """
DELETE FROM deal_sets
WHERE kind = 'evening' AND begins < ?1 AND NOT EXISTS (SELECT 1 FROM attempts WHERE set_id = deal_sets.id)
RETURNING id
"""
BELONGINGS = (  # what goes with a table, each by its table_id
    "events",
    "snapshots",
    "sittings",
    "leases",
    "analyses",
    "attempts",
)
TABLES_AT_ONCE = 20  # forgotten while others wait
PEOPLE_AT_ONCE = 500


class Queries(DealSetQueries, ABC):
    """The part of a store that the two databases share."""

    def __init__(self) -> None:
        self._condition = Condition()

    @property
    def problem(self) -> StoreError | None:
        return self._condition.problem

    def failed(self, problem: StoreError) -> None:
        self._condition.failed(problem)

    async def probe(self) -> None:
        await self._change(ADD_PROBE, PROBE, PROBE_BYTES)
        await self._change(DELETE_PROBE, PROBE)
        self._condition.worked()

    @abstractmethod
    async def _forget_tables(self, unfinished_before: float, finished_before: float) -> int:
        """Forgets at most TABLES_AT_ONCE tables with what belongs to them."""

    async def log(self, table: str, since: int = 0) -> list[EventRow]:
        return [EventRow(table, n, at, body) for n, at, body in await self._fetch(LOG, table, since)]

    async def wake(self, table: str) -> tuple[StoredSnapshot | None, list[EventRow]]:
        rows = await self._fetch(WAKE, table)
        snapshot = StoredSnapshot(table, rows[0][0], rows[0][2]) if rows and rows[0][1] is None else None
        return snapshot, [EventRow(table, n, at, body) for n, at, body in (rows[1:] if snapshot else rows)]

    async def summary(self, table: str) -> Summary | None:
        return next(iter(summaries(await self._fetch(SUMMARY, table))), None)

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        return summaries(await self._fetch(TABLES_OF, person, limit))

    async def count(self) -> dict[str, int]:
        return {"open": 0, "playing": 0, "over": 0} | dict(await self._fetch(COUNT))

    async def add_person(self, person: Person) -> None:
        values = (person.id, person.proof, person.name, person.language, person.made, person.seen)
        if not await self._change(ADD_PERSON, *values):
            raise ConflictError(f"there is a person {person.id} already")

    async def person(self, who: str) -> Person | None:
        rows = await self._fetch(PERSON, who)
        return Person(*rows[0]) if rows else None

    async def change_person(self, who: str, name: str, language: str, seen: float) -> None:
        if not await self._change(CHANGE_PERSON, who, name, language, seen):
            raise UnknownPersonError(f"there is no person {who}")

    async def keep_analysis(self, analysis: StoredAnalysis) -> None:
        await self._change(KEEP_ANALYSIS, analysis.table, analysis.match, analysis.seat, analysis.body)

    async def analysis(self, table: str, match: int, seat: int) -> bytes | None:
        rows = await self._fetch(ANALYSIS, table, match, seat)
        return bytes(rows[0][0]) if rows else None

    async def forget(self, unfinished_before: float, finished_before: float) -> int:
        forgotten = 0
        while some := await self._forget_tables(unfinished_before, finished_before):
            forgotten += some
        await self._change(FORGET_EVENINGS, min(unfinished_before, finished_before))
        while await self._change(FORGET_PEOPLE, min(unfinished_before, finished_before), PEOPLE_AT_ONCE):
            pass
        return forgotten


def summaries(rows: Rows) -> list[Summary]:
    """Tables from rows of a table and one of its people each."""
    people: dict[str, list[str]] = {}
    about: dict[str, Sequence[Any]] = {}
    for row in rows:
        about.setdefault(row[0], row)
        if row[7] is not None:
            people.setdefault(row[0], []).append(row[7])
    return [
        Summary(id_, game, stage, bool(listed), made, touched, bytes_, tuple(people.get(id_, ())))
        for id_, game, stage, listed, made, touched, bytes_, _ in about.values()
    ]
