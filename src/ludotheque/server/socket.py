"""A table over a WebSocket: /ws/tables/NAME?since=12&seat=0.

The server sends a scene, or the events after number `since` of that seat's stream; then events, answers, presence and
time as they come. The client sends requests, each with an id of its own making. docs/protocol.md has examples.
"""

from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludotheque.server.ear import Visit
from ludotheque.server.limits import household
from ludotheque.server.line import GONE, Line
from ludotheque.server.messages import BYE, CLOSING, MOVED, Refused, text
from ludotheque.server.people import token_of
from ludotheque.server.proofs import origin_allowed
from ludotheque.server.room import Room
from ludotheque.store.contract import StoreError
from ludotheque.table.errors import RefusedError
from ludotheque.table.facts import WATCHING

Socket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{name:str}")
async def table_socket(socket: Socket, name: FromPath[str], room: NamedDependency[Room]) -> None:
    """One connection from its beginning to its end."""
    try:
        await socket.accept()
    except GONE:
        return
    try:
        line = await admit(socket, room)
        try:
            await serve(socket, name, line, room)
        finally:
            room.leave(household(client(socket)), line.person)
    except RefusedError as problem:
        await refuse(socket, problem)


async def admit(socket: Socket, room: Room) -> Line:
    """Checks origin, token and limits; returns the connection as tables know it."""
    host, secure = socket.headers.get("host", ""), socket.url.scheme == "wss"
    if not origin_allowed(socket.headers.get("origin"), host, secure, room.settings.origins):
        raise RefusedError("wrong_origin")
    try:
        person = await room.people.by_token(token_of(socket))
    except StoreError:
        raise RefusedError("storage") from None
    if person is None:
        raise RefusedError("unknown_person")
    room.enter(household(client(socket)), person.id)
    return Line(socket, person.id, person.name, person.language)


async def refuse(socket: Socket, problem: RefusedError) -> None:
    """Says why not, and closes."""
    message = Refused(None, problem.code, problem.facts, str(problem))
    try:
        await socket.send_data(text(message).decode(), "text")
        await socket.close(CLOSING.get(problem.code, 1011), problem.code)
    except WebSocketDisconnect:
        return


def client(socket: Socket) -> str:
    """The address that a connection comes from."""
    return socket.client.host if socket.client else ""


def number(socket: Socket, key: str) -> int | None:
    """A whole number from the address; None if there is none, or it is something else."""
    found = str(socket.query_params.get(key, ""))
    return int(found) if found.isdecimal() and len(found) < 10 else None


async def serve(socket: Socket, name: str, line: Line, room: Room) -> None:
    """Lets somebody take part until the connection ends."""
    seat, since = number(socket, "seat"), number(socket, "since")
    visit = await room.cluster.enter(name, line, WATCHING if seat is None else seat, since)
    if visit is None:
        line.send(text(BYE))
        await socket.close(MOVED, BYE.code)
        return
    room.metrics.connections.inc()
    try:
        await listen(socket, line, visit)
    except WebSocketDisconnect:
        if line.wire.parting:
            await visit.settled()
            line.wire.part()
    finally:
        line.wire.hear = None
        room.metrics.connections.dec()
        visit.leave()


async def listen(socket: Socket, line: Line, visit: Visit) -> None:
    """Takes requests as they come, until the connection ends."""
    obey = line.wire.hear = visit.obey
    while True:
        obey((await socket.receive_data("text")).encode())  # what came before `hear` was set, and at last its end
