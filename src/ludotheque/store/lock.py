"""One process a SQLite file, since two would argue. The system lets go of the lock when a process dies."""

from pathlib import Path

from filelock import FileLock, Timeout

from ludotheque.store.contract import StoreError


def lock(database: Path) -> FileLock:
    """A file beside the database, locked until it is released, by whichever thread."""
    held = FileLock(f"{database}.lock", blocking=False, thread_local=False)
    try:
        database.parent.stat()  # a lock would make the folder, but a path that was mistyped is to be told
        held.acquire()
    except Timeout:
        raise StoreError(
            f"the database {database} is in use by another server: stop that one, give this one a file of its own, "
            "or let both use one postgresql:// database"
        ) from None
    except OSError as problem:
        raise StoreError(f"the database {database} cannot be used: {problem.strerror}") from None
    return held
