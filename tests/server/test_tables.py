"""People and bots play over real sockets: everything that a table offers, used as a browser would."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from typing import Any

import pytest

from ludotheque.games.record import read_record, verify
from tests.server.serving import Message, Person, Running, Seat, quick, serving

SHORT: dict[str, dict[str, Any]] = {
    "willi": {"seats": 3},
    "wimmuln": {"seats": 4, "options": {"target": 1}},
    "holzwurm": {"seats": 3, "options": {"rounds": 2}},
    "wheedle": {"seats": 4},
}


async def whole_match(server: Running, game: str, names: tuple[str, ...], watchers: int = 0) -> list[Seat]:
    """A match of these people and bots to its end; what each of them, and then each watcher, was sent."""
    people = await server.guests(*names, *(f"Watcher {n}" for n in range(watchers)))
    table = await people[0].make(game, level="newcomer", **SHORT[game])
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(person.at(table)) for person in people]
        for seat in seats[1 : len(names)]:
            assert (await seat.ask("sit"))["kind"] == "answer"
        assert (await seats[0].start())["kind"] == "answer"
        chance = Random(game)
        await asyncio.gather(*(seat.play_on(chance) for seat in seats[: len(names)]))
        for seat in seats:
            await seat.ended()
        record = await people[0].get(f"/api/tables/{table}/matches/1/record")
        assert verify(record.text).deals == len(seats[0].table["sheet"])
        assert [bool(salt) for salt in seats[0].table["salts"]] == [
            bool(seat["person"]) for seat in seats[0].table["seats"]
        ]
        assert read_record(record.text).winners == seats[0].table["winners"]
    return seats


@pytest.mark.parametrize("game", SHORT)
def test_one_person_and_bots_play_a_match(game: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (seat,) = await whole_match(server, game, ("Ann",))
        assert seat.table["winners"]
        assert [bool(one["level"]) for one in seat.table["seats"]] == [False] + [True] * (SHORT[game]["seats"] - 1)

    asyncio.run(main())


@pytest.mark.parametrize("game", ["wimmuln", "holzwurm", "wheedle"])
def test_two_people_and_bots_play_a_match(game: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await whole_match(server, game, ("Ann", "Bob"))
        assert ann.view == bob.view
        assert ann.table == bob.table

    asyncio.run(main())


@pytest.mark.parametrize("game", SHORT)
def test_three_people_play_a_match_and_somebody_watches(game: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            *players, watcher = await whole_match(server, game, ("Ann", "Bob", "Cas"), watchers=1)
        for player in players:
            assert player.view == watcher.view
        assert not watcher.mine.get("hand")
        assert [e["event"]["kind"] for e in watcher.events()].count("did") >= 4

    asyncio.run(main())


def test_a_link_lets_others_in_to_sit_stand_and_watch(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, bob.at(table) as guest:
                assert [one["name"] for one in host.table["seats"]] == ["Ann", "", ""]
                assert guest.mine == {}
                await guest.ask("sit", seat=2)
                await host.until(lambda: host.table["seats"][2]["name"] == "Bob")
                assert (await guest.ask("sit", seat=0))["code"] == "taken"
                assert (await guest.ask("sit", seat=1))["kind"] == "answer"
                assert (await guest.ask("sit"))["code"] == "seated"
                await host.until(lambda: [one["name"] for one in host.table["seats"]] == ["Ann", "Bob", ""])
                await guest.ask("stand")
                await host.until(lambda: host.table["seats"][1]["name"] == "")
                assert (await guest.ask("stand"))["code"] == "no_seat"
                assert (await guest.start())["code"] == "not_host"
                await host.ask("add_bot", seat=1, level="expert")
                await host.ask("add_bot", seat=2)
                assert [one["level"] for one in host.table["seats"]] == ["", "expert", "regular"]
                await host.ask("empty", seat=1)
                assert [one["level"] for one in host.table["seats"]] == ["", "", "regular"]
                assert (await host.ask("empty", seat=1))["code"] == "no_bot"

    asyncio.run(main())


def test_a_person_gets_the_seat_of_a_bot_with_the_next_deal_and_never_sees_its_cards(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("wimmuln", 3, options={"target": 400})
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.start()
                await guest.until(lambda: guest.stage == "playing")
                round_before = (guest.view or {})["round"]
                assert (await guest.ask("sit", seat=2))["kind"] == "answer"
                assert guest.table["seats"][2]["claim"]["name"] == "Bob"
                await host.play(Random(1), lambda: bool(guest.mine.get("hand")))
                assert ((guest.view or {})["round"], guest.mine["seat"]) == (round_before + 1, 2)
                own = [message for message in guest.messages if message.get("mine", {}).get("hand")]
                assert own[0]["kind"] == "scene"
                assert own[0]["view"]["round"] == round_before + 1
            async with bob.at(table, "?seat=2&since=1") as again:
                await again.opened()
                assert again.messages[0]["kind"] == "scene", "what the bot was told is not told to who came after it"

    asyncio.run(main())


def test_a_seat_is_nobody_elses_while_its_cards_are_out(sqlite_database: str) -> None:
    """The host removes somebody and sits down there with another browser; a guest does when the host looks away."""

    async def main() -> None:
        async with serving(quick(sqlite_database), pace=100.0) as server:
            ann, bob, second = await server.guests("Ann", "Bob", "Ann's other browser")
            table = await ann.make("willi", 4)
            async with ann.at(table) as host, bob.at(table) as guest, second.at(table) as spy:
                await guest.ask("sit", seat=1)
                await host.start()
                assert (await host.ask("remove", person=bob.id))["kind"] == "answer"
                assert (await spy.ask("sit", seat=1))["code"] == "taken"
                assert guest.closed is None
                await guest.ask("stand")
                await spy.ask("sit", seat=1)
                await spy.ask("sit", seat=2)
                await spy.told("claimed", 2)
                assert not any(message.get("mine", {}).get("hand") for message in spy.messages)

    asyncio.run(main())


def test_a_rematch_keeps_the_table(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, options={"rounds": 1})
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                for match in (1, 2):
                    assert (await host.ask("rematch"))["code"] == "is_open"
                    first = host.table["commitment"]
                    await host.start()
                    await asyncio.gather(*(seat.play_on(Random(match)) for seat in (host, guest)))
                    assert host.table["secret"]
                    record = await bob.get(f"/api/tables/{table}/matches/{match}/record")
                    assert verify(record.text).deals == 1
                    assert (await guest.ask("rematch"))["kind"] == "answer"
                    await host.told("again", match)
                    assert host.table["commitment"] != first
                    assert host.table["secret"] is None
                    assert (host.view, host.mine) == (None, {}), "by the events alone"
                    async with bob.at(table) as fresh:
                        assert (fresh.view, fresh.mine) == (host.view, host.mine), "by a scene"
                    assert [one["name"] for one in host.table["seats"]] == ["Ann", "Bob"]
                again = await bob.get(f"/api/tables/{table}/matches/1/record")
                assert verify(again.text).deals == 1

    asyncio.run(main())


def test_chat_by_preset_or_in_ones_own_words(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, cas = await server.guests("Ann", "Bob", "Cas")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, bob.at(table) as guest, cas.at(table) as deaf:
                assert (await deaf.ask("mute", people=[bob.id]))["kind"] == "answer"
                await guest.ask("say", text="  Dag \u202e\x07allemaal ♥ ")
                await guest.ask("say", preset="well_played")
                await host.ask("say", text="hi")
                for seat in (host, guest):
                    said = await seat.told("said", 3)
                    words = [(one["name"], one.get("text", ""), one.get("preset", "")) for one in said]
                    heard = [("Bob", "Dag allemaal ♥", ""), ("Bob", "", "well_played"), ("Ann", "hi", "")]
                    assert words == heard
                *muted, last = await deaf.told("said", 3)
                assert muted == [{"kind": "said"}, {"kind": "said"}]
                assert last["text"] == "hi"
                await deaf.ask("mute", people=[])
                await guest.ask("say", text="again")
                assert (await deaf.told("said", 4))[3]["text"] == "again"
                for nothing in ({}, {"text": " \n"}, {"text": "x", "preset": "hello"}):
                    assert (await guest.ask("say", **nothing))["code"] == "nothing_said"
                assert not any("Dag" in text for text in deaf.raw)

    asyncio.run(main())


def test_the_host_removes_a_guest_for_good(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob, cas = await server.guests("Ann", "Bob", "Cas")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, bob.at(table) as guest, bob.at(table) as tab, cas.at(table) as other:
                await guest.ask("sit")
                await other.ask("sit")
                assert (await other.ask("remove", person=bob.id))["code"] == "not_host"
                assert (await host.ask("remove", person=ann.id))["code"] == "host_stays"
                assert (await host.ask("remove", person=bob.id))["kind"] == "answer"
                for seat in (guest, tab):
                    assert await seat.dropped() == (4410, "removed")
                    assert (seat.messages[-1]["kind"], seat.messages[-1]["code"]) == ("refused", "removed")
                await host.until(lambda: host.table["seats"][1]["name"] == "")
                assert other.closed is None
                assert await turned_away(bob, table) == ("removed", 4410)
                await host.until(lambda: present(host) == {"Ann", "Cas"})
                assert (await other.ask("say", preset="hello"))["kind"] == "answer"

    asyncio.run(main())


async def turned_away(person: Person, table: str) -> tuple[str, int]:
    """Why somebody is not let in, and with which code the connection closes."""
    async with person.at(table) as seat:
        code, _ = await seat.dropped()
        return seat.messages[0]["code"], code


def present(seat: Seat) -> set[str]:
    return {one["name"] for one in [m for m in seat.messages if m["kind"] == "presence"][-1]["people"]}


HINTS = {"en": "the", "fr": "le", "nl": "de", "de": "die"}


@pytest.mark.parametrize("language", HINTS)
def test_a_hint_comes_in_the_language_of_who_asks(language: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann = await server.person("Ann", language).come()
            other = await server.person("Bob", "en").come()
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, other.at(table) as guest:
                assert (await host.ask("hint"))["code"] == "not_your_turn"
                await guest.ask("sit")
                await host.start()
                hint = await host.ask("hint", level="regular")
                assert hint["do"] in host.mine["choices"]
                english = await guest.ask("hint", level="regular")
                assert hint["because"]["kind"]
                assert (language == "en") == hint["message"].startswith(english["message"].partition(":")[0])
                refused = await host.do("willi")
                assert refused["kind"] == "refused"

    asyncio.run(main())


def test_no_hints_where_the_table_has_none(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 3, hints=False)
            async with ann.at(table) as host:
                await host.start()
                assert (await host.ask("hint"))["code"] == "no_hints"

    asyncio.run(main())


def test_a_record_can_be_read_when_the_match_is_over_and_not_before(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, options={"rounds": 1})
            path = f"/api/tables/{table}/matches/1/record"
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                assert (await ann.get(path)).json()["code"] == "not_over"
                await host.start()
                await host.play(Random(1), lambda: host.n > 12 or not host.may_act())
                early = await ann.get(path)
                assert (early.status_code, early.json()["code"]) == (409, "not_over")
                assert (await ann.get(path.replace("/1/", "/2/"))).json()["code"] == "no_such_match"
                assert (await ann.get(path.replace("/1/", "/0/"))).json()["code"] == "no_such_match"
                await asyncio.gather(*(seat.play_on(Random(2)) for seat in (host, guest)))
            record = await server.person("Nobody").get(path)
            assert record.headers["content-disposition"] == f'attachment; filename="{table}-1.jsonl"'
            assert verify(record.text).deals == 1
            replay = path.replace("record", "replay")
            for seat in (-1, 0, 1):
                assert (await bob.get(f"{replay}?seat={seat}")).status_code == 200
            for seat in (-2, 2, 12, 99):
                assert (await bob.get(f"{replay}?seat={seat}")).status_code == 400

    asyncio.run(main())


@pytest.mark.parametrize("game", SHORT)
def test_a_replay_shows_what_a_seat_saw_or_everything(game: str, sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make(game, level="newcomer", **SHORT[game])
            path = f"/api/tables/{table}/matches/1/replay"
            async with ann.at(table) as seat:
                await seat.start()
                early = await ann.get(path)
                assert (early.status_code, early.json()["code"]) == (409, "not_over")
                await seat.play_on(Random(game))
                await seat.ended()
            mine = (await ann.get(path + "?seat=0")).json()
            told = [one for one in seat.messages if one["kind"] == "event" and one["n"] > mine[0]["n"]]
            assert mine[1:] == told
            everything = (await ann.get(path)).json()
            assert len(everything) == len(mine)
            hands = [cards["hands"] for one in everything if (cards := one.get("mine", {}).get("cards"))]
            assert len(hands) > 3
            assert all(len(hand) == SHORT[game]["seats"] or game == "willi" for hand in hands)
            assert (await ann.get(path.replace("1/replay", "2/replay"))).json()["code"] == "no_such_match"

    asyncio.run(main())


def test_who_may_not_watch_sees_no_card(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, options={"rounds": 1}, spectators=False, level="newcomer")
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.start()
                await host.play_on(Random(1))
                await guest.ended()
                assert guest.view is None
                assert guest.mine == {}
                kinds = [set(one["event"]) for one in guest.events() if one["event"]["kind"] == "did"]
                assert len(kinds) > 10
                assert all(one == {"kind"} for one in kinds)

    asyncio.run(main())


def test_spectators_see_open_cards_only_when_a_round_is_over(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("holzwurm", 2, options={"rounds": 2}, open_cards=True, level="newcomer")
            async with ann.at(table) as host, bob.at(table) as guest:
                await host.start()
                await host.play_on(Random(1))
                await guest.ended()
                phase, shown = None, 0
                for message in [m for m in guest.messages if m["kind"] in ("scene", "event")]:
                    phase = (message.get("view") or {}).get("phase", phase)
                    cards = (message.get("mine") or {}).get("cards")
                    shown += cards is not None
                    assert cards is None or phase in ("dealing", "over")
                assert shown >= 2

    asyncio.run(main())


def test_the_memory_aid_is_shown_only_where_the_table_has_it(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            for memory in (False, True):
                table = await ann.make("willi", 3, memory=memory, level="newcomer")
                async with ann.at(table) as host:
                    await host.start()
                    await host.play(Random(1), partial(tricks_won, host))
                    assert host.view
                    assert (host.view["memory"] is not None) == memory

    asyncio.run(main())


def tricks_won(seat: Seat) -> bool:
    return bool(seat.view and sum(seat.view["tricks"]) > 1)


def test_a_standing_pass_spares_a_player_the_questions(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await ann.make("willi", 3, level="newcomer")
            async with ann.at(table) as host:
                await host.start()
                assert (await host.ask("standing", do="willi"))["code"] == "not_in_advance"
                await host.ask("standing", do="pass", until="round")
                asked = []

                def over() -> bool:
                    asked.append(host.mine.get("choices"))
                    return bool(host.view and host.view["phase"] == "dealing")

                await host.play(Random(1), over)
                assert not any("pass" in choices for choices in asked if choices)
                dids = [one["event"] for one in host.events() if one["event"]["kind"] == "did"]
                assert {"kind": "did", "seat": 0, "do": "pass"}.items() <= next(
                    did for did in dids if did["do"] == "pass" and did["seat"] == 0
                ).items()

    asyncio.run(main())


def test_a_choice_can_be_changed_until_the_last_has_chosen(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make("willi", 3)
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.start()
                first, second = host.mine["choices"][:2]
                await host.do(first)
                assert host.mine["changeable"]
                await host.do(second)
                assert host.mine["discarded"] == second.split()[1]
                await guest.until(lambda: len(changes(guest)) == 1)
                assert changes(guest) == [{"kind": "did", "seat": 0, "do": "discard", "again": True}]
                await guest.do(guest.mine["choices"][0])
                await host.until(lambda: host.view and host.view["phase"] != "discard")
                assert (await host.do(first))["kind"] == "refused"
                assert host.mine["discarded"] == second.split()[1]

    asyncio.run(main())


def changes(seat: Seat) -> list[Message]:
    return [one["event"] for one in seat.events() if one["event"].get("again")]
