"""Evenings with several tables over real sockets: the same cards for all, compared across tables, sealed until then."""

import asyncio

import httpx
import msgspec
import pytest

from ludotheque.games.record import verify
from ludotheque.server.evening_plan import EveningPlan, EveningTable, with_table
from ludotheque.server.evenings import TO_FINISH
from tests.server.evenings import SHORT, ask, begun, look, played, seated, table_of
from tests.server.serving import Message, Running, Seat, quick, serving


async def decks(server: Running, table: str) -> list[str]:
    """All decks of a table, and its first seat."""
    events: list[Message] = [msgspec.json.decode(row.body) for row in await server.room.store.log(table)]
    first = [f"first {one['first']}" for one in events if one["kind"] == "started"]
    return first + [one["deck"] for one in events if one["kind"] == "dealt"]


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def test_an_evening_from_the_first_seat_to_the_ranking(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            ann, bob, cem, dan = await server.guests("Ann", "Bob", "Cem", "Dan")
            evening = await begun(ann, title="  Friday  at  ours ")
            await seated(evening, ann, bob, cem, dan)
            seen = await look(server.person("somebody"), evening)
            assert (seen["title"], seen["host_name"], seen["mine"]) == ("Friday at ours", "Ann", None)
            names = [[seat["name"] for seat in table["seats"]] for table in seen["tables"]]
            assert names == [["Ann", "Cem"], ["Bob", "Dan"]]
            assert {(table["stage"], table["id"]) for table in seen["tables"]} == {("open", None)}
            seen = await ask(ann, evening, "deal")
            assert [table["stage"] for table in seen["tables"]] == ["playing", "playing"]
            assert [bool(table["id"]) for table in seen["tables"]] == [True, False]
            tables = [table_of(seen), table_of(await look(bob, evening))]
            await played(evening, ann, cem)
            for person in (bob, server.person("somebody")):
                seen = await look(person, evening)
                assert [table["stage"] for table in seen["tables"]] == ["over", "playing"]
                assert (seen["results"], seen["ranking"], seen["secret"]) == (False, [], None)
                assert {seat["points"] for table in seen["tables"] for seat in table["seats"]} == {None}
                assert seen["tables"][0]["id"] is None
            seen = await look(ann, evening)
            assert (seen["results"], seen["ranking"], seen["secret"]) == (True, [], None)
            assert None not in {seat["points"] for seat in seen["tables"][0]["seats"]}
            assert {seat["points"] for seat in seen["tables"][1]["seats"]} == {None}
            await played(evening, bob, dan, chance=7)
            seen = await look(bob, evening)
            assert len(seen["ranking"]) == 4
            points = [[seat["points"] for seat in table["seats"]] for table in seen["tables"]]
            over = {one["name"]: one["over"] for one in seen["ranking"]}
            assert over["Ann"] == points[0][0] - points[1][0] == -over["Bob"]
            assert over["Cem"] == points[0][1] - points[1][1] == -over["Dan"]
            assert [one["over"] for one in seen["ranking"]] == sorted(over.values(), reverse=True)
            assert [table["id"] for table in seen["tables"]] == tables
            assert await decks(server, tables[0]) == await decks(server, tables[1])
            assert len(await decks(server, tables[0])) == 3

    asyncio.run(main())


def test_nobody_looks_at_cards_that_they_are_still_to_play(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, eva = await server.guests("Ann", "Bob", "Eva")
            evening = await begun(ann)
            await seated(evening, ann, bob)
            await ask(ann, evening, "deal")
            table = table_of(await look(ann, evening))
            async with bob.at(table) as watcher:
                assert (await watcher.dropped())[0] == 4410
                assert [one["code"] for one in watcher.messages] == ["same_private"]
            await played(evening, ann)
            replay, record = (f"/api/tables/{table}/matches/1/{what}" for what in ("replay", "record"))
            for person in (bob, eva):
                for path in (replay, record):
                    assert code(await person.get(path)) == (403, "same_sealed")
            assert (await ann.get(replay)).status_code == 200
            assert code(await ann.get(record)) == (403, "same_sealed")  # it tells the secret
            assert code(await ann.get(f"/api/sets/{evening}")) == (404, "no_such_set")
            secret = (await server.room.evenings.look(evening)).plan.secret
            texts = [
                (await one.get(path)).text for one in (ann, bob, eva) for path in (replay, f"/api/evenings/{evening}")
            ]
            assert secret not in "".join(texts)
            analysis = f"/api/tables/{table}/matches/1/analysis?seat=0"
            assert code(await bob.get(analysis)) == (403, "same_sealed")
            assert (await ann.get(analysis)).status_code == 200
            await played(evening, bob)
            assert (await bob.get(replay)).status_code == 200
            assert code(await eva.get(replay)) == (403, "same_sealed")
            seen = await ask(ann, evening, "close")
            assert seen["secret"] == secret
            assert (await eva.get(replay)).status_code == 200
            assert verify((await eva.get(record)).text).deals == 2

    asyncio.run(main())


def test_a_late_table_counts_until_the_evening_is_closed(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, cem, dan = await server.guests("Ann", "Bob", "Cem", "Dan")
            evening = await begun(ann, tables=1)
            await seated(evening, ann, bob)
            await ask(ann, evening, "deal", table=1)
            await played(evening, ann, bob)
            await seated(evening, cem)  # another table is opened
            assert (await ask(cem, evening, "deal", table=2))["tables"][1]["stage"] == "playing"
            await played(evening, cem, chance=5)
            assert {one["name"] for one in (await look(cem, evening))["ranking"]} == {"Ann", "Bob", "Cem"}
            await ask(dan, evening, "sit", table=(await ask(ann, evening, "open"))["tables"][-1]["number"])
            await ask(dan, evening, "deal", table=3)
            late = table_of(await look(dan, evening))
            before = await ask(ann, evening, "close")
            assert (await ask(ann, evening, "close"))["closed"] == before["closed"]
            assert {one["name"] for one in before["ranking"]} == {"Ann", "Bob", "Cem"}
            await played(evening, dan)
            after = await look(dan, evening)
            assert after["ranking"] == before["ranking"]
            assert after["tables"][2]["id"] == late
            assert {seat["points"] for seat in after["tables"][2]["seats"]} == {None}
            assert (await ask(dan, evening, "sit"))["code"] == "evening_closed"

    asyncio.run(main())


def test_everybody_has_one_seat_however_many_sit_down_at_once(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            people = await server.guests(*(f"P{n}" for n in range(12)))
            evening = await begun(people[0], tables=1)
            await asyncio.gather(*(ask(person, evening, "sit") for person in people * 2))
            tables = (await look(people[0], evening))["tables"]
            found = [seat["person"] for table in tables for seat in table["seats"]]
            assert sorted(found) == sorted(person.id for person in people)
            answers = await asyncio.gather(*(ask(people[0], evening, "deal") for _ in range(4)))
            assert len({table_of(one) for one in answers if "mine" in one}) == 1

    asyncio.run(main())


def test_tables_of_one_evening_may_be_at_different_servers(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as one, serving(quick(postgresql_database)) as other:
            ann, bob = [await server.person(name).come() for server, name in ((one, "Ann"), (other, "Bob"))]
            cem, dan = [await server.person(name).come() for server, name in ((one, "Cem"), (other, "Dan"))]
            evening = await begun(ann)
            await seated(evening, ann, bob, cem, dan)
            await ask(ann, evening, "deal", table=1)
            await ask(bob, evening, "deal", table=2)
            tables = [table_of(await look(person, evening)) for person in (ann, bob)]
            assert (tables[0] in one.room.hall.tables, tables[1] in other.room.hall.tables) == (True, True)
            cem.url, dan.url = other.url, one.url  # each comes to the server that has not got the table
            await asyncio.gather(played(evening, ann, cem), played(evening, bob, dan, chance=5))
            seen = [await look(person, evening) for person in (ann, dan)]
            assert seen[0]["ranking"] == seen[1]["ranking"]
            assert len(seen[0]["ranking"]) == 4
            assert await decks(one, tables[0]) == await decks(other, tables[1])

    asyncio.run(main())


def test_a_table_that_was_dealt_before_a_server_died_is_made_by_who_looks_next(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            evening = await begun(ann)
            await seated(evening, ann)

            def dealt_only(plan: EveningPlan) -> EveningPlan:
                table: EveningTable = plan.tables[0]
                return with_table(plan, msgspec.structs.replace(table, id="a-table"))

            await server.room.evenings._replace(evening, dealt_only)
            assert await server.room.store.summary("a-table") is None
            await asyncio.gather(*(look(ann, evening) for _ in range(4)))
            await played(evening, ann)
            assert (await look(ann, evening))["tables"][0]["stage"] == "over"

    asyncio.run(main())


def test_an_evening_closes_by_itself_when_its_time_is_over(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            empty = await begun(ann, hours=1)
            evening = await begun(ann, hours=1)
            await seated(evening, ann, bob)
            await ask(ann, evening, "deal")
            await played(evening, ann)
            wait_until(server, (await look(ann, evening))["ends"])
            assert (await look(ann, empty))["closed"]
            assert (await look(ann, evening))["closed"] is None  # Bob still plays
            assert (await ask(ann, evening, "open"))["code"] == "evening_late"
            wait_until(server, (await look(ann, evening))["ends"] + TO_FINISH)
            seen = await look(bob, evening)
            assert seen["closed"]
            assert seen["secret"]
            assert seen["tables"][0]["seats"][0]["points"] is not None

    asyncio.run(main())


def wait_until(server: Running, at: float) -> None:
    """The clock of the server goes on."""
    server.room.clock._start += at - server.room.clock.now()


def test_who_leaves_is_followed_by_a_bot_and_may_come_back(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, cem = await server.guests("Ann", "Bob", "Cem")
            evening = await begun(ann, setup={**SHORT, "seats": 3}, tables=1)
            await seated(evening, ann, bob, cem)
            await ask(ann, evening, "deal")
            table = table_of(await look(bob, evening))
            async with ann.at(table) as host:
                await host.opened()
                async with bob.at(table) as seat:
                    await seat.opened()
                    assert (await seat.ask("stand"))["kind"] == "answer"
                async with bob.at(table) as seat:
                    await seat.opened()
                    assert (await seat.ask("sit", seat=2))["code"] in ("taken", "own_seat_only")
                    assert (await seat.ask("sit"))["kind"] == "answer"
                    assert (await seat.ask("stand"))["kind"] == "answer"
                assert (await host.ask("rematch"))["code"] == "same_once"
            await played(evening, ann, cem)
            async with ann.at(table) as host, cem.at(table) as guest:
                await host.opened()
                await guest.opened()
                assert (await host.ask("remove", person=cem.id))["code"] == "same_seats"
                assert (await guest.ask("stand"))["code"] == "same_seats"
            seen = await look(bob, evening)
            assert seen["results"]
            assert [bool(seat["level"]) for seat in seen["tables"][0]["seats"]] == [False, True, False]

    asyncio.run(main())


def test_wheedle_has_the_same_cards_and_no_same_bots(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            evening = await begun(ann, setup={"game": "wheedle", "seats": 4})
            await seated(evening, ann, bob)
            seen = await ask(ann, evening, "deal")
            assert not seen["same_bots"]
            hands = []
            for person in (ann, bob):
                async with person.at(table_of(await look(person, evening))) as seat:
                    await seat.opened()
                    await seat.until(lambda seat=seat: seat.view is not None)  # type: ignore[misc]
                    hands.append(decks_of(seat))
            tables = [table_of(await look(person, evening)) for person in (ann, bob)]
            assert (await decks(server, tables[0]))[:2] == (await decks(server, tables[1]))[:2]
            assert hands[0] == hands[1] == 4

    asyncio.run(main())


def decks_of(seat: Seat) -> int:
    """How many sit at a table."""
    return len(seat.table["seats"])


@pytest.mark.parametrize(
    ("wish", "status", "code_"),
    [
        ({"setup": {"game": "willi", "seats": 4, "lesson": True}}, 400, "evening_lesson"),
        ({"setup": {"game": "willi", "seats": 9}}, 400, "bad_request"),
        ({"setup": SHORT, "title": "x" * 61}, 400, "name_length"),
        ({"setup": SHORT, "tables": 25}, 400, "bad_request"),
        ({"setup": SHORT, "hours": 0}, 400, "bad_request"),
    ],
)
def test_an_evening_that_cannot_be_is_refused(wish: Message, status: int, code_: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            assert code(await ann.post("/api/evenings", wish)) == (status, code_)

    asyncio.run(main())


def test_what_is_refused_is_refused_by_name_in_ones_language(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            evening = await begun(ann)
            nobody = server.person("nobody")
            assert code(await nobody.post(f"/api/evenings/{evening}", {"kind": "sit"})) == (401, "unknown_person")
            assert code(await ann.get("/api/evenings/nowhere")) == (404, "no_such_evening")
            assert code(await ann.post(f"/api/evenings/{evening}", {"kind": "dance"})) == (400, "bad_request")
            for kind, facts, expected in (
                ("close", {}, (403, "evening_host")),
                ("open", {}, (403, "evening_host")),
                ("deal", {"table": 1}, (409, "evening_nobody")),
                ("sit", {"table": 7}, (404, "evening_no_table")),
            ):
                answer = await bob.post(f"/api/evenings/{evening}", {"kind": kind, **facts})
                assert code(answer) == expected
            said = (await bob.get("/api/evenings/nowhere", accept_language="nl")).json()["message"]
            assert "avond" in said
            day = await server.room.today.of("willi")
            assert code(await ann.get(f"/api/evenings/{day.row.id}")) == (404, "no_such_evening")

    asyncio.run(main())
