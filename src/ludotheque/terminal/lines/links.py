"""Links to tables on servers, and who one is there."""

import json
import re
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_data_path

from ludotheque.games.errors import LudothequeError

COOKIE = "ludotheque"
PATIENCE = 10.0  # seconds for an answer
FORM = "a link to a table looks like https://host/t/NAME"


class LinkError(LudothequeError):
    """A link that leads nowhere, or a server that does not answer."""


class Link(msgspec.Struct, frozen=True):
    """Where a link leads: to a table, or to who one is (a key from another device)."""

    origin: str
    table: str = ""
    token: str = ""


class Guest(msgspec.Struct, frozen=True):
    """A person's identity at a server."""

    id: str
    name: str
    token: str


def is_link(text: str) -> bool:
    """Whether somebody means a place on the network, not a game."""
    return "://" in text


def read_link(text: str) -> Link:
    """Where a link leads."""
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise LinkError(f"{text!r} is not a link; {FORM}")
    origin = f"{parts.scheme}://{parts.netloc}"
    if found := re.fullmatch("/t/([A-Za-z0-9_-]+)/?", parts.path):
        return Link(origin, table=found[1])
    if parts.path == "/key" and parts.fragment:
        return Link(origin, token=parts.fragment)
    raise LinkError(f"{text!r} leads to no table; {FORM}")


def ask(origin: str, path: str, token: str = "", body: object = None) -> tuple[Any, str]:
    """A server's answer, and the token that it hands out, if any."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(origin + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            cookies = SimpleCookie(answer.headers.get("Set-Cookie", ""))
            return json.load(answer), cookies[COOKIE].value if COOKIE in cookies else ""
    except urllib.error.HTTPError as problem:
        raise LinkError(said(problem)) from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "reason", problem)
        raise LinkError(f"{origin} does not answer: {reason}") from None


def said(problem: urllib.error.HTTPError) -> str:
    """Why a server refused, in its own words if it has any."""
    try:
        return str(json.load(problem)["message"])
    except (ValueError, KeyError, TypeError):
        return f"{problem.url} answers {problem.code}: is that a server of Ludotheque?"


def come_in(link: Link, name: str | None, language: str, guest: str) -> Guest:
    """Says who one is: as before, as another device says, or somebody new."""
    token = link.token or known().get(link.origin, "")
    me: dict[str, str] | None = None
    if token:
        try:
            me, _ = ask(link.origin, "/api/me", token)
        except LinkError:
            if link.token:
                raise
            token = ""  # the server knows us no more
    if me is None or (name is not None and name != me["name"]):
        me, given = ask(link.origin, "/api/me", token, {"name": name or guest, "language": language})
        token = given or token
    remember(link.origin, token)
    return Guest(me["id"], me["name"], token)


def keys_file() -> Path:
    """Where it is kept who one is at each server."""
    return user_data_path("ludotheque") / "keys.json"


def known() -> dict[str, str]:
    """The tokens of all servers; none if the file is not there or not readable."""
    try:
        return msgspec.json.decode(keys_file().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def remember(origin: str, token: str) -> None:
    """Keeps a token, for one's own eyes only. Where nothing can be kept one is somebody new the next time."""
    path = keys_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(msgspec.json.encode(known() | {origin: token}))
    except OSError:
        return
