"""The screen of a table: drawn anew from the viewer's copy, as often as something changes."""

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen as TextualScreen
from textual.timer import Timer
from textual.widgets import Input

from ludotheque.terminal.app import keys, table_lines
from ludotheque.terminal.app.drawing import fitted, marked, painted, tapped
from ludotheque.terminal.app.faces import ROOMY, Face
from ludotheque.terminal.app.panes import Board, News, Pane
from ludotheque.terminal.app.playing import Playing
from ludotheque.terminal.lines import TableLink
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import NOBODY, Sight

FRAME = 0.03  # seconds between two drawings
WIDE = 110  # columns from which on news stand beside the table


class DrawnScreen(TextualScreen[None]):
    """A table, drawn."""

    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    DrawnScreen { layout: vertical; background: #17211c; color: #e8e6df; }
    DrawnScreen Pane { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    DrawnScreen #prompt { text-wrap: wrap; }
    #top { height: 1; background: #24372d; }
    #middle { height: 1fr; layout: vertical; }
    #middle.wide { layout: horizontal; }
    DrawnScreen #board { height: 1fr; }
    #news { height: 2; color: #b9c4bc; }
    .roomy #news { height: 5; }
    #middle.wide #news { height: 100%; width: 30%; min-width: 36; border-left: solid #24372d; }
    DrawnScreen #middle.wide #board { height: 100%; width: 1fr; }
    #foot { height: 1; background: #24372d; }
    #typed { height: 1; border: none; background: #2e4539; display: none; }
    """

    def __init__(self, line: TableLink, voice: Screen) -> None:
        super().__init__()
        self.line = line
        self.voice = voice
        self.sight = Sight()
        self.face: Face | None = None
        self.playing: Playing | None = None
        self.trouble = ""  # what is wrong, as markup
        self.broken = ""  # what is wrong with the line
        self.news = News("news")
        self._board = Board(id="board")
        self._middle = Container(id="middle")
        self._panes = {name: Pane(id=name) for name in ("top", "prompt", "below", "foot")}
        self._panes |= {"board": self._board, "news": self.news}
        self._drawing: Timer | None = None  # until what has happened is drawn

    def compose(self) -> ComposeResult:
        """From the top to the bottom."""
        yield self.pane("top")
        with self._middle:
            yield self._board
            yield self.news
        yield self.pane("prompt")
        yield self.pane("below")
        yield Input(id="typed")
        yield self.pane("foot")

    def pane(self, name: str) -> Pane:
        """A part of the screen. It is also there while the application ends, when a last drawing may come."""
        return self._panes[name]

    def on_resize(self) -> None:
        """Everything anew: news stand beside the table where there is room, else below it."""
        width, height = self.app.size
        self._middle.set_class(width >= WIDE, "wide")
        self._middle.set_class(height >= ROOMY, "roomy")
        self.draw()

    def on_board_resized(self) -> None:
        """The board anew, as large as it is now."""
        self.draw_board()

    def draw_board(self) -> None:
        """The board, as large as there is room."""
        if self.face is None or not self.sight.table:
            return
        board, view = self._board, self.sight.look()
        if view is None:
            board.show(table_lines.seats(self.voice, self.sight))
        else:
            board.show(self.face.board(view, board.size.width, board.size.height))

    def draw_soon(self) -> None:
        """Draws everything in a moment: much may happen at once."""
        if self._drawing is None:
            self._drawing = self.set_timer(FRAME, self.draw)

    def draw(self) -> None:
        """Draws everything."""
        if self._drawing is not None:
            self._drawing.stop()
            self._drawing = None
        if not self.is_mounted or not self.sight.table or self.face is None or self.playing is None:
            return
        width, height = self.app.size
        view = self.sight.look()
        self.draw_top()
        self.draw_board()
        if view is None:
            self.pane("below").show(table_lines.offers(self.voice, self.sight, self.line.person, width))
        else:
            self.pane("below").show(self.below(view, width, height))
        self.pane("prompt").show(self.prompt(view))
        self.draw_foot(width)
        self.news.draw()

    def below(self, view: Any, width: int, height: int) -> list[Text]:
        """The hand, or what can be done between rounds and matches."""
        assert self.playing is not None
        if self.sight.seat == NOBODY or self.sight.dealing or self.sight.stage == "over":
            return table_lines.offers(self.voice, self.sight, self.line.person, width)
        return self.playing.lines(view, width, height)

    def prompt(self, view: Any) -> list[Text]:
        """The question of the moment, and any trouble."""
        assert self.playing is not None
        asked = table_lines.prompt(self.voice, self.sight, self.line.person)
        if asked is None:
            asked = self.playing.prompt(view)
        lines = [*table_lines.warming(self.voice, self.sight), Text(" ").append_text(asked)]
        if wrong := self.broken or self.trouble:
            lines.append(marked(f" [bold red]✗[/] {wrong}"))
        return lines

    def draw_top(self) -> None:
        """The game on the left, the clock on the right."""
        if self.face is None or not self.is_mounted:
            return
        width = self.app.size.width
        view = self.sight.look()
        title = self.face.title(view) if view is not None else f"[bold]{self.sight.box.notation.TITLE}[/]"
        clock = table_lines.clock(self.voice, self.sight)
        left = fitted(marked(f" {title}"), width - clock.cell_len - 1)
        self.pane("top").show([left.append_text(clock).append(" ")])

    def draw_foot(self, width: int) -> None:
        """The keys."""
        assert self.playing is not None
        pieces = [
            tapped(painted(key, "bold").append(f" {self.voice.text('keys', word)}", "dim"), f"key {key}")
            for key, word in keys.listed(self.sight, self.playing, self.line)
        ]
        self.pane("foot").show([fitted(Text(" ").append_text(Text("  ").join(pieces)), width)])
