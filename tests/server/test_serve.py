"""`ludotheque serve` as people type it."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ludotheque.cli import main
from ludotheque.server import serve
from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings, described
from tests.server.serving import quick, serving

COMMAND = [sys.executable, "-m", "ludotheque", "serve"]
PATIENCE = 60


def environment(folder: Path, **variables: str) -> dict[str, str]:
    """Without settings of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LUDOTHEQUE_")}
    return kept | {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder), "COLUMNS": "120"} | variables


@contextmanager
def opened(folder: Path, *flags: str, **variables: str) -> Iterator[str]:
    """A server that was started so; its address as it says itself."""
    with subprocess.Popen(
        [*COMMAND, *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(folder, **variables),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+:\d+", line)
            assert found, line + process.stderr.read()
            yield found[0]
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
            assert "Traceback" not in process.stderr.read()


def test_the_shelf_is_shown_in_the_browser_if_wanted(tmp_path: Path) -> None:
    noted = tmp_path / "shown"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {noted}\n")
    browser.chmod(0o755)
    with opened(tmp_path, "--show", "--port=0", BROWSER=f"{browser} %s") as address:
        end = monotonic() + PATIENCE
        while not noted.exists() and monotonic() < end:
            sleep(0.05)
        sleep(0.1)
        assert noted.read_text().strip() == address


Failed = Callable[..., str]


@pytest.fixture
def failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Failed:
    """Says what is told when no server can start so: one line."""

    def start(*flags: str, **variables: str) -> str:
        monkeypatch.setattr(serve, "configure", lambda *_: None)  # the log stays the tests'
        monkeypatch.setattr(sys, "argv", ["ludotheque", "serve", *flags])
        monkeypatch.setattr(os, "environ", environment(tmp_path, **variables))
        with pytest.raises(SystemExit) as end:
            main()
        said = capfd.readouterr()
        assert end.value.code == 2
        assert said.out == ""
        assert said.err.startswith("ludotheque: ")
        assert len(said.err.splitlines()) == 1
        return said.err

    return start


def test_it_is_open_by_one_command_and_keeps_its_file_in_the_data_folder(tmp_path: Path) -> None:
    with opened(tmp_path, "--port", "0") as url:
        assert url.startswith("http://localhost:")
        health = httpx.get(f"{url}/health").json()
        assert health["status"] == "ok"
    assert (tmp_path / "ludotheque" / "ludotheque.db").exists()


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('database = "file.db"\nmetrics = false\ntables_per_person = 1\nport = 1\n')
    variables = {"LUDOTHEQUE_DATABASE": str(tmp_path / "environment.db"), "LUDOTHEQUE_CONFIG": str(file)}
    with opened(tmp_path, "--port", "0", "--metrics", **variables) as url:
        assert httpx.get(f"{url}/metrics").status_code == 200
        with httpx.Client(base_url=url) as http:
            http.post("/api/me", json={"name": "Ann"})
            made = [http.post("/api/tables", json={"game": "willi", "seats": 3}).status_code for _ in range(2)]
            assert made == [201, 429]
    assert (tmp_path / "environment.db").exists()
    assert not Path("file.db").exists()


def test_without_metrics_there_are_none(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database, metrics=False)) as server:
            answer = await server.person("Ann").get("/metrics")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

    asyncio.run(main())


def test_the_help_tells_of_every_setting(tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, env=environment(tmp_path), check=True)
    for setting in described().values():
        assert setting.flag in done.stdout
    assert "People join by link" in done.stdout
    assert "LUDOTHEQUE_PORT" in done.stdout


def test_what_is_wrong_is_told_in_one_line_by_the_real_thing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [*COMMAND, "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path), check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(rf"ludotheque: .*{port}.*\n", done.stderr)


def test_a_port_in_use_is_told_in_one_line(failed: Failed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in failed("--port", port)


def test_an_address_that_is_not_ours_is_told_in_one_line(failed: Failed) -> None:
    assert "192.0.2.1" in failed("--host", "192.0.2.1", "--port", "0")
    assert "nowhere.invalid" in failed("--host", "nowhere.invalid", "--port", "0")


@pytest.mark.parametrize(
    "database", ["postgresql://nobody:hunter2@127.0.0.1:1/none", "/dev/null/none.db", "mysql://host/name"]
)
def test_a_database_that_cannot_be_reached_is_told_in_one_line(database: str, failed: Failed) -> None:
    assert "hunter2" not in failed("--port", "0", "--database", database)


def test_wrong_settings_are_told_in_one_line(tmp_path: Path, failed: Failed) -> None:
    assert "LUDOTHEQUE_PORT" in failed(LUDOTHEQUE_PORT="many")
    assert "sleep_after" in failed("--config", str(written(tmp_path, "sleep_after = 0.5")))
    assert "is port meant?" in failed("--config", str(written(tmp_path, "prot = 5")))
    assert "none.toml" in failed("--config", str(tmp_path / "none.toml"))


def written(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text)
    return path


def test_a_database_in_use_is_told_in_one_line(sqlite_database: str, failed: Failed) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)):
            await asyncio.to_thread(failed, "--port", "0", "--database", sqlite_database)

    asyncio.run(main())


def test_measurements_are_as_prometheus_reads_them(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            ann.takes_part = False
            table = await ann.make("willi", 3)
            async with ann.at(table) as host:
                await host.ask("say", preset="hello")
                await host.ask("back")
                answer = await ann.get("/metrics")
                assert answer.headers["content-type"].startswith("text/plain; version=")
                found = {
                    (sample.name, *sorted(sample.labels.values())): sample.value
                    for family in text_string_to_metric_families(answer.text)
                    for sample in family.samples
                }
                assert found["ludotheque_commands_total", "done", "person"] == 1
                assert found["ludotheque_commands_total", "person", "refused"] == 1
                assert found["ludotheque_refusals_total", "not_away"] == 1
                assert found["ludotheque_connections",] == 1
                assert found["ludotheque_people",] == 1
                assert found["ludotheque_tables_awake",] == 1
                assert found["ludotheque_command_seconds_count",] >= 2
                assert found["ludotheque_events_total",] >= 2
                assert found["ludotheque_commit_seconds_count",] >= 1
                assert ann.token not in answer.text
                assert ann.id not in answer.text
                assert table not in answer.text

    asyncio.run(main())


def test_health_says_when_the_store_is_away(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            (ann,) = await server.guests("Ann")
            await ann.make("willi", 3)
            health = (await ann.get("/health")).json()
            assert (health["status"], health["tables"]) == ("ok", {"open": 1, "playing": 0, "over": 0})
            await server.room.store.close()
            answer = await ann.get("/health")
            assert (answer.status_code, answer.json()["status"]) == (503, "degraded")

    asyncio.run(main())


def test_openapi_names_every_path_of_ours(sqlite_database: str) -> None:
    async def main() -> None:
        async with serving(quick(sqlite_database)) as server:
            schema = (await server.person("Ann").get("/api/openapi.json")).json()
        assert schema["openapi"].startswith("3.")
        ours = {route.path for route in make_app(Settings()).routes if route.path.startswith("/api/")}
        named = {re.sub(r"\{(\w+)\}", r"{\1}", path) for path in schema["paths"]}
        assert {re.sub(r"\{(\w+):\w+\}", r"{\1}", path) for path in ours if "openapi" not in path} <= named
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                assert operation["summary"], (path, method)
                assert operation["responses"], (path, method)
        names = set(schema["components"]["schemas"])
        refs = set(re.findall(r'"#/components/schemas/([^"]+)"', httpx.Response(200, json=schema).text))
        assert refs <= names

    asyncio.run(main())


def test_short_messages_are_not_held_back() -> None:
    """Python's own event loop leaves that to whoever made the socket; a second message would wait for 40 ms."""
    with (
        serve.listening("127.0.0.1", 0) as sock,
        socket.create_connection(sock.getsockname()),
        sock.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
