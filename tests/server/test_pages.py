"""The browser's pages and the words that they show."""

import asyncio
import importlib.util
from pathlib import Path

from ludotheque.games.wording import LANGUAGES
from ludotheque.server import static
from tests.server.serving import quick, serving

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_browser_has_the_servers_own_types_and_its_tests_the_shelf() -> None:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "tools" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for path, text in tool.FILES.items():
        assert path.read_text("utf-8") == text(), "write it anew: .venv/bin/python tools/messages.py"


def test_every_page_is_the_index_and_files_are_kept_for_ever(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann = server.person("Ann")
            for path in (
                "/",
                "/t/abc",
                "/rules",
                "/rules/willi",
                "/learn/willi",
                "/replay/abc/1",
                "/puzzles/willi",
                "/settings",
            ):
                answer = await ann.get(path)
                assert answer.status_code == 200
                assert answer.headers["cache-control"] == "no-cache"
                assert '<div id="app">' in answer.text
            name = next(path for path in static.files() if path.startswith("assets/") and path.endswith(".js"))
            script = await ann.get("/" + name)
            assert "immutable" in script.headers["cache-control"]
            assert script.headers["content-encoding"] in ("br", "gzip")
            assert script.content == static.files()[name].bodies[""]
            assert (await ann.get("/assets/other.js")).status_code == 404

    asyncio.run(main())


def test_somebody_who_is_lost_gets_a_page_and_a_program_gets_data(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            ann = server.person("Ann")
            for path in ("/nothing", "/willi/rules", "/t/one/two", "/assets/none.js"):
                answer = await ann.get(path, accept=BROWSER)
                assert (answer.status_code, '<div id="app">' in answer.text) == (404, True), path
                assert (await ann.get(path)).json()["code"] == "not_found"
                again = await ann.get(path, accept=BROWSER, if_none_match=answer.headers["etag"])
                assert again.status_code == 404
            assert (await ann.get("/api/nothing", accept=BROWSER)).json()["code"] == "not_found"

    asyncio.run(main())


def test_words_come_in_every_language(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            for language in LANGUAGES:
                words = (await server.person("Ann").get(f"/api/words/{language}")).json()
                assert words["willi"]["reason"]["highest"]
            assert (await server.person("Ann").get("/api/words/xx")).status_code == 404

    asyncio.run(main())
