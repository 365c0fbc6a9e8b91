"""Analyses of finished matches: made behind everything else, stored, read by link; only of what is over."""

import asyncio
import sys
from random import Random
from typing import Any

import pytest

from ludotheque.server import analyses
from ludotheque.server.analyses import AnalysisKey
from ludotheque.store.contract import StoredAnalysis
from tests.analysis.arrange import analysed, played
from tests.server.serving import Person, Running, quick, serving

SHORT = {"options": {"rounds": 1}}  # of Holzwurm, for two
MINUTES = 240.0  # seconds for an analysis, which gives way to all else on a busy machine


@pytest.fixture(scope="module")
def compiled() -> None:
    """What an analysis of Holzwurm compiles the first time is compiled, at this process's priority."""
    analysed(played("holzwurm", ("newcomer", "newcomer"), 1, rounds=1), 0)


async def finished(server: Running, person: Person, **setup: Any) -> str:
    """A table at which a person has played a short match against a bot."""
    table = await person.make("holzwurm", 2, **(SHORT | setup))
    async with person.at(table) as seat:
        await seat.start()
        await seat.play_on(Random(1))
    return table


def path(table: str, seat: int = 0, match: int = 1) -> str:
    return f"/api/tables/{table}/matches/{match}/analysis?seat={seat}"


async def ready(person: Person, table: str) -> dict[str, Any]:
    """The analysis, once it is there; until then the answers tell how far it is."""
    async with asyncio.timeout(MINUTES):
        while True:
            answer = await person.get(path(table))
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            if found["analysis"] is not None:
                return found["analysis"]
            assert 0 <= found["done"] <= found["of"] or found["of"] == 0
            await asyncio.sleep(0.1)


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_who_sat_there_asks_and_whoever_has_the_link_reads(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann, eve = await server.guests("Ann", "Eve")
            table = await finished(server, ann)
            nobody = server.person("Nobody")
            for other in (eve, nobody):
                answer = await other.get(path(table))
                assert (answer.status_code, answer.json()["code"]) == (404, "no_analysis")
            analysis = await ready(ann, table)
            assert (analysis["game"], analysis["seat"], len(analysis["rounds"])) == ("holzwurm", 0, 1)
            assert analysis["decisions"]
            assert (await nobody.get(path(table))).json()["analysis"] == analysis
        async with serving(quick(sqlite_database, analyses="never")) as server:
            again = server.person("Nobody")
            assert (await again.get(path(table))).json()["analysis"] == analysis

    asyncio.run(main())


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_after_a_match_each_person_gets_an_analysis_without_asking(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, analyses="after")) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            async with asyncio.timeout(MINUTES):
                while await server.room.store.analysis(table, 1, 0) is None:
                    await asyncio.sleep(0.1)
            assert await server.room.store.analysis(table, 1, 1) is None, "that seat was a bot's"

    asyncio.run(main())


def test_who_asks_for_an_analysis_that_failed_is_told_so(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            monkeypatch.setattr(sys, "executable", "false")  # a program that ends at once and says nothing
            async with asyncio.timeout(MINUTES):
                while (answer := await ann.get(path(table))).status_code == 200:
                    await asyncio.sleep(0.05)
            assert (answer.status_code, answer.json()["code"]) == (500, "analysis_failed")

    asyncio.run(main())


def test_only_what_is_over_is_analysed(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            playing = await ann.make("willi", 3)
            async with ann.at(playing) as seat:
                await seat.start()
                asked = {
                    path(playing): (409, "not_over"),
                    path(playing, match=2): (404, "no_such_match"),
                    path(playing, match=1 << 80): (404, "no_such_match"),
                    path("nowhere"): (404, "no_such_table"),
                    path(playing).replace("seat=0", "seat=x"): (400, "bad_request"),
                }
                for where, expected in asked.items():
                    answer = await ann.get(where)
                    assert (answer.status_code, answer.json()["code"]) == expected, where

    asyncio.run(main())


def test_a_lesson_and_a_seat_that_is_not_there_are_refused_by_name(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            answer = await ann.get(path(table, seat=2))
            assert (answer.status_code, answer.json()["code"]) == (400, "no_such_seat")
            lesson = await finished(server, ann, lesson=True, options={"rounds": 1})
            answer = await ann.get(path(lesson))
            assert (answer.status_code, answer.json()["code"]) == (409, "analysis_lesson")

    asyncio.run(main())


def test_a_server_that_makes_none_says_so(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, analyses="never")) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            assert (await ann.get(path(table))).json()["code"] == "no_analysis"

    asyncio.run(main())


def test_an_analysis_waits_while_all_threads_of_bots_are_at_work(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            server.room.crew._thinking = server.room.settings.thinkers
            for _ in range(3):
                found = (await ann.get(path(table))).json()
                assert (found["analysis"], found["done"], found["of"], found["ahead"]) == (None, 0, 0, 0)
                await asyncio.sleep(2 * analyses.LOOK_AGAIN)
            assert server.room.analyses._progress == {AnalysisKey(table, 1, 0): (0, 0)}

    asyncio.run(main())


def test_analyses_wait_for_each_other_up_to_a_bound(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_WAITING", 1)

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            tables = [await finished(server, ann) for _ in range(3)]
            server.room.crew._thinking = server.room.settings.thinkers
            assert (await ann.get(path(tables[0]))).json()["ahead"] == 0
            async with asyncio.timeout(MINUTES):
                while server.room.analyses._waiting:
                    await asyncio.sleep(0)
            assert (await ann.get(path(tables[1]))).json()["ahead"] == 1
            refused = await ann.get(path(tables[2]))
            assert (refused.status_code, refused.json()["code"]) == (429, "analyses_busy")

    asyncio.run(main())


def test_an_analysis_of_an_older_format_is_made_anew(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            table = await finished(server, ann)
            await server.room.store.keep_analysis(StoredAnalysis(table, 1, 0, b'{"format":0}'))
            server.room.crew._thinking = server.room.settings.thinkers
            assert (await ann.get(path(table))).json()["analysis"] is None

    asyncio.run(main())
