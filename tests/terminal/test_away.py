"""Tables on a real server, joined by their link."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque.terminal.app.app import TableApp
from ludotheque.terminal.lines import away, links
from ludotheque.terminal.lines.away import Away
from ludotheque.terminal.lines.links import Guest, Link, LinkError, come_in, read_link
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import NOBODY
from tests.server.conftest import sqlite_database
from tests.server.serving import Running, quick, serving
from tests.terminal.arrange import SMALL, Seat

__all__ = ["sqlite_database"]


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Who one is at servers, forgotten after the test."""
    monkeypatch.setattr(links, "user_data_path", lambda _: tmp_path / "data")
    return tmp_path / "data" / "keys.json"  # type: ignore[return-value]


def at_a_server(database: str, act: Callable[[Running], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with serving(quick(database)) as server:
            await act(server)

    asyncio.run(run())


async def sit(server: Running, table: str, act: Callable[[Seat], Coroutine[Any, Any, None]], **said: Any) -> None:
    """Joins a table by its link, and acts."""
    link = read_link(f"{server.url}/t/{table}")
    me = await asyncio.to_thread(come_in, link, said.get("name", "Tom"), "en", "Guest")
    app = TableApp(Away(link, me, said.get("watch", False)), Screen("en"), linger=0.0)
    async with app.run_test(size=SMALL) as pilot:
        seat = Seat(app, pilot)
        await seat.until(lambda: seat.sight.table)
        await act(seat)


def test_a_match_with_a_host_in_a_browser_and_bots(sqlite_database: str) -> None:
    async def act(server: Running) -> None:
        (host,) = await server.guests("Ann")
        table = await host.make("holzwurm", 3, options={"rounds": 1})
        async with host.at(table) as ann:
            await ann.opened()

            async def play(seat: Seat) -> None:
                await seat.until(lambda: seat.sight.seat_of(seat.app.line.person) == 1)
                await seat.until(lambda: all(seat.sight.table["salt_commitments"][1:2]))
                assert "The match begins when the host starts it" in seat.shown()
                await ann.start()
                both = asyncio.create_task(ann.play_on(Random(1)))
                await seat.play_on(Random(2))
                await both
                assert seat.sight.table["sheet"] == ann.table["sheet"]
                await seat.until(lambda: seat.reading)
                await seat.press("escape")
                await ann.ask("say", preset="good_game")
                await seat.until(lambda: "Ann: Good game!" in seat.shown())
                await seat.press("m", *"Yes", "enter")
                await ann.until(lambda: any(one["event"].get("text") == "Yes" for one in ann.events()))

            await sit(server, table, play)

    at_a_server(sqlite_database, act)


def test_wheedle_on_a_server_in_real_time(sqlite_database: str) -> None:
    async def act(server: Running) -> None:
        (host,) = await server.guests("Tom")
        table = await host.make("wheedle", 4)
        links.remember(server.url, host.token)

        async def play(seat: Seat) -> None:
            await seat.until(lambda: "Start when everybody is here" in seat.shown())
            await seat.press("enter")
            await seat.until(lambda: seat.sight.stage == "playing")
            await seat.play_on(Random(1), lambda: bool(seat.sight.table["sheet"]))

        await sit(server, table, play)

    at_a_server(sqlite_database, act)


def test_a_lost_network_is_said_and_the_line_comes_back(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(away, "FIRST_WAIT", 0.3)

    async def act(server: Running) -> None:
        (host,) = await server.guests("Tom")
        table = await host.make("willi", 4)
        links.remember(server.url, host.token)

        async def play(seat: Seat) -> None:
            await seat.until(lambda: seat.sight.stage == "open")
            await seat.press("enter")
            await seat.until(lambda: seat.sight.choices)
            line = seat.app.line
            assert isinstance(line, Away)
            assert line._socket is not None
            line._socket.transport.abort()
            await seat.until(lambda: "The connection is lost" in seat.shown())
            await seat.press("enter")  # asked while nobody hears, and answered when the line is back
            await seat.until(lambda: "The connection is lost" not in seat.shown())
            await seat.until(lambda: seat.sight.look().discarded is not None)

        await sit(server, table, play)

    at_a_server(sqlite_database, act)


def test_who_only_watches_takes_no_seat(sqlite_database: str) -> None:
    async def act(server: Running) -> None:
        (host,) = await server.guests("Ann")
        table = await host.make("wimmuln", 3)
        async with host.at(table) as ann:

            async def watch(seat: Seat) -> None:
                await ann.start()
                await seat.until(lambda: seat.sight.phase in ("guess", "lead"))
                assert "You are watching" in seat.shown()
                await seat.press("enter", "j")
                await seat.until(lambda: "Tom takes over from" in seat.shown())
                assert seat.sight.seat == NOBODY

            await sit(server, table, watch, watch=True)

    at_a_server(sqlite_database, act)


def test_one_is_the_same_person_the_next_time(sqlite_database: str, keys: Path) -> None:
    async def act(server: Running) -> None:
        link = Link(server.url)

        def ask() -> list[Guest]:
            first = come_in(link, None, "en", "Guest")
            renamed = come_in(link, "Zoë", "en", "Guest")
            other_device = come_in(Link(server.url, token=first.token), None, "en", "Guest")
            keys.write_text("nonsense")
            return [first, renamed, other_device, come_in(link, None, "en", "Guest")]

        first, renamed, other_device, stranger = await asyncio.to_thread(ask)
        assert (first.name, renamed.name, other_device.name) == ("Guest", "Zoë", "Zoë")
        assert first.id == renamed.id == other_device.id != stranger.id
        assert keys.stat().st_mode & 0o077 == 0
        assert json.loads(keys.read_text()) == {server.url: stranger.token}
        with pytest.raises(LinkError, match="We have not met"):
            await asyncio.to_thread(come_in, Link(server.url, token="x" * 12), None, "en", "Guest")
        with pytest.raises(LinkError, match="There is no such table"):
            await asyncio.to_thread(links.ask, server.url, "/api/tables/nowhere")

    at_a_server(sqlite_database, act)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://host/t/gmxDhSjodz3e", Link("https://host", table="gmxDhSjodz3e")),
        ("http://localhost:8080/t/a-b_c/", Link("http://localhost:8080", table="a-b_c")),
        ("https://host/key#abc.def", Link("https://host", token="abc.def")),
    ],
)
def test_links_are_read(text: str, found: Link) -> None:
    assert read_link(text) == found


@pytest.mark.parametrize(
    "text", ["ftp://host/t/abc", "https://", "https://host", "https://host/t/", "https://host/key"]
)
def test_other_links_are_refused(text: str) -> None:
    with pytest.raises(LinkError, match="https://host/t/NAME"):
        read_link(text)


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(LinkError, match="does not answer: "):
        come_in(Link("http://127.0.0.1:9", table="x"), "Tom", "en", "Guest")
