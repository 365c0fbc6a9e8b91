"""Puzzles over HTTP."""

import asyncio

from ludotheque.puzzles.puzzle import puzzles
from tests.server.serving import quick, serving


def test_anybody_gets_a_puzzle_and_then_its_solution(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            somebody = server.person("Somebody")
            listed = (await somebody.get("/api/puzzles/willi")).json()
            assert [one["id"] for one in listed] == [one.id for one in puzzles("willi")]
            path = f"/api/puzzles/willi/{listed[0]['id']}"
            asked = (await somebody.get(path)).json()
            assert (asked["number"], asked["of"]) == (1, len(listed))
            assert asked["messages"][0]["kind"] == "scene"
            assert asked["messages"][0]["mine"] | asked["messages"][-1].get("mine", {})
            solved = (await somebody.get(f"{path}/solution")).json()
            assert solved["best"] == puzzles("willi")[0].best
            assert sorted(one["do"] for one in solved["choices"]) == sorted(one["do"] for one in asked["options"])

    asyncio.run(main())


def test_what_is_no_puzzle_is_refused_by_name(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            somebody = server.person("Somebody")
            for path in ("chess", "willi/nothing", "willi/nothing/solution", "chess/nothing"):
                answer = await somebody.get(f"/api/puzzles/{path}", accept_language="nl")
                assert (answer.status_code, answer.json()["code"]) == (404, "no_such_puzzle")
                assert answer.json()["message"] == "Die puzzel bestaat niet."

    asyncio.run(main())
