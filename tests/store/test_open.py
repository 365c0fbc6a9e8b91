"""Which databases are opened, and what is said of the others."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from ludotheque.bench.postgres import execute
from ludotheque.store import open_store
from ludotheque.store.contract import NewerDatabaseError, Store, StoreError
from ludotheque.store.migrate import config, newest
from ludotheque.store.postgres_connect import connect
from ludotheque.store.schema import metadata
from tests.store.arrange import appended, opened, row, run

PASSWORD = "s3cr/et:pa@ss"  # as people paste it, and as it must be written
QUOTED = "s3cr%2Fet%3Apa%40ss"


def refused(url: str) -> str:
    with pytest.raises(StoreError) as found:
        asyncio.run(open_store(url))
    assert found.value.__cause__ is None
    assert found.value.__suppress_context__ or found.value.__context__ is None
    return str(found.value)


async def nothing(_: Store) -> None:
    """Opening and closing is all."""


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_path_with_or_without_its_kind_is_a_sqlite_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "50% ätables.db"
    assert run(form.format(path), lambda store: appended(store, row(1))) is None
    assert run(str(path), lambda store: store.log("t")) == [row(1)]


def test_a_path_can_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("sqlite:///tables.db", nothing)
    assert (tmp_path / "tables.db").exists()


@pytest.mark.parametrize("url", ["", ":memory:", "sqlite://", "sqlite:///:memory:", "sqlite:"])
def test_memory_is_not_a_place_for_tables(url: str) -> None:
    assert "in memory" in refused(url)


@pytest.mark.parametrize(
    "url", [f"mysql://ann:{QUOTED}@host/db", f"postgresql+asyncpg://ann:{QUOTED}@host/db", f"sqlite://ann:{QUOTED}@x"]
)
def test_other_addresses_are_refused_with_what_would_be_right_and_without_the_password(url: str) -> None:
    said = refused(url)
    assert "postgresql://USER:PASSWORD@HOST:PORT/DATABASE" in said
    assert "s3cr" not in said


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (f"postgresql://ann:{PASSWORD}@localhost/db", "not understood"),
        (f"postgresql://ann:{PASSWORD}@localhost:port/db", "not understood"),
        (f"postgresql:/ann:{QUOTED}@localhost/db", "cannot be reached|not understood"),
        (f"postgresql://ann:{QUOTED}@localhost:1/db", "cannot be reached"),
        (f"postgresql://ann:{QUOTED}@127.0.0.1:1/db", "cannot be reached"),
        (f"postgresql://ann:{QUOTED}@nowhere.invalid/db", "cannot be reached"),
        (f"postgresql://ann:{QUOTED}@localhost:1/db?sslmode={QUOTED}", "not understood"),
    ],
)
def test_an_error_in_connecting_says_what_was_wrong_without_the_password(url: str, reason: str) -> None:
    said = refused(url)
    assert any(one in said for one in reason.split("|"))
    assert "s3cr" not in said
    assert "et:pa" not in said
    assert "pa@ss" not in said


def test_postgresql_without_what_it_needs_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.store.find_spec", lambda name: None)
    assert refused("postgresql://localhost/games").endswith('pip install "ludotheque[postgres]"')


def test_an_unknown_database_or_user_is_named(postgresql: str) -> None:
    head, _, tail = postgresql.rpartition("/postgres")
    assert '"missing" does not exist' in refused(f"{head}/missing{tail}")
    stranger = postgresql.replace("://postgres:@", f"://stranger:{QUOTED}@")
    said = refused(stranger)
    assert '"stranger" does not exist' in said
    assert "s3cr" not in said


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "missing" / "tables.db") in refused(str(tmp_path / "missing" / "tables.db"))


def test_a_file_that_is_not_a_database_is_refused_unharmed_and_let_go(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database" * 100)
    for _ in range(2):
        assert "not a database" in refused(str(path))
    assert path.read_text() == "not a database" * 100


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE people (shoe_size)")
    assert "people already exists" in refused(str(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("people",)]


def test_a_database_of_a_newer_version_is_refused(database: str) -> None:
    run(database, nothing)
    newer = "UPDATE alembic_version SET version_num = '9999'"
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(newer)
    else:
        asyncio.run(execute(database, newer))
    for _ in range(2):
        with pytest.raises(NewerDatabaseError, match=r"newer version.*9999.*update"):
            asyncio.run(open_store(database))


def test_the_second_store_on_a_sqlite_file_is_refused_while_the_first_is_open(sqlite_database: str) -> None:
    async def again(store: Store) -> None:
        with pytest.raises(StoreError, match="in use by another server"):
            await open_store(sqlite_database)
        assert await appended(store, row(1)) is None

    run(sqlite_database, again)
    run(sqlite_database, nothing)


def test_a_second_process_on_a_sqlite_file_is_refused_until_the_first_has_died(sqlite_database: str) -> None:
    with child(sqlite_database) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "opened\n"
        assert "in use by another server" in refused(sqlite_database)
        first.kill()
    run(sqlite_database, nothing)


def child(database: str) -> "subprocess.Popen[str]":
    """A process that opens a database and keeps it."""
    code = (
        "import asyncio, sys, ludotheque.store as s\n"
        "async def main():\n"
        "    store = await s.open_store(sys.argv[1]); print('opened', flush=True); await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    return subprocess.Popen([sys.executable, "-c", code, database], stdout=subprocess.PIPE, text=True, env=os.environ)


def test_two_servers_start_on_an_empty_postgresql_at_the_same_time(postgresql_database: str) -> None:
    async def both() -> None:
        async with opened(postgresql_database) as one, opened(postgresql_database) as other:
            assert await appended(one, row(1)) is None
            assert await other.log("t") == [row(1)]

    async def start() -> None:
        stores = await asyncio.gather(*(open_store(postgresql_database) for _ in range(4)))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(start())
    asyncio.run(both())


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return compare_metadata(context, metadata)


def test_the_migrations_make_the_schema(database: str) -> None:
    run(database, nothing)

    async def on_postgresql() -> list[Any]:
        engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(database))
        async with engine.connect() as connection:
            found = await connection.run_sync(differences)
        await engine.dispose()
        return found

    if database.startswith("postgresql"):
        assert asyncio.run(on_postgresql()) == []
        return
    engine = create_engine(database)
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


def test_revisions_are_numbered_as_their_files() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == newest()
