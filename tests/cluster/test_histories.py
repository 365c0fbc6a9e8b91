"""Three servers under faults, for a short while: nothing that anybody was told is lost, doubled or out of order.

A failure names its seed: `do.py chaos --seed` repeats its faults, though not their moments.
"""

import asyncio
from pathlib import Path
from random import Random, SystemRandom

import pytest

from tests.cluster.history import write
from tests.cluster.nemesis import Nemesis
from tests.cluster.servers import Postgres, postgres
from tests.cluster.world import TABLES, Round, cluster

SECONDS = 14.0  # of faults


async def troubled(database: Postgres, folder: Path, seed: int) -> None:
    chance = Random(seed)
    async with cluster(3, database, folder) as servers:
        one = Round(servers, chance, TABLES[:4])
        nemesis = Nemesis(servers.servers, database, chance, one.history.append)
        await one.play(nemesis, SECONDS)
        found = await one.judged()
        write(one.history, folder / "history.jsonl")
        assert found == [], f"seed {seed}, {dict(nemesis.done)}; the history is in {folder}"
        assert nemesis.problems == []
        assert sum(nemesis.done.values()) >= 3
        assert one.commands > 50
        assert [server.fell for server in servers.servers] == [0, 0, 0]


@pytest.mark.long
def test_faults_lose_and_double_nothing(tmp_path: Path) -> None:
    seed = SystemRandom().randrange(1 << 32)
    with postgres() as database:
        asyncio.run(troubled(database, tmp_path, seed))
