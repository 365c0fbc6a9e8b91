"""What docs/debugging.md tells people to do does what it says."""

import asyncio
import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.serving import quick, serving

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "debugging.md").read_text("utf-8")
RELEASED = ROOT / "tests" / "released" / "0.1.0"
PROGRAMS = dict(re.findall(r"^```python (\w+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))
TESTS = re.findall(r"^ {4}(NUMBA_DISABLE_JIT=1) \.venv/bin/python (.+)$", PAGE, re.MULTILINE)


@pytest.fixture
def released(tmp_path: Path) -> tuple[Path, str]:
    """A database, and a table in it that is halfway through a match."""
    path = tmp_path / "ludotheque.db"
    path.write_bytes(gzip.decompress((RELEASED / "sqlite.db.gz").read_bytes()))
    tables = json.loads((RELEASED / "expected.json").read_text())["sqlite"]
    return path, next(name for name, table in tables.items() if table["stage"] == "playing")


def called(*words: str, typed: str = "", **env: str) -> str:
    """What a program says, once it has ended well."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | env,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(("variable", "words"), TESTS)
def test_a_rule_is_tested_uncompiled(variable: str, words: str) -> None:
    assert " passed" in called(*words.split(), "-p", "no:cacheprovider", **dict([variable.split("=")]))


def test_the_debugger_stops_in_a_rule() -> None:
    said = called("-c", PROGRAMS["pdb"], typed="print('the phase is', s.phase)\ncontinue\n")
    assert "rules.py" in said
    assert "the phase is 1" in said


def test_a_log_can_be_read(released: tuple[Path, str]) -> None:
    path, table = released
    (query,) = re.findall(r'^ {4}sqlite3 DATABASE "(.+)"$', PAGE, re.MULTILINE)
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute(query.replace("NAME", table)).fetchall()
    assert [n for n, _, _ in rows] == [*range(1, len(rows) + 1)]
    assert json.loads(rows[0][2])["kind"] == "made"


def test_a_table_is_as_it_was_after_an_event(released: tuple[Path, str]) -> None:
    path, table = released
    assert called("-c", PROGRAMS["after"], str(path), table, "3").split() == ["open", "None"]
    assert called("-c", PROGRAMS["after"], str(path), table, "30").startswith("playing [View(game='")


def test_a_websocket_is_traced(tmp_path: Path) -> None:
    async def traced() -> str:
        async with serving(quick(str(tmp_path / "tables.db"))) as server:
            return await asyncio.to_thread(called, "-c", PROGRAMS["trace"], server.url)

    said = asyncio.run(traced())
    assert re.search(r"^< TEXT '{\"kind\":\"scene\"", said, re.MULTILINE)
    assert re.search(r"^> TEXT '{\"id\": \"a1\"", said, re.MULTILINE)
    assert re.search(r"^< TEXT '{\"kind\":\"answer\",\"id\":\"a1\"}", said, re.MULTILINE)
