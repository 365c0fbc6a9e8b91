"""What has been acknowledged is there after the process was killed at any moment."""

import random
import subprocess
import sys
import time

from ludotheque.store.contract import EventRow, Store, Summary
from tests.store.appender import TABLES
from tests.store.arrange import run

KILLS = 4


def killed(database: str, seconds: float) -> dict[str, int]:
    """The last number that each table was told of before its process was killed."""
    command = [sys.executable, "-m", "tests.store.appender", database]
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(seconds)
        process.kill()
        lines += process.stdout.readlines()
    for line in lines:
        if line.endswith("\n"):
            table, n = line.split()
            acknowledged[table] = int(n)
    return acknowledged


async def everything(store: Store) -> tuple[dict[str, list[EventRow]], list[Summary]]:
    names = [f"t{n}" for n in range(TABLES)]
    summaries = [await store.summary(name) for name in names]
    return {name: await store.log(name) for name in names}, [one for one in summaries if one is not None]


def test_every_acknowledged_row_survives_a_kill(database: str) -> None:
    chance = random.Random(7)
    before = 0
    for _ in range(KILLS):
        acknowledged = killed(database, chance.uniform(0.02, 0.4))
        logs, summaries = run(database, everything)
        assert len(acknowledged) == TABLES
        for table, n in acknowledged.items():
            assert len(logs[table]) >= n
        for log in logs.values():
            assert [(row.n, row.body) for row in log] == [(n, b'{"n":%d}' % n) for n in range(1, len(log) + 1)]
        assert {one.id: one.touched for one in summaries} == {table: len(log) for table, log in logs.items()}
        now = sum(map(len, logs.values()))
        assert now > before
        before = now
