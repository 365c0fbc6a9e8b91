"""The promises of both databases about deal sets."""

import asyncio

from ludotheque.store.contract import Attempt, BotResult, DealSet, Store
from tests.store.arrange import appended, row, run, summary

DAY = DealSet("willi-2026-11-18", "day", "willi", 1.0, 100.0, b'{"secret":"a"}')


def test_the_first_set_of_an_id_stays(database: str) -> None:
    async def keep(store: Store) -> None:
        others = [DealSet(DAY.id, "day", "willi", 2.0, 100.0, b"%d" % n) for n in range(8)]
        found = await asyncio.gather(*(store.add_set(one) for one in others))
        assert len({one.body for one in found}) == 1
        assert await store.deal_set(DAY.id) == found[0]
        assert await store.deal_set("nowhere") is None

    run(database, keep)


def test_sets_are_found_by_when_they_begin(database: str) -> None:
    async def keep(store: Store) -> None:
        days = [DealSet(f"day {n}", "day", "willi", 1.0, 100.0 * n, b"") for n in range(5)]
        for one in (*days, DealSet("other", "challenge", "willi", 1.0, 200.0, b"")):
            await store.add_set(one)
        assert await store.sets_between("day", 100.0, 300.0) == days[1:3]

    run(database, keep)


def test_a_set_is_changed_by_who_knows_what_it_was(database: str) -> None:
    async def keep(store: Store) -> None:
        await store.add_set(DAY)
        changed = await asyncio.gather(*(store.change_set(DAY.id, DAY.body, b"%d" % n) for n in range(6)))
        assert sum(changed) == 1
        assert not await store.change_set("nowhere", b"", b"x")

    run(database, keep)


def test_each_turn_of_a_person_has_one_table_whoever_claims_it_at_the_same_time(database: str) -> None:
    async def claim(store: Store) -> None:
        tables = await asyncio.gather(*(store.claim(Attempt("set", "ann", 0, f"t{n}")) for n in range(20)))
        assert len({*tables}) == 1
        assert await store.claim(Attempt("set", "ann", 1, "next")) == "next"
        assert await store.claim(Attempt("set", "bob", 0, "bobs")) == "bobs"
        assert await store.claim(Attempt("other", "ann", 0, "there")) == "there"
        assert [(one.turn, one.table) for one in await store.attempts_of("set", "ann")] == [(0, tables[0]), (1, "next")]
        assert await store.attempts_at("bobs") == [Attempt("set", "bob", 0, "bobs")]

    run(database, claim)


def test_attempts_come_with_what_is_known_of_their_tables_and_are_forgotten_with_them(database: str) -> None:
    async def claim(store: Store) -> None:
        assert await appended(store, row(1), about=summary("t", "over", touched=7.0, people=("ann",))) is None
        await store.claim(Attempt("set", "ann", 0, "t"))
        await store.claim(Attempt("set", "bob", 0, "not yet"))
        seen = [(one.attempt.person, one.stage, one.touched, one.about) for one in await store.attempts("set")]
        assert seen == [("ann", "over", 7.0, b'{"seats":4}'), ("bob", None, 0.0, b"")]
        await store.forget(0.0, 100.0)
        assert [one.attempt.person for one in await store.attempts("set")] == ["bob"]

    run(database, claim)


def test_evenings_are_forgotten_once_all_their_tables_are(database: str) -> None:
    async def keep(store: Store) -> None:
        for name, kind, begins in (("old", "evening", 5.0), ("played", "evening", 5.0), ("new", "evening", 500.0)):
            await store.add_set(DealSet(name, kind, "willi", begins, begins, b""))
        await store.add_set(DAY)
        assert await appended(store, row(1), about=summary("t", "over", touched=70.0, people=("ann",))) is None
        await store.claim(Attempt("played", "", 1, "t"))
        await store.forget(60.0, 60.0)
        assert [await store.deal_set(name) is not None for name in ("old", "played", "new", DAY.id)] == [
            False, True, True, True,
        ]  # fmt: skip
        await store.forget(0.0, 100.0)
        assert await store.deal_set("played") is not None
        await store.forget(200.0, 200.0)
        assert await store.deal_set("played") is None
        assert await store.deal_set("new") is not None

    run(database, keep)


def test_what_a_bot_made_is_kept_once(database: str) -> None:
    async def keep(store: Store) -> None:
        first = BotResult("set", 0, "regular", -3)
        await store.add_result(first)
        await store.add_result(BotResult("set", 0, "regular", 99))
        await store.add_result(BotResult("set", 0, "master", 5))
        assert await store.results("set") == [BotResult("set", 0, "master", 5), first]

    run(database, keep)
