"""The deal of the day over real sockets: the same for everybody, once, promised before and opened after."""

import asyncio
import hashlib
from random import Random

import msgspec
import pytest

from ludotheque.games.box import box
from ludotheque.games.record import verify
from ludotheque.server.today import day_at, id_of
from tests.server.serving import Message, Person, Running, Seat, quick, serving


async def started(person: Person, name: str, turn: int = 0) -> str:
    """The table at which somebody plays a set."""
    answer = await person.post(f"/api/sets/{name}/turns/{turn}", {})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


async def daily(server: Running, game: str = "willi") -> str:
    """The id of today's set."""
    return id_of(game, day_at(server.room.clock.now()))


async def played(person: Person, table: str, chance: int) -> Seat:
    """A whole match of somebody who chooses at random."""
    async with person.at(table) as seat:
        await seat.opened()
        await seat.play_on(Random(chance))
        await seat.ended()
        return seat


async def deeds(server: Running, table: str) -> list[str]:
    """All that was dealt and done at a table."""
    rows = await server.room.store.log(table)
    events: list[Message] = [msgspec.json.decode(row.body) for row in rows]
    did = [f"{one['seat']} {one['do']}" for one in events if one["kind"] == "did"]
    return [one["deck"] for one in events if one["kind"] == "dealt"] + sorted(did)


def test_everybody_gets_the_same_cards_and_the_same_choices_meet_the_same_answers(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            name = await daily(server)
            tables = [await started(one, name) for one in (ann, bob)]
            seats = await asyncio.gather(
                *(played(one, table, 3) for one, table in zip((ann, bob), tables, strict=True))
            )
            assert tables[0] != tables[1]
            logs = [await deeds(server, table) for table in tables]
            assert len(logs[0]) > 100
            assert logs[0] == logs[1]
            names = [[at["name"] for at in seat.table["seats"][1:]] for seat in seats]
            assert names[0] == names[1]

    asyncio.run(main())


def test_two_servers_with_one_database_give_the_same_answers(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as one, serving(quick(postgresql_database)) as other:
            ann, bob = [await server.person(name).come() for server, name in ((one, "Ann"), (other, "Bob"))]
            name = await daily(one, "holzwurm")
            tables = [await started(person, name) for person in (ann, bob)]
            for person, table in zip((ann, bob), tables, strict=True):
                await played(person, table, 8)
            assert await deeds(one, tables[0]) == await deeds(other, tables[1])

    asyncio.run(main())


def test_one_attempt_each_however_often_and_from_wherever_one_asks(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            name = await daily(server)
            answers = await asyncio.gather(*(ann.post(f"/api/sets/{name}/turns/0", {}) for _ in range(12)))
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.json()["id"] for answer in answers}) == 1
            assert await started(bob, name) != answers[0].json()["id"]
            assert (await ann.post(f"/api/sets/{name}/turns/1", {})).json()["code"] == "no_such_turn"

    asyncio.run(main())


def test_two_servers_make_one_table_for_one_person(postgresql_database: str) -> None:
    async def main() -> None:
        async with serving(quick(postgresql_database)) as one, serving(quick(postgresql_database)) as other:
            ann = await one.person("Ann").come()
            same = Person(other.url, "Ann", token=ann.token)
            name = await daily(one)
            asked = [who.post(f"/api/sets/{name}/turns/0", {}) for who in (ann, same) * 4]
            answers = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answers} == {200}
            (table,) = {answer.json()["id"] for answer in answers}
            async with ann.at(table) as seat:
                await seat.opened()
                assert seat.stage == "playing"

    asyncio.run(main())


def test_two_tabs_play_at_the_same_table(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await started(ann, await daily(server, "holzwurm"))
            async with ann.at(table) as one, ann.at(table) as other:
                await one.opened()
                await other.opened()
                await one.play(Random(1), lambda: one.n > 20 and one.may_act())
                await other.until(lambda: other.n == one.n)
                assert (other.view, other.mine["choices"]) == (one.view, one.mine["choices"])

    asyncio.run(main())


def test_the_server_tells_nobody_the_secret_or_the_decks_before(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            name = await daily(server, "holzwurm")
            table = await started(ann, name)
            seat = await played(ann, table, 4)
            secret = (await server.room.sets.get(name)).plan.secret
            texts = list(seat.raw)
            for person in (ann, bob, server.person("nobody")):
                for path in ("/api/today", "/api/days", f"/api/sets/{name}", f"/api/tables/{table}", "/api/tables"):
                    texts += [(await person.get(path)).text]
            assert secret not in "".join(texts)

    asyncio.run(main())


def test_who_is_still_to_play_sees_nothing_of_another_persons_match(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            name = await daily(server, "holzwurm")
            table = await started(ann, name)
            async with ann.at(table) as seat, bob.at(table) as watcher:
                await seat.opened()
                while not watcher.closed:
                    await asyncio.sleep(0)
                assert watcher.closed[0] == 4410
                assert [one["code"] for one in watcher.messages] == ["same_private"]
                await seat.play_on(Random(4))
                await seat.ended()
            replay, record = (f"/api/tables/{table}/matches/1/{what}" for what in ("replay", "record"))
            for person in (bob, server.person("nobody")):
                for path in (replay, record):
                    answer = await person.get(path)
                    assert (answer.status_code, answer.json()["code"]) == (403, "same_sealed")
            seen = (await bob.get(f"/api/sets/{name}")).json()
            assert (seen["ranking"], seen["bots"], seen["done"]) == ([], [], False)
            assert await points(bob, table) == []
            assert len(await points(ann, table)) == 4
            assert (await ann.get(replay)).status_code == 200
            assert (await ann.get(record)).json()["code"] == "same_sealed"  # it tells the secret of the day
            await played(bob, await started(bob, name), 5)
            assert (await bob.get(replay)).status_code == 200
            assert await points(bob, table) == await points(ann, table)

    async def points(person: Person, table: str) -> list[int]:
        found: list[int] = (await person.get(f"/api/tables/{table}")).json()["about"]["scores"]
        return found

    asyncio.run(main())


def test_a_table_cannot_be_left_to_bots_or_played_again(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await started(ann, await daily(server, "holzwurm"))
            async with ann.at(table) as seat:
                await seat.opened()
                assert (await seat.ask("stand"))["code"] == "same_seats"
                assert (await seat.ask("hint"))["code"] == "no_hints"
                await seat.play_on(Random(4))
                assert (await seat.ask("rematch"))["code"] == "same_once"

    asyncio.run(main())


def test_results_are_ranked_and_compared_with_bots_and_equals_share_a_rank(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            people = await server.guests("Ann", "Bob", "Cem", "Dan")
            name = await daily(server, "holzwurm")
            for person, chance in zip(people, (1, 1, 2, 3), strict=True):
                await played(person, await started(person, name), chance)

            async def regular() -> int | None:
                found = (await people[0].get(f"/api/sets/{name}")).json()["bots"]
                return next((one["points"] for one in found if one["level"] == "regular"), None)

            while (base := await regular()) is None:
                await asyncio.sleep(0.05)
            seen = (await people[0].get(f"/api/sets/{name}")).json()
            ranking = seen["ranking"]
            points = [one["points"] for one in ranking]
            assert points == sorted(points, reverse=True)
            assert [one["rank"] for one in ranking] == [1 + sum(other > own for other in points) for own in points]
            assert [one["over"] for one in ranking] == [own - base for own in points]
            ranks = {one["name"]: one["rank"] for one in ranking}
            assert ranks["Ann"] == ranks["Bob"]
            (mine,) = seen["mine"]
            assert (mine["progress"], mine["rank"], mine["players"]) == ("over", ranks["Ann"], 4)
            assert mine["share"].startswith(f"Holzwurm {name.removeprefix('holzwurm-')}: ")

    asyncio.run(main())


def test_after_the_day_the_set_is_opened_and_anybody_can_check_it(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            name = await daily(server, "willi")
            promised = {one["set"]: one for one in (await ann.get("/api/days")).json()}
            table = await started(ann, name)
            await played(ann, table, 4)
            await end_day(server, name)
            opened = {one["set"]: one for one in (await server.person("").get("/api/days")).json()}[name]
            assert opened["commitment"] == promised[name]["commitment"]
            record = (await server.person("").get(f"/api/tables/{table}/matches/1/record")).text
            deals = [line["deal"] for line in map(decoded, record.splitlines()) if "deal" in line]
            cards = list(box("willi").notation.CARDS)
            assert [deck(opened["secret"], cards, number) for number in range(1, 9)] == deals
            assert hashlib.sha256(bytes.fromhex(opened["secret"])).hexdigest() == promised[name]["commitment"]
            assert verify(record).deals == 8
            late = await ann.post(f"/api/sets/{name}/turns/0", {})
            assert late.json()["id"] == table  # coming back is always possible
            (bob,) = await server.guests("Bob")
            assert (await bob.post(f"/api/sets/{name}/turns/0", {})).json()["code"] == "set_over"
            async with ann.at(table) as seat:
                await seat.opened()
                assert (await seat.ask("say", text="what a day"))["kind"] == "answer"
            ranking = (await bob.get(f"/api/sets/{name}")).json()["ranking"]
            assert [one["name"] for one in ranking] == ["Ann"]

    asyncio.run(main())


def decoded(line: str) -> Message:
    found: Message = msgspec.json.decode(line)
    return found


def deck(secret: str, cards: list[str], number: int) -> str:
    """A program of one's own, from docs/same-cards.md alone: the deck of a round from the secret of a set."""

    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    seed = sha((32).to_bytes(4, "big") + bytes.fromhex(secret) + 4 * bytes(4))
    key = sha((32).to_bytes(8, "big") + seed + f"deal {number}".encode())
    words = (sha(key + (i // 8).to_bytes(8, "big"))[i % 8 * 4 :][:4] for i in range(10_000))
    found = cards.copy()
    for last in range(len(cards) - 1, 0, -1):
        n = last + 1
        while (word := int.from_bytes(next(words), "big")) >= 2**32 // n * n:
            pass
        found[last], found[word % n] = found[word % n], found[last]
    return " ".join(found)


async def end_day(server: Running, name: str) -> None:
    """The clock of the server goes on to when the set is opened."""
    found = await server.room.sets.get(name)
    server.room.clock._start += found.plan.opens + 1.0 - server.room.clock.now()


def test_commitments_are_shown_for_days_to_come_whose_cards_nobody_can_play_yet(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            await server.room.today.promise()
            now = server.room.clock.now()
            coming = [one for one in (await ann.get("/api/days")).json() if one["begins"] > now]
            assert {one["game"] for one in coming} == {"willi", "wimmuln", "holzwurm"}
            assert len(coming) == 21
            assert all(len(one["commitment"]) == 64 and one["secret"] is None for one in coming)
            assert (await ann.post(f"/api/sets/{coming[0]['set']}/turns/0", {})).json()["code"] == "set_not_begun"
            before = (await ann.get("/api/days")).json()
            await server.room.today.promise()
            assert (await ann.get("/api/days")).json() == before

    asyncio.run(main())


@pytest.mark.parametrize(
    ("path", "code"),
    [("/api/sets/nowhere", "no_such_set"), ("/api/sets/wheedle-2026-01-01", "no_such_set")],
)
def test_a_set_that_there_is_not_is_refused_by_name(path: str, code: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            answer = await server.person("").get(path, accept_language="de")
            assert (answer.status_code, answer.json()["code"]) == (404, code)
            assert "Karten" in answer.json()["message"]

    asyncio.run(main())


def test_a_table_that_was_begun_goes_on_after_a_restart(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            name = await daily(server)
            table = await started(ann, name)
            async with ann.at(table) as seat:
                await seat.opened()
                await seat.play(Random(1), lambda: seat.n > 30)
        async with serving(quick(sqlite_database)) as server:
            ann.url = server.url
            assert await started(ann, name) == table
            await played(ann, table, 1)

    asyncio.run(main())
