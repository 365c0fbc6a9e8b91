"""Log lines: what they look like, and what they keep to themselves."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from ludotheque.server.logs import Handler, JsonFormatter, configure

TOKEN = "AbCdEf-_0123.abcdefghijklmnopqrstuvwxyz-_0123"
LIBRARIES = (None, "ludotheque", "uvicorn", "uvicorn.error", "uvicorn.asgi", "uvicorn.access")
log = logging.getLogger("ludotheque.server.test")


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    before = [(one, one.handlers, one.level, one.propagate) for one in map(logging.getLogger, LIBRARIES)]
    yield
    for one, handlers, level, propagate in before:
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def logging_to(form: Literal["text", "json"], level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    configure(level, form, stream)
    return stream


def last(stream: io.StringIO) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stream.getvalue().splitlines()[-1])
    return found


def fail(message: str) -> None:
    raise ValueError(message)


def test_a_line_for_people() -> None:
    stream = logging_to("text")
    log.info("table %s made", "k3", extra={"game": "willi", "seats": 4, "host": "Zoë Q", "empty": "", "more": [1, "a"]})
    day, time, rest = stream.getvalue().split(" ", 2)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)
    assert re.fullmatch(r"\d\d:\d\d:\d\d\.\d{3}Z", time)
    assert rest == (
        'INFO    ludotheque.server.test: table k3 made  game=willi seats=4 host="Zoë Q" empty="" more=[1,"a"]\n'
    )


def test_a_line_for_programs() -> None:
    stream = logging_to("json")
    log.warning("slow", extra={"seconds": 0.25, "players": ["Zoë", None], "level": "x"})
    found = last(stream)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found.pop("time"))
    assert found == {
        "level": "warning",
        "logger": "ludotheque.server.test",
        "message": "slow",
        "seconds": 0.25,
        "players": ["Zoë", None],
    }


def test_exceptions() -> None:
    for form in ("text", "json"):
        stream = logging_to(form)
        try:
            fail(f"no seat for token={TOKEN}\x1b")
        except ValueError:
            log.exception("refused")
        assert "Traceback (most recent call last)" in stream.getvalue()
        assert "ValueError: no seat for token=…" in stream.getvalue()
        assert TOKEN[13:] not in stream.getvalue()
        assert "\x1b" not in stream.getvalue()
    assert "\n  File" in last(stream)["exception"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_gets_into_a_log(form: Literal["text", "json"]) -> None:
    stream = logging_to(form)
    names = ("token", "secret", "cookie", "salt", "password", "key", "api_key")
    log.info("fields", extra=dict.fromkeys(names, "hush"))
    log.info("deep", extra={"given": {"token": "hush", "list": [{"salt": "hush"}]}})
    log.info("argument %s, %s", "postgresql://me:hush@db/x", {"token": "hush"})
    log.info("named %(token)s", {"token": "hush"})
    log.info("GET /t/k3?me=hush&token=hush#me=hush")
    log.info("connecting", extra={"url": "ws://x/?token=hush", "seen": ValueError("secret='hush'")})
    try:
        fail("password=hush")
    except ValueError:
        log.exception("broken", extra={"who": TOKEN})
    logging.getLogger("uvicorn.error").info("%s - %s", ("::1", 1), "/live?token=hush")
    logging.getLogger("asyncpg").warning("cookie: a=hush")
    assert len(stream.getvalue().splitlines()) >= 9
    assert "hush" not in stream.getvalue()
    assert TOKEN[13:] not in stream.getvalue()
    assert "k3" in stream.getvalue()


def test_a_line_that_cannot_be_logged_names_its_place_alone() -> None:
    stream = logging_to("json")
    log.info("%d", "hush")
    assert re.fullmatch(r"a line of .*test_logs\.py:\d+ could not be logged: TypeError\n", stream.getvalue())


def test_names_cannot_forge_lines_or_paint_the_terminal() -> None:
    stream = logging_to("text")
    log.info("hello %s", "a\n2026 INFO forged\x1b[31m", extra={"name_": "b\nforged\x1b[31m"})
    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in stream.getvalue()


def test_half_a_sign_is_logged() -> None:
    for form in ("text", "json"):
        stream = logging_to(form)
        log.info("half \ud83d", extra={"sign": "\ud83d"})
        assert "half" in stream.getvalue()
        assert "could not" not in stream.getvalue()


def test_levels() -> None:
    stream = logging_to("text", "debug")
    log.debug("ours")
    logging.getLogger("websockets").debug("hands of cards")
    logging.getLogger("websockets").info("theirs")
    assert [line.rpartition(": ")[2] for line in stream.getvalue().splitlines()] == ["ours", "theirs"]
    stream = logging_to("text", "error")
    log.warning("ours")
    logging.getLogger("uvicorn.error").info("theirs")
    assert not stream.getvalue()


def test_uvicorn_speaks_through_the_same_handler_and_keeps_no_access_log() -> None:
    logging.getLogger("uvicorn").handlers = [logging.NullHandler()]
    logging.getLogger("uvicorn").propagate = False
    stream = logging_to("json")
    logging.getLogger("uvicorn.access").info("GET /")
    assert not stream.getvalue()
    assert not logging.getLogger("uvicorn.access").hasHandlers()
    logging.getLogger("uvicorn.error").info("started", extra={"color_message": "\x1b[1mstarted"})
    assert last(stream)["message"] == "started"
    assert "color_message" not in last(stream)


def test_configured_twice_a_line_is_written_once() -> None:
    logging_to("text")
    stream = logging_to("json")
    log.info("once")
    assert len(stream.getvalue().splitlines()) == 1
    (handler,) = logging.getLogger().handlers
    assert isinstance(handler, Handler)
    assert isinstance(handler.formatter, JsonFormatter)
