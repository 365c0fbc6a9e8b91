"""Reloads, second tabs, lost networks, other devices, absences: the seat stays one's own, and the stream goes on."""

import asyncio
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

import pytest

from ludotheque.table import setup, sitting
from tests.server.serving import Message, Person, Running, Seat, quick, serving

SHORT: dict[str, dict[str, Any]] = {
    "willi": {"seats": 3},
    "wimmuln": {"seats": 3, "options": {"target": 1}},
    "holzwurm": {"seats": 2, "options": {"rounds": 1}},
    "wheedle": {"seats": 4},
}


FAR = 150  # events, or the end of the match


async def begun(server: Running, game: str = "holzwurm", **changes: Any) -> tuple[Person, Person, str]:
    """Ann's table, at which Bob sits too, with its match begun."""
    ann, bob = await server.guests("Ann", "Bob")
    table = await ann.make(game, **(SHORT[game] | {"level": "newcomer"} | changes))
    async with ann.at(table) as host, bob.at(table) as guest:
        await guest.ask("sit")
        await host.start()
    return ann, bob, table


async def torn(person: Person, table: str, chance: Random, all_events: list[Message]) -> None:
    """Plays on a connection that is cut again and again, for as long as others play; notes the events that came."""
    last: Seat | None = None
    while last is None or not reached(last, FAR):
        async with person.at(table, after=last) as seat:
            if last is None:
                await seat.opened()
            start, cut = seat.n, chance.randint(1, 25)
            await seat.play(chance, partial(reached, seat, start + cut))
            seat.abort()
            if last is not None:
                assert not any(message["kind"] == "scene" for message in seat.messages)
            all_events += seat.events()
            last = seat


def reached(seat: Seat, n: int) -> bool:
    return seat.n >= n or seat.stage == "over"


@pytest.mark.parametrize("game", SHORT)
def test_a_stream_that_breaks_goes_on_where_it_broke(game: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server, game)
            events: list[Message] = []
            async with ann.at(table) as steady, bob.at(table) as other:
                playing = asyncio.create_task(other.play_on(Random(1)))
                await torn(ann, table, Random(2), events)
                playing.cancel()
                await steady.until(lambda: steady.n >= events[-1]["n"])
            first = events[0]["n"]
            assert [event["n"] for event in events] == list(range(first, first + len(events)))
            assert events == [event for event in steady.events() if first <= event["n"] <= events[-1]["n"]]

    asyncio.run(main())


def test_who_missed_nothing_is_told_nothing_and_who_missed_some_is_told_those(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server)
            async with ann.at(table) as host:
                await host.opened()
            async with bob.at(table) as guest:
                await guest.ask("say", text="one")
                await guest.ask("say", text="two")
                async with ann.at(table, after=host) as again:
                    heard = await again.told("said", 2)
                    assert [one["text"] for one in heard] == ["one", "two"]
                async with ann.at(table, after=again) as reloaded:
                    await reloaded.until(lambda: len(reloaded.messages) > 1)
                    assert not [one for one in reloaded.messages if one["kind"] in ("scene", "event")]

    asyncio.run(main())


def test_numbers_that_never_were_get_a_whole_scene(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server)
            async with ann.at(table) as host:
                await host.opened()
            wrong = ("?since=999999&seat=0", "?since=x&seat=0", "?since=-1&seat=0", "?since=1&seat=1", "?since=2")
            for query in (*wrong, "?since=1&seat=99", "?seat=0", f"?since={9**30}&seat=0"):
                async with ann.at(table, query) as seat:
                    await seat.opened()
                    assert seat.messages[0]["kind"] == "scene"
                    assert seat.mine["seat"] == 0
            async with bob.at(table, f"?since={host.n - 1}&seat=0") as thief:
                await thief.opened()
                assert thief.messages[0]["kind"] == "scene"
                assert thief.mine["seat"] == 1

    asyncio.run(main())


def test_who_missed_very_much_gets_a_whole_scene(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server)
            async with ann.at(table) as host:
                await host.opened()
            async with bob.at(table) as guest:
                await asyncio.gather(*(guest.ask("say", text=str(n)) for n in range(201)))
                async with ann.at(table, after=host) as again:
                    await again.until(lambda: again.n >= guest.n)
                    assert again.messages[0]["kind"] == "scene"

    asyncio.run(main())


def test_two_tabs_show_the_same_and_both_may_act(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server)
            async with ann.at(table) as left, ann.at(table) as right, bob.at(table) as other:
                tabs, chance = [left, right], Random(3)

                async def play_in_both() -> None:
                    for tab in cycle(tabs):
                        if left.stage == "over":
                            return
                        await tab.play(chance, partial(switched, chance, left))

                await asyncio.gather(play_in_both(), other.play_on(Random(4)))
                await left.ended()
                await right.until(lambda: right.n == left.n)
                assert left.sight == right.sight
                last = [one for one in other.messages if one["kind"] == "presence"][-1]
                assert sorted(one["name"] for one in last["people"]) == ["Ann", "Bob"]
                answers = [{one["id"] for one in tab.messages if one["kind"] == "answer"} for tab in tabs]
                assert all(answers)
            assert not [one for one in left.messages if one["kind"] == "refused"]

    asyncio.run(main())


def switched(chance: Random, seat: Seat) -> bool:
    return seat.stage == "over" or chance.random() < 0.2


def test_another_device_is_the_same_person_by_the_key(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, _, table = await begun(server)
            key = (await ann.get("/api/me/key")).json()["token"]
            device = server.person("?")
            answer = await device.post("/api/me/key", {"token": key})
            assert answer.json() == {"id": ann.id, "name": "Ann", "language": "en"}
            device.token = answer.cookies["ludotheque"]
            async with ann.at(table) as host, device.at(table) as other:
                await host.opened()
                await other.opened()
                assert other.sight == host.sight
                assert other.mine["seat"] == 0
            wrong = await server.person("?").post("/api/me/key", {"token": key[:-1] + ("a" if key[-1] != "a" else "b")})
            assert (wrong.status_code, wrong.json()["code"]) == (401, "unknown_person")
            assert "set-cookie" not in wrong.headers

    asyncio.run(main())


def test_a_bot_sits_in_for_who_is_away_and_hands_the_seat_back(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitting, "GRACE", 0.3)

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server, "wimmuln")
            async with bob.at(table) as guest:
                async with ann.at(table) as host:
                    await host.opened()
                    host.abort()
                assert (await guest.told("left"))[-1] == {"kind": "left", "seat": 0}
                await guest.until(lambda: guest.table["seats"][0]["away"])
                await guest.play(Random(1), lambda: any(bot_acted(one, 0) for one in guest.events()))
                async with ann.at(table, after=host) as again:
                    await again.told("returned")
                    back = again.n
                    assert not again.table["seats"][0]["away"]
                    await guest.told("returned")
                    await asyncio.gather(*(one.play_on(Random(2)) for one in (again, guest)))
                    acts = [e for e in again.events() if e["n"] > back and e["event"]["kind"] == "did"]
                    assert not any(bot_acted(one, 0) for one in acts)

    asyncio.run(main())


def bot_acted(message: Message, seat: int) -> bool:
    event = message["event"]
    return event["kind"] == "did" and event["seat"] == seat and event.get("bot", False)


def test_a_short_loss_of_the_network_is_not_an_absence(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await begun(server)
            async with bob.at(table) as guest:
                for _ in range(3):
                    async with ann.at(table) as host:
                        await host.opened()
                        host.abort()
                async with ann.at(table) as host:
                    await host.ask("say", preset="hello")
                    await guest.told("said")
                    assert not {"left", "returned"} & {one["event"]["kind"] for one in guest.events()}

    asyncio.run(main())


def test_out_of_time_a_bot_acts_until_its_owner_is_back(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(setup.ALLOWANCE, "brisk", 0.4)

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, clock="brisk", level="newcomer", first=0)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.start()
                await host.until(lambda: any(m["kind"] == "time" and m["seats"].get("0") for m in host.messages))
                left = (await host.told("left"))[0]
                assert left == {"kind": "left", "seat": 0, "late": True}
                await guest.until(lambda: any(bot_acted(one, 0) for one in guest.events()))
                assert (await host.ask("back"))["kind"] == "answer"
                assert not host.table["seats"][0]["away"]
                assert (await host.ask("back"))["code"] == "not_away"

    asyncio.run(main())


def test_a_table_that_everybody_left_pauses(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "GRACE", 0.1)
    monkeypatch.setitem(setup.ALLOWANCE, "brisk", 0.5)

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, _, table = await begun(server, "willi", clock="brisk")
            live = server.room.hall.tables[table]
            await asyncio.sleep(0.1)
            before = live.table.facts.n
            await asyncio.sleep(0.8)
            assert live.table.facts.n == before
            async with ann.at(table) as host:
                await host.opened()
                assert not host.table["seats"][0]["away"]
                await host.told("left")
                assert host.table["seats"][1]["away"] or host.table["seats"][0]["away"]

    asyncio.run(main())


@pytest.mark.parametrize("game", SHORT)
def test_a_table_sleeps_and_wakes_as_it_was(game: str, database: str) -> None:
    async def main() -> None:
        async with serving(quick(database, sleep_after=0.2)) as server:
            ann, bob, table = await begun(server, game)
            async with ann.at(table) as host, bob.at(table) as guest:
                await asyncio.gather(*(one.play(Random(5), partial(reached, one, 12)) for one in (host, guest)))
                await host.until(lambda: host.n == guest.n)
            for _ in range(3):
                await slept(server, table)
                async with ann.at(table) as again:
                    await again.opened()
                    assert again.mine["hand"] == host.mine["hand"]
                    host = again
            async with ann.at(table, after=host) as again, bob.at(table) as guest:
                await asyncio.gather(*(one.play(Random(6), partial(reached, one, 80)) for one in (again, guest)))
            assert "scene" not in {one["kind"] for one in again.messages}

    asyncio.run(main())


async def slept(server: Running, table: str) -> None:
    """Until a table has left memory, and a snapshot of it is kept."""
    async with asyncio.timeout(10):
        while table in server.room.hall.tables:
            await asyncio.sleep(0.05)
        kept, rows = await server.room.store.wake(table)
        while kept is None or rows:
            kept, rows = await server.room.store.wake(table)


def test_a_table_that_somebody_looks_at_stays(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, sleep_after=0.1)) as server:
            _, _, table = await begun(server)
            watcher = await server.person("Cas").come()
            async with watcher.at(table) as seat:
                await seat.opened()
                await asyncio.sleep(0.5)
                assert table in server.room.hall.tables
                assert (await seat.ask("say", preset="hello"))["kind"] == "answer"
            await slept(server, table)

    asyncio.run(main())


def test_coming_in_while_a_table_falls_asleep(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, sleep_after=0.01)) as server:
            ann, bob, table = await begun(server)
            last: dict[str, Seat | None] = {"Ann": None, "Bob": None}
            for turn in range(60):
                person = (ann, bob)[turn % 2]
                async with person.at(table, after=last[person.name]) as seat:
                    assert (await seat.ask("say", text=str(turn)))["kind"] == "answer"
                    last[person.name] = seat
                await asyncio.sleep(0.002 * (turn % 12))
            log = await server.room.store.log(table)
            said = [row for row in log if b'"said"' in row.body]
            assert len(said) == 60

    asyncio.run(main())
