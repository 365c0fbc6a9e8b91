"""Lists of tables: the lobby, and where somebody sits."""

import asyncio
from random import Random

from tests.server.serving import PATIENCE, quick, serving


def test_the_lobby_lists_tables_that_are_listed_and_ones_own_are_found(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            private = await ann.make("willi", 3)
            shown = await ann.make("wheedle", 5, listed=True, clock="brisk")
            async with ann.at(shown) as host, ann.at(private):
                await host.opened()
                (found,) = (await bob.get("/api/tables")).json()
            assert (found["id"], found["game"], found["stage"]) == (shown, "wheedle", "open")
            assert found["about"]["setup"]["clock"] == "brisk"
            assert [seat["name"] for seat in found["about"]["seats"]] == ["Ann", "", "", "", ""]
            assert (await bob.get("/api/tables/mine")).json() == []
            assert {one["id"] for one in (await ann.get("/api/tables/mine")).json()} == {private, shown}
            async with bob.at(private) as guest:
                await guest.ask("sit")
            assert [one["id"] for one in (await bob.get("/api/tables/mine")).json()] == [private]
            assert (await bob.get(f"/api/tables/{private}")).json()["about"]["seats"][1]["name"] == "Bob"
            async with ann.at(shown) as host:
                await host.start()
                assert (await bob.get("/api/tables")).json()[0]["stage"] == "playing"

    asyncio.run(main())


def test_the_lobby_lists_no_table_that_nobody_is_at_or_that_has_no_room(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, cem, dan = await server.guests("Ann", "Bob", "Cem", "Dan")
            table = await ann.make("willi", 3, listed=True, spectators=False)

            async def listed() -> list[str]:
                return [one["id"] for one in (await dan.get("/api/tables")).json()]

            assert await listed() == [], "its host has not come yet"
            async with ann.at(table) as host:
                await host.opened()
                assert await listed() == [table]
                async with bob.at(table) as second, cem.at(table) as third:
                    await second.ask("sit")
                    assert await listed() == [table]
                    await third.ask("sit")
                    assert await listed() == [], "all seats are taken, and nobody may watch"
                    await third.ask("stand")
                    assert await listed() == [table]
            async with asyncio.timeout(PATIENCE):
                while await listed():  # nobody is left, as soon as the server has noticed
                    await asyncio.sleep(0)

    asyncio.run(main())


def test_a_finished_match_tells_its_result(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 3, level="newcomer", options={"rounds": 1})
            async with ann.at(table) as seat:
                await seat.start()
                (running,) = (await ann.get("/api/tables/mine")).json()
                assert (running["about"]["scores"], running["about"]["winners"]) == ([], [])
                await seat.play_on(Random(3))
                assert seat.view is not None
                (found,) = (await ann.get("/api/tables/mine")).json()
                assert found["about"]["scores"] == seat.view["scores"]
                assert found["about"]["winners"] == seat.table["winners"] != []

    asyncio.run(main())


def test_lists_hear_once_a_minute_that_a_match_goes_on(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann = await server.person("Ann").come()
            table = await ann.make("wimmuln", 3)
            async with ann.at(table) as host:
                touched = []
                for seconds in (0, 59, 2, 59):
                    server.room.clock._start += seconds
                    assert (await host.ask("say", text="hm"))["kind"] == "answer"
                    summary = await server.room.store.summary(table)
                    assert summary is not None
                    touched.append(summary.touched)
                assert touched[0] == touched[1] < touched[2] - 60
                assert touched[2] == touched[3]

    asyncio.run(main())
