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
BOTS, STRENGTH, NAME, SETTINGS = range(4)  # the lines above the games
NAMES: list[str] = [*LEVELS]


class ShelfForm:
    """Choices so far: bots, level and name come first, then the games."""

    def __init__(self, setting: Setting, guest: str) -> None:
        self.games = shelf()
        self.setting = setting
        self.row = SETTINGS
        self.level = NAMES.index((setting.level or LEVEL).partition(":")[0])
        self.name = setting.name or ""
        self.guest = guest
        self.bots = (setting.seats or USUAL) - 1 if setting.bots is None else setting.bots
        self.most = max(box(name).rules.SEATS[-1] for name in self.games) - 1

    @property
    def game(self) -> str:
        """The game under the cursor; none if it is elsewhere."""
        return self.games[self.row - SETTINGS] if self.row >= SETTINGS else ""

    def move(self, step: int) -> None:
        """Up and down."""
        self.row = (self.row + step) % (SETTINGS + len(self.games))

    def change(self, step: int) -> None:
        """Less or more of what is under the cursor."""
        if self.row == BOTS:
            self.bots = min(max(self.bots + step, 1), self.most)
        elif self.row == STRENGTH:
            self.level = (self.level + step) % len(LEVELS)

    def type(self, letter: str) -> None:
        """A letter of the name."""
        self.row = NAME
        self.name = (self.name + letter)[:LONGEST]

    def chosen(self) -> Setting:
        """The match to play, by as many as the game allows."""
        level, name = NAMES[self.level], self.name.strip() or self.guest
        seats = box(self.game).rules.SEATS
        number = min(max(self.bots + 1, seats[0]), seats[-1])
        return msgspec.structs.replace(self.setting, game=self.game, seats=number, bots=None, level=level, name=name)


class ShelfApp(TerminalApp[Setting]):
    """Asks what to play."""

    CSS = "Screen { background: #17211c; color: #e8e6df; } Pane { height: 1fr; padding: 1 2; }"

    def __init__(self, setting: Setting, voice: Screen) -> None:
        super().__init__()
        self.voice = voice
        self.wish = ShelfForm(setting, voice.text("start", "guest"))

    def compose(self) -> ComposeResult:
        """One text."""
        yield Pane()

    def on_mount(self) -> None:
        """Shows the shelf."""
        self.draw()

    def draw(self) -> None:
        """The settings to choose, and below them the games."""
        wish, text = self.wish, self.voice.text
        level = text("level", NAMES[wish.level])
        shown = [("bots", f"‹ {wish.bots} ›"), ("level", f"‹ {level} ›"), ("name", f"{wish.name or wish.guest}_")]
        lines = [self.line(i, Text(f"{text('shelf', key):<12}").append(value)) for i, (key, value) in enumerate(shown)]
        lines += [Text(), Text.from_markup(text("start", "welcome")), Text()]
        for i, name in enumerate(wish.games):
            title = painted(f"{i + 1} ", "dim").append(box(name).notation.TITLE, "bold")
            about = str(catalogue(self.voice.language, name)["about"])
            lines += [self.line(SETTINGS + i, title), painted(f"     {about}", "dim"), Text()]
        self.query_one(Pane).show([*lines, painted(text("shelf", "keys"), "dim")])

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
                self.take()
            case "escape":
                self.exit()
            case "backspace":
                self.wish.name = self.wish.name[:-1]
            case _ if event.is_printable and event.character:
                self.letter(event.character)
        self.draw()

    def take(self) -> None:
        """Begins with the game under the cursor, or goes on to the next line."""
        if self.wish.game:
            self.exit(self.wish.chosen())
        else:
            self.wish.move(1)

    def letter(self, letter: str) -> None:
        """A game by its number, or one's name; q leaves, as long as no name has begun."""
        typing = self.wish.row == NAME
        if letter == "q" and not typing:
            self.exit()
        elif letter.isdecimal() and not typing and 1 <= int(letter) <= len(self.wish.games):
            self.wish.row = SETTINGS + int(letter) - 1
        else:
            self.wish.type(letter)

    def on_pane_picked(self, event: Pane.Picked) -> None:
        """A tap chooses, and takes one more; a second one on a game begins."""
        row = int(event.what.removeprefix("row "))
        again, self.wish.row = row == self.wish.row, row
        if again and self.wish.game:
            self.exit(self.wish.chosen())
        self.wish.change(1)
        self.draw()
