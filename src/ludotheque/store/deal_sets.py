"""Queries about deal sets, in SQL that both databases understand."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ludotheque.store.contract import Attempt, AttemptSeen, BotResult, DealSet, StoreError

ADD_SET = """
INSERT INTO deal_sets (id, kind, game, made, begins, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT DO NOTHING RETURNING id
"""
SET = "SELECT id, kind, game, made, begins, body FROM deal_sets WHERE id = ?1"
SETS_BETWEEN = """
SELECT id, kind, game, made, begins, body FROM deal_sets WHERE kind = ?1 AND begins >= ?2 AND begins < ?3
ORDER BY begins, id
"""
CHANGE_SET = "UPDATE deal_sets SET body = ?3 WHERE id = ?1 AND body = ?2 RETURNING id"

CLAIM = """
INSERT INTO attempts (set_id, person_id, turn, table_id) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO NOTHING RETURNING table_id
"""
CLAIMED = "SELECT table_id FROM attempts WHERE set_id = ?1 AND person_id = ?2 AND turn = ?3"
ATTEMPTS_OF = """
SELECT set_id, person_id, turn, table_id FROM attempts WHERE set_id = ?1 AND person_id = ?2 ORDER BY turn
"""
ATTEMPTS_AT = """
SELECT set_id, person_id, turn, table_id FROM attempts WHERE table_id = ?1 ORDER BY set_id, person_id, turn
"""
ATTEMPTS = """
SELECT a.set_id, a.person_id, a.turn, a.table_id, t.stage, t.touched, t.about
FROM attempts a LEFT JOIN tables t ON t.id = a.table_id
WHERE a.set_id = ?1 ORDER BY a.person_id, a.turn
"""
ADD_RESULT = """
INSERT INTO bot_results (set_id, seat, level, points) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING RETURNING set_id
"""
RESULTS = "SELECT set_id, seat, level, points FROM bot_results WHERE set_id = ?1 ORDER BY seat, level"

Rows = Sequence[Any]  # of tuples, or what looks like them


class DealSetQueries(ABC):
    """The part of a store that keeps sets of deals, the same for both databases. See `contract.DealSets`."""

    @abstractmethod
    async def _fetch(self, query: str, *values: object) -> Rows:
        """Reads, in one statement."""

    @abstractmethod
    async def _change(self, query: str, *values: object) -> Rows:
        """Writes, in one statement; gives what it returns."""

    async def add_set(self, one: DealSet) -> DealSet:
        await self._change(ADD_SET, one.id, one.kind, one.game, one.made, one.begins, one.body)
        found = await self.deal_set(one.id)
        if found is None:
            raise StoreError(f"the set {one.id} was not kept")
        return found

    async def deal_set(self, id_: str) -> DealSet | None:
        rows = await self._fetch(SET, id_)
        return DealSet(*rows[0]) if rows else None

    async def sets_between(self, kind: str, begin: float, end: float) -> list[DealSet]:
        return [DealSet(*row) for row in await self._fetch(SETS_BETWEEN, kind, begin, end)]

    async def change_set(self, id_: str, before: bytes, after: bytes) -> bool:
        return bool(await self._change(CHANGE_SET, id_, before, after))

    async def claim(self, attempt: Attempt) -> str:
        rows = await self._change(CLAIM, attempt.set, attempt.person, attempt.turn, attempt.table)
        rows = rows or await self._fetch(CLAIMED, attempt.set, attempt.person, attempt.turn)
        if not rows:
            raise StoreError(f"the attempt at {attempt.set} was forgotten")
        return str(rows[0][0])

    async def attempts_of(self, id_: str, person: str) -> list[Attempt]:
        return [Attempt(*row) for row in await self._fetch(ATTEMPTS_OF, id_, person)]

    async def attempts_at(self, table: str) -> list[Attempt]:
        return [Attempt(*row) for row in await self._fetch(ATTEMPTS_AT, table)]

    async def attempts(self, id_: str) -> list[AttemptSeen]:
        return [
            AttemptSeen(Attempt(set_, person, turn, table), stage, touched or 0.0, about or b"")
            for set_, person, turn, table, stage, touched, about in await self._fetch(ATTEMPTS, id_)
        ]

    async def add_result(self, result: BotResult) -> None:
        await self._change(ADD_RESULT, result.set, result.seat, result.level, result.points)

    async def results(self, id_: str) -> list[BotResult]:
        return [BotResult(*row) for row in await self._fetch(RESULTS, id_)]
