"""People at tables, by docs/protocol.md alone: they play, come back, and send again what was not answered."""

import asyncio
import hashlib
import time
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.cluster.history import Answered, AnyEntry, Asked, Closed, Opened, Told

LOST = (OSError, WebSocketException, TimeoutError, EOFError)
PATIENCE = 2.5  # seconds for an answer, or for a connection to open, until another connection is tried
PULSE = 1.0  # seconds between pings
QUIET = 3.0  # seconds without an answer to a ping: the other side is dead
WATCHER = -1
AGAIN = ("too_fast", "unknown_outcome")  # refusals that say: ask again, with the same id
TWICE = 0.05  # how often a command is sent twice at once, as by an impatient client
CHAT = 0.1  # how often somebody says something instead of acting

Command = dict[str, Any]
lines = count(1)


class Person:
    """Somebody who has given a name. All come through the balancer, each from an address of their own."""

    def __init__(self, port: int, name: str, number: int) -> None:
        self.port = port
        self.name = name
        self.address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.id = self.token = ""

    def headers(self) -> dict[str, str]:
        """The headers that prove its identity, and its address."""
        token = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return token | {"x-forwarded-for": self.address}

    async def post(self, path: str, body: Any) -> httpx.Response:
        """Asks for a change until a server answers."""
        while True:
            try:
                async with httpx.AsyncClient(headers=self.headers(), timeout=PATIENCE) as http:
                    answer = await http.post(f"http://127.0.0.1:{self.port}{path}", json=body)
                if answer.status_code < 300:
                    return answer
            except (httpx.HTTPError, OSError):
                pass
            await asyncio.sleep(0.2)

    async def come(self) -> "Person":
        """Gives a name."""
        answer = await self.post("/api/me", {"name": self.name})
        self.id, self.token = answer.json()["id"], answer.cookies["ludotheque"]
        return self

    async def make(self, **setup: Any) -> str:
        """Makes a table."""
        return str((await self.post("/api/tables", setup)).json()["id"])


class Watcher:
    """Somebody who has a table open, and opens it again whenever the connection is lost."""

    def __init__(self, person: Person, table: str, note: Callable[[AnyEntry], None], chance: Random) -> None:
        self.person = person
        self.at = table
        self.note = note
        self.chance = chance
        self.finishing = False
        self.done = asyncio.Event()  # finishing, and nothing more to wait for
        self.n = -1
        self.viewer = WATCHER
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.mine: dict[str, Any] = {}
        self.people: list[str] = []
        self.line = 0
        self.again_since: int | None = None  # what is told to a server on coming back

    async def stay(self) -> None:
        """Comes back until the end."""
        while not self.done.is_set():
            try:
                await self._visit()
            except LOST:
                await asyncio.sleep(self.chance.uniform(0.05, 0.3))

    async def _visit(self) -> None:
        """One connection."""
        known = {} if self.n < 0 else {"since": self.n} | ({} if self.viewer < 0 else {"seat": self.viewer})
        self.line = next(lines)
        self.note(Opened(time.monotonic(), self.line, self.at, self.person.id, known.get("seat"), known.get("since")))
        address = f"ws://127.0.0.1:{self.person.port}/ws/tables/{self.at}?{urlencode(known)}"
        async with connect(
            address,
            additional_headers=self.person.headers(),
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=PULSE,
            ping_timeout=QUIET,
            close_timeout=0.2,
            proxy=None,
        ) as line:
            try:
                self.come_back()
                while not self.done.is_set():
                    await self._turn(line)
            finally:
                self.note(Closed(time.monotonic(), self.line, line.close_code or 0, line.close_reason or ""))

    async def _turn(self, line: ClientConnection) -> None:
        """Sends what there is to be sent, then hears one message, if one comes in time."""
        for text in self.wishes():
            await line.send(text)
        try:
            async with asyncio.timeout(self.wait()):
                text = str(await line.recv())
        except TimeoutError:
            self.nothing_came()
        else:
            self.take(text)

    def come_back(self) -> None:
        """A connection is open."""

    def wishes(self) -> list[str]:
        """Messages to be sent now."""
        if self.finishing and self.n >= 0:
            self.done.set()
        return []

    def wait(self) -> float:
        """Seconds until `wishes` may change by itself."""
        return 0.2

    def nothing_came(self) -> None:
        """Nothing was heard for that long."""

    def take(self, text: str) -> None:
        """One message: a scene replaces everything, an event changes some of it."""
        message = msgspec.json.decode(text)
        match message["kind"]:
            case "scene":
                self.n, self.table = message["n"], message["table"]
                self.view, self.mine = message["view"], message["mine"]
                self.viewer = self._my_seat()
                self._told(text, scene=True)
            case "event":
                self.n = message["n"]
                self.table = self.table | message.get("table", {})
                if message["event"]["kind"] == "again":
                    self.view, self.mine = None, {}
                if "view" in message:
                    self.view = (self.view or {}) | message["view"]
                self.mine = self.mine | message.get("mine", {})
                self._told(text, scene=False)
            case "presence":
                self.people = [one["person"] for one in message["people"]]
            case "answer" | "refused" if message.get("id"):
                self.answered(message["id"], message.get("code", ""))

    def _told(self, text: str, scene: bool) -> None:
        self.note(Told(time.monotonic(), self.line, self.at, self.viewer, self.n, scene, text))

    def _my_seat(self) -> int:
        people = [seat["person"] for seat in self.table["seats"]]
        return people.index(self.person.id) if self.person.id in people else WATCHER

    def answered(self, ref: str, refused: str) -> None:
        """A command was answered."""


class Player(Watcher):
    """Somebody who sits there and plays at random; the host starts, and asks for more matches."""

    def __init__(
        self, person: Person, table: str, note: Callable[[AnyEntry], None], chance: Random, think: float, guests: int
    ) -> None:
        super().__init__(person, table, note, chance)
        self.think = think
        self.guests = guests  # people who have to sit there before the host starts
        self.pending: tuple[str, Command] | None = None
        self.acknowledged = 0  # commands
        self._unsent = False
        self._asked_at = self._free_at = 0.0
        self._count = 0
        self._salts: dict[str, str] = {}  # by their hashes
        self._last_words = False  # whether something was said, and acknowledged, after the faults

    def come_back(self) -> None:
        """Sends again what was not answered."""
        self._unsent = self.pending is not None

    def wishes(self) -> list[str]:
        """The command that waits for its answer, if it must be sent again, or the next one when it is time."""
        now = time.monotonic()
        if self.pending is None and now >= self._free_at and self.n >= 0:
            command = self.wish()
            if command is not None:
                self._count += 1
                self.pending, self._unsent = (f"{self.person.name}-{self._count}", command), True
        if self.pending is None or not self._unsent:
            return []
        self._unsent, self._asked_at = False, now
        ref, command = self.pending
        text = msgspec.json.encode({"id": ref, "command": command}).decode()
        copies = 2 if self.chance.random() < TWICE else 1
        for _ in range(copies):
            self.note(Asked(now, self.line, self.at, self.person.id, ref, command))
        return [text] * copies

    def wait(self) -> float:
        """Until an answer is late, or until one has thought."""
        now = time.monotonic()
        if self.pending is not None:
            return max(0.0, self._asked_at + PATIENCE - now)
        return max(0.01, self._free_at - now) if self._free_at > now else 0.5

    def nothing_came(self) -> None:
        """Gives up a connection on which no answer comes."""
        if self.pending is not None and time.monotonic() >= self._asked_at + PATIENCE:
            raise TimeoutError

    def answered(self, ref: str, refused: str) -> None:
        """The command is done with, unless it is to be asked again."""
        self.note(Answered(time.monotonic(), self.line, self.at, self.person.id, ref, refused))
        if self.pending is None or self.pending[0] != ref:
            return  # the second answer to what was sent twice
        pause = self.chance.uniform(0, 2 * self.think)
        self._free_at = time.monotonic() + pause
        if refused in AGAIN:
            self._unsent = True
            return
        if self.finishing and self.pending[1]["kind"] == "say" and not refused:
            self._last_words = True
        self.acknowledged += not refused
        self.pending = None

    def wish(self) -> Command | None:
        """The next command to give."""
        if self._last_words:
            self.done.set()
            return None
        if self.viewer == WATCHER:
            return {"kind": "sit"} if self.table["stage"] == "open" and not self.table["starting"] else None
        if self.finishing or self.chance.random() < CHAT * bool(self.mine.get("choices")):
            return {"kind": "say", "text": f"word {self._count}"}
        return {"open": self._before, "playing": self._during, "over": self._after}[self.table["stage"]]()

    def _before(self) -> Command | None:
        promised = self.table["salt_commitments"][self.viewer]
        if self.table["starting"]:
            unrevealed = promised in self._salts and not self.table["salts"][self.viewer]
            return {"kind": "reveal", "salt": self._salts[promised]} if unrevealed else None
        if not promised:
            salt = self.chance.randbytes(16).hex()
            promise = hashlib.sha256(salt.encode()).hexdigest()
            self._salts[promise] = salt
            return {"kind": "commit", "hash": promise}
        seated = [at for at, seat in enumerate(self.table["seats"]) if seat["person"]]
        complete = len(seated) >= self.guests and all(self.table["salt_commitments"][at] for at in seated)
        return {"kind": "start"} if complete and self.table["host"] == self.person.id else None

    def _during(self) -> Command | None:
        if choices := self.mine.get("choices"):
            return {"kind": "do", "do": self.chance.choice(choices), "saw": self.n}
        dealing = self.view is not None and self.view["phase"] == "dealing"
        return {"kind": "ready"} if dealing and not self.table["seats"][self.viewer]["ready"] else None

    def _after(self) -> Command | None:
        return {"kind": "rematch"} if self.table["host"] == self.person.id else None
