"""The promises of both databases."""

import asyncio
import math
import threading
from functools import partial

import pytest

from ludotheque.store.contract import (
    ConflictError,
    EventRow,
    Store,
    StoredAnalysis,
    StoredSnapshot,
    StoreError,
    UnknownPersonError,
)
from tests.store.arrange import appended, kept, opened, person, row, run, summary


def numbers(rows: list[EventRow]) -> list[int]:
    return [row.n for row in rows]


def test_a_log_comes_back_in_order_and_survives_closing(database: str) -> None:
    rows = [EventRow("t", n, n / 3, f'{{"n":{n}}}'.encode()) for n in range(1, 31)]

    async def write(store: Store) -> None:
        assert await appended(store, *rows[:20], about=summary()) is None
        assert await appended(store, row(1, "other")) is None
        assert await appended(store, *rows[20:]) is None

    run(database, write)
    assert run(database, lambda store: store.log("t")) == rows
    assert run(database, lambda store: store.log("t", since=25)) == rows[25:]
    assert run(database, lambda store: store.log("nowhere")) == []


def test_append_returns_at_once_and_then_is_told_on_the_loops_thread_in_order(database: str) -> None:
    heard: list[tuple[int, bool]] = []

    def hear(n: int, _: StoreError | None) -> None:
        heard.append((n, threading.current_thread() is here))

    async def write(store: Store) -> None:
        for n in range(1, 501):
            store.append([row(n)], None, partial(hear, n))
        assert heard == []
        while len(heard) < 500:
            await asyncio.sleep(0.01)

    here = threading.current_thread()
    run(database, write)
    assert heard == [(n, True) for n in range(1, 501)]
    assert numbers(run(database, lambda store: store.log("t"))) == list(range(1, 501))


def test_rows_of_two_tables_do_not_go_together(database: str) -> None:
    async def write(store: Store) -> None:
        assert isinstance(await appended(store, row(1), row(2, "other")), ConflictError)
        assert isinstance(await appended(store, row(1), row(1, "other")), ConflictError)
        assert isinstance(await appended(store, row(1), about=summary("other")), ConflictError)
        assert await store.log("t") == await store.log("other") == []
        with pytest.raises(ValueError, match="rows, a summary, or both"):
            store.append([], None, lambda _: None)

    run(database, write)


def test_what_waits_is_committed_together(database: str) -> None:
    """Acknowledged one commit at a time, the loop would see nearly every number on the way to 2000."""

    async def write(store: Store) -> set[int]:
        heard: list[StoreError | None] = []
        seen: set[int] = set()
        for n in range(1, 2001):
            store.append([row(n)], None, heard.append)
        while len(heard) < 2000:
            seen.add(len(heard))
            await asyncio.sleep(0)
        return seen

    assert len(run(database, write)) <= 20  # groups of up to a thousand


def test_one_append_is_all_or_nothing(database: str) -> None:
    async def write(store: Store) -> None:
        problem = await appended(store, row(1), row(2), row(4), about=summary())
        assert isinstance(problem, ConflictError)
        assert await store.log("t") == []
        assert await store.summary("t") is None

    run(database, write)


def test_a_conflict_hits_only_its_own_append(database: str) -> None:
    heard: dict[str, StoreError | None] = {}

    async def write(store: Store) -> list[EventRow]:
        assert await appended(store, row(1, body=b"first")) is None
        asked = {
            "other": [row(1, "other")],
            "again": [row(1, body=b"second"), row(2, body=b"second")],
            "next": [row(2, body=b"next")],
            "late": [row(2, body=b"late")],
            "after": [row(3)],
        }
        for name, rows in asked.items():
            store.append(rows, summary(rows[0].table), partial(heard.__setitem__, name))
        while len(heard) < 5:
            await asyncio.sleep(0.01)
        assert numbers(await store.log("other")) == [1]
        return await store.log("t")

    log = run(database, write)
    assert [row.body for row in log] == [b"first", b"next", b"{}"]
    assert {name: type(problem) for name, problem in heard.items()} == {
        "other": type(None),
        "again": ConflictError,
        "next": type(None),
        "late": ConflictError,
        "after": type(None),
    }


def test_an_append_that_would_leave_a_gap_is_refused(database: str) -> None:
    async def write(store: Store) -> None:
        assert await appended(store, row(1)) is None
        problem = await appended(store, row(3))
        assert isinstance(problem, ConflictError)
        assert "3" in str(problem)
        assert numbers(await store.log("t")) == [1]

    run(database, write)
    assert isinstance(run(database, lambda store: appended(store, row(3))), ConflictError)
    assert run(database, lambda store: appended(store, row(2))) is None


def test_what_cannot_be_stored_fails_with_an_error_and_the_store_goes_on(database: str) -> None:
    async def write(store: Store) -> None:
        problem = await appended(store, row(1), about=summary(people=("\ud800",)))
        assert isinstance(problem, StoreError)
        assert not isinstance(problem, ConflictError)
        assert await store.log("t") == []
        assert await appended(store, row(1)) is None
        with pytest.raises(StoreError):
            await store.person("\ud800")

    run(database, write)


def test_waking_gives_the_snapshot_and_what_came_after(database: str) -> None:
    async def write(store: Store) -> None:
        assert await store.wake("t") == (None, [])
        await appended(store, *(row(n) for n in range(1, 11)))
        assert await store.wake("t") == (None, [row(n) for n in range(1, 11)])
        assert await kept(store, StoredSnapshot("t", 7, b"seven")) is None
        assert await store.wake("t") == (StoredSnapshot("t", 7, b"seven"), [row(8), row(9), row(10)])
        assert await kept(store, StoredSnapshot("t", 10, b"ten")) is None
        assert await store.wake("t") == (StoredSnapshot("t", 10, b"ten"), [])

    run(database, write)


def test_an_older_snapshot_does_not_replace_a_newer_one(database: str) -> None:
    async def write(store: Store) -> None:
        await appended(store, row(1), row(2), row(3))
        for n in (2, 3, 1):
            store.keep_snapshot(StoredSnapshot("t", n, b"%d" % n), lambda _: None)
        assert await kept(store, StoredSnapshot("t", 2, b"2")) is None
        assert await kept(store, StoredSnapshot("t", 1, b"1")) is None
        assert await store.wake("t") == (StoredSnapshot("t", 3, b"3"), [])

    run(database, write)


def test_a_snapshot_of_what_is_not_in_the_log_is_refused(database: str) -> None:
    async def write(store: Store) -> None:
        await appended(store, row(1))
        assert isinstance(await kept(store, StoredSnapshot("t", 2, b"ahead")), ConflictError)
        assert await store.wake("t") == (None, [row(1)])

    run(database, write)


def test_a_summary_is_the_last_one_with_all_people_there_have_been(database: str) -> None:
    first = summary(people=("zoe", "ann"))
    last = summary(stage="over", touched=9.5, listed=False, people=("zoe", "ann", "bob"))

    async def write(store: Store) -> None:
        assert await store.summary("t") is None
        await appended(store, row(1), about=first)
        assert await store.summary("t") == first
        store.append([row(2)], summary(stage="playing", people=("zoe", "ann", "bob")), lambda _: None)
        assert await appended(store, row(3), about=last) is None
        assert await store.summary("t") == last
        assert await appended(store, about=summary(touched=10, people=("zoe",))) is None
        assert await store.summary("t") == summary(touched=10, people=("zoe", "ann", "bob"))

    run(database, write)


def test_tables_are_counted_by_their_stage(database: str) -> None:
    async def write(store: Store) -> None:
        for one in (
            summary("a", "playing", made=9),
            summary("b", "open", made=1, people=("ann", "bob")),
            summary("c", "open", made=2),
            summary("d", "over", made=10),
            summary("e", "open", made=11, listed=False),
            summary("f", "playing", made=10, people=("ann",)),
        ):
            await appended(store, about=one)
        assert await store.count() == {"open": 3, "playing": 2, "over": 1}

    run(database, write)


def test_a_person_finds_their_tables_last_touched_first(database: str) -> None:
    async def write(store: Store) -> None:
        assert await store.count() == {"open": 0, "playing": 0, "over": 0}
        for n in range(5):
            await appended(store, about=summary(f"t{n}", touched=(n * 3) % 5, people=("ann", "bob")[: n % 2 + 1]))
        assert [one.id for one in await store.tables_of("ann", 10)] == ["t3", "t1", "t4", "t2", "t0"]
        assert [one.id for one in await store.tables_of("bob", 10)] == ["t3", "t1"]
        assert [one.people for one in await store.tables_of("bob", 1)] == [("ann", "bob")]
        assert await store.tables_of("eve", 10) == []

    run(database, write)


def test_people_are_added_found_and_changed(database: str) -> None:
    async def write(store: Store) -> None:
        assert await store.person("ann") is None
        await store.add_person(person("ann"))
        assert await store.person("ann") == person("ann")
        with pytest.raises(ConflictError):
            await store.add_person(person("ann", seen=99))
        await store.change_person("ann", "Anna", "de", 7.5)
        changed = await store.person("ann")
        assert changed is not None
        assert (changed.name, changed.language, changed.seen, changed.proof) == ("Anna", "de", 7.5, b"\x00proof")
        with pytest.raises(UnknownPersonError):
            await store.change_person("eve", "Eve", "en", 1)

    run(database, write)


def test_retention_forgets_tables_by_stage_with_all_that_belongs_to_them(database: str) -> None:
    async def write(store: Store) -> None:
        for n in range(50):
            old = summary(f"old{n}", "playing", touched=9, people=("gone",))
            store.append([row(1, f"old{n}")], old, lambda _: None)
        for one in (
            summary("a", "open", touched=10),
            summary("b", "over", touched=9),
            summary("c", "over", touched=4.9),
        ):
            assert await appended(store, row(1, one.id), about=one) is None
        assert await kept(store, StoredSnapshot("old1", 1, b"{}")) is None
        assert await store.forget(unfinished_before=10, finished_before=5) == 51
        assert [one.id for one in await store.tables_of("gone", 99)] == []
        assert await store.wake("old1") == (None, [])
        assert await store.log("c") == []
        assert numbers(await store.log("a") + await store.log("b")) == [1, 1]
        assert await store.count() == {"open": 1, "playing": 0, "over": 1}
        assert await store.forget(unfinished_before=10, finished_before=5) == 0

    run(database, write)


def test_an_analysis_is_kept_by_match_and_seat_until_its_table_is_forgotten(database: str) -> None:
    async def write(store: Store) -> None:
        assert await appended(store, row(1), about=summary(touched=1)) is None
        for match, seat, body in ((1, 0, b"first"), (1, 1, b"\x00other"), (2, 0, b"next"), (1, 0, b"again")):
            await store.keep_analysis(StoredAnalysis("t", match, seat, body))
        found = [await store.analysis("t", match, seat) for match, seat in ((1, 0), (1, 1), (2, 0), (2, 1))]
        assert found == [b"again", b"\x00other", b"next", None]
        assert await store.forget(5, 5) == 1
        assert await store.analysis("t", 1, 0) is None
        await store.keep_analysis(StoredAnalysis("t", 1, 0, b"late"))
        assert await store.analysis("t", 1, 0) is None, "the table is gone"

    run(database, write)


def test_a_forgotten_log_is_not_continued(database: str) -> None:
    async def write(store: Store) -> None:
        assert await appended(store, row(1), row(2), about=summary(touched=1)) is None
        assert await store.forget(5, -math.inf) == 1
        assert isinstance(await appended(store, row(3)), ConflictError)
        assert await appended(store, row(1)) is None

    run(database, write)


def test_people_are_forgotten_when_they_have_no_table_and_were_long_away(database: str) -> None:
    async def write(store: Store) -> None:
        for one in (person("old", 4), person("seated", 4), person("lately", 5), person("left", 1)):
            await store.add_person(one)
        await appended(store, about=summary("kept", touched=99, people=("seated",)))
        await appended(store, about=summary("gone", touched=1, people=("left",)))
        await store.forget(unfinished_before=9, finished_before=5)
        assert [await store.person(name) is None for name in ("old", "seated", "lately", "left")] == [
            True,
            False,
            False,
            True,
        ]

    run(database, write)


def test_appends_go_on_while_tables_are_forgotten(database: str) -> None:
    async def write(store: Store) -> None:
        for n in range(1000):
            store.append([row(1, f"old{n}")], summary(f"old{n}", touched=1), lambda _: None)
        assert await appended(store, row(1), about=summary(touched=9)) is None
        forgetting = asyncio.create_task(store.forget(5, 5))
        n = 1
        while not forgetting.done():
            n += 1
            assert await appended(store, row(n)) is None
        assert forgetting.result() == 1000
        assert numbers(await store.log("t")) == list(range(1, n + 1))
        assert n > 5

    run(database, write)


def test_closing_commits_what_waits_and_refuses_what_comes_after(database: str) -> None:
    heard: list[StoreError | None] = []

    async def write() -> None:
        async with opened(database) as store:
            for n in range(1, 1501):
                store.append([row(n)], None, heard.append)
        await store.close()
        store.append([row(1501)], None, heard.append)
        await asyncio.sleep(0)
        assert heard[:1500] == [None] * 1500
        assert len(heard) == 1501
        assert "closed" in str(heard[1500])
        with pytest.raises(StoreError, match="clos"):
            await store.log("t")
        with pytest.raises(StoreError, match="clos"):
            await store.add_person(person())

    asyncio.run(write())
    assert numbers(run(database, lambda store: store.log("t"))) == list(range(1, 1501))


def test_one_who_stumbles_over_the_news_holds_up_nobody(database: str) -> None:
    def stumble(_: StoreError | None) -> None:
        raise RuntimeError("stumbled")

    async def write(store: Store) -> None:
        stumbled: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: stumbled.append(context["exception"]))
        store.append([row(1)], None, stumble)
        assert await appended(store, row(2)) is None
        assert await appended(store, row(3)) is None
        assert [str(one) for one in stumbled] == ["stumbled"]

    run(database, write)


def test_a_probe_leaves_nothing_behind_and_ends_a_problem(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            found = []
            for _ in range(2):
                store.failed(StoreError("x"))
                found.append(str(store.problem))
                await store.probe()
                found.append(str(store.problem))
            assert found == ["x", "None"] * 2
            assert await store.person("probe") is None

    asyncio.run(main())
