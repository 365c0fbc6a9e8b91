"""A history: what clients asked and heard, and when, as they know it themselves; and the faults meanwhile.

Every time is one of this process, so that two of them can be compared.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """Something that happened at a moment."""

    at: float


class Opened(Entry, frozen=True, tag="opened"):
    """A client begins to open a table; `seat` and `since` say what it has seen before."""

    line: int  # of this connection alone
    table: str
    person: str
    seat: int | None = None
    since: int | None = None


class Closed(Entry, frozen=True, tag="closed"):
    """A connection has ended."""

    line: int
    code: int
    reason: str


class Asked(Entry, frozen=True, tag="asked"):
    """A client sends a command, perhaps again."""

    line: int
    table: str
    person: str
    id: str
    command: dict[str, Any]


class Answered(Entry, frozen=True, tag="answered"):
    """A client is answered; `refused` is the code of a refusal."""

    line: int
    table: str
    person: str
    id: str
    refused: str = ""


class Told(Entry, frozen=True, tag="told"):
    """A client is told event `n` of its viewer's stream, or shown the scene as of it."""

    line: int
    table: str
    viewer: int
    n: int
    scene: bool
    text: str


class Fault(Entry, frozen=True, tag="fault"):
    """The nemesis did something."""

    kind: str
    where: str


class Calm(Entry, frozen=True, tag="calm"):
    """All faults are over."""


AnyEntry = Opened | Closed | Asked | Answered | Told | Fault | Calm


class Logged(msgspec.Struct, frozen=True):
    """A row of a table's log: event n, and what its body says."""

    n: int
    event: dict[str, Any]
    epoch: int | None = None  # under which it was written, if the log keeps that


class Owned(msgspec.Struct, frozen=True):
    """A server says that it owns a table in an epoch."""

    table: str
    epoch: int
    owner: str


Log = dict[str, list[Logged]]  # by table


def write(entries: Iterable[AnyEntry], file: Path) -> None:
    """Writes a history down, a line an entry."""
    file.write_bytes(msgspec.json.Encoder().encode_lines(entries))
