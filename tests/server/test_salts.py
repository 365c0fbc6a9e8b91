"""Salts over real sockets: promised on sitting down, revealed at the start, and nobody waits for it."""

import asyncio
from time import monotonic

from ludotheque.table.timing import REVEAL
from tests.server.serving import quick, serving


def test_a_match_starts_at_once_when_all_programs_take_part(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 3)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.until(lambda: len([*filter(None, host.table.get("salt_commitments", []))]) == 2)
                begun = monotonic()
                assert (await host.start())["kind"] == "answer"
                assert monotonic() - begun < REVEAL
                assert [bool(salt) for salt in host.table["salts"]] == [True, True, False]

    asyncio.run(main())


def test_two_tabs_of_one_person_make_one_promise(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as one, ann.at(table) as other:
                await other.opened()
                await one.start()
                await other.until(lambda: other.stage == "playing")
                assert one.table["salts"] == other.table["salts"] == [ann.salts[one.table["salt_commitments"][0]], ""]
                assert len(await other.told("revealed")) == 1

    asyncio.run(main())


def test_who_comes_back_while_the_table_starts_still_reveals(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host:
                async with bob.at(table) as guest:
                    await guest.ask("sit")
                    await host.until(lambda: all(host.table["salt_commitments"]))
                await host.ask("start")
                assert host.table["starting"]
                async with bob.at(table) as guest:
                    await guest.until(lambda: guest.stage == "playing")
                    assert all(guest.table["salts"])

    asyncio.run(main())


def test_who_is_gone_is_waited_for_some_seconds_and_then_left_out_before_all_eyes(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, bob, cem = await server.guests("Ann", "Bob", "Cem")
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, cem.at(table) as watcher:
                async with bob.at(table) as guest:
                    await guest.ask("sit")
                    await host.until(lambda: all(host.table["salt_commitments"]))
                begun = monotonic()
                await host.start()
                assert monotonic() - begun >= REVEAL - 0.5
                await watcher.until(lambda: watcher.stage == "playing")
                for seat in (host, watcher):
                    assert all(seat.table["salt_commitments"])
                    assert [bool(salt) for salt in seat.table["salts"]] == [True, False]

    asyncio.run(main())


def test_a_program_that_promises_nothing_is_named_and_can_be_sent_away(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, robot = await server.guests("Ann", "Robot")
            robot.takes_part = False
            table = await ann.make("holzwurm", 2)
            async with ann.at(table) as host, robot.at(table) as guest:
                await guest.ask("sit")
                await host.until(lambda: host.table.get("salt_commitments", [""])[0])
                refused = await host.ask("start")
                assert (refused["code"], refused["facts"]) == ("uncommitted", {"names": "Robot"})
                assert "Robot has not promised a salt" in refused["message"]
                await host.ask("remove", person=robot.id)
                assert (await host.start())["kind"] == "answer"

    asyncio.run(main())
