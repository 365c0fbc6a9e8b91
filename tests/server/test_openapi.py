"""What the OpenAPI document says is true: schemathesis asks everything, rightly and wrongly, and compares."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.serving import Person, launched

RUN = [
    sys.executable,
    "-m",
    "schemathesis.cli",
    "--config-file",
    str(Path(__file__).with_name("schemathesis.toml")),
    "run",
]
BOUNDED = ["--max-examples=8", "--seed=1", "--phases=coverage,fuzzing", "--checks=all", "--no-color", "--max-time=25"]


@pytest.mark.long
def test_what_is_answered_is_what_is_documented(sqlite_database: str, tmp_path: Path) -> None:
    async def main() -> tuple[int | None, str]:
        server = await launched(sqlite_database, "tables_per_person=10000")
        ann = await Person(server.url, "Ann").come()
        header = f"--header=Authorization: Bearer {ann.token}"
        asking = await asyncio.create_subprocess_exec(
            *RUN, f"{server.url}/api/openapi.json", header, *BOUNDED, stdout=asyncio.subprocess.PIPE, cwd=tmp_path
        )
        told, _ = await asking.communicate()
        code, log = await server.stop()
        assert code == 0
        assert "Traceback" not in log
        return asking.returncode, told.decode()

    code, told = asyncio.run(main())
    assert code == 0, told
