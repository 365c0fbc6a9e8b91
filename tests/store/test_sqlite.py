"""Troubles of a SQLite file: full disks, failed groups, folders that are missing or cannot be written."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from ludotheque.store.contract import ConflictError, EventRow, Store, StoreError
from ludotheque.store.sqlite import SqliteStore
from tests.store.arrange import appended, person, row, run, summary


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_full_disk_loses_nothing_and_it_goes_on_when_there_is_room_again(sqlite_database: str) -> None:
    """A process whose files must not grow: what it reports is compared with what a new process finds."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.filler", sqlite_database], capture_output=True, text=True, check=True
    )
    acknowledged, problem, again = done.stdout.splitlines()
    assert "could not be written" in problem
    assert int(acknowledged) > 10
    assert int(again) == int(acknowledged) + 1
    log = run(sqlite_database, lambda store: store.log("t"))
    assert [row.n for row in log] == list(range(1, int(again) + 1))


def test_a_failed_group_fails_whole_and_what_waited_behind_it_is_refused_not_stored_with_a_gap(
    sqlite_database: str,
) -> None:
    heard: list[StoreError | None] = []

    async def write(store: Store) -> list[EventRow]:
        assert await appended(store, row(1)) is None
        blocker = sqlite3.connect(sqlite_database.removeprefix("sqlite:///"), isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        store.append([row(2)], None, heard.append)
        await asyncio.sleep(0.2)
        store.append([row(3)], None, heard.append)
        while not heard:
            await asyncio.sleep(0.05)
        blocker.execute("ROLLBACK")
        blocker.close()
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        assert await appended(store, row(2)) is None
        return await store.log("t")

    assert [row.n for row in run(sqlite_database, write)] == [1, 2]
    assert [type(problem) for problem in heard] == [StoreError, ConflictError]
    assert "locked" in str(heard[0])


def test_a_forgetting_that_failed_has_not_happened(sqlite_database: str) -> None:
    """Forgotten, appended to and failed in one group: the log is as it was, and goes on."""

    async def write(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        assert await appended(store, row(1), about=summary(touched=1)) is None
        pause = asyncio.create_task(store._work(lambda _: time.sleep(0.3)))
        await asyncio.sleep(0.1)
        forgetting = asyncio.create_task(store.forget(5, 5))
        await asyncio.sleep(0.05)
        store.append([row(2)], None, lambda _: None)
        assert isinstance(await appended(store, row(1, "\ud800")), StoreError)
        with pytest.raises(StoreError):
            await forgetting
        await pause
        assert await appended(store, row(2)) is None
        assert await store.log("t") == [row(1), row(2)]

    run(sqlite_database, write)


def test_commits_are_durable_against_power_cuts(sqlite_database: str) -> None:
    """WAL with synchronous FULL: each commit is synced. This cannot be seen from outside, so the settings are read."""

    async def settings(store: Store) -> list[str]:
        def read(connection: sqlite3.Connection) -> list[str]:
            names = ("journal_mode", "synchronous")
            return [str(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in names]

        assert isinstance(store, SqliteStore)
        return await store._work(read)

    assert run(sqlite_database, settings) == ["wal", "2"]


def test_closing_leaves_one_file_that_can_be_copied(sqlite_database: str, tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        assert await appended(store, row(1)) is None
        await store.add_person(person())

    run(sqlite_database, write)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.sqlite", "tables.sqlite.lock"]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        assert connection.execute("SELECT n FROM events").fetchall() == [(1,)]


def test_a_folder_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No such file or directory"):
        run(str(tmp_path / "mistyped" / "tables.db"), lambda store: store.count())
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="Permission denied"):
        run(str(tmp_path / "tables.db"), lambda store: store.count())
