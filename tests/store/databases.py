"""A fresh database for a test, of each kind. PostgreSQL is a real server, one for each process that runs tests.

It need not survive a power cut: without fsync it stops in a second, not in a minute.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bench.postgres import execute, running_postgres

numbers = count(1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server's own database."""
    with running_postgresql() as url:
        yield url


@contextmanager
def running_postgresql() -> Iterator[str]:
    """A PostgreSQL server, until the block ends; the address of its own database."""
    with running_server() as server:
        yield server.get_uri()


@contextmanager
def running_server() -> Iterator[Any]:
    """The same, as what controls it."""
    with running_postgres() as server:
        asyncio.run(execute(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
        yield server


def fresh_postgresql(server: str) -> str:
    """The address of a new, empty database on a server."""
    name = f"test_{next(numbers)}"
    asyncio.run(execute(server, f"CREATE DATABASE {name}"))
    head, _, tail = server.rpartition("/postgres")
    return f"{head}/{name}{tail}"


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """The address of a SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def postgresql_database(postgresql: str) -> str:
    """The address of an empty PostgreSQL database."""
    return fresh_postgresql(postgresql)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of each kind in turn."""
    return request.getfixturevalue(f"{request.param}_database")
