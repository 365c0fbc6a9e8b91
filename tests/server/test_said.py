"""What was said can be read by who comes later, if they may hear it."""

import asyncio

from ludotheque.table.state import KEPT_TALK
from tests.server.serving import Person, quick, serving


async def heard(person: Person, table: str) -> list[str]:
    answer = await person.get(f"/api/tables/{table}/said")
    assert answer.status_code == 200, answer.text
    return [f"{one['name']}: {one.get('text') or one['preset']}" for one in answer.json()]


def test_who_comes_later_reads_what_was_said(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 4)
            async with ann.at(table) as seat:
                await seat.ask("say", text="Is anybody there?")
                await seat.ask("say", preset="hello")
            assert await heard(bob, table) == ["Ann: Is anybody there?", "Ann: hello"]

    asyncio.run(main())


def test_only_the_last_words_are_kept_at_hand(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 4)
            async with ann.at(table) as seat:
                for number in range(KEPT_TALK + 3):
                    await seat.ask("say", text=str(number))
            assert await heard(ann, table) == [f"Ann: {n}" for n in range(3, KEPT_TALK + 3)]

    asyncio.run(main())


def test_who_may_not_watch_or_was_removed_hears_nothing(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, eve = await server.guests("Ann", "Bob", "Eve")
            table = await ann.make("willi", 4, spectators=False)
            async with ann.at(table) as seat, bob.at(table) as other:
                await other.ask("sit")
                await seat.ask("say", text="Between us")
                assert await heard(bob, table) == ["Ann: Between us"]
                assert await heard(eve, table) == []
                await seat.ask("remove", person=bob.id)
            assert (await bob.get(f"/api/tables/{table}/said")).json()["code"] == "removed"
            stranger = server.person("Nobody")
            assert (await stranger.get(f"/api/tables/{table}/said")).json()["code"] == "unknown_person"

    asyncio.run(main())
