"""Requests of a connection, each obeyed or refused with a reason.

The server that has somebody's socket bounds how fast they ask, the one that owns the table obeys: usually the same one.
"""

import logging
from typing import TYPE_CHECKING, Protocol, cast

import msgspec

from ludotheque.bots.because import advice, because, deed
from ludotheque.bots.levels import LevelName
from ludotheque.games.contract import WAIT
from ludotheque.games.wording import say
from ludotheque.server.limits import Bucket
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
from ludotheque.server.outbox import Connection
from ludotheque.table.errors import RefusedError
from ludotheque.table.errors import worded as table_words

if TYPE_CHECKING:
    from ludotheque.server.room import Room

log = logging.getLogger(__name__)

FAILED = 1011  # our own fault
FLOOD = 200  # messages refused as too fast, in a row, before a connection is closed
UNREADABLE = (msgspec.MsgspecError, UnicodeError)


class Visit(Protocol):
    """Somebody's connection at a table, wherever that is."""

    def obey(self, data: bytes) -> None:
        """Obeys one request, or says why not."""

    async def settled(self) -> None:
        """Waits until all that was asked is answered."""

    def leave(self) -> None:
        """Ends it."""


class Pace:
    """How fast one connection may ask."""

    def __init__(self, line: Connection, room: "Room") -> None:
        self._line, self._room = line, room
        self._bucket = Bucket(room.settings.commands_per_second, room.settings.commands_burst)
        self._too_fast = 0  # messages in a row

    @property
    def flooded(self) -> bool:
        """Whether the connection closes, and what else has come is not even looked at."""
        return self._too_fast >= FLOOD

    def keep(self) -> None:
        """Raises if requests come too fast; closes the connection after too many of those."""
        wait = self._bucket.take(self._room.clock.now())
        if not wait:
            self._too_fast = 0
            return
        self._too_fast += 1
        if self.flooded:
            self._line.close(CLOSING["too_fast"], "too_fast")
        raise RefusedError("too_fast", seconds=round(wait, 1))


class Ear:
    """The reader of one connection to a table of this server: obeys its requests one after the other."""

    def __init__(self, line: Connection, live: Live, room: "Room", pace: Pace | None = None) -> None:
        self._line, self._live, self._room = line, live, room
        self._pace = pace  # None: where the socket is, that is looked after

    def obey(self, data: bytes) -> None:
        """Obeys one request, or says why not."""
        if self._pace is not None and self._pace.flooded:
            return
        try:
            if self._pace is not None:
                self._pace.keep()
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
            self._line.send(text(refusal(self._line, id_in(data, self._room.settings.message_bytes), problem)))
        except Exception:
            log.exception("a connection failed", extra={"table": self._live.id, "person": self._line.person})
            self._line.close(FAILED, "failed")

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

    async def settled(self) -> None:
        """Waits until all that was asked is stored and answered."""
        await self._live.settled()

    def leave(self) -> None:
        """Leaves the table."""
        self._live.leave(self._line)


def id_in(data: bytes, most: int) -> str | None:
    """The id of a request that is refused, if it is not too long to look for."""
    if len(data) > most:
        return None
    try:
        return identified.decode(data).id
    except (*UNREADABLE, RecursionError):
        return None


async def hint(request: Request, wish: Hint, line: Connection, live: Live, room: "Room") -> None:
    """Says what a bot would do in somebody's place."""
    try:
        line.send(text(await hinted(request, wish, line, live, room)))
    except RefusedError as problem:
        line.send(text(refusal(line, request.id, problem)))


async def hinted(request: Request, wish: Hint, line: Connection, live: Live, room: "Room") -> Hinted:
    """The action that a bot would choose, with its reasons."""
    await live.settled()
    play, setup, seat = live.table.play, live.table.facts.setup, live.table.seat_of(line.person)
    if not setup.hints:
        raise RefusedError("no_hints")
    if play is None or seat not in live.table.actors:
        raise RefusedError("not_your_turn")
    box, view, language = play.box, play.box.view(play.state, seat), line.language
    level = cast(LevelName, room.crew.playing(box.name, wish.level))
    choice = await room.crew.advise(line.person, box, level, view, seat, room.clock.now())
    done, why = deed(box, view, choice.action), because(box, view, seat, choice)
    names = [one.name for one in live.table.facts.places]
    said = advice(language, box.name, done, why, names)
    if level != wish.level:
        said.insert(0, say(language, box.name, "search", "getting_ready"))
    do = None if choice.action == WAIT else box.notation.text(choice.action)
    return Hinted(request.id, do, done, why, " ".join(said), level)


def refusal(line: Connection, ref: str | None, problem: RefusedError) -> Refused:
    """Why not, in the person's language."""
    return Refused(ref, problem.code, problem.facts, table_words(line.language, problem.code, problem.facts))
