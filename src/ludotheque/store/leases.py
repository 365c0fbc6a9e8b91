"""Leases where one server owns all tables."""

from collections.abc import Callable

from ludotheque.store.contract import Lease, Membership, Owner


class Sole:
    """The lease of a table that nobody else can have."""

    epoch = 0
    ownerless = None
    held = True


SOLE = Sole()


class SoleLeases:
    """All tables are this server's. See `contract.Leases`."""

    shared = False
    server = ""

    async def join(
        self,
        address: str,
        lost: Callable[[], None],
        met: Callable[[dict[str, str]], None],
    ) -> Membership | None:
        return None

    async def leave(self) -> None:
        """There is nothing to leave."""

    async def take(self, table: str, new: bool = False) -> Lease | Owner | None:
        """Nobody else has it; whether it exists is found out by reading it."""
        return SOLE

    async def owner(self, table: str) -> Owner | None:
        """There is no other server."""
        return None

    async def release(self, table: str, lease: Lease) -> None:
        """It stays this server's."""

    async def take_orphans(self, most: int) -> dict[str, Lease]:
        """Nobody died."""
        return {}
