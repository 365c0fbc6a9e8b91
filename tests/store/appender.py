"""A process to be killed: appends to several tables, and prints what has been acknowledged."""

import asyncio
import sys

from ludotheque.store import open_store
from ludotheque.store.contract import EventRow, StoreError, Summary

TABLES = 8


async def main(database: str) -> None:
    store = await open_store(database)
    loop = asyncio.get_running_loop()
    stopped = loop.create_future()

    def follow(table: str, n: int) -> None:
        def then(problem: StoreError | None) -> None:
            if problem:
                stopped.set_exception(problem)
                return
            sys.stdout.write(f"{table} {n}\n")
            sys.stdout.flush()
            follow(table, n + 1)

        about = Summary(table, "willi", "playing", True, 1.0, float(n), b"{}", ("ann",))
        store.append([EventRow(table, n, float(n), b'{"n":%d}' % n)], about, then)

    for number in range(TABLES):
        table = f"t{number}"
        log = await store.log(table)
        follow(table, len(log) + 1)
    await stopped


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
