"""Every answer tells the browser what it may do."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar, WebSocket, get, websocket
from litestar.static_files import create_static_files_router
from litestar.testing import TestClient

from ludotheque.server.security import HEADERS, POLICY, secured


@get("/", sync_to_thread=False)
def page() -> str:
    return "hello"


@get("/broken", sync_to_thread=False)
def broken() -> None:
    raise RuntimeError


@websocket("/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    (tmp_path / "app.js").write_text("play()")
    files = create_static_files_router("/files", [tmp_path])
    app = Litestar([page, broken, live, files], logging_config=None, openapi_config=None)
    with TestClient(secured(app), raise_server_exceptions=False) as found:
        yield found


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/files/app.js", 200),
        ("GET", "/files/app.js", 200),
        ("GET", "/files/none.js", 404),
        ("GET", "/nowhere", 404),
        ("POST", "/", 405),
        ("OPTIONS", "/", 204),
        ("GET", "/broken", 500),
    ],
)
def test_every_answer_has_the_headers(client: TestClient[Any], method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value]


def test_what_an_answer_says_itself_stays(client: TestClient[Any]) -> None:
    answer = client.get("/")
    assert answer.text == "hello"
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-length"] == "5"


def test_sockets_pass(client: TestClient[Any]) -> None:
    with client.websocket_connect("/live") as socket:
        assert socket.receive_text() == "hello"


def test_nothing_inline_and_nothing_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "http" not in policy
    assert POLICY["default-src"] == POLICY["frame-ancestors"] == POLICY["base-uri"] == "'none'"
    assert policy == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def test_links_are_not_told_to_others() -> None:
    assert HEADERS["Referrer-Policy"] == "no-referrer"
