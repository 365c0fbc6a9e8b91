"""A table over a WebSocket: /ws/tables/NAME?since=12&seat=0.

The server sends a scene, or the events after number `since` of that seat's stream; then events, answers, presence and
time as they come. The client sends requests, each with an id of its own making. docs/protocol.md has examples.
"""

import logging
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludotheque.bots.because import advice, because, deed
from ludotheque.bots.levels import LevelName
from ludotheque.games.box import WAIT
from ludotheque.games.wording import say
from ludotheque.server.limits import Bucket, household
from ludotheque.server.line import Line
from ludotheque.server.live import Live
from ludotheque.server.messages import (
    CLOSING,
    Answer,
    Hint,
    Hinted,
    Mute,
    Refused,
    Request,
    identified,
    requests,
    text,
)
from ludotheque.server.people import token_of
from ludotheque.server.proofs import origin_allowed
from ludotheque.server.room import Room
from ludotheque.store.contract import StoreError
from ludotheque.table.errors import RefusedError
from ludotheque.table.errors import worded as table_words
from ludotheque.table.state import WATCHING

log = logging.getLogger(__name__)

FAILED = 1011  # our own fault
FLOOD = 200  # messages refused as too fast, in a row, before a connection is closed
UNREADABLE = (msgspec.MsgspecError, UnicodeError)
Socket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{name:str}")
async def table_socket(socket: Socket, name: FromPath[str], room: NamedDependency[Room]) -> None:
    """One connection from its beginning to its end."""
    await socket.accept()
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
    live = await room.hall.enter(name, line, WATCHING if seat is None else seat, since)
    room.metrics.connections.inc()
    try:
        await listen(socket, line, live, room)
    except WebSocketDisconnect:
        if line.wire.parting:
            await live.settled()
            line.wire.part()
    finally:
        line.wire.hear = None
        room.metrics.connections.dec()
        live.leave(line)


async def listen(socket: Socket, line: Line, live: Live, room: Room) -> None:
    """Takes requests as they come, until the connection ends."""
    obey = line.wire.hear = Ear(line, live, room).obey
    while True:
        obey((await socket.receive_data("text")).encode())  # what came before `hear` was set, and at last its end


class Ear:
    """The reader of one connection: obeys its requests one after the other."""

    def __init__(self, line: Line, live: Live, room: Room) -> None:
        self._line, self._live, self._room = line, live, room
        self._bucket = Bucket(room.settings.commands_per_second, room.settings.commands_burst)
        self._too_fast = 0  # messages in a row

    def obey(self, data: bytes) -> None:
        """Obeys one request, or says why not."""
        if self._too_fast >= FLOOD:  # the connection closes; what else has come is not even looked at
            return
        try:
            self._keep_pace()
            request = self._read(data)
            match request.command:
                case Hint() as wish:
                    self._room.hall.tasks.begin(hint(request, wish, self._line, self._live, self._room))
                case Mute(people=people):
                    self._line.muted = set(people)
                    self._line.send(text(Answer(request.id)))
                case command:
                    self._live.ask(self._line, request.id, command)
        except RefusedError as problem:
            self._line.send(text(refusal(self._line, self._id_in(data), problem)))
        except Exception:
            log.exception("a connection failed", extra={"table": self._live.id, "person": self._line.person})
            self._line.close(FAILED, "failed")

    def _keep_pace(self) -> None:
        """Raises if requests come too fast; closes the connection after too many of those."""
        wait = self._bucket.take(self._room.clock.now())
        if not wait:
            self._too_fast = 0
            return
        self._too_fast += 1
        if self._too_fast >= FLOOD:
            self._line.close(CLOSING["too_fast"], "too_fast")
        raise RefusedError("too_fast", seconds=round(wait, 1))

    def _id_in(self, data: bytes) -> str | None:
        """The id of a request that is refused, if it is not too long to look for."""
        if len(data) > self._room.settings.message_bytes:
            return None
        try:
            return identified.decode(data).id
        except (*UNREADABLE, RecursionError):
            return None

    def _read(self, data: bytes) -> Request:
        most = self._room.settings.message_bytes
        if len(data) > most:
            raise RefusedError("too_large", most=most)
        try:
            return requests.decode(data)
        except RecursionError:
            raise RefusedError("bad_message", problem="it is nested too deeply") from None
        except UNREADABLE as problem:
            raise RefusedError("bad_message", problem=str(problem)) from None


async def hint(request: Request, wish: Hint, line: Line, live: Live, room: Room) -> None:
    """Says what a bot would do in somebody's place."""
    try:
        line.send(text(await hinted(request, wish, line, live, room)))
    except RefusedError as problem:
        line.send(text(refusal(line, request.id, problem)))


async def hinted(request: Request, wish: Hint, line: Line, live: Live, room: Room) -> Hinted:
    """What a bot would do, and why."""
    await live.settled()
    play, setup, seat = live.table.play, live.table.facts.setup, live.table.seat_of(line.person)
    if not setup.hints:
        raise RefusedError("no_hints")
    if play is None or seat not in live.table.actors:
        raise RefusedError("not_your_turn")
    box, view, language = play.box, play.box.view(play.state, seat), line.language
    level = cast(LevelName, room.crew.playing(box.name, wish.level))
    choice = await room.crew.advise(line.person, box, level, view, seat)
    done, why = deed(box, view, choice.action), because(box, view, seat, choice)
    names = [one.name for one in live.table.facts.places]
    said = advice(language, box.name, done, why, names)
    if level != wish.level:
        said.insert(0, say(language, box.name, "search", "getting_ready"))
    do = None if choice.action == WAIT else box.notation.text(choice.action)
    return Hinted(request.id, do, done, why, " ".join(said), level)


def refusal(line: Line, ref: str | None, problem: RefusedError) -> Refused:
    """Why not, in the person's language."""
    return Refused(ref, problem.code, problem.facts, table_words(line.language, problem.code, problem.facts))
