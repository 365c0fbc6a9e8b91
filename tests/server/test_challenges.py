"""Challenges over real sockets: made, played by a link, sealed until one has played, then ranked and compared."""

import asyncio
from random import Random
from typing import Any

import pytest

from ludotheque.server.par import BASE
from ludotheque.store.contract import BotResult
from tests.server.serving import Message, Person, Seat, quick, serving
from tests.server.test_same_cards import deeds, played, started


async def made(person: Person, game: str = "holzwurm", seats: int = 2, **wish: Any) -> str:
    """The id of a new challenge; short matches where nobody says otherwise."""
    options = {"rounds": 1} if game == "holzwurm" else {}
    answer = await person.post("/api/challenges", {"game": game, "seats": seats, "options": options, **wish})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def seen(person: Person, name: str) -> Message:
    """A challenge as somebody sees it."""
    answer = await person.get(f"/api/challenges/{name}")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


async def refusal(person: Person, path: str, body: Any = None) -> str:
    """The code by which something is refused."""
    answer = await (person.get(path) if body is None else person.post(path, body))
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


def comparison(name: str, one: Person, other: Person, turn: int = 0) -> str:
    """Where two people's matches are compared."""
    return f"/api/challenges/{name}/turns/{turn}/comparison?one={one.id}&other={other.id}"


async def finished(person: Person, chance: int, game: str = "holzwurm", seats: int = 2, **setup: Any) -> str:
    """The table of a match that somebody has played against bots."""
    options = {"rounds": 1} if game == "holzwurm" else {}
    table = await person.make(game, seats, options=options, **setup)
    async with person.at(table) as seat:
        await seat.opened()
        await with_bots(seat)
        await seat.start()
        await seat.play_on(Random(chance))
    return table


async def with_bots(seat: Seat) -> None:
    """Fills the other seats."""
    for at, one in enumerate(seat.table["seats"]):
        if not one["person"]:
            assert (await seat.ask("add_bot", seat=at))["kind"] == "answer"


def test_friends_play_the_same_cards_and_compare_once_both_are_done(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            ann, bob, eve = await server.guests("Ann", "Bob", "Eve")
            name = await made(ann)
            tables = [await started(one, name) for one in (ann, bob)]
            await played(ann, tables[0], 1)
            assert await refusal(bob, comparison(name, ann, bob)) == "same_sealed"
            assert await refusal(ann, comparison(name, ann, bob)) == "challenge_unfinished"
            for path in ("replay", "record"):
                assert await refusal(bob, f"/api/tables/{tables[0]}/matches/1/{path}") == "same_sealed"
            before = await seen(bob, name)
            assert (before["done"], before["ranking"], before["maker"]) == (False, [], "Ann")
            assert {(one["name"], one["turns"], one["done"]) for one in before["players"]} == {
                ("Ann", 1, True),
                ("Bob", 0, False),
            }
            assert all(set(one) == {"person", "name", "turns", "done"} for one in before["players"])
            await played(bob, tables[1], 2)
            logs = [await deeds(server, table) for table in tables]
            assert logs[0][0] == logs[1][0]  # the deck
            found = (await bob.get(comparison(name, ann, bob))).json()
            assert [one["name"] for one in found["players"]] == ["Ann", "Bob"]
            ranking = (await seen(bob, name))["ranking"]
            points = {one["name"]: one["points"] for one in ranking}
            (only,) = found["rounds"]
            assert only["gained"] == [points["Ann"], points["Bob"]]
            first = next(one for one in only["tricks"] if not one["same"])
            assert first["sides"][0]["chosen"] != first["sides"][1]["chosen"]
            assert await refusal(eve, comparison(name, ann, bob)) == "same_sealed"
            assert await refusal(server.person(""), comparison(name, ann, bob)) == "unknown_person"
            assert (await ann.get(f"/api/tables/{tables[1]}/matches/1/replay")).status_code == 200

    asyncio.run(main())


def test_the_same_choices_are_the_same_all_along(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            name = await made(ann, "willi", 4)
            for person in (ann, bob):
                await played(person, await started(person, name), 6)
            found = (await ann.get(comparison(name, ann, bob))).json()
            tricks = [trick for one in found["rounds"] for trick in one["tricks"]]
            assert all(trick["same"] for trick in tricks)
            assert (len(found["rounds"]), found["tricks"]) == (8, True)
            assert {trick["trick"] for trick in tricks} <= set(range(9))
            assert tricks[0]["trick"] == 0  # cards laid aside
            assert tricks[0]["sides"][0]["chosen"][0]["kind"] == "discard"
            begun = {trick["sides"][0]["chosen"][0]["kind"] for trick in tricks}
            assert begun <= {"discard", "play", "call"}  # to swap belongs to the trick that was just taken
            assert sum(trick["sides"][0]["taken_by"] == 0 for trick in found["rounds"][0]["tricks"]) == 2

    asyncio.run(main())


def test_each_seat_in_turn_is_one_turn_after_the_other_and_ranked_by_their_sum(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            name = await made(ann, seats=2, turns="each")
            assert (await seen(ann, name))["seats"] == [0, 1]
            turn = f"/api/sets/{name}/turns"
            assert await refusal(ann, f"{turn}/1", {}) == "challenge_turns"
            first = await started(ann, name)
            assert await refusal(ann, f"{turn}/1", {}) == "challenge_turns"
            await played(ann, first, 1)
            mine = (await seen(ann, name))["mine"]
            assert [one["progress"] for one in mine] == ["over", "new"]
            (half,) = [one for one in (await ann.get(f"/api/sets/{name}")).json()["mine"] if one["turn"] == 0]
            assert (half["rank"], half["over"], half["share"]) == (None, None, None)
            assert await refusal(ann, comparison(name, ann, ann)) == "same_sealed"
            seat = await played(ann, await started(ann, name, 1), 2)
            assert seat.mine["seat"] == 1
            for at in (0, 1):
                await server.room.store.add_result(BotResult(name, at, BASE, 10))
                await played(bob, await started(bob, name, at), 5 + at)
            ranking = (await seen(ann, name))["ranking"]
            assert [one["points"] for one in ranking] == sorted((sum(one["turns"]) for one in ranking), reverse=True)
            assert all(len(one["turns"]) == 2 for one in ranking)
            base = sum(one.points for one in await server.room.store.results(name) if one.level == BASE)
            assert [one["over"] for one in ranking] == [one["points"] - base for one in ranking]
            assert (await ann.get(comparison(name, ann, bob, 1))).json()["seat"] == 1
            assert await refusal(ann, comparison(name, ann, bob, 2)) == "no_such_turn"

    asyncio.run(main())


def test_the_cards_of_a_finished_match_are_dealt_again(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await finished(ann, 1)
            path = f"/api/tables/{table}/matches/1/challenge"
            assert await refusal(bob, path, {}) == "challenge_others"
            answer = await ann.post(path, {"turns": "same"})
            assert answer.status_code == 201
            name = answer.json()["id"]
            found = await seen(ann, name)
            assert (found["known"], found["done"], found["seats"]) == (True, True, [0])
            assert await refusal(ann, f"/api/sets/{name}/turns/0", {}) == "challenge_known"
            (original,) = (await seen(bob, name))["original"]
            assert (original["name"], original["points"]) == ("Ann", None)
            again = await started(bob, name)
            await played(bob, again, 2)
            decks = [(await deeds(server, one))[0] for one in (table, again)]
            assert decks[0] == decks[1]
            found = await seen(bob, name)
            assert [one["name"] for one in found["ranking"]] == ["Bob"]
            (original,) = found["original"]
            for person in (ann, bob):
                compared = (await person.get(comparison(name, ann, bob))).json()
                assert [one["original"] for one in compared["players"]] == [True, False]
                assert compared["players"][0]["points"] == original["points"]
            assert await refusal(bob, f"/api/tables/{again}/matches/1/challenge", {}) == "challenge_same"

    asyncio.run(main())


def test_each_seat_of_a_finished_match_is_a_turn(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await finished(ann, 3)
            name = (await ann.post(f"/api/tables/{table}/matches/1/challenge", {"turns": "each"})).json()["id"]
            for turn in (0, 1):
                await played(bob, await started(bob, name, turn), turn)
            assert (await ann.get(comparison(name, ann, bob, 0))).status_code == 200
            assert await refusal(ann, comparison(name, ann, bob, 1)) == "challenge_unfinished"  # a bot sat there

    asyncio.run(main())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "wheedle", "seats": 4}, "no_challenge"),
        ({"game": "chess", "seats": 2}, "bad_request"),
        ({"game": "willi", "seats": 11}, "bad_request"),
        ({"game": "willi", "seats": 4, "turns": "none"}, "bad_request"),
    ],
)
def test_what_makes_no_challenge_is_refused_by_name(wish: Message, code: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            assert await refusal(ann, "/api/challenges", wish) == code
            assert await refusal(server.person(""), "/api/challenges", wish) in ("unknown_person", "bad_request")

    asyncio.run(main())


def test_a_match_that_is_not_over_or_was_prepared_makes_no_challenge(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("holzwurm", 2)
            assert await refusal(ann, f"/api/tables/{table}/matches/1/challenge", {}) == "not_over"
            assert await refusal(ann, f"/api/tables/{table}/matches/2/challenge", {}) == "no_such_match"
            assert await refusal(ann, "/api/tables/nowhere/matches/1/challenge", {}) == "no_such_table"
            lesson = await finished(ann, 1, lesson=True)
            assert await refusal(ann, f"/api/tables/{lesson}/matches/1/challenge", {}) == "challenge_prepared"
            on = await ann.post(f"/api/tables/{lesson}/matches/1/play_on", {"at": 3, "seat": 0})
            await played(ann, on.json()["id"], 1)
            assert await refusal(ann, f"/api/tables/{on.json()['id']}/matches/1/challenge", {}) == "challenge_prepared"

    asyncio.run(main())


def test_turns_count_among_the_tables_that_one_may_have(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, tables_per_person=1)) as server:
            (ann,) = await server.guests("Ann")
            names = [await made(ann) for _ in range(2)]
            table = await started(ann, names[0])
            assert await refusal(ann, f"/api/sets/{names[1]}/turns/0", {}) == "too_many_tables"
            assert await started(ann, names[0]) == table
            await played(ann, table, 1)
            await started(ann, names[1])

    asyncio.run(main())


def test_a_set_of_another_kind_is_no_challenge(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            daily = (await ann.get("/api/today")).json()[0]["promise"]["set"]
            for name in (daily, "nowhere"):
                assert await refusal(ann, f"/api/challenges/{name}") == "no_such_set"

    asyncio.run(main())
