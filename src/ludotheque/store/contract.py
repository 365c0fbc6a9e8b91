"""The interface of a store: logs of tables, summaries for lists, people, and which server owns which table.

Two databases keep the promise: SQLite for one server, PostgreSQL for several.
"""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec

from ludotheque.games.errors import LudothequeError

Stage = Literal["open", "playing", "over"]


class StoreError(LudothequeError):
    """A read or a write failed. After a failed append the log says what holds: wake the table again."""


class ConflictError(StoreError):
    """It does not continue what is stored: that event is there already, or the one before it is not."""


class LeaseLostError(StoreError):
    """The lease of the table is not held any more, so nothing of it is stored: another server may own the table."""


class UnknownOutcomeError(StoreError):
    """The connection was lost while something was stored: once its lease is taken anew, the log says what holds."""


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
    """A table's summary for lists. People are all who sit or sat there: one who was named stays."""

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


class Lease(Protocol):
    """The right to go on with a table. Whoever takes it anew, or after another server, has a higher epoch."""

    @property
    def epoch(self) -> int:
        """The epoch that appends carry: the store refuses older ones."""

    @property
    def ownerless(self) -> float | None:
        """For how many seconds the table was without a server, if it was taken from one that died."""

    @property
    def held(self) -> bool:
        """Whether nobody else can have the table now. While not, nothing may be told of it."""


class Owner(msgspec.Struct, frozen=True):
    """Another server, that owns a table or may come to."""

    server: str


class Membership(msgspec.Struct, frozen=True):
    """The settings of one server among several."""

    server: str  # the name of this one
    secret: str  # known to all servers of the database
    now: float  # the time of day by the database's clock


class Leases(Protocol):
    """Which server owns which table. With a database for one server that one owns all."""

    @property
    def shared(self) -> bool:
        """Whether there can be other servers."""

    @property
    def server(self) -> str:
        """The name of this server. It has another one after it has lost its leases."""

    async def join(
        self, address: str, lost: Callable[[], None], met: Callable[[dict[str, str]], None]
    ) -> Membership | None:
        """Becomes one of the servers, and stays one until `leave`; None where there cannot be others.

        `lost` is called when the leases are lost, `met` with the addresses of all servers whenever those change.
        """

    async def leave(self) -> None:
        """Lets go of all tables."""

    async def take(self, table: str, new: bool = False) -> Lease | Owner | None:
        """The table's lease, or who has it; None if there is no such table, nor is a new one wanted."""

    async def owner(self, table: str) -> Owner | None:
        """Another server that has the table."""

    async def release(self, table: str, lease: Lease) -> None:
        """Lets go of a table, unless the lease is an old one."""

    async def take_orphans(self, most: int) -> dict[str, Lease]:
        """Takes some tables of servers that died."""


class StoredAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a finished match for one seat. The body is JSON that the store does not look into."""

    table: str
    match: int
    seat: int
    body: bytes


class DealSet(msgspec.Struct, frozen=True):
    """A set of deals that several tables play. The body is JSON that the store does not look into."""

    id: str
    kind: str
    game: str
    made: float
    begins: float  # when it may be played
    body: bytes


class Attempt(msgspec.Struct, frozen=True):
    """The one table at which a person plays a set of deals for the first, second, ... time that is meant to be.

    What turns there are is for the kind of set to say; each is there once, whoever asks at the same time. At an evening
    several people sit at each table: its person is nobody, and its turn the number of the table.
    """

    set: str
    person: str
    turn: int
    table: str


class AttemptSeen(msgspec.Struct, frozen=True):
    """An attempt, and what lists know of its table: nothing before the table is made."""

    attempt: Attempt
    stage: Stage | None
    touched: float
    about: bytes


class BotResult(msgspec.Struct, frozen=True):
    """The points that a bot of some level makes of a set of deals at a seat, where others play as they are meant to."""

    set: str
    seat: int
    level: str
    points: int


Then = Callable[[StoreError | None], None]


class DealSets(Protocol):
    """Where sets of deals live, and who has played them."""

    async def add_set(self, one: DealSet) -> DealSet:
        """Keeps a set, unless there is one of that id already; returns the one that is there."""

    async def deal_set(self, id_: str) -> DealSet | None:
        """The set of that id."""

    async def sets_between(self, kind: str, begin: float, end: float) -> list[DealSet]:
        """The sets of a kind that begin at that time or after it, and before that end."""

    async def change_set(self, id_: str, before: bytes, after: bytes) -> bool:
        """Replaces the body of a set, if it is still the one before; whether it was."""

    async def claim(self, attempt: Attempt) -> str:
        """Keeps an attempt, unless that turn of the person is taken; returns the table at which it is played."""

    async def attempts_of(self, id_: str, person: str) -> list[Attempt]:
        """The attempts of one person at a set, by turn."""

    async def attempts_at(self, table: str) -> list[Attempt]:
        """The attempts that are played at a table."""

    async def attempts(self, id_: str) -> list[AttemptSeen]:
        """All attempts at a set."""

    async def add_result(self, result: BotResult) -> None:
        """Keeps what a bot made, unless that is known already."""

    async def results(self, id_: str) -> list[BotResult]:
        """The bots' results of a deal set."""


class Store(DealSets, Protocol):
    """Where logs live. All of it is called on one event loop, and calls back there."""

    @property
    def leases(self) -> Leases:
        """Which server owns which table."""

    def append(self, rows: Sequence[EventRow], summary: Summary | None, then: Then, epoch: int = 0) -> None:
        """Returns at once; `then` hears None when all of it is durable, or else why none of it is stored.

        The rows are of one table; beside a summary there may be none. What waits is committed together, in the order of
        the calls. Rows that do not continue their log fail alone, with a ConflictError, and so do those with another
        epoch than the table's lease, with a LeaseLostError (0: nobody ever had one); whatever else goes wrong fails the
        whole group. The first append of a table brings its summary, or the table is never listed nor forgotten.
        """

    def keep_snapshot(self, snapshot: StoredSnapshot, then: Then, epoch: int = 0) -> None:
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
        """The summary of a table."""

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        """Where a person sits or sat, the last touched first."""

    async def count(self) -> dict[str, int]:
        """How many tables there are in each stage."""

    async def add_person(self, person: Person) -> None:
        """A new person; a ConflictError when the id is taken."""

    async def person(self, who: str) -> Person | None:
        """The person of an id."""

    async def change_person(self, who: str, name: str, language: str, seen: float) -> None:
        """Another name or language, and when the person was last here; an UnknownPersonError when there is none."""

    async def keep_analysis(self, analysis: StoredAnalysis) -> None:
        """Replaces an older one of that match and seat; nothing is kept of a table that is forgotten."""

    async def analysis(self, table: str, match: int, seat: int) -> bytes | None:
        """The body of an analysis."""

    async def forget(self, unfinished_before: float, finished_before: float) -> int:
        """Deletes tables not touched since, and says how many; then evenings and people without a table, as old."""

    async def close(self) -> None:
        """Commits what waits, then lets go of the database."""
