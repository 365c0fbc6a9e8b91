"""What the pages say works: commands, tables, records, and everything for a server of one's own."""

import configparser
import doctest
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from ludotheque.games.box import box, shelf
from ludotheque.games.record import RecordHeader, read_record, write_record
from ludotheque.games.wording import catalogue
from ludotheque.server.settings import CONFIG, described, load
from ludotheque.store.contract import Store
from tests.store.arrange import appended, row, run, summary

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DEPLOY = ROOT / "deploy"
HOSTING = (DOCS / "self-hosting.md").read_text("utf-8")
COMMAND = re.compile(r"(?:^ {4}|`)((?:python3 do\.py|ludotheque) [^`#\n]*[^`#\n ])", re.MULTILINE)
OWN_FLAGS = {"--config", "--show", "--help"}  # of `serve`, beside its settings


def commands() -> list[str]:
    """All that the README and the first page tell people to type."""
    pages = (ROOT / "README.md", DOCS / "start.md")
    return sorted({line for page in pages for line in COMMAND.findall(page.read_text("utf-8"))})


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """A home of its own, and a browser that shows nothing."""
    folders = {name: str(tmp_path / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return os.environ | folders | {"BROWSER": "true", "TERM": "dumb", "LUDOTHEQUE_PORT": "0"}


def do_py() -> ModuleType:
    spec = importlib.util.spec_from_file_location("do", ROOT / "do.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def meant(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What Python is called with in the end, once do.py has set everything up; nothing if do.py does it by itself."""
    first, *words = line.split()
    if first == "ludotheque":
        return ["-m", "ludotheque", *words]
    do = do_py()
    found: list[str] = []
    alone: list[str] = []

    class Replaced(Exception):  # noqa: N818 - run() never returns
        pass

    def run(*args: str) -> None:
        found.extend(args)
        raise Replaced

    def check_all(steps: object) -> int:
        alone.append("check")
        return 0

    monkeypatch.setattr(do, "set_up", lambda lock: (ROOT / "requirements" / f"{lock}.txt").read_text())
    monkeypatch.setattr(do, "run", run)
    monkeypatch.setattr(do, "check_all", check_all)
    monkeypatch.setattr(do, "step", lambda *args: alone.append("step"))
    try:
        assert do.main(*words[1:]) == 0
    except Replaced:
        return found
    assert alone
    return []


@pytest.mark.parametrize("line", commands())
def test_every_command_works(line: str, monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str]) -> None:
    args = meant(line, monkeypatch)
    if "serve" in args or args == ["-m", "ludotheque"]:
        assert_it_opens_and_closes(args, surroundings)
    elif args:
        done = subprocess.run(
            [sys.executable, *args],
            cwd=ROOT,
            env=surroundings,
            input="q\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout


def assert_it_opens_and_closes(args: list[str], env: dict[str, str]) -> None:
    with subprocess.Popen([sys.executable, *args], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "Ludotheque is open at http://localhost:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0


def test_there_are_commands_of_every_kind() -> None:
    found = " ".join(commands())
    assert all(part in found for part in ("do.py play", "do.py test", "do.py docs", "do.py serve", "ludotheque rules"))
    assert all(command in str(do_py().__doc__) for command in ("play", "serve", "test", "docs", "lock"))


def test_hooks_check_what_the_test_command_checks_without_playing() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    found = dict(re.findall(r"- id: (\w+)\n.*\n +entry: \.venv/bin/(.+)", hooks))
    assert found.keys() == {"lint", "format", "layers", "types", "pages"}
    checks = do_py().STYLE | do_py().ASIDE
    assert all(checks[name] == [call] for name, call in found.items())


@pytest.mark.parametrize("page", ["start.md", "notation.md", "debugging.md"])
def test_examples_run(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 3
    assert failed == 0


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "start.md"], ids=lambda page: page.name)
def test_the_table_of_players_agrees_with_the_rules(page: Path) -> None:
    rows = re.findall(r"^\| (?:\*\*|\[)(\w+)(?:\*\*|\]).*?\| (\d)–(\d) \|", page.read_text("utf-8"), re.MULTILINE)
    titles = {box(game).notation.TITLE: box(game).rules.SEATS for game in shelf()}
    assert {title: (int(low), int(high)) for title, low, high in rows} == {
        title: (seats[0], seats[-1]) for title, seats in titles.items()
    }


def test_the_readme_has_a_picture_of_each_game_and_is_short() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) < 80
    pictures = re.findall(r"!\[(\w+)\]\(([^)]+)\)", text)
    assert {title for title, _ in pictures} == {box(game).notation.TITLE for game in shelf()}
    assert all((ROOT / path).exists() for _, path in pictures)


# Notation


def notated() -> Iterator[tuple[str, str]]:
    """Game and action of each row of the table of actions."""
    game = ""
    titles = {box(name).notation.TITLE: name for name in shelf()}
    table = (DOCS / "notation.md").read_text("utf-8").partition("## Actions")[2].partition("\n\n`")[0]
    for title, action in re.findall(r"^\| ?(\w*) ?\| `([^`]+)` \|", table, re.MULTILINE):
        game = titles[title] if title else game
        yield game, action


def test_actions_are_written_so() -> None:
    rows = list(notated())
    assert {game for game, _ in rows} == set(shelf())
    for game, action in rows:
        assert box(game).notation.text(box(game).notation.parse(action)) == action


@pytest.mark.parametrize("game", shelf())
def test_no_action_is_left_out(game: str) -> None:
    """The verbs of the page are those that the game itself lists for who does not know them."""
    listed = re.sub(r" \(.*?\)", "", catalogue("en", game)["forms"]["action"])
    for word in {action.split()[0] for name, action in notated() if name == game} - {"time", "undone"}:
        assert word in listed
    for word in re.findall(r"(?:^|, | or )([a-z]+)", listed):
        assert any(action.split()[0] == word for name, action in notated() if name == game)


def test_cards_are_called_so() -> None:
    text = (DOCS / "notation.md").read_text("utf-8").partition("## Actions")[0]
    for title, cells in re.findall(r"^\| (\w+) \| (.*) \|$", text, re.MULTILINE):
        if title != "game":
            names = box(next(game for game in shelf() if title == box(game).notation.TITLE)).notation.CARDS
            for card in re.findall(r"`([^`]+)`", cells):
                assert any(name.startswith(card) for name in names), card


def test_the_record_is_one() -> None:
    text = (DOCS / "notation.md").read_text("utf-8")
    (record,) = re.findall(r"^```json record\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert write_record(read_record(record)) == record
    for field in RecordHeader.__struct_fields__:
        assert f"`{field}`" in text


# A server of one's own


def test_every_flag_and_variable_named_exists() -> None:
    flags = {one.flag for one in described().values()}
    known = flags | OWN_FLAGS | {f"--no-{flag[2:]}" for flag in flags}
    served = " ".join(re.findall(r"ludotheque serve(.*)", HOSTING))
    named = {*re.findall(r"`(--[a-z-]+)", HOSTING), *re.findall(r"--[a-z-]+", served)}
    assert named <= known
    assert named >= flags
    variables = {one.variable for one in described().values()} | {CONFIG}
    for text in (HOSTING, (DEPLOY / "Containerfile").read_text("utf-8")):
        assert set(re.findall(r"LUDOTHEQUE_[A-Z_]+", text)) <= variables


def test_what_the_page_says_of_defaults_is_so() -> None:
    usual = load({}, {}, DEPLOY / "ludotheque.toml")
    assert usual.secure_cookies
    assert usual.database == "/var/lib/ludotheque/ludotheque.db"
    defaults = {name: one.default for name, one in described().items()}
    assert (defaults["host"], defaults["port"]) == ("127.0.0.1", 8080)
    assert (defaults["keep_finished_days"], defaults["keep_unfinished_days"]) == (3650, 90)
    assert defaults["proxies"] == "127.0.0.1"


UNITS = ["ludotheque.service", "ludotheque@.service"]


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=True, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / name).read_text("utf-8"))
    return parser


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_starts_the_server(name: str) -> None:
    service = unit(name)["Service"]
    program, command, *flags = service["ExecStart"].split()
    assert (Path(program).name, command, flags[:2]) == ("ludotheque", "serve", ["--config", "/etc/ludotheque.toml"])
    assert flags[2:] == (["--port", "%i"] if "@" in name else [])
    assert "MemoryDenyWriteExecute" not in service  # machine code is made while it runs


def test_the_unit_has_a_place_for_the_database() -> None:
    service = unit("ludotheque.service")["Service"]
    assert Path(load({}, {}, DEPLOY / "ludotheque.toml").database).parent.name == service["StateDirectory"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(name: str, tmp_path: Path) -> None:
    """With a program that is there."""
    text = (DEPLOY / name).read_text("utf-8")
    copy = tmp_path / name.replace("@", "@8081")
    copy.write_text(text.replace("/opt/ludotheque/bin/ludotheque", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert not [line for line in done.stderr.splitlines() if copy.name in line], done.stderr


def composed() -> dict[str, Any]:
    """What compose reads, with the name of every variable as its value."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    return yaml.safe_load(re.sub(r"\$\{(\w+)[^}]*\}", r"\1", text))


def test_two_servers_of_the_composition_know_each_other_and_one_database() -> None:
    services, network = composed()["services"], composed()["networks"]["default"]["ipam"]["config"][0]["subnet"]
    servers = {name: one for name, one in services.items() if one.get("image") == "ludotheque"}
    assert len(servers) == 2
    for name, one in servers.items():
        assert (DEPLOY / one["build"]["context"] / one["build"]["dockerfile"]).exists()
        settings = load({}, one["environment"])
        assert settings.peer_address.partition(":")[0] == name
        assert settings.peer_address.partition(":")[2] == settings.peer_listen.partition(":")[2]
        assert settings.proxies == network
        database = urlsplit(settings.database)
        assert (database.hostname, database.path[1:]) == (
            "postgres",
            services["postgres"]["environment"]["POSTGRES_DB"],
        )
        assert database.username == services["postgres"]["environment"]["POSTGRES_USER"]
        assert set(one["depends_on"]) <= services.keys()
    volumes = [volume.split(":")[0] for one in services.values() for volume in one.get("volumes", [])]
    assert all((DEPLOY / name).exists() if name.startswith(".") else name in composed()["volumes"] for name in volumes)


def test_caddy_asks_all_servers_of_the_composition_how_they_are() -> None:
    text = (DEPLOY / "servers.Caddyfile").read_text("utf-8")
    (line,) = re.findall(r"reverse_proxy (.*) \{", text)
    servers = [name for name, one in composed()["services"].items() if one.get("image") == "ludotheque"]
    assert line.split() == [f"{name}:{described()['port'].default}" for name in servers]
    assert "health_uri /health\n" in text


def test_every_file_for_a_deployment_is_on_the_page() -> None:
    assert {path.name for path in DEPLOY.iterdir()} == set(re.findall(r"deploy/([\w.@]+\w)", HOSTING))


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile", "servers.Caddyfile"])
def test_proxies_pass_on_what_is_needed(name: str) -> None:
    lines = [line.split("#")[0].strip() for line in (DEPLOY / name).read_text("utf-8").splitlines()]
    text = "\n".join(filter(None, lines))
    assert text.count("{") == text.count("}")
    assert f":{described()['port'].default}" in text
    assert "/metrics" in text
    if name == "nginx.conf":
        assert all(line.endswith((";", "{", "}")) for line in text.splitlines())
        for header in (
            "Host $host",
            "X-Forwarded-For",
            "X-Forwarded-Proto $scheme",
            "Upgrade $http_upgrade",
            "Connection",
        ):
            assert f"proxy_set_header {header}" in text


def test_the_container_copies_what_is_there_and_starts_what_is_installed() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    steps = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    assert {words[0] for words in steps} <= {
        "FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT",
    }  # fmt: skip
    for words in steps:
        if words[0] == "COPY" and not words[1].startswith("--from"):
            assert all((ROOT / source).exists() for source in words[1:-1]), words
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for needed in re.findall(r'(?:readme = |license-files = \[)"([^"]+)"', project):
        assert needed in text
    assert json.loads(text.partition("ENTRYPOINT ")[2])[1:] == ["serve"]
    assert '@get("/health"' in (ROOT / "src" / "ludotheque" / "server" / "rest.py").read_text("utf-8")
    environ = dict(re.findall(r"(LUDOTHEQUE_\w+)=(\S+)", text))
    assert load({}, environ).host == "0.0.0.0"


def backups() -> list[str]:
    return re.findall(r"^ {4}sqlite3 (\S+ .*)$", HOSTING, re.MULTILINE)


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="there is no sqlite3 command here")
def test_a_backup_made_while_the_server_runs_is_complete(tmp_path: Path) -> None:
    database = tmp_path / "ludotheque.db"

    async def copied(store: Store) -> None:
        assert await appended(store, *(row(n) for n in range(1, 50)), about=summary()) is None
        for line in backups():
            command = line.replace("/var/lib/ludotheque", str(tmp_path)).replace("/backup/", f"{tmp_path}/copy-")
            subprocess.run(["sqlite3", *shlex.split(command)], check=True)

    run(str(database), copied)
    copies = sorted(tmp_path.glob("copy-*.db"))
    assert len(copies) == len(backups()) == 2
    for copy in copies:
        with closing(sqlite3.connect(copy)) as found:
            assert found.execute("SELECT count(*) FROM events").fetchone() == (49,)
        run(str(copy), lambda store: store.count())
