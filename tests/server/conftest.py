import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.databases import database, postgresql, postgresql_database

__all__ = ["database", "postgresql", "postgresql_database", "sqlite_database"]

MEMORY = Path("/dev/shm")  # where a commit takes no time: disks are the business of the store's tests


@pytest.fixture
def sqlite_database() -> Iterator[str]:
    """The address of a SQLite file that is not there yet."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield f"sqlite:///{folder}/tables.sqlite"
