"""A screen in a test: keys are pressed and taps made until something is so."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from textual.pilot import Pilot

from ludotheque.table.setup import Setup
from ludotheque.terminal.app.app import TableApp
from ludotheque.terminal.app.panes import Pane
from ludotheque.terminal.app.sheet import Overlay
from ludotheque.terminal.lines import TableLink
from ludotheque.terminal.lines.home import Home
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import Sight

SMALL = (80, 24)
PATIENCE = 90.0  # seconds
MOVES = ["enter"] * 30 + ["right", "left", "down", "g", "5", "escape", "w", "a", "k", "1", "2"]
STOP = ["exclamation_mark"] * 2
LONG = 25  # keys pressed in a market before one cries stop, rightly or not
TRADES = ["t", "0", "1", "2", "3", "left", "right", "down", "o", "d", "x", "k", "c", "w"]


class Seat:
    """Somebody in front of the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def sight(self) -> Sight:
        return self.app.table.sight

    def shown(self) -> str:
        """Everything that is drawn at the table, as text."""
        self.app.table.draw()
        panes = [self.app.table.pane(name) for name in ("top", "board", "prompt", "below", "foot")]
        return "\n".join(str(pane.visual) for pane in panes) + "\n".join(map(str, self.app.table.news.told))

    def lines(self) -> list[str]:
        """The screen, line by line, as a terminal has it."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    async def until(self, true: Callable[[], Any]) -> None:
        """Waits until something is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "\n".join(self.lines())
            await self.pilot.pause(0.01)

    async def press(self, *keys: str) -> None:
        """Presses keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def tap(self, pick: str) -> None:
        """Taps what means this."""
        for pane in self.app.table.query(Pane):
            for y in range(pane.size.height):
                for x in range(pane.size.width):
                    style = self.app.table.get_style_at(pane.region.x + x, pane.region.y + y)
                    if style.meta.get("pick") == pick:
                        await self.pilot.click(pane, offset=(x, y))
                        await self.pilot.pause()
                        return
        raise AssertionError(f"nothing means {pick}")

    @property
    def reading(self) -> bool:
        """Whether something lies over the table."""
        return isinstance(self.app.screen, Overlay)

    async def play_on(self, chance: Random, until: Callable[[], bool] | None = None) -> None:
        """Plays by pressing keys, mostly Enter, to the end of the match."""
        done = until or (lambda: self.sight.stage == "over")
        moves = TRADES if self.sight.box.market else MOVES
        end, pressed = time.monotonic() + PATIENCE, 0
        while not done():
            assert time.monotonic() < end, "\n".join(self.lines())
            if self.reading:
                await self.pilot.press("enter")
            elif self.sight.choices:
                pressed += 1
                stops = self.sight.box.market and pressed % LONG == 0
                await self.pilot.press(*(STOP if stops else [chance.choice(moves)]))
            else:
                await self.pilot.pause(0.005)


def seated(
    line: Callable[[], TableLink],
    act: Callable[[Seat], Coroutine[Any, Any, None]],
    size: tuple[int, int] = SMALL,
    language: str = "en",
) -> None:
    """Sits down in front of a screen, and acts."""

    async def run() -> None:
        app = TableApp(line(), Screen(language), linger=0.0)
        async with app.run_test(size=size) as pilot:
            seat = Seat(app, pilot)
            await seat.until(lambda: seat.sight.table)
            await act(seat)

    asyncio.run(run())


def home(game: str, seats: int, seed: int = 1, pace: float = 0.0, **setup: Any) -> Callable[[], Home]:
    """A table with bots in a hurry."""
    return lambda: Home(Setup(game, seats, memory=True, **setup), "Tom", "en", "regular", seed, pace=pace)
