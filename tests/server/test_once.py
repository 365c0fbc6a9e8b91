"""Commands that come twice, too late, or at the same time as another's."""

import asyncio
from random import Random
from typing import Any

import msgspec

from tests.server.serving import Message, Person, Running, Seat, launched, quick, serving
from tests.store.arrange import opened


async def two_at(server: Running, game: str, seats: int, **setup: Any) -> tuple[Person, Person, str]:
    """Ann's table, at which Bob sits too."""
    ann, bob = await server.guests("Ann", "Bob")
    table = await ann.make(game, seats, **setup)
    async with bob.at(table) as guest:
        assert (await guest.ask("sit"))["kind"] == "answer"
    return ann, bob, table


async def both(seat: Seat, ref: str, **command: Any) -> list[Message]:
    """Sends a command twice, and waits for both answers."""
    await seat.send(ref, **command)
    await seat.send(ref, **command)
    await seat.until(lambda: len(answers(seat, ref)) == 2)
    return answers(seat, ref)


def answers(seat: Seat, ref: str) -> list[Message]:
    return [one for one in seat.messages if one.get("id") == ref]


async def events_of(server: Running, table: str) -> list[Message]:
    """The log of a table."""
    return [msgspec.json.decode(row.body) for row in await server.room.store.log(table)]


def test_the_same_command_twice_at_once_acts_once(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            ann, _, table = await two_at(server, "holzwurm", 2, first=0)
            async with ann.at(table) as host:
                await (await host.opened()).until(host.all_promised)
                first, second = await both(host, "start", kind="start")
                assert first == second == {"kind": "answer", "id": "start"}
                await host.until(host.may_act)
                choice = host.mine["choices"][0]
                first, second = await both(host, "x", kind="do", do=choice, saw=host.n)
                assert first == second == {"kind": "answer", "id": "x"}
                first, second = await both(host, "y", kind="say", text="once")
                assert first == second == {"kind": "answer", "id": "y"}
                first, second = await both(host, "z", kind="do", do=choice, saw=host.n)
                assert first == second
                assert first["kind"] == "refused"
            log = await events_of(server, table)
            assert [one["kind"] for one in log].count("started") == 1
            assert [one["kind"] for one in log].count("did") == 1
            assert [one["kind"] for one in log].count("said") == 1

    asyncio.run(main())


def test_ids_of_different_people_are_different_ids(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await two_at(server, "holzwurm", 2)
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.ask("say", ref="1", text="Ann")
                await guest.ask("say", ref="1", text="Bob")
            assert [one["text"] for one in await events_of(server, table) if one["kind"] == "said"] == ["Ann", "Bob"]

    asyncio.run(main())


def test_the_same_command_after_coming_back_acts_once(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, sleep_after=0.1)) as server:
            ann, _, table = await two_at(server, "holzwurm", 2, first=0)
            async with ann.at(table) as host:
                await host.start()
                await host.until(host.may_act)
                choice = host.mine["choices"][0]
                await host.send("x", kind="do", do=choice, saw=host.n)
                host.abort()
            for _ in range(3):
                async with ann.at(table) as again:
                    await again.opened()
                    assert await again.ask("do", ref="x", do=choice, saw=again.n) == {"kind": "answer", "id": "x"}
                await asyncio.sleep(0.3)
            assert [one["kind"] for one in await events_of(server, table)].count("did") == 1

    asyncio.run(main())


def test_the_same_command_after_a_restart_acts_once(sqlite_database: str) -> None:
    async def main() -> None:
        person, choice, table = Person("", "Ann"), "", ""
        for turn in range(3):
            server = await launched(sqlite_database)
            person.url = server.url
            if not turn:
                await person.come()
                table = await person.make("holzwurm", 2, first=0, level="newcomer")
            async with person.at(table) as seat:
                if not turn:
                    await seat.start()
                    await seat.until(seat.may_act)
                    choice = seat.mine["choices"][0]
                await seat.opened()
                for _ in range(2):
                    assert await seat.ask("do", ref="x", do=choice, saw=seat.n) == {"kind": "answer", "id": "x"}
                await server.kill()
        async with opened(sqlite_database) as store:
            log = [msgspec.json.decode(row.body) for row in await store.log(table)]
        assert len([one for one in log if one.get("id") == "x"]) == 1

    asyncio.run(main())


def test_what_was_meant_for_an_earlier_moment_changes_nothing(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, table = await two_at(server, "holzwurm", 2, first=0)
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.start()
                await host.until(host.may_act)
                seen = host.n
                await host.do(host.mine["choices"][0])
                await guest.until(guest.may_act)
                await guest.do(guest.mine["choices"][0])
                await host.until(host.may_act)
                before = host.sight
                for choice in host.mine["choices"]:
                    refused = await host.ask("do", do=choice, saw=seen)
                    assert (refused["kind"], refused["code"]) == ("refused", "past")
                    assert refused["message"]
                assert host.sight == before
                assert (await host.ask("do", do=host.mine["choices"][0], saw=host.mine["asked"]))["kind"] == "answer"

    asyncio.run(main())


async def market(server: Running, people: int, seats: int = 4) -> tuple[str, list[Person]]:
    """A table of Wheedle with these many people, at which trading has begun."""
    guests = await server.guests(*(f"P{n}" for n in range(people)))
    table = await guests[0].make("wheedle", seats, first=0, level="newcomer")
    for guest in guests[1:]:
        async with guest.at(table) as seat:
            await seat.ask("sit")
    async with guests[0].at(table) as host:
        await host.start()
        assert (await host.do("turn"))["kind"] == "answer"
    return table, guests


def test_an_offer_that_has_gone_and_a_centre_card_that_changed(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            table, people = await market(server, 4)
            async with people[0].at(table) as ann, people[1].at(table) as bob, people[2].at(table) as cas:
                for seat in (ann, bob, cas):
                    await seat.opened()
                gift = next(iter(ann.mine["hand"]))
                await ann.do(f"offer {gift} for nothing")
                await bob.until(lambda: offers(bob))
                number = offers(bob)[0]
                await ann.do("withdraw")
                before = bob.mine["hand"]
                refused = await bob.do(f"take {number}")
                assert (refused["code"], refused["facts"]) == ("offer_gone", {"number": number})
                assert bob.mine["hand"] == before
                assert ann.view
                centre = ann.view["centre"]
                laid = next(one for one in ann.mine["hand"] if one != centre)
                assert (await ann.do(f"centre {laid} for {centre}"))["kind"] == "answer"
                other = next(iter(bob.mine["hand"]))
                refused = await bob.do(f"centre {other} for {centre}")
                assert (refused["code"], refused["facts"]) == ("centre_changed", {"company": laid})
                assert bob.mine["hand"] == before
                assert refused["message"]

    asyncio.run(main())


def offers(seat: Seat) -> list[int]:
    assert seat.view
    return [one["offer"]["number"] for one in seat.view["players"] if one["offer"]]


def taken(takers: list[Seat], results: list[Message]) -> list[int]:
    return [taker.mine["seat"] for taker, one in zip(takers, results, strict=True) if one["kind"] == "answer"]


def test_of_many_who_take_one_offer_exactly_one_gets_it(database: str) -> None:
    async def main() -> None:
        async with serving(quick(database)) as server:
            table, people = await market(server, 4)
            async with (
                people[0].at(table) as maker,
                people[1].at(table) as bob,
                people[2].at(table) as cas,
                people[3].at(table) as dan,
            ):
                takers = [bob, cas, dan]
                for seat in (maker, *takers):
                    await seat.opened()
                winners, chance = [], Random(8)
                for turn in range(40):
                    everyone = [maker, *takers]
                    giver = everyone[turn % 4]
                    others = [seat for seat in everyone if seat is not giver]
                    chance.shuffle(others)
                    gift = next(iter(giver.mine["hand"]))
                    assert (await giver.do(f"offer {gift} for nothing"))["kind"] == "answer"
                    await asyncio.gather(*(seat.until(lambda seat=seat: offers(seat)) for seat in others))  # type: ignore[misc]
                    (number,) = offers(others[0])
                    results = await asyncio.gather(*(seat.do(f"take {number}") for seat in others))
                    assert sorted(one["kind"] for one in results) == ["answer", "refused", "refused"]
                    assert {one["code"] for one in results if one["kind"] == "refused"} == {"offer_gone"}
                    winners.append(next(iter(taken(others, results))))
                    n = max(seat.n for seat in everyone)
                    await asyncio.gather(*(seat.until(lambda seat=seat: seat.n >= n) for seat in everyone))  # type: ignore[misc]  # noqa: B023
                    shares: dict[str, int] = {str(maker.view["centre"]): 1} if maker.view else {}
                    for seat in everyone:
                        for company, count in seat.mine["hand"].items():
                            shares[company] = shares.get(company, 0) + count
                    assert shares == {"B": 9, "T": 9, "G": 7, "H": 7, "N": 7, "P": 7, "A": 5, "C": 5, "F": 5}
                assert len(set(winners)) > 1

    asyncio.run(main())
