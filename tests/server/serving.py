"""A real server in the test's own event loop, and people who come to it over real sockets."""

import asyncio
import hashlib
import logging
import os
import secrets
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server.app import make_app
from ludotheque.server.room import Room
from ludotheque.server.serve import Server, configured, listening
from ludotheque.server.settings import Settings

Message = dict[str, Any]
PATIENCE = 20.0  # seconds that a test waits for what should come at once


class Running:
    """A server that runs."""

    def __init__(self, url: str, room: Room) -> None:
        self.url = url
        self.room = room

    def person(self, name: str, language: str = "en") -> "Person":
        """Somebody new."""
        return Person(self.url, name, language)

    async def guests(self, *names: str) -> list["Person"]:
        """Some who have given their names."""
        return [await self.person(name).come() for name in names]


def quick(database: str, **changes: Any) -> Settings:
    """Settings for a server whose guests may be as quick as they can."""
    usual = {"commands_per_second": 100_000.0, "commands_burst": 100_000, "tables_per_minute": 10_000}
    return Settings(database=database, **({"analyses": "asked"} | usual | changes))


@asynccontextmanager
async def serving(settings: Settings, pace: float = 0.0) -> AsyncIterator[Running]:
    """A server on a free port, until the block ends."""
    app = make_app(settings, pace)
    opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi")]
    before = [(one.level, one.handlers, one.propagate) for one in loggers]
    server = Server(configured(app, settings), app, opened.set_result)
    task = asyncio.create_task(server._serve([listening("127.0.0.1", 0)]))
    try:
        port = await asyncio.wait_for(opened, PATIENCE)
        yield Running(f"http://127.0.0.1:{port}", app.state.room)
    finally:
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE)
        for one, (level, handlers, propagate) in zip(loggers, before, strict=True):
            one.setLevel(level)
            one.handlers, one.propagate = handlers, propagate


class Process:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"

    async def kill(self) -> None:
        """Ends it without a warning."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> tuple[int, str]:
        """Asks it to stop; its exit code, and all that it said in its log."""
        if self.process.returncode is None:
            self.process.terminate()
        _, errors = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        return self.process.returncode or 0, errors.decode()


async def launched(database: str, *given: str, cache: Path | None = None) -> Process:
    """A server on that database, that listens; with a cache of machine code of its own if one is given."""
    command = [sys.executable, "-m", "tests.server.launch", database, *given]
    pipe = asyncio.subprocess.PIPE
    env = None if cache is None else {**os.environ, "XDG_CACHE_HOME": str(cache)}
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=env)
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), 2 * PATIENCE)
    if not line:
        _, errors = await process.communicate()
        raise AssertionError(errors.decode())
    return Process(process, int(line))


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str, language: str = "en", token: str = "") -> None:
        self.url = url
        self.name = name
        self.language = language
        self.token = token
        self.id = ""
        self.takes_part = True  # in the chance of the deals, by itself
        self.salts: dict[str, str] = {}  # those that were promised, by their hash; all tabs know them

    def headers(self) -> dict[str, str]:
        """What shows who it is."""
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Asks for something."""
        async with httpx.AsyncClient(base_url=self.url, headers=self.headers(), verify=False, timeout=PATIENCE) as http:
            return await http.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    async def post(self, path: str, body: Any) -> httpx.Response:
        """Asks for a change."""
        async with httpx.AsyncClient(base_url=self.url, headers=self.headers(), verify=False, timeout=PATIENCE) as http:
            return await http.post(path, json=body)

    async def come(self) -> "Person":
        """Gives a name."""
        answer = await self.post("/api/me", {"name": self.name, "language": self.language})
        assert answer.status_code == 200, answer.text
        self.id, self.token = answer.json()["id"], answer.cookies["ludotheque"]
        return self

    async def recognised(self) -> "Person":
        """Asks who has this token."""
        self.id = (await self.get("/api/me")).json()["id"]
        return self

    async def make(self, game: str, seats: int, **setup: Any) -> str:
        """Makes a table."""
        answer = await self.post("/api/tables", {"game": game, "seats": seats, **setup})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @asynccontextmanager
    async def at(self, table: str, query: str = "", after: "Seat | None" = None) -> AsyncIterator["Seat"]:
        """Opens a table, perhaps again: then what came after that is asked for."""
        if after is not None:
            seat_now = after.mine.get("seat")
            query = f"?since={after.n}" + ("" if seat_now is None else f"&seat={seat_now}")
        url = self.url.replace("http", "ws", 1) + f"/ws/tables/{table}{query}"
        async with connect(url, additional_headers=self.headers(), max_size=None, open_timeout=PATIENCE) as line:
            seat = Seat(line, after, self)
            reading = asyncio.create_task(seat.read())
            try:
                yield seat
            finally:
                reading.cancel()


class Seat:
    """An open table: what was sent, and what it adds up to."""

    def __init__(self, line: ClientConnection, after: "Seat | None" = None, person: Person | None = None) -> None:
        self.line = line
        self.person = person  # whose browser it is; nobody's takes no part in the chance of the deals
        self.people: list[str] = []  # those who are there
        self.raw: list[str] = []  # every message as it came
        self.messages: list[Message] = []
        self.n: int = -1 if after is None else after.n
        self.table: Message = {} if after is None else after.table
        self.view: Message | None = None if after is None else after.view
        self.mine: Message = {} if after is None else after.mine
        self.closed: tuple[int, str] | None = None
        self._news = asyncio.Event()
        self._unanswered = ""  # a promise or a salt
        self._refs = (f"{secrets.token_hex(4)}-{n}" for n in count(1))

    async def read(self) -> None:
        """Takes what comes, until the connection ends."""
        try:
            async for text in self.line:
                self.take(str(text))
                await self._take_part()
        except ConnectionClosed:
            pass
        self.closed = (self.line.close_code or 0, self.line.close_reason or "")
        self._news.set()

    async def opened(self) -> "Seat":
        """Waits for the first sight of the table."""
        await self.until(lambda: self.n >= 0)
        return self

    def take(self, text: str) -> None:
        """One message: a scene replaces everything, an event changes some of it."""
        message: Message = msgspec.json.decode(text)
        self.raw.append(text)
        self.messages.append(message)
        if message["kind"] == "scene":
            self.n, self.table = message["n"], message["table"]
            self.view, self.mine = message["view"], message["mine"]
        elif message["kind"] == "event":
            assert message["n"] == self.n + 1, "a gap in the stream"
            self.n = message["n"]
            self.table = self.table | message.get("table", {})
            if message["event"]["kind"] == "again":
                self.view, self.mine = None, {}
            if "view" in message:
                self.view = (self.view or {}) | message["view"]
            self.mine = self.mine | message.get("mine", {})
        elif message["kind"] == "presence":
            self.people = [one["person"] for one in message["people"]]
        elif message.get("id") == self._unanswered:
            self._unanswered = ""
        self._news.set()

    async def _take_part(self) -> None:
        """Promises a salt as soon as one sits, and reveals it when the table asks, as browsers do."""
        if self.person is None or not self.person.id or not self.person.takes_part:
            return
        if self._unanswered or self.stage != "open":
            return
        people = [seat["person"] for seat in self.table["seats"]]
        if self.person.id not in people or self.table["setup"]["lesson"]:
            return
        seat = people.index(self.person.id)
        promised = self.table["salt_commitments"][seat]
        if self.table["starting"]:
            if promised in self.person.salts and not self.table["salts"][seat]:
                await self._add("reveal", salt=self.person.salts[promised])
        elif not promised:
            salt = secrets.token_hex(16)
            promise = hashlib.sha256(salt.encode()).hexdigest()
            self.person.salts[promise] = salt
            await self._add("commit", hash=promise)

    async def _add(self, kind: str, **facts: str) -> None:
        self._unanswered = f"{kind}-{secrets.token_hex(4)}"
        await self.send(self._unanswered, kind=kind, **facts)

    def all_promised(self) -> bool:
        """Whether everybody who sits here and is there has promised a salt."""
        promises = zip(self.table["seats"], self.table["salt_commitments"], strict=True)
        return self.table["setup"]["lesson"] or all(
            promised for seat, promised in promises if seat["person"] in self.people
        )

    async def start(self, ref: str = "") -> Message:
        """Starts the match once all have promised a salt, and waits for the first deal."""
        await self.opened()
        before = len(self.messages)
        answer: Message = {"code": "uncommitted"}
        while answer.get("code") == "uncommitted":  # by somebody of whom one has not heard before
            await self.until(self.all_promised)
            answer = await self.ask("start", ref)
        if answer["kind"] == "answer":
            await self.until(lambda: any(one["event"]["kind"] == "dealt" for one in self.events(before)))
        return answer

    async def until(self, true: Callable[[], Any], patience: float = PATIENCE) -> None:
        """Waits until something is so; raises when the connection has ended before."""
        async with asyncio.timeout(patience):
            while not true():
                if self.closed:
                    raise ConnectionResetError(*self.closed)
                self._news.clear()
                await self._news.wait()

    async def send(self, ref: str, **command: Any) -> None:
        """Sends a command."""
        await self.line.send(msgspec.json.encode({"id": ref, "command": command}).decode())

    async def ask(self, kind: str, ref: str = "", **facts: Any) -> Message:
        """Sends a command and waits for its answer."""
        ref = ref or next(self._refs)
        before = len(self.messages)
        await self.send(ref, kind=kind, **facts)

        def answers() -> list[Message]:
            return [one for one in self.messages[before:] if one.get("id") == ref]

        await self.until(answers)
        return answers()[0]

    async def refused_for(self, text: str | bytes) -> Message:
        """Sends a message as it is, and waits for a refusal."""
        before = len(self.messages)
        await self.line.send(text)

        def refusals() -> list[Message]:
            return [one for one in self.messages[before:] if one["kind"] == "refused"]

        await self.until(refusals)
        return refusals()[0]

    async def do(self, action: str) -> Message:
        """Acts, having seen everything."""
        return await self.ask("do", do=action, saw=self.n)

    def events(self, since: int = 0) -> list[Message]:
        """All events told so far, or since so many messages."""
        return [message for message in self.messages[since:] if message["kind"] == "event"]

    @property
    def stage(self) -> str:
        """How far the table is."""
        return str(self.table.get("stage"))

    async def play(self, chance: Random, until: Callable[[], bool]) -> None:
        """Plays at random until something is so."""
        while not until():
            if self.may_act():
                await self.do(chance.choice(self.mine["choices"]))
            elif self.awaited():
                await self.ask("ready")
            else:
                await self.until(lambda: until() or self.may_act() or self.awaited())

    async def play_on(self, chance: Random) -> None:
        """Plays at random to the end of the match."""
        await self.play(chance, lambda: self.stage == "over")

    def may_act(self) -> bool:
        """Whether it is one's turn."""
        return self.stage == "playing" and bool(self.mine.get("choices"))

    def awaited(self) -> bool:
        """Whether the next round waits for one's word."""
        dealing = self.stage == "playing" and self.view is not None and self.view["phase"] == "dealing"
        return dealing and not self.table["seats"][self.mine["seat"]]["ready"]

    @property
    def sight(self) -> tuple[object, ...]:
        """All that is to be seen now."""
        return self.n, self.table, self.view, self.mine

    async def ended(self) -> None:
        """Waits for the end of the match."""
        await self.until(lambda: self.stage == "over")

    async def dropped(self) -> tuple[int, str]:
        """Waits until the server closes the connection; says how."""
        await self.until(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def told(self, kind: str, times: int = 1) -> list[Message]:
        """Waits for so many events of a kind."""

        def found() -> list[Message]:
            return [one["event"] for one in self.events() if one["event"]["kind"] == kind]

        await self.until(lambda: len(found()) >= times)
        return found()

    async def told_refused(self, code: str) -> Message:
        """Waits for a refusal of a message that could not be told by its id."""

        def found() -> list[Message]:
            return [one for one in self.messages if one["kind"] == "refused" and one["code"] == code]

        await self.until(found)
        return found()[-1]

    def abort(self) -> None:
        """The network is cut: nobody says goodbye."""
        self.line.transport.abort()
