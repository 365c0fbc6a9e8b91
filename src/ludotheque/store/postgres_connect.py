"""Connections to PostgreSQL, and what goes wrong with them in words without a password."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg

from ludotheque.store.contract import StoreError

PATIENCE = 30.0  # seconds until a statement that is not answered has failed
TIMEOUT = 10.0  # seconds to connect
BROKEN = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
LOST = (  # what using a connection raises that the other side has closed
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    ConnectionError,
)
Connection = Any  # asyncpg's, which brings no types
SHAPE = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %XX for special characters in the password"


async def connect(url: str, patience: float = PATIENCE) -> Connection:
    """A connection, or a StoreError."""
    try:
        return await asyncpg.connect(url, timeout=min(TIMEOUT, patience), command_timeout=patience)
    except asyncpg.PostgresError as problem:
        raise StoreError(f"PostgreSQL refuses the connection: {problem}") from None
    except TimeoutError:
        raise StoreError(f"PostgreSQL did not answer within {TIMEOUT:.0f} seconds") from None
    except OSError as problem:
        raise StoreError(f"PostgreSQL cannot be reached: {reason(problem)}") from None
    except (ValueError, asyncpg.InterfaceError):  # their words can repeat the password
        raise StoreError(f"this PostgreSQL address is not understood: give {SHAPE}") from None


def reason(problem: OSError) -> str:
    """Why a host was not reached, without asyncio's list of all it has tried."""
    return problem.strerror or re.sub(r"^\[Errno -?\d+\] ", "", str(problem)) or type(problem).__name__


@contextmanager
def kindly(doing: str) -> Iterator[None]:
    """Turns what the driver raises into a StoreError."""
    try:
        yield
    except BROKEN as problem:
        raise StoreError(f"the database could not be {doing}: {str(problem) or type(problem).__name__}") from None
