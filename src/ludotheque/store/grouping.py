"""Group commit, in order of arrival: appends that continue their log, snapshots of events that are logged."""

from asyncio import get_running_loop
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ludotheque.store.contract import ConflictError, EventRow, LeaseLostError, StoredSnapshot, StoreError, Summary, Then

MOST = 1000  # appends in a group, so that none waits long for the others
Call = tuple[Callable[[Any], None], Any]


class Append(msgspec.Struct, frozen=True):
    """Rows and a summary that wait to be stored."""

    rows: Sequence[EventRow]
    summary: Summary | None
    then: Then
    epoch: int = 0

    def __post_init__(self) -> None:
        """Whoever asks for nothing hears it at once: in the writer's thread it would be too late."""
        if not self.rows and self.summary is None:
            raise ValueError("an append has rows, a summary, or both")

    @property
    def table(self) -> str:
        """The table whose log it continues, or whose summary it is."""
        return self.summary.id if self.summary is not None else self.rows[0].table


class Keep(msgspec.Struct, frozen=True):
    """A snapshot that waits to be stored."""

    snapshot: StoredSnapshot
    then: Then
    epoch: int = 0

    @property
    def table(self) -> str:
        """The table whose log must have it."""
        return self.snapshot.table


class Group:
    """The writes of one transaction, given the last number of each log that it continues, and the epochs of leases."""

    def __init__(
        self, known: Mapping[str, int], items: Iterable[Append | Keep], epochs: Mapping[str, int] | None = None
    ) -> None:
        self.rows: list[EventRow] = []
        self.summaries: dict[str, Summary] = {}
        self.snapshots: dict[str, StoredSnapshot] = {}
        self.last: dict[str, int] = {}
        self.outcomes: list[Call] = []
        self._known = known
        for item in items:
            self.outcomes.append((item.then, self._put(item, epochs or {})))

    def _put(self, item: Append | Keep, epochs: Mapping[str, int]) -> StoreError | None:
        if item.epoch != epochs.get(item.table, 0):
            return LeaseLostError(f"the lease {item.epoch} of table {item.table} is not held any more")
        return self._append(item) if isinstance(item, Append) else self._keep(item.snapshot)

    def _end(self, table: str) -> int:
        return self.last.get(table) or self._known.get(table, 0)

    def _append(self, item: Append) -> ConflictError | None:
        table = item.table
        end = self._end(table)
        for row in item.rows:
            if row.n != end + 1 or row.table != table:
                return ConflictError(f"event {row.n} of table {row.table} does not follow {end}, the last of {table}")
            end = row.n
        if item.rows:
            self.rows += item.rows
            self.last[table] = end
        if item.summary:
            self._sum_up(item.summary)
        return None

    def _sum_up(self, summary: Summary) -> None:
        older = self.summaries.get(summary.id)
        if older:
            people = tuple(dict.fromkeys(older.people + summary.people))
            summary = msgspec.structs.replace(summary, people=people)
        self.summaries[summary.id] = summary

    def _keep(self, snapshot: StoredSnapshot) -> ConflictError | None:
        end = self._end(snapshot.table)
        if snapshot.n > end:
            return ConflictError(
                f"the snapshot of table {snapshot.table} is of event {snapshot.n}, its log ends at {end}"
            )
        older = self.snapshots.get(snapshot.table)
        if older is None or older.n < snapshot.n:
            self.snapshots[snapshot.table] = snapshot
        return None


def call_all(calls: Iterable[Call]) -> None:
    """Calls with one argument each, one after the other; one that fails holds up no other."""
    for call, argument in calls:
        try:
            call(argument)
        except Exception as problem:  # noqa: BLE001 - the loop makes it known
            get_running_loop().call_exception_handler({"message": "hearing an outcome failed", "exception": problem})
