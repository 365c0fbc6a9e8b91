"""Leases of tables among the servers of a PostgreSQL database.

A lease is a row: who has the table, and the epoch, which grows with every taking. It holds while the row of that server
does (`postgres_membership`). Every append locks the row of its table for its transaction and compares the epoch
(`postgres_writer`), so taking a table waits for what is being stored, and after it no older owner can store anything.
"""

from collections.abc import Awaitable, Callable

from ludotheque.store.contract import Lease, Membership, Owner, StoreError
from ludotheque.store.deal_sets import Rows
from ludotheque.store.postgres_membership import NOW, TTL, Member

ALIVE = f"(SELECT id FROM servers WHERE expires > {NOW})"
TAKE = f"""
WITH before AS (
  SELECT {NOW} - expires + $4::float8 AS seconds FROM leases JOIN servers ON servers.id = leases.server
  WHERE table_id = $1 AND server <> $2
)
INSERT INTO leases AS lease (table_id, server, epoch)
SELECT $1, $2, 1 WHERE $3 OR EXISTS (SELECT 1 FROM events WHERE table_id = $1)
ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, epoch = lease.epoch + 1
WHERE lease.server = excluded.server OR lease.server NOT IN {ALIVE}
RETURNING epoch, (SELECT seconds FROM before)
"""
OWNER = f"""
SELECT servers.id FROM leases JOIN servers ON servers.id = leases.server
WHERE table_id = $1 AND servers.id <> $2 AND expires > {NOW}
"""
RELEASE = "UPDATE leases SET server = '' WHERE table_id = $1 AND server = $2 AND epoch = $3"
# Servers that do this at the same time get different tables. Those in which something is being written come next time.
# Without `> ''` the index is not always used, and leases that nobody holds are as many as there ever were tables
TAKE_ORPHANS = f"""
WITH orphans AS (
  SELECT table_id, {NOW} - expires + $2::float8 AS seconds FROM leases JOIN servers ON servers.id = leases.server
  WHERE expires <= {NOW} AND leases.server > '' LIMIT $3 FOR UPDATE OF leases SKIP LOCKED
)
UPDATE leases SET server = $1, epoch = epoch + 1 FROM orphans WHERE leases.table_id = orphans.table_id
RETURNING leases.table_id, epoch, seconds
"""
TRIES = 3


class PostgresLease:
    """A table's lease, taken under one of the server's names."""

    def __init__(self, member: Member, server: str, epoch: int, ownerless: float | None) -> None:
        self.server = server
        self.epoch = epoch
        self.ownerless = ownerless
        self._member = member

    @property
    def held(self) -> bool:
        """Whether nobody else can have the table now."""
        return self._member.held(self.server)


class PostgresLeases:
    """Leases of tables among several servers. See `contract.Leases`."""

    shared = True

    def __init__(self, url: str, change: Callable[..., Awaitable[Rows]], lost: Callable[[], None]) -> None:
        self._url = url
        self._change = change
        self._lost = lost
        self._joined: Member | None = None

    @property
    def server(self) -> str:
        """The name of this server."""
        return self._member.server

    @property
    def _member(self) -> Member:
        if self._joined is None:
            raise StoreError("this server has not joined the others")
        return self._joined

    async def join(
        self, address: str, lost: Callable[[], None], met: Callable[[dict[str, str]], None]
    ) -> Membership | None:
        """Becomes one of the servers."""

        def lose() -> None:
            self._lost()
            lost()

        self._joined = Member(self._url, address, lose, met)
        return await self._joined.begin()

    async def leave(self) -> None:
        """Lets go of all tables."""
        if self._joined is not None:
            await self._joined.end()

    async def take(self, table: str, new: bool = False) -> Lease | Owner | None:
        """The table's lease, or who has it."""
        for _ in range(TRIES):  # somebody may let go of it in between
            server = self._alive()
            for epoch, ownerless in await self._change(TAKE, table, server, new, TTL):
                return PostgresLease(self._member, server, epoch, ownerless)
            if (owner := await self.owner(table)) is not None:
                return owner
        return None

    async def owner(self, table: str) -> Owner | None:
        """Another server that has the table."""
        return next((Owner(*row) for row in await self._change(OWNER, table, self.server)), None)

    async def release(self, table: str, lease: Lease) -> None:
        """Lets go of a table, unless the lease is an old one."""
        assert isinstance(lease, PostgresLease)
        await self._change(RELEASE, table, lease.server, lease.epoch)

    async def take_orphans(self, most: int) -> dict[str, Lease]:
        """Takes some tables of servers that died, with one statement."""
        server = self._alive()
        taken = await self._change(TAKE_ORPHANS, server, TTL, most)
        return {table: PostgresLease(self._member, server, epoch, seconds) for table, epoch, seconds in taken}

    def _alive(self) -> str:
        """The name under which this server takes tables now."""
        if not self._member.held(server := self.server):
            raise StoreError("the leases of this server have expired")
        return server
