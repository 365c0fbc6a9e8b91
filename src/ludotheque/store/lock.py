"""One process a SQLite file, since two would argue. The system lets go of the lock when a process dies."""

import sys
from pathlib import Path
from typing import IO

from ludotheque.store.contract import StoreError

if sys.platform == "win32":
    import msvcrt

    def seize(file: IO[bytes]) -> None:
        """Locks an open file, or raises an OSError."""
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def seize(file: IO[bytes]) -> None:
        """Locks an open file, or raises an OSError."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(database: Path) -> IO[bytes]:
    """A file beside the database, locked until it is closed."""
    try:
        file = database.with_name(f"{database.name}.lock").open("ab")
    except OSError as problem:
        raise StoreError(f"the database {database} cannot be used: {problem.strerror}") from None
    try:
        seize(file)
    except OSError:
        file.close()
        raise StoreError(
            f"the database {database} is in use by another server: stop that one, give this one a file of its own, "
            "or let both use one postgresql:// database"
        ) from None
    return file
