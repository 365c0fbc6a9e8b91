"""What waits to be stored, and who waits for that."""

import asyncio

from ludotheque.server.clock import Clock
from ludotheque.server.metrics import Metrics
from ludotheque.server.outbox import Outbox
from ludotheque.store.leases import SOLE
from tests.store.arrange import opened, row, summary


def test_who_gives_up_waiting_does_not_keep_others_waiting(sqlite_database: str) -> None:
    async def within() -> None:
        async with opened(sqlite_database) as store:
            outbox = Outbox(store, SOLE, Clock(), Metrics(), lambda _: None)
            outbox.waiting.rows.append(row(1))
            outbox.flush(summary)
            hasty, patient = (asyncio.create_task(outbox.settled()) for _ in range(2))
            await asyncio.sleep(0)
            hasty.cancel()
            await asyncio.wait_for(patient, 20)

    asyncio.run(within())
