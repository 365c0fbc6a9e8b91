"""Lines to a table: one on this computer, on a server, or in a record. All tell the same messages (docs/protocol.md).

A line tells what a server's socket tells, and two things more: `lost`, when the network is gone and it will try again
in so many `seconds`, and `closed`, when there is nothing more to come, with a `message` that says why.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from ludotheque.terminal.sight import Message


class TableLink(Protocol):
    """A way to a table."""

    person: str  # whom the table takes one for
    loses: bool  # whether a match is lost for who leaves it
    joins: bool  # whether one wants a seat

    def messages(self) -> AsyncIterator[Message]:
        """Messages of the table, from the first scene on; to be read once."""

    def ask(self, command: Message) -> str:
        """Asks for something; the answer bears the id that is given back."""

    async def close(self) -> None:
        """Hangs up."""
