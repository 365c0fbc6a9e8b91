"""The browser's pages: built files from memory, compressed when they were built. Every page is the same index.html."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from ludotheque.games.box import shelf
from ludotheque.games.wording import LANGUAGES, catalogue
from ludotheque.server.rest import refusals
from ludotheque.table.errors import RefusedError

CLIENT = Path(__file__).parent / "client"
PAGES = ["/", "/settings", "/key", "/t/{name:str}", "/rules", "/rules/{rest:path}"]
PAGES += ["/learn", "/learn/{rest:path}", "/replay", "/replay/{rest:path}", "/puzzles", "/puzzles/{rest:path}"]
PAGES += ["/same/{name:str}", "/challenge/{name:str}", "/challenge/{name:str}/{rest:path}"]
PAGES += ["/evening", "/evening/{name:str}"]
PAGES += ["/analysis", "/analysis/{rest:path}"]
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
CODINGS = {"br": ".br", "gzip": ".gz"}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = b"<!doctype html><title>Ludotheque</title><p>The pages have not been built: python3 do.py builds them."
Asked = Request[Any, Any, State]


class File(NamedTuple):
    """A built file in each coding; the plain one is under an empty name."""

    media_type: str
    etag: str
    bodies: dict[str, bytes]


@cache
def files(folder: Path = CLIENT) -> dict[str, File]:
    """All built files by their paths."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in TYPES:
            body = path.read_bytes()
            packed = {coding: path.with_name(path.name + end) for coding, end in CODINGS.items()}
            bodies = {"": body} | {coding: one.read_bytes() for coding, one in packed.items() if one.exists()}
            etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            found[path.relative_to(folder).as_posix()] = File(TYPES[path.suffix], etag, bodies)
    return found


def accepted(header: str, file: File) -> str:
    """The best coding that a browser takes."""
    wanted = {part.split(";")[0].strip() for part in header.lower().split(",") if "q=0" not in part.replace("q=0.", "")}
    return next((coding for coding in CODINGS if coding in wanted and coding in file.bodies), "")


def sent(request: Asked, file: File, keep: str, status: int = 200) -> Response[bytes]:
    """The response with a file, or 304 if the browser has it already."""
    headers = {"cache-control": keep, "etag": file.etag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers)
    coding = accepted(request.headers.get("accept-encoding", ""), file)
    if coding:
        headers["content-encoding"] = coding
    return Response(file.bodies[coding], media_type=file.media_type, headers=headers, status_code=status)


def index(request: Asked, status: int = 200) -> Response[bytes]:
    """The one page, which finds out itself what to show."""
    found = files().get("index.html")
    if found is None:
        return Response(NOT_BUILT, media_type=TYPES[".html"], status_code=503)
    return sent(request, found, ASK_AGAIN, status)


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def page(request: Asked) -> Response[bytes]:
    """Answers the address of any page with the one page."""
    return index(request)


def for_people(request: Asked) -> bool:
    """Whether a browser wants to show somebody a page, and no program asks for data."""
    wanted = "text/html" in request.headers.get("accept", "")
    return wanted and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")


def no_such_page(request: Asked) -> Response[bytes]:
    """Our page under an address that we do not have; it says so in the language of its reader."""
    return index(request, 404)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """A file whose name changes with what is in it."""
    return sent(request, known(f"assets/{name}"), FOR_EVER)


@get("/favicon.svg", include_in_schema=False, sync_to_thread=False)
def icon(request: Asked) -> Response[bytes]:
    """The little picture of the site."""
    return sent(request, known("favicon.svg"), ASK_AGAIN)


def known(path: str) -> File:
    """A file that was built."""
    found = files().get(path)
    if found is None:
        raise RefusedError("not_found")
    return found


@get("/api/words/{language:str}", responses=refusals(404), summary="What the games say", sync_to_thread=False)
def words(language: FromPath[str]) -> dict[str, Any]:
    """The catalogues of all games in one language: names of cards, reasons, refusals."""
    if language not in LANGUAGES:
        raise RefusedError("not_found")
    return {game: catalogue(language, game) for game in shelf()}


HANDLERS = (page, asset, icon, words)
