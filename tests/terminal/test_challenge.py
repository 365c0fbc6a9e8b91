"""A challenge in a terminal, on a real server."""

import asyncio
import re

import pytest

from ludotheque.terminal import challenge as command
from ludotheque.terminal import today
from ludotheque.terminal.app.app import TableApp
from ludotheque.terminal.lines import links
from ludotheque.terminal.lines.links import LinkError
from ludotheque.terminal.setting import Setting
from tests.server.conftest import sqlite_database
from tests.server.serving import Person, quick, serving
from tests.server.test_challenges import finished
from tests.server.test_same_cards import played, started
from tests.terminal.arrange import SMALL
from tests.terminal.test_today import keys

__all__ = ["keys", "sqlite_database"]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole screen, on which somebody plays a card and leaves."""
    monkeypatch.setattr(today, "whole_screen", lambda: True)

    def run(app: TableApp) -> None:
        async def act() -> None:
            async with app.run_test(size=SMALL) as pilot:
                while not app.table.sight.choices:
                    await pilot.pause(0.01)
                await pilot.press("enter", "q", "q")

        asyncio.run(act())

    monkeypatch.setattr(TableApp, "run", run)


@pytest.mark.usefixtures("screen")
def test_a_challenge_is_made_played_by_its_link_and_ranked(
    sqlite_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            wish = Setting("holzwurm", seats=2, name="Tom", language="en", options={"rounds": "1"})
            await asyncio.to_thread(command.challenge, server.url, wish, True)
            found = re.search(r"http\S+/challenge/\S+", capsys.readouterr().out)
            assert found is not None
            link, name = found[0], found[0].rpartition("/")[2]
            tom = await Person(server.url, "Tom", token=links.known()[server.url]).recognised()
            (bob,) = await server.guests("Bob")
            german = Setting(language="de")
            await asyncio.to_thread(command.challenge, link, german, False)
            told = capsys.readouterr().out
            assert "Holzwurm: Partie 1 von 2, Platz 1" in told
            assert "Tom  0/2" in told
            assert "Die Rangliste siehst du" in told
            for turn in (0, 1):
                await played(tom, await started(tom, name, turn), turn)
                await played(bob, await started(bob, name, turn), turn)
            await asyncio.to_thread(command.challenge, link, german, False)
            told = capsys.readouterr().out
            assert {*re.findall(r"\d\. (\w+)", told)} == {"Tom", "Bob"}
            assert f"Stich für Stich neben anderen: {link}" in told.replace("\n", "")

    asyncio.run(main())


def test_the_original_match_stands_beside_the_ranking(sqlite_database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            await asyncio.to_thread(
                command.challenge, server.url, Setting("holzwurm", seats=2, name="Tom", language="en"), False
            )
            tom = await Person(server.url, "Tom", token=links.known()[server.url]).recognised()
            table = await finished(tom, 1)
            name = (await tom.post(f"/api/tables/{table}/matches/1/challenge", {})).json()["id"]
            await asyncio.to_thread(command.challenge, f"{server.url}/challenge/{name}", Setting(language="en"), False)
            assert re.search(r"–\. Tom  −?-?\d+  original match, not ranked", capsys.readouterr().out)

    asyncio.run(main())


def test_a_place_that_is_no_challenge_is_refused() -> None:
    with pytest.raises(LinkError, match="leads to no challenge"):
        command.challenge("https://host/t/NAME", Setting(language="en"), False)
