"""What a store promises: logs of tables, what lists need to know of them, and people.

Two databases keep the promise: SQLite for one server, PostgreSQL for several.
"""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec

from ludotheque.games.errors import LudothequeError

Stage = Literal["open", "playing", "over"]


class StoreError(LudothequeError):
    """What was to be stored or read was not. After a failed append the log says what holds: wake the table again."""


class ConflictError(StoreError):
    """It does not continue what is stored: that event is there already, or the one before it is not."""


class UnknownPersonError(StoreError):
    """There is no such person, or no longer."""


class NewerDatabaseError(StoreError):
    """A database that a newer version of the program has made."""


class EventRow(msgspec.Struct, frozen=True):
    """Event n of a table's log, counted from 1 without gaps. The body is JSON that the store does not look into."""

    table: str
    n: int
    at: float
    body: bytes


class Summary(msgspec.Struct, frozen=True):
    """What lists need to know of a table. People are all who sit or sat there: one who was named stays."""

    id: str
    game: str
    stage: Stage
    listed: bool
    made: float
    touched: float
    about: bytes
    people: tuple[str, ...]


class Person(msgspec.Struct, frozen=True):
    """Somebody who has been here. The proof is a hash of the person's secret; the secret never comes here."""

    id: str
    proof: bytes
    name: str
    language: str
    made: float
    seen: float


class StoredSnapshot(msgspec.Struct, frozen=True):
    """A whole table as of event n, so that it wakes without replaying its log."""

    table: str
    n: int
    body: bytes


Then = Callable[[StoreError | None], None]
News = Callable[[str, int], None]


class Store(Protocol):
    """Where logs live. All of it is called on one event loop, and calls back there."""

    def append(self, rows: Sequence[EventRow], summary: Summary | None, then: Then) -> None:
        """Returns at once; `then` hears None when all of it is durable, or else why none of it is stored.

        The rows are of one table; beside a summary there may be none. What waits is committed together, in the order of
        the calls. Rows that do not continue their log fail alone, with a ConflictError; whatever else goes wrong fails
        its whole group. The first append of a table brings its summary, or the table is never listed nor forgotten.
        """

    def keep_snapshot(self, snapshot: StoredSnapshot, then: Then) -> None:
        """Like `append`: replaces an older one of that table. Its event must be in the log."""

    @property
    def problem(self) -> StoreError | None:
        """Why the last append was not stored, if it was not."""

    def failed(self, problem: StoreError) -> None:
        """Notes that something could not be read."""

    async def probe(self) -> None:
        """Writes something and deletes it again, so that there is no problem any more; a StoreError if there is."""

    async def log(self, table: str, since: int = 0) -> list[EventRow]:
        """The events after number `since`, in order."""

    async def wake(self, table: str) -> tuple[StoredSnapshot | None, list[EventRow]]:
        """The snapshot and the events after it, as of one moment."""

    async def summary(self, table: str) -> Summary | None:
        """What is known of a table."""

    async def listed(self, limit: int) -> list[Summary]:
        """Tables for the lobby: open ones, then those being played, the newest first."""

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        """Where a person sits or sat, the last touched first."""

    async def count(self) -> dict[str, int]:
        """How many tables there are in each stage."""

    async def add_person(self, person: Person) -> None:
        """A new person; a ConflictError when the id is taken."""

    async def person(self, who: str) -> Person | None:
        """Whose id that is."""

    async def change_person(self, who: str, name: str, language: str, seen: float) -> None:
        """Another name or language, and when the person was last here; an UnknownPersonError when there is none."""

    async def forget(self, unfinished_before: float, finished_before: float) -> int:
        """Deletes tables not touched since, and says how many; then people without a table, not seen since either."""

    def listen(self, news: News) -> None:
        """Calls with a table and its last number when another server has added to its log.

        A call can come twice, and with numbers already known; none is left out while the database can be reached.
        """

    async def close(self) -> None:
        """Commits what waits, then lets go of the database."""
