"""The shelf: which game, against whom, and by which name."""

import msgspec
from rich.text import Text
from textual import events
from textual.app import ComposeResult

from ludotheque.bots.levels import LEVELS
from ludotheque.games.box import box, shelf
from ludotheque.games.wording import catalogue
from ludotheque.terminal.app.base import TerminalApp
from ludotheque.terminal.app.drawing import painted, tapped
from ludotheque.terminal.app.panes import Pane
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import LEVEL, Setting

USUAL = 4  # seats, where that many can play
LONGEST = 20


class Wish:
    """What has been chosen so far; the games come first, then bots, level and name."""

    def __init__(self, setting: Setting, guest: str) -> None:
        self.games = shelf()
        self.setting = setting
        self.row = 0
        self.game = 0
        self.level = list(LEVELS).index((setting.level or LEVEL).partition(":")[0])
        self.name = setting.name or ""
        self.guest = guest
        self.bots = (setting.seats or USUAL) - 1 if setting.bots is None else setting.bots

    @property
    def rows(self) -> int:
        """How many lines can be chosen."""
        return len(self.games) + 3

    def move(self, step: int) -> None:
        """Up and down; a game under the cursor is chosen."""
        self.row = (self.row + step) % self.rows
        if self.row < len(self.games):
            self.game = self.row
            self.change(0)

    def change(self, step: int) -> None:
        """Less or more of what is under the cursor; as many bots as the game allows."""
        part = self.row - len(self.games)
        if part == 1:
            self.level = (self.level + step) % len(LEVELS)
        seats = box(self.games[self.game]).rules.SEATS
        self.bots = min(max(self.bots + (step if part == 0 else 0), seats[0] - 1), seats[-1] - 1)

    def type(self, letter: str) -> None:
        """A letter of the name."""
        self.row = self.rows - 1
        self.name = (self.name + letter)[:LONGEST]

    def chosen(self) -> Setting:
        """What is to be played."""
        level, name = list(LEVELS)[self.level], self.name.strip() or self.guest
        return msgspec.structs.replace(
            self.setting, game=self.games[self.game], seats=self.bots + 1, bots=None, level=level, name=name
        )


class ShelfApp(TerminalApp[Setting]):
    """Asks what to play."""

    CSS = "Screen { background: #17211c; color: #e8e6df; } Pane { height: 1fr; padding: 1 2; }"

    def __init__(self, setting: Setting, voice: Screen) -> None:
        super().__init__()
        self.voice = voice
        self.wish = Wish(setting, voice.text("start", "guest"))
        self.wish.change(0)

    def compose(self) -> ComposeResult:
        """One text."""
        yield Pane()

    def on_mount(self) -> None:
        """Shows the shelf."""
        self.draw()

    def draw(self) -> None:
        """The games, then what else can be chosen."""
        wish, text = self.wish, self.voice.text
        lines = [Text.from_markup(text("start", "welcome")), Text()]
        for i, name in enumerate(wish.games):
            mark = "●" if i == wish.game else "○"
            title = painted(f"{mark} {box(name).notation.TITLE}", "bold" if i == wish.game else "")
            lines += [
                self.line(i, title),
                painted(f"      {catalogue(self.voice.language, name)['about']}", "dim"),
                Text(),
            ]
        level = text("level", list(LEVELS)[wish.level])
        shown = [("bots", f"‹ {wish.bots} ›"), ("level", f"‹ {level} ›"), ("name", f"{wish.name or wish.guest}_")]
        for i, (key, value) in enumerate(shown, len(wish.games)):
            lines.append(self.line(i, Text(f"{text('shelf', key):<12}").append(value, "bold")))
        self.query_one(Pane).show([*lines, Text(), painted(text("shelf", "keys"), "dim")])

    def line(self, i: int, text: Text) -> Text:
        """One line that can be chosen."""
        return tapped(painted(" ▸ " if i == self.wish.row else "   ", "bold yellow").append_text(text), f"row {i}")

    def on_key(self, event: events.Key) -> None:
        """Arrows choose, letters are one's name."""
        event.stop()
        match event.key:
            case "up" | "down":
                self.wish.move(1 if event.key == "down" else -1)
            case "left" | "right":
                self.wish.change(1 if event.key == "right" else -1)
            case "enter":
                self.exit(self.wish.chosen())
            case "escape":
                self.exit()
            case "backspace":
                self.wish.name = self.wish.name[:-1]
            case _ if event.is_printable and event.character:
                self.letter(event.character)
        self.draw()

    def letter(self, letter: str) -> None:
        """A game by its number, or one's name; q leaves, as long as no name has begun."""
        typing = self.wish.row == self.wish.rows - 1
        if letter == "q" and not typing:
            self.exit()
        elif letter.isdecimal() and not typing and 1 <= int(letter) <= len(self.wish.games):
            self.wish.row = int(letter) - 1
            self.wish.move(0)
        else:
            self.wish.type(letter)

    def on_pane_picked(self, event: Pane.Picked) -> None:
        """A tap chooses; a second one on a game begins, on the rest it takes one more."""
        row = int(event.what.removeprefix("row "))
        again, self.wish.row = row == self.wish.row, row
        self.wish.move(0)
        if again and row < len(self.wish.games):
            self.exit(self.wish.chosen())
        elif row >= len(self.wish.games):
            self.wish.change(1)
        self.draw()
