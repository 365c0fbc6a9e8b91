"""Playing on from a moment of a finished match, over real sockets."""

import asyncio
from random import Random

from tests.server.serving import Person, Running, quick, serving


async def finished(server: Running, ann: Person, game: str = "holzwurm") -> str:
    """A match of one person and three bots, over."""
    table = await ann.make(game, 4, options={"rounds": 1})
    async with ann.at(table) as host:
        await host.start()
        await host.play_on(Random(4))
    return table


def test_whoever_can_open_the_replay_plays_on_from_one_of_its_moments(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await finished(server, ann)
            path = f"/api/tables/{table}/matches/1"
            answer = await bob.post(f"{path}/play_on", {"at": 6, "seat": 2, "level": "newcomer"})
            assert answer.status_code == 201, answer.text
            other = answer.json()["id"]
            replay = (await bob.get(f"{path}/replay?seat=2")).json()
            hand = replay[0]["mine"] | {}
            for message in replay[1:8]:
                hand |= message.get("mine", {})
            async with bob.at(other) as seat:
                await seat.opened()
                assert seat.mine["seat"] == 2
                assert seat.mine["hand"] == hand["hand"]
                assert seat.table["played_on"] == {"table": table, "match": 1, "at": 6, "seat": 2, "new_deal": False}
                await seat.play_on(Random(2))
                assert seat.table["secret"] is None
            again = (await ann.get(f"/api/tables/{other}/matches/1/replay")).json()
            events = [one for one in again[1:] if one["event"]["kind"] in ("did", "dealt")]
            before = [
                one for one in (await ann.get(f"{path}/replay")).json()[1:] if one["event"]["kind"] in ("did", "dealt")
            ]
            assert [one["event"].get("do") for one in events[:7]] == [one["event"].get("do") for one in before[:7]]
            record = (await ann.get(f"/api/tables/{other}/matches/1/record")).text
            assert '"played_on":true' in record.partition("\n")[0]

    asyncio.run(main())


def test_the_table_is_there_again_after_a_restart(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            answer = await ann.post(f"/api/tables/{table}/matches/1/play_on", {"at": 9, "seat": 1, "new_deal": True})
            other = answer.json()["id"]
            async with ann.at(other) as seat:
                await seat.opened()
                hand = seat.mine["hand"]
        async with serving(quick(sqlite_database)) as server:
            ann.url = server.url
            async with ann.at(other) as seat:
                await seat.opened()
                assert seat.mine["hand"] == hand
                assert seat.table["played_on"]["new_deal"] is True
            assert (await ann.get("/api/tables/mine")).json()[0]["id"] == other

    asyncio.run(main())


def test_what_cannot_be_played_on_is_refused_by_name(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, nobody = (await server.guests("Ann"))[0], server.person("Nobody")
            table = await finished(server, ann)
            running = await ann.make("willi", 4)

            async def refusal(name: str, person: Person = ann, match: int = 1, **wish: object) -> tuple[int, str]:
                answer = await person.post(f"/api/tables/{name}/matches/{match}/play_on", {"at": 0, "seat": 0} | wish)
                return answer.status_code, answer.json()["code"]

            assert await refusal(running) == (409, "not_over")
            assert await refusal("nowhere") == (404, "no_such_table")
            assert await refusal(table, match=2) == (404, "no_such_match")
            assert await refusal(table, at=5000) == (404, "no_such_moment")
            assert await refusal(table, seat=4) == (400, "no_such_seat")
            assert await refusal(table, seat=-1) == (400, "bad_request")
            assert await refusal(table, nobody) == (401, "unknown_person")

    asyncio.run(main())
