"""Databases and records of every released version are opened by this one: nothing that was played is lost."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from ludotheque.games.record import read_record, verify
from tests.released.keeping import HERE, found
from tests.server.serving import quick, serving

VERSIONS = sorted(folder for folder in HERE.iterdir() if (folder / "expected.json").exists())
RECORDS = sorted(HERE.glob("*/*.jsonl"))


def expected(folder: Path, kind: str) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads((folder / "expected.json").read_text())[kind]
    assert {table["stage"] for table in tables.values()} == {"open", "playing", "over"}
    return tables


async def check(database: str, tables: dict[str, Any]) -> None:
    """Every table is as it was left, plays on, and gives its record."""
    async with serving(quick(database)) as server:
        for table, then in tables.items():
            assert await found(server, table) == then
            if then["stage"] == "over":
                (guest,) = await server.guests("Stranger")
                record = await guest.get(f"/api/tables/{table}/matches/1/record")
                assert verify(record.text).deals >= 1
                assert (await guest.get(f"/api/tables/{table}/matches/1/replay")).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_sqlite_file_of_an_earlier_version(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(gzip.decompress((folder / "sqlite.db.gz").read_bytes()))
    asyncio.run(check(f"sqlite:///{path}", expected(folder, "sqlite")))


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_postgresql_database_of_an_earlier_version(folder: Path, postgresql_database: str) -> None:
    async def main() -> None:
        connection = await asyncpg.connect(postgresql_database)
        dump = gzip.decompress((folder / "postgres.sql.gz").read_bytes()).decode()
        await connection.execute("\n".join(line for line in dump.splitlines() if not line.startswith("\\")))
        await connection.close()
        await check(postgresql_database, expected(folder, "postgres"))

    asyncio.run(main())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_an_earlier_version(path: Path) -> None:
    text = path.read_text()
    assert read_record(text).over
    assert verify(text).deals >= 1
