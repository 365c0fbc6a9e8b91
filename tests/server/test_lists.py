"""Lists of tables: the lobby, and where somebody sits."""

import asyncio

from tests.server.serving import quick, serving


def test_the_lobby_lists_tables_that_are_listed_and_ones_own_are_found(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            private = await ann.make("willi", 3)
            shown = await ann.make("wheedle", 5, listed=True, clock="brisk")
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
                await host.ask("start")
            assert (await bob.get("/api/tables")).json()[0]["stage"] == "playing"

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
