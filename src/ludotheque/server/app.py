"""The server as one Litestar application."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, InternalServerException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from ludotheque.games.errors import LudothequeError
from ludotheque.server import challenge_rest, evening_rest, looking_back, puzzle_pages, rest, same_rest, static
from ludotheque.server.messages import Bye, Refused, text
from ludotheque.server.proofs import origin_allowed
from ludotheque.server.room import Room
from ludotheque.server.settings import Settings
from ludotheque.server.socket import table_socket
from ludotheque.store import open_store
from ludotheque.store.contract import StoreError
from ludotheque.table.errors import RefusedError, worded

log = logging.getLogger(__name__)

STATUS = {
    "unknown_person": 401, "wrong_origin": 403, "removed": 403, "same_private": 403,
    "same_sealed": 403, "no_such_set": 404, "no_such_turn": 404, "no_daily": 404, "set_not_begun": 409, "set_over": 409,
    "no_challenge": 404, "challenge_known": 403, "challenge_others": 403, "challenge_same": 409, "challenge_turns": 409,
    "challenge_prepared": 409, "challenge_unfinished": 409,
    "no_such_evening": 404, "evening_no_table": 404, "evening_host": 403, "evening_closed": 409, "evening_late": 409,
    "evening_once": 409, "evening_dealt": 409, "evening_full": 409, "evening_table_full": 409, "evening_nobody": 409,
    "evening_occupied": 409, "evening_taken": 409, "seated": 409,
    "no_such_table": 404, "no_such_match": 404, "no_such_moment": 404, "no_such_puzzle": 404,
    "other_rules": 409, "log_gap": 409, "unknown_event": 409,
    "not_found": 404, "not_allowed": 405, "not_over": 409, "no_analysis": 404, "analyses_busy": 429,
    "analysis_lesson": 409, "analysis_rules": 409, "analysis_illegal": 409, "analysis_unfinished": 409,
    "too_large": 413, "too_many_tables": 429, "too_fast": 429,
    "storage": 503, "failed": 500, "analysis_failed": 500,
}  # fmt: skip
SAFE = ("GET", "HEAD", "OPTIONS")
COME_BACK = 2.0  # seconds
LAG_EVERY = 0.5
Asked = Request[Any, Any, State]
Answered = Response[Any]


class TolerantRequest(Asked):
    """A request whose body may be bad in ways that are not our fault."""

    async def body(self) -> bytes:
        """The body as it came."""
        try:
            return await super().body()
        except InternalServerException as problem:
            raise ClientException("the request ended before its body did") from problem

    async def json(self) -> Any:
        """The body as JSON."""
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("the body is nested too deeply") from None


def make_app(settings: Settings, pace: float = 1.0) -> Litestar:
    """A server that is ready to run."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await open_store(settings.database_url)
        room = app.state.room = Room(settings, store, pace)
        await room.cluster.begin()
        await room.today.begin()
        background = room.crew.warm_up(), room.hall.look_after(), room.today.look_after(), measure_lag(room)
        tasks = [asyncio.create_task(work) for work in background]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await room.analyses.close()
            await room.par.close()
            await room.crew.close()
            await room.cluster.end()
            await room.hall.close()
            await store.close()

    handlers = [getattr(rest, name) for name in REST]
    return Litestar(
        [
            *handlers,
            *looking_back.HANDLERS,
            *puzzle_pages.HANDLERS,
            *same_rest.HANDLERS,
            *challenge_rest.HANDLERS,
            *evening_rest.HANDLERS,
            *static.HANDLERS,
            table_socket,
        ],
        lifespan=[lifespan],
        dependencies={"room": Provide(the_room, sync_to_thread=False)},
        before_request=check_origin,
        before_send=[name_methods],
        request_class=TolerantRequest,
        logging_config=None,
        exception_handlers={
            RefusedError: refused,
            LudothequeError: wrong,
            HTTPException: http_error,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            "Ludotheque", version("ludotheque"), path="/api/openapi.json", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        request_max_body_size=settings.message_bytes,
    )


REST = (
    "me",
    "name_me",
    "my_key",
    "use_key",
    "games",
    "make_table",
    "lobby",
    "my_tables",
    "table",
    "match_record",
    "match_replay",
    "match_analysis",
    "said",
    "health",
    "metrics",
)


def the_room(state: State) -> Room:
    """Provides the room to handlers."""
    room: Room = state.room
    return room


async def measure_lag(room: Room) -> None:
    """Measures how late the event loop wakes up, for as long as the server runs."""
    while True:
        before = room.clock.now()
        await asyncio.sleep(LAG_EVERY)
        room.metrics.loop_lag_seconds.observe(max(0.0, room.clock.now() - before - LAG_EVERY))


async def check_origin(request: Asked) -> None:
    """Only our own pages may ask for changes with somebody's cookie."""
    if request.method in SAFE:
        return
    settings = request.app.state.room.settings
    secure = request.url.scheme == "https"
    if not origin_allowed(request.headers.get("origin"), request.headers.get("host", ""), secure, settings.origins):
        raise RefusedError("wrong_origin")


async def name_methods(message: Message, scope: Scope) -> None:
    """Says what can be asked of an address to whoever asks for that, or for something else."""
    if scope["type"] != ScopeType.HTTP or message["type"] != "http.response.start":
        return
    if scope["method"] == "OPTIONS" or message["status"] == 405:
        headers = MutableScopeHeaders.from_message(message)
        headers["allow"] = ", ".join(methods(scope["litestar_app"], scope["path"]))


def methods(app: Litestar, path: str) -> list[str]:
    """The methods that an address answers."""
    parts = [part for part in path.split("/") if part]
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, HTTPRoute) and len(route.path_components) == len(parts):
            pairs = zip(route.path_components, parts, strict=True)
            if all(one == part or not isinstance(one, str) for one, part in pairs):
                found |= set(route.methods)
    return sorted(found)


async def say_bye(app: Litestar) -> None:
    """Tells everybody to come back, and closes their connections."""
    message = text(Bye("restart", COME_BACK))
    for live in app.state.room.hall.tables.values():
        live.stop()
        for connection in live.connections:
            connection.send(message)
            connection.close(1012, "restart")


# Errors, all of one form


def answer(request: Asked, problem: RefusedError) -> Answered:
    """A refusal in a language that the browser prefers; somebody who is lost gets a page."""
    if problem.code == "not_found" and static.for_people(request):
        return static.no_such_page(request)
    language = preferred(request.headers.get("accept-language", ""))
    body = Refused(None, problem.code, problem.facts, worded(language, problem.code, problem.facts))
    return Response(body, status_code=STATUS.get(problem.code, 400))


def preferred(header: str) -> str:
    """The first of our languages that a browser names."""
    wanted = [part.split(";")[0].strip()[:2].lower() for part in header.split(",")]
    return next((language for language in wanted if language in ("en", "fr", "nl", "de")), "en")


def refused(request: Asked, problem: RefusedError) -> Answered:
    """The answer to a request that was refused."""
    return answer(request, problem)


def wrong(request: Asked, problem: LudothequeError) -> Answered:
    """A game, option or number of seats that there is not; or a store that is away."""
    if isinstance(problem, StoreError):
        request.app.state.room.store.failed(problem)
        return answer(request, RefusedError("storage"))
    return answer(request, RefusedError("bad_request", problem=str(problem)))


def http_error(request: Asked, problem: HTTPException) -> Answered:
    """The answer to a request that the framework refuses: no such page or method, an unreadable body."""
    if problem.status_code == 404:
        return answer(request, RefusedError("not_found"))
    if problem.status_code == 405:
        return answer(request, RefusedError("not_allowed"))
    if problem.status_code == 413:
        return answer(request, RefusedError("too_large", most=request.app.state.room.settings.message_bytes))
    if problem.status_code < 500:
        details = [str(one.get("message", "")) for one in problem.extra or [] if isinstance(one, dict)]
        return answer(request, RefusedError("bad_request", problem="; ".join(details) or problem.detail))
    return failed(request, problem)


def failed(request: Asked, problem: Exception) -> Answered:
    """A fault of ours: told to the log, not to the world."""
    log.error("request failed", exc_info=problem, extra={"path": request.url.path})
    return answer(request, RefusedError("failed"))
