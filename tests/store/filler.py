"""A process on a disk that gets full: its files must not grow beyond a limit, which is then lifted.

Prints how many appends were acknowledged, why the next one was not, and how many there are when there is room again.
"""

import asyncio
import resource
import signal
import sys

from ludotheque.store import open_store
from ludotheque.store.contract import EventRow
from tests.store.arrange import appended

ROOM = 2_000_000
BODY = b'"%s"' % (b"x" * 20_000)


async def main(database: str) -> None:
    store = await open_store(database)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    n = 1
    while (problem := await appended(store, EventRow("t", n, 1.0, BODY))) is None:
        n += 1
    print(n - 1)
    print(problem)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert await appended(store, EventRow("t", n, 1.0, BODY)) is None
    print(n)
    await store.close()


if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    asyncio.run(main(sys.argv[1]))
