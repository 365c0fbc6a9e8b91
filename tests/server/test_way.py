"""The way of a click and of a bot's move through the server, traced at a real one: docs/architecture.md lists it.

On the way is every function of ours that was entered since, and that is on the call stack whenever the move is handed
on: to the next turn of the event loop, to a thread, to machine code that steps or shows the match, to the database, to
a socket. A function that only answers a question of theirs is beside the way, and counted; what the server does
meanwhile on its own account is not. Comprehensions and lambdas belong to the function they are written in, properties
to who reads them.
"""

import asyncio
import functools
import re
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import CodeType, FrameType
from typing import Any

import ludotheque
from ludotheque.bots.player import Bots, Choice
from ludotheque.games.box import Box, box
from ludotheque.games.compiled import Verb
from ludotheque.games.warm import warm_up
from ludotheque.server.crew import Crew
from ludotheque.server.wire import Wire
from tests.server.serving import PATIENCE, quick, serving

SOURCES = Path(ludotheque.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
LISTED = re.compile(r"^\d+\. `([\w.]+)`", re.MULTILINE)
COUNTED = re.compile(r"at most (\d+) functions in (\d+) modules")
LOOP = ("call_soon", "run_in_executor", "write")  # functions of Python's event loop and its sockets
GAME = "holzwurm"
MACHINE_CODE = ("step", "broadcast")
MOST_FUNCTIONS, MOST_MODULES = 20, 12


BESIDE = ("views.py", "compiling.py")  # machine code; other games, which a server loads at its leisure


@functools.cache
def named(code: CodeType) -> str | None:
    """A function of ours by its module and name; None for others, for properties, and for what is machine code."""
    path = Path(code.co_filename)
    if not path.is_relative_to(SOURCES) or path.name in BESIDE or code.co_name.startswith("<"):
        return None
    module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    found: Any = sys.modules.get(f"ludotheque.{module}")
    for name in code.co_qualname.split("."):
        found = vars(found).get(name) if hasattr(found, "__dict__") else None
    return None if isinstance(found, property | functools.cached_property | Verb) else f"{module}.{code.co_qualname}"


class Trace:
    """The functions entered from the first call of `begin` to the last one of `end`, and those on the way."""

    def __init__(self, begin: Any, end: Any) -> None:
        self.way: dict[str, None] = {}
        self._entered: dict[str, set[str]] = {}  # and the functions that were being called then
        self._begin, self._end = begin.__code__, end.__code__
        self._since: list[tuple[str, set[str]]] = []  # entered since `end` was called last
        self._on = False
        self._armed = False

    def start(self) -> None:
        """From here on `begin` begins it."""
        self._armed = True

    def stop(self) -> None:
        """No more."""
        self._on = self._armed = False

    def __call__(self, frame: FrameType, event: str, called: Any) -> None:
        code = frame.f_code
        if event == "call" and self._armed:
            self._on = self._on or code is self._begin
            if self._on and (name := named(code)):
                self._since.append((name, {*stack(frame)}))
                if code is self._end:
                    for entered, above in self._since:
                        self._entered.setdefault(entered, set()).update(above)
                    self._since = []
        if self._on and is_handed_on(frame, event, called):
            known = self._entered.keys() | {name for name, _ in self._since}
            self.way |= dict.fromkeys(name for name in stack(frame) if name in known)

    @property
    def entered(self) -> list[str]:
        """The functions on the way, and those that they called."""
        return [name for name, above in self._entered.items() if not self.way.keys().isdisjoint({name, *above})]


def is_handed_on(frame: FrameType, event: str, called: Any) -> bool:
    """Whether a function of ours hands something on by what it is about to call."""
    if event == "c_call":
        return called.__name__ in ("execute", "put") and isinstance(called.__self__, sqlite3.Connection | SimpleQueue)
    if event != "call":
        return False
    if frame.f_code is Box.native.__code__:
        return frame.f_locals["name"] in MACHINE_CODE
    return frame.f_code.co_name in LOOP and frame.f_back is not None and named(frame.f_back.f_code) is not None


def stack(frame: FrameType | None) -> list[str]:
    """The functions of ours that are being called, the outermost first."""
    names: list[str] = []
    while frame is not None:
        if (name := named(frame.f_code)) is not None and frame.f_code is not Box.native.__code__:
            names.insert(0, name)
        frame = frame.f_back
    return names


@contextmanager
def traced(begin: Any, end: Any) -> Iterator[Trace]:
    """Looks at all that is called in this thread, and in those that begin meanwhile; a compiler would take too long."""
    warm_up(box(GAME))
    trace = Trace(begin, end)
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def click(database: str, trace: Trace) -> None:
    """Two people at a table; one of them lays a card."""
    async with serving(quick(database)) as server:
        people = await server.guests("Ann", "Bob")
        table = await people[0].make(GAME, 2, first=0)
        async with people[0].at(table) as ann, people[1].at(table) as bob:
            await bob.opened()
            await bob.ask("sit")
            await ann.start()
            await ann.until(ann.may_act)
            trace.start()
            await ann.do(ann.mine["choices"][0])
            await bob.until(lambda: bob.n == ann.n)
            trace.stop()


class PatientBots(Bots):
    """Bots that wait until everybody has been told of the move before theirs."""

    def __init__(self, seed: Callable[[], int]) -> None:
        super().__init__(seed)
        self.may_choose = threading.Event()

    def choose(self, *args: Any, **kwargs: Any) -> Choice:
        assert self.may_choose.wait(PATIENCE)
        return super().choose(*args, **kwargs)


async def bots_move(database: str, trace: Trace) -> None:
    """A person and a bot at a table; the person lays a card, then the bot does."""
    async with serving(quick(database)) as server:
        bots = server.room.crew.bots = PatientBots(lambda: 1)
        (ann,) = await server.guests("Ann")
        table = await ann.make(GAME, 2, first=0, level="regular")
        async with ann.at(table) as seat:
            await seat.start()
            for prepare in (trace.stop, trace.start):  # with its first move a bot gets ready
                await seat.until(seat.may_act)
                prepare()
                bots.may_choose.clear()
                await seat.do(seat.mine["choices"][0])
                bots.may_choose.set()
                await seat.until(lambda: seat.events()[-1]["event"].get("bot"))
            trace.stop()


def listed(heading: str) -> tuple[list[str], tuple[int, int]]:
    """The functions that the page lists under a heading, and how many it says there are with those beside the way."""
    part = PAGE.read_text("utf-8").split(f"### {heading}\n")[1].split("\n#")[0]
    found = COUNTED.search(part)
    assert found is not None
    return LISTED.findall(part), (int(found[1]), int(found[2]))


def modules(names: Iterable[str]) -> set[str]:
    """The modules of some functions."""
    return {re.split(r"\.(?=[A-Z_]|\w+$)", name)[0] for name in names}


def check(heading: str, trace: Trace, ordered: bool) -> None:
    """The page lists what was traced, and that is short."""
    names, counted = listed(heading)
    way = list(trace.way)
    assert (names if ordered else sorted(names)) == (way if ordered else sorted(way))
    assert len(names) <= MOST_FUNCTIONS
    assert len(modules(names)) <= MOST_MODULES
    assert len(trace.entered) <= counted[0], sorted(trace.entered)
    assert len(modules(trace.entered)) <= counted[1]


def test_a_click_goes_the_way_that_the_page_shows(sqlite_database: str) -> None:
    with traced(Wire.data_received, Wire.say) as trace:
        asyncio.run(click(sqlite_database, trace))
    check("The way of a click", trace, ordered=True)


def test_a_bots_move_goes_the_way_that_the_page_shows(sqlite_database: str) -> None:
    with traced(Crew._decide, Wire.say) as trace:
        asyncio.run(bots_move(sqlite_database, trace))
    check("The way of a bot's move", trace, ordered=False)
