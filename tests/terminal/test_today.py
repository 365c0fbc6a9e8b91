"""The deal of the day in a terminal, on a real server."""

import asyncio
from pathlib import Path

import pytest

from ludotheque.terminal import today as command
from ludotheque.terminal.app.app import TableApp
from ludotheque.terminal.lines import links
from ludotheque.terminal.lines.away import Away
from ludotheque.terminal.lines.links import Guest, Link, LinkError
from ludotheque.terminal.screen import Screen
from tests.server.conftest import sqlite_database
from tests.server.serving import Person, quick, serving
from tests.server.test_same_cards import daily, played, started
from tests.terminal.arrange import SMALL, Seat

__all__ = ["sqlite_database"]


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who one is at servers, forgotten after the test."""
    monkeypatch.setattr(links, "user_data_path", lambda _: tmp_path / "data")


def test_the_deals_are_listed_then_played_at_the_table_then_ranked(
    sqlite_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            await asyncio.to_thread(command.today, server.url, None, "Tom", "en")
            assert capsys.readouterr().out.count("not played yet") == 3
            tom = await Person(server.url, "Tom", token=links.known()[server.url]).recognised()
            name = await daily(server, "holzwurm")
            table = await started(tom, name)
            app = TableApp(Away(Link(server.url, table), Guest(tom.id, "Tom", tom.token)), Screen("en"), linger=0.0)
            async with app.run_test(size=SMALL) as pilot:
                seat = Seat(app, pilot)
                await seat.until(lambda: seat.sight.stage == "playing")
            await asyncio.to_thread(command.today, server.url, None, None, "de")
            assert capsys.readouterr().out.count("angefangen") == 1
            await played(tom, table, 3)
            await asyncio.to_thread(command.today, server.url, "holzwurm", None, "en")
            told = capsys.readouterr().out
            assert "1. Tom" in told
            assert f"Ludotheque · Holzwurm {name.removeprefix('holzwurm-')}" in told

    asyncio.run(main())


def test_a_place_that_is_no_server_and_a_game_without_a_deal_are_refused(sqlite_database: str) -> None:
    with pytest.raises(LinkError, match="not the address of a server"):
        command.today("willi", None, None, "en")

    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            with pytest.raises(LinkError, match="no deal of the day; these have one: holzwurm, willi, wimmuln"):
                await asyncio.to_thread(command.today, server.url, "wheedle", "Tom", "en")

    asyncio.run(main())
