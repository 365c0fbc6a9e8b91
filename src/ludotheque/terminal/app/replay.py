"""A record on the screen, forwards and backwards."""

from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from rich.text import Text

from ludotheque.terminal.app import keys
from ludotheque.terminal.app.base import TerminalApp
from ludotheque.terminal.app.drawing import fitted, painted, small_chips, tapped
from ludotheque.terminal.app.table import TableScreen
from ludotheque.terminal.replaying import cards_in
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import NOBODY, Message, Sight

STEPS = {"right": 1, "enter": 1, "space": 1, "left": -1, "backspace": -1, "down": 10, "up": -10}


class Moment(NamedTuple):
    """A moment of a match to play on from: after which step, on which seat, and whether by a new deal."""

    step: int
    seat: int
    new_deal: bool


class NoLine:
    """The link of a record: nobody is asked, and nothing happens any more."""

    person = ""
    loses = False
    joins = False

    async def messages(self) -> AsyncIterator[Message]:
        """Nothing."""
        nothing: list[Message] = []
        for message in nothing:
            yield message

    def ask(self, command: Message) -> str:
        """Nothing."""
        return ""

    async def close(self) -> None:
        """Nothing."""


class ReplayScreen(TableScreen):
    """A table as it was after some steps."""

    def __init__(self, messages: list[Message], voice: Screen, whole: bool) -> None:
        super().__init__(NoLine(), voice)
        self.messages = messages
        self.whole = whole  # only from a match that is over one plays on
        self.at = -1

    def on_mount(self) -> None:
        """Begins with the first scene."""
        self.run_worker(self.go(0))

    async def go(self, at: int) -> None:
        """To a step: on from here, or from the beginning."""
        at = min(max(at, 0), len(self.messages) - 1)
        if at < self.at:
            self.at = -1
            self.sight = Sight()
            self.face = None
            self.news.told = []
        while self.at < at:
            self.at += 1
            await self.take(self.messages[self.at])
        self.draw()

    async def changed(self, message: Message) -> None:
        """Redraws at once: a trick that was won lies there until the next step."""
        if self.face is not None:
            self.face.won = None
        await super().changed(message)

    async def let_read(self) -> None:
        """Waits for nothing: it can be read as long as one likes."""

    def after_round(self) -> None:
        """The scores are shown when asked for."""

    def draw(self) -> None:
        """Only where the steps end: most are but passed through."""
        if self.at >= 0 and self.sight.table:
            super().draw()

    def below(self, view: Any, width: int, height: int) -> list[Text]:
        """The hands that may be seen."""
        hands = (self.sight.mine.get("cards") or {}).get("hands")
        if hands is None:
            hands = [self.sight.mine.get("hand") if i == self.sight.seat else None for i in range(self.sight.places)]
        shown = [(name, cards_in(hand)) for name, hand in zip(self.sight.names, hands, strict=False) if hand]
        named = [painted(f" {name:<10} ", "bold").append_text(small_chips(hand)) for name, hand in shown]
        return [fitted(line, width) for line in named]

    def prompt(self, view: Any) -> list[Text]:
        """Where one is."""
        return [painted(f" {self.voice.text('replay', 'step', step=self.at, last=len(self.messages) - 1)}", "bold")]

    def draw_foot(self, width: int) -> None:
        """The keys."""
        listed = [("←", "step_back"), ("→", "step"), ("↓", "leap"), ("s", "scores")]
        listed += [("?", "help"), ("q", "leave")]
        listed += [("p", "play_on"), ("n", "play_on_anew")] if self.may_play_on() else []
        pieces = [
            tapped(painted(key, "bold").append(f" {self.voice.text('keys', word)}", "dim"), f"key {key}")
            for key, word in listed
        ]
        self.pane("foot").show([fitted(Text(" ").append_text(Text("  ").join(pieces)), width)])

    def pressed(self, key: str, letter: str) -> None:
        """Arrows step; the rest is as at a table."""
        named = {"←": "left", "→": "right", "↓": "down"}
        if (step := STEPS.get(named.get(letter or key, key))) is not None:
            self.run_worker(self.go(self.at + step), exclusive=True)
        elif key in ("home", "end"):
            self.run_worker(self.go(0 if key == "home" else len(self.messages)), exclusive=True)
        elif letter in ("p", "n") and self.may_play_on():
            seat = self.sight.seat if self.sight.seat != NOBODY else self.sight.waited_for()[0]
            self.app.exit(Moment(self.at, seat, letter == "n"))
        elif letter in ("s", "?", "q", "l"):
            keys.anywhere(self, key, letter)

    def may_play_on(self) -> bool:
        """Whether somebody could act at this moment."""
        return self.whole and self.at > 0 and bool(self.sight.waited_for())


class ReplayApp(TerminalApp[Moment]):
    """One record; its result is the moment to play on from, if one is chosen."""

    def __init__(self, messages: list[Message], voice: Screen, whole: bool = True) -> None:
        super().__init__()
        self.table = ReplayScreen(messages, voice, whole)

    def on_mount(self) -> None:
        """Opens it."""
        _ = self.push_screen(self.table)
