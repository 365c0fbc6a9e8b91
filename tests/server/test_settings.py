"""Settings from flags, environment and file, and what is said of wrong ones."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.server import settings as module
from ludotheque.server.settings import SettingError, Settings, described, load, shown


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's own file would be."""
    monkeypatch.setattr(module, "user_config_dir", lambda _: str(tmp_path / "home"))
    return tmp_path / "home"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_defaults() -> None:
    assert load({}, {}) == Settings()


def test_defaults_are_allowed() -> None:
    for one in described().values():
        assert msgspec.convert(one.default, one.kind) == one.default


def test_flags_win_over_environment_which_wins_over_the_file(tmp_path: Path) -> None:
    file = written(tmp_path / "a.toml", 'host = "file"\nport = 1\nbot_threads = 1\n')
    found = load({"host": "flag", "port": None}, {"LUDOTHEQUE_HOST": "variable", "LUDOTHEQUE_PORT": "2"}, file)
    assert (found.host, found.port, found.bot_threads) == ("flag", 2, 1)


def test_a_flag_that_was_not_given_wins_over_nothing() -> None:
    environ = {"LUDOTHEQUE_ORIGINS": "https://a.example", "LUDOTHEQUE_METRICS": "1", "LUDOTHEQUE_BOT_THREADS": "3"}
    found = load({"origins": [], "metrics": False, "bot_threads": 0, "port": None}, environ)
    assert (found.origins, found.metrics, found.bot_threads) == (("https://a.example",), False, 0)


def test_which_file(tmp_path: Path, home: Path) -> None:
    written(home / "ludotheque.toml", "port = 1")
    assert load({}, {}).port == 1
    named = written(tmp_path / "named.toml", "port = 2")
    assert load({}, {"LUDOTHEQUE_CONFIG": str(named)}).port == 2
    assert load({}, {"LUDOTHEQUE_CONFIG": str(named)}, written(tmp_path / "flag.toml", "port = 3")).port == 3


def test_texts_are_read() -> None:
    environ = {
        "LUDOTHEQUE_ORIGINS": "https://a.example, http://b.example:8000",
        "LUDOTHEQUE_METRICS": "false",
        "LUDOTHEQUE_SECURE_COOKIES": "TRUE",
        "LUDOTHEQUE_COMMANDS_PER_SECOND": "2.5",
        "LUDOTHEQUE_PORT": "",
        "LUDOTHEQUE_SERVICE_HOST": "10.0.0.1",
    }
    found = load({}, environ)
    assert found.origins == ("https://a.example", "http://b.example:8000")
    assert (found.metrics, found.secure_cookies, found.commands_per_second, found.port) == (False, True, 2.5, 8080)


def test_a_file_with_everything(tmp_path: Path) -> None:
    lines = [f"{one.name} = {toml(one.default)}" for one in described().values()]
    assert load({}, {}, written(tmp_path / "a.toml", "\n".join(lines))) == Settings()


def toml(value: object) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"port": 70000}, "--port is 70000; it should be a whole number from 0 to 65535"),
        ({"port": True}, "--port is True; it should be a whole number from 0 to 65535"),
        ({"tables_per_person": 0}, "--tables-per-person is 0; it should be a whole number from 1 to 10000"),
        (
            {"commands_per_second": float("nan")},
            "--commands-per-second is nan; it should be a number from 0.1 to 100000",
        ),
        (
            {"commands_per_second": float("inf")},
            "--commands-per-second is inf; it should be a number from 0.1 to 100000",
        ),
        ({"log_format": "xml"}, "--log-format is 'xml'; it should be one of json, text"),
        ({"host": ""}, "--host is ''; it should be a text that is not empty"),
        (
            {"origins": ["games.example.org"]},
            "--origins is ['games.example.org']; it should be a list, each entry a text, such as https://games.example.org",
        ),
        ({"origins": ["https://games.example.org/path"]}, None),
        ({"origins": ["https://games.example.org\n"]}, None),
        ({"origins": ["*"]}, None),
        (
            {"database": ["postgresql://me:hush@db/x"]},
            "--database is ['postgresql://me:…@db/x']; it should be a text, such as postgresql://host/name or games.db",
        ),
        ({"prot": 1}, "--prot: there is no such setting; is port meant?"),
    ],
)
def test_wrong_flags(flags: dict[str, object], said: str | None) -> None:
    with pytest.raises(SettingError) as problem:
        load(flags, {})
    assert said is None or str(problem.value) == said


def test_a_wrong_variable() -> None:
    with pytest.raises(SettingError, match=r"^LUDOTHEQUE_PORT is 'tcp://10\.0\.0\.1:80'; it should be a whole number"):
        load({}, {"LUDOTHEQUE_PORT": "tcp://10.0.0.1:80"})
    with pytest.raises(SettingError, match=r"^LUDOTHEQUE_METRICS is 'perhaps'; it should be true or false$"):
        load({}, {"LUDOTHEQUE_METRICS": "perhaps"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('port = "80"', "port in {file} is '80'; it should be a whole number from 0 to 65535"),
        (
            "tables_per_persons = 3",
            "tables_per_persons in {file}: there is no such setting; is tables_per_person meant?",
        ),
        ("xyz = 3", "xyz in {file}: there is no such setting; there are host, port, database"),
        ("[server]\nport = 3", "server in {file}: there is no such setting; "),
        ("port 80", "{file} is not TOML: "),
        ("port = " + "1" * 5000, "{file} is not TOML: "),
        ("origins = " + "[" * 5000, "{file} is nested too deeply; "),
    ],
)
def test_a_wrong_file(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path / "a.toml", text)
    with pytest.raises(SettingError) as problem:
        load({}, {}, file)
    assert str(problem.value).startswith(said.format(file=file))


def test_a_wrong_value_is_an_error_even_where_another_wins(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="port in"):
        load({"port": 1}, {}, written(tmp_path / "a.toml", "port = -1"))


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"the settings cannot be read from .*none.toml: No such file"):
        load({}, {}, tmp_path / "none.toml")
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingError, match="is not TOML"):
        load({}, {}, tmp_path / "a.toml")


def test_every_setting_is_described() -> None:
    assert list(described()) == list(Settings.__struct_fields__)
    for one in described().values():
        assert one.meaning.endswith(".")
        assert one.allowed
    port = described()["port"]
    assert (port.flag, port.variable, port.default) == ("--port", "LUDOTHEQUE_PORT", 8080)
    assert described()["sleep_after"].flag == "--sleep-after"


@pytest.mark.parametrize("password", ["hush", "hu/sh", "hu@sh:"])
def test_a_log_shows_no_password(password: str) -> None:
    seen: Any = shown(Settings(database=f"postgresql://me:{password}@db/games"))
    assert seen["database"] == "postgresql://me:…@db/games"
    assert seen["port"] == 8080


def test_the_database_is_in_the_users_data_folder_by_default() -> None:
    assert Settings().database_url.startswith("sqlite:///")
    assert Settings().database_url.endswith("ludotheque.db")
    assert Settings(database="sqlite:///x.db").database_url == "sqlite:///x.db"


def test_bots_leave_a_core_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, threads in ((None, 1), (1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert Settings().thinkers == threads
        assert Settings(bot_threads=3).thinkers == 3
