"""From a command to a table, and back to the shell."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games.errors import LudothequeError
from ludotheque.games.record import read_record
from ludotheque.table.names import BOT_NAMES
from ludotheque.terminal import evening
from ludotheque.terminal.app.app import TableApp
from ludotheque.terminal.app.shelf import ShelfApp
from ludotheque.terminal.evening import Manner, play, table_for
from ludotheque.terminal.lines import links
from ludotheque.terminal.lines.home import Home
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import Setting


def chosen(*keys: str, size: tuple[int, int] = (80, 24), **said: Any) -> Setting | None:
    """What somebody chooses from the shelf."""

    async def run() -> Setting | None:
        app = ShelfApp(Setting(**said), Screen("en"))
        async with app.run_test(size=size) as pilot:
            await pilot.press(*keys)
        return app.return_value

    return asyncio.run(run())


def test_the_shelf_asks_for_bots_level_name_and_game() -> None:
    found = chosen(
        "up", "up", "up", "left", "enter", "right", "enter", *"Zoe", "enter", "down", "down", "enter", seed=4
    )
    assert found == Setting(game="willi", seats=3, level="expert", name="Zoe", seed=4)
    assert chosen("q") is None
    assert chosen("escape") is None


def test_the_shelf_keeps_to_what_a_game_allows() -> None:
    few, many = (chosen("up", "up", "up", *["right"] * 9, number, "enter") for number in ("3", "4"))
    assert few is not None
    assert (few.game, few.seats, few.level, few.name) == ("willi", 4, "regular", "Guest")
    assert many is not None
    assert (many.game, many.seats) == ("wimmuln", 6)


def test_a_tap_on_the_shelf_chooses_and_a_second_one_begins() -> None:
    async def run() -> Setting | None:
        app = ShelfApp(Setting(), Screen("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            row = next(y for y in range(24) if app.screen.get_style_at(6, y).meta.get("pick") == "row 5")
            for _ in range(2):
                await pilot.click(offset=(6, row))
                await pilot.pause()
        return app.return_value

    found = asyncio.run(run())
    assert found is not None
    assert found.game == "willi"


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole screen, on which somebody plays a little and leaves."""
    monkeypatch.setattr(evening, "whole_screen", lambda: True)

    def run(app: TableApp) -> None:
        async def act() -> None:
            async with app.run_test(size=(80, 24)) as pilot:
                while not app.table.sight.choices:
                    await pilot.pause(0.01)
                await pilot.press("enter", "q", "q")

        asyncio.run(act())

    monkeypatch.setattr(TableApp, "run", run)


@pytest.mark.usefixtures("screen")
def test_leaving_tells_how_to_come_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    setting = Setting("willi", name="Tom", seed=5, level="newcomer", edition="dutch", language="en")
    play(setting, Manner(pace="quick", record=path))
    told = " ".join(capsys.readouterr().out.split())
    assert "You leave Willi in round 1." in told
    assert "ludotheque play willi --bots 3 --seed 5 --level newcomer --option tie=last --option swap=colour" in told
    record = read_record(path.read_text())
    assert record.names[0] == "Tom"
    assert {*record.names[1:]} < {*BOT_NAMES}
    assert record.options["tie"] == "last"


def test_a_table_on_a_server_needs_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "come_in", lambda *_: links.Guest("id", "Tom", "token"))
    monkeypatch.setattr(evening, "ask", lambda *_: ({}, ""))
    with pytest.raises(LudothequeError, match="needs the whole screen of a terminal"):
        play(Setting("https://host/t/abc"), Manner(plain=True))


@pytest.mark.parametrize("terminal", ["dumb", "unknown"])
def test_where_nothing_can_be_drawn_there_are_lines(terminal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert evening.whole_screen()
    monkeypatch.setenv("TERM", terminal)
    assert not evening.whole_screen()


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"game": "willi", "seats": 9}, "Willi is played by 3 to 4"),
        ({"game": "willi", "name": "\x01"}, "A name needs letters that can be seen"),
        ({"game": "willi", "name": "x" * 30}, "A name has 1 to 24 letters"),
        ({"game": "holzwurm", "options": {"rounds": "0"}}, "rounds is a whole number from"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_is_drawn(said: dict[str, Any], problem: str) -> None:
    with pytest.raises(LudothequeError, match=problem):
        table_for(Setting(**said), Manner(), Screen("en"), Home)
