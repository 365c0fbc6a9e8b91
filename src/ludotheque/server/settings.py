"""Settings of a server: flags win over the environment, which wins over a file.

    ludotheque serve --port 9000      LUDOTHEQUE_PORT=9000      port = 9000 in ludotheque.toml

`Settings` is the one place that says what there is, what it means and what is allowed: help, documents and errors are
made from it.
"""

import difflib
import functools
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

import msgspec
from msgspec import Meta
from platformdirs import user_config_dir, user_data_dir

from ludotheque.games.errors import LudothequeError
from ludotheque.server.allowed import allowed
from ludotheque.server.masking import masked

NAME = "ludotheque"
CONFIG = "LUDOTHEQUE_CONFIG"

Origin = Annotated[str, Meta(pattern=r"^https?://[^\s/?#@]+\Z", examples=["https://games.example.org"])]


class SettingError(LudothequeError):
    """A setting that there is not, or a value that it cannot have."""


class Settings(msgspec.Struct, frozen=True):
    """How a server is run."""

    host: Annotated[str, Meta(min_length=1, description="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen on; 0 for any that is free.")] = 8080
    database: Annotated[
        str,
        Meta(
            examples=["postgresql://host/name", "games.db"],
            description="Where matches are kept; empty for a file in your data folder.",
        ),
    ] = ""
    origins: Annotated[
        tuple[Origin, ...], Meta(description="Other sites whose pages may connect, such as the one a proxy serves.")
    ] = ()
    proxies: Annotated[str, Meta(description="Addresses of proxies whose X-Forwarded-For is believed.")] = "127.0.0.1"
    secure_cookies: Annotated[bool, Meta(description="Send cookies over https only; set it where https is used.")] = (
        False
    )
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="How much is told in the log.")
    ] = "info"
    log_format: Annotated[Literal["text", "json"], Meta(description="Log lines for people or for programs.")] = "text"
    metrics: Annotated[bool, Meta(description="Measurements for Prometheus at /metrics.")] = True
    tables_per_person: Annotated[int, Meta(ge=1, le=10_000, description="Unfinished tables one may have.")] = 20
    tables_per_minute: Annotated[int, Meta(ge=1, le=10_000, description="New tables one may make a minute.")] = 10
    connections_per_address: Annotated[
        int, Meta(ge=1, le=100_000, description="Connections from one address at a time.")
    ] = 100
    connections_per_person: Annotated[
        int, Meta(ge=1, le=10_000, description="Connections of one person at a time.")
    ] = 10
    request_seconds: Annotated[
        float, Meta(ge=0.1, le=600, description="Seconds in which a whole HTTP request has to come.")
    ] = 10.0
    commands_per_second: Annotated[
        float, Meta(ge=0.1, le=100_000, description="Commands a second on one connection, in the long run.")
    ] = 20.0
    commands_burst: Annotated[int, Meta(ge=1, le=100_000, description="Commands at once before that counts.")] = 60
    message_bytes: Annotated[int, Meta(ge=1024, le=1_048_576, description="Length of the longest message.")] = 16384
    sleep_after: Annotated[
        float, Meta(ge=1, le=86_400, description="Seconds until a table that nobody looks at leaves memory.")
    ] = 600.0
    keep_unfinished_days: Annotated[
        int, Meta(ge=0, le=36_500, description="Days to keep matches that were left; 0 for ever.")
    ] = 90
    keep_finished_days: Annotated[
        int, Meta(ge=0, le=36_500, description="Days to keep matches that were finished; 0 for ever.")
    ] = 3650
    workers: Annotated[
        int, Meta(ge=1, le=256, description="Servers on this machine that share the port; needs PostgreSQL.")
    ] = 1
    peer_listen: Annotated[
        str,
        Meta(
            pattern=r"^\S+:\d{1,5}\Z",
            examples=["10.0.0.5:0"],
            description="Address on which to hear other servers on the same database; port 0 for any that is free.",
        ),
    ] = "127.0.0.1:0"
    peer_address: Annotated[
        str,
        Meta(
            pattern=r"^(\S+:\d{1,5})?\Z",
            examples=["games1:7000"],
            description="Where other servers reach that, if it is elsewhere.",
        ),
    ] = ""
    analyses: Annotated[
        Literal["after", "asked", "never"],
        Meta(description="When finished matches are analysed: each after its end, when a player asks, or never."),
    ] = "after"
    bot_threads: Annotated[
        int, Meta(ge=0, le=1024, description="Threads that bots think in; 0 for one less than there are cores.")
    ] = 0

    @property
    def database_url(self) -> str:
        """The database, or where it is if nothing else was said."""
        return self.database or f"sqlite:///{Path(user_data_dir(NAME, ensure_exists=True)) / 'ludotheque.db'}"

    @property
    def thinkers(self) -> int:
        """How many threads bots think in."""
        return self.bot_threads or max(1, (os.cpu_count() or 1) - 1)


class Described(NamedTuple):
    """A setting as help, documents and errors show it."""

    name: str
    flag: str
    variable: str
    kind: Any  # its type with what is allowed, such as msgspec.convert takes
    default: Any
    allowed: str
    meaning: str


class Given(NamedTuple):
    """A value that someone gave, and where."""

    name: str
    where: str
    value: object
    exact: bool  # whether it has a type already, or is a text to be read


@functools.cache
def described() -> Mapping[str, Described]:
    """Every setting by its name, in the order of `Settings`."""
    kinds = get_type_hints(Settings, include_extras=True)
    found = {}
    struct: Any = msgspec.inspect.type_info(Settings)
    for field in struct.fields:
        meaning = field.type.extra_json_schema["description"]
        flag, variable = "--" + field.name.replace("_", "-"), f"LUDOTHEQUE_{field.name.upper()}"
        right = allowed(field.type)
        found[field.name] = Described(field.name, flag, variable, kinds[field.name], field.default, right, meaning)
    return found


def shown(settings: Settings) -> dict[str, object]:
    """The settings as a log may show them."""
    return msgspec.structs.asdict(settings) | {"database": masked(settings.database_url)}


def load(flags: Mapping[str, object], environ: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings as given; a flag that is None was not. Raises SettingError with the place that is wrong."""
    found: dict[str, Any] = {}
    for given in (*in_file(file, environ), *in_environment(environ), *in_flags(flags)):
        found[given.name] = checked(given)
    return Settings(**found)


def in_flags(flags: Mapping[str, object]) -> Iterator[Given]:
    """Settings from the command line; a list without entries was not given."""
    for name, value in flags.items():
        if value not in (None, [], ()):
            yield Given(name, "--" + name.replace("_", "-"), value, exact=False)


def in_environment(environ: Mapping[str, str]) -> Iterator[Given]:
    """Settings from the environment: lists have commas, and an empty variable sets nothing."""
    for one in described().values():
        if text := environ.get(one.variable):
            several = [part.strip() for part in text.split(",")]
            yield Given(one.name, one.variable, several if isinstance(one.default, tuple) else text, exact=False)


def in_file(file: Path | None, environ: Mapping[str, str]) -> Iterator[Given]:
    """Settings from a file: the one named by --config or LUDOTHEQUE_CONFIG, or the user's own if there is one."""
    named = file or (Path(environ[CONFIG]) if environ.get(CONFIG) else None)
    path = named or Path(user_config_dir(NAME)) / "ludotheque.toml"
    if named is None and not path.exists():
        return
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise SettingError(f"the settings cannot be read from {path}: {problem.strerror}") from None
    except ValueError as problem:  # not TOML, not UTF-8, or a number of thousands of digits
        raise SettingError(f"{path} is not TOML: {problem}") from None
    except RecursionError:
        raise SettingError(f"{path} is nested too deeply; a setting is a value or a list of values") from None
    for name, value in content.items():
        yield Given(name, f"{name} in {path}", value, exact=True)


def checked(given: Given) -> object:
    """A value of the right type and in its range."""
    if given.name not in described():
        close = difflib.get_close_matches(given.name, described(), 1)
        hint = f"is {close[0]} meant?" if close else f"there are {', '.join(described())}"
        raise SettingError(f"{given.where}: there is no such setting; {hint}")
    one = described()[given.name]
    try:
        return msgspec.convert(given.value, one.kind, strict=given.exact)
    except msgspec.ValidationError:
        value = masked(repr(given.value))
        raise SettingError(f"{given.where} is {value}; it should be {one.allowed}") from None
