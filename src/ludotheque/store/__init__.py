"""Where logs live: SQLite by default, PostgreSQL when there are several servers."""

import re
from importlib.util import find_spec
from pathlib import Path

from ludotheque.store.contract import Store, StoreError

ADDRESSES = "the path of a SQLite file, sqlite:///PATH, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE"


async def open_store(url: str) -> Store:
    """Opens a database, brought to the newest schema. Errors never repeat an address, which may have a password."""
    scheme, path = parts(url)
    if scheme in ("postgresql", "postgres"):
        if find_spec("asyncpg") is None or find_spec("greenlet") is None:
            raise StoreError('PostgreSQL needs asyncpg: pip install "ludotheque[postgres]"')
        from ludotheque.store.postgres import open_postgres

        return await open_postgres(url)
    if scheme != "sqlite":
        raise StoreError(f"a database cannot be of the kind {scheme}: give {ADDRESSES}")
    if path in ("", ":memory:"):
        raise StoreError(f"a database in memory would lose its tables: give {ADDRESSES}")
    from ludotheque.store.sqlite import open_sqlite

    return await open_sqlite(Path(path))


def parts(url: str) -> tuple[str, str]:
    """The kind of database, and the path of a SQLite file. One letter before a colon is a drive, not a kind."""
    found = re.match(r"([A-Za-z][\w+.-]+):(.*)", url, re.DOTALL)
    if not found:
        return "sqlite", url
    scheme, rest = found.groups()
    if scheme != "sqlite":
        return scheme, ""
    if rest.startswith("///"):
        return scheme, rest[3:]
    if rest in ("", "//"):
        return scheme, ""
    raise StoreError(f"a SQLite database has three slashes before its path, as in sqlite:///PATH: give {ADDRESSES}")
