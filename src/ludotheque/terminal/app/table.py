"""The screen of a table: it takes what is told, and asks for what is pressed or tapped."""

import asyncio
from contextlib import suppress

from rich.markup import escape
from textual import events
from textual.widgets import Input

from ludotheque.terminal.app import keys, table_lines
from ludotheque.terminal.app.drawing import marked, painted
from ludotheque.terminal.app.drawn import DrawnScreen
from ludotheque.terminal.app.faces import LINGER, face_of
from ludotheque.terminal.app.helping import help_text
from ludotheque.terminal.app.panes import News, Pane
from ludotheque.terminal.app.sheet import Overlay, sheet
from ludotheque.terminal.lines import TableLink
from ludotheque.terminal.scores import result
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import NOBODY, Message


class TableScreen(DrawnScreen):
    """One table, from the first scene to the last."""

    def __init__(self, line: TableLink, voice: Screen, linger: float = LINGER) -> None:
        super().__init__(line, voice)
        self.linger = linger
        self.acted = False  # whether anything would be lost
        self._skip = asyncio.Event()
        self._asked: dict[str, str] = {}  # what waits for an answer
        self._sheets = 0  # rounds whose scores have been shown
        self._typing = ""  # what the typed line is for
        self._leaving = False  # whether it was said once
        self._seat_asked = False  # whether a seat was asked for

    def on_mount(self) -> None:
        """Begins to listen."""
        self.run_worker(self.listen(), exit_on_error=True)
        self.set_interval(1.0, self.draw_top)

    # Messages

    async def listen(self) -> None:
        """Takes what the table tells, one message after the other."""
        async for message in self.line.messages():
            if not self.query(News):  # the screen is being taken down
                return
            await self.take(message)

    async def take(self, message: Message) -> None:
        """Shows what one message changes."""
        kind = message["kind"]
        if kind in ("lost", "closed"):
            self.broken = table_lines.broken(self.voice, message)
        elif kind in ("answer", "refused", "hinted"):
            self.answered(message)
        elif self.sight.take(message):
            self.broken = ""
            await self.changed(message)
        self.draw_soon()

    def answered(self, message: Message) -> None:
        """Says why not, or what a bot would do."""
        self._asked.pop(str(message["id"]), None)
        if message["kind"] == "refused":
            self.trouble = escape(message["message"])
        elif message["kind"] == "hinted" and self.face is not None:
            self.news.tell(table_lines.hint(self.voice, self.face, self.sight, message))

    async def changed(self, message: Message) -> None:
        """Lets the game look at what is new, and a finished trick be read."""
        if message["kind"] in ("presence", "time"):
            return
        if self.face is None or self.face.game != self.sight.box.name:
            self.face = face_of(self.voice, self.sight)
            self.playing = self.face.way_to_play()(self, self.face)
        if message["kind"] == "event":
            self.trouble = ""
            self.news.tell(table_lines.event_lines(self.voice, self.face, self.sight, message["event"]))
        self.settle()
        if self.face.won is not None:
            await self.let_read()
        if (view := self.sight.look()) is not None and self.playing is not None:
            self.playing.see(view)
        self.after_round()

    def settle(self) -> None:
        """Before a match: takes a seat, once, if there is one."""
        if self.sight.stage != "open" or not self.line.joins or self._seat_asked:
            return
        seat = self.sight.seat_of(self.line.person)
        if seat == NOBODY and any(not place["person"] for place in self.sight.table["seats"]):
            self._seat_asked = True
            self.command("sit")

    async def let_read(self) -> None:
        """A trick stays a while; a key skips ahead."""
        assert self.face is not None
        self._skip.clear()
        if self.linger:
            self.draw()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._skip.wait(), self.linger)
        self.face.won = None

    def after_round(self) -> None:
        """Shows the scores once, when a round is over."""
        rounds = len(self.sight.table["sheet"])
        if rounds > self._sheets and (self.sight.dealing or self.sight.stage == "over"):
            self.show_sheet()
        self._sheets = rounds

    # Requests

    def command(self, kind: str, **facts: object) -> None:
        """Asks the table for something."""
        self._asked[self.line.ask({"kind": kind, **facts})] = kind

    def do(self, action: str) -> None:
        """Acts, having seen what is seen now; not twice before the table has answered."""
        market = self.sight.box.market
        if market or "do" not in self._asked.values():
            self.acted = True
            self.command("do", do=action, saw=self.sight.n)

    def complain(self, markup: str) -> None:
        """Says what is wrong."""
        self.trouble = markup

    # Keys and taps

    def on_key(self, event: events.Key) -> None:
        """A key: for the game first, then for what is around it."""
        if self.query_one(Input).has_focus:
            if event.key == "escape":
                self.type_no_more()
            return
        event.stop()
        event.prevent_default()
        self.pressed(event.key, event.character if event.is_printable and event.character else "")
        self.draw()

    def pressed(self, key: str, letter: str) -> None:
        """Handles a key."""
        if self.face is not None and self.face.won is not None:
            self._skip.set()
            return
        self.trouble = ""
        self._leaving = self._leaving and letter == "q"
        if keys.around_match(self, key):
            return
        plays = self.sight.seat != NOBODY and self.sight.stage == "playing" and not self.sight.dealing
        if plays and self.playing is not None and self.playing.key(key, letter):
            return
        keys.anywhere(self, key, letter)

    def on_pane_picked(self, event: Pane.Picked) -> None:
        """A tap."""
        kind, _, rest = event.what.partition(" ")
        if self.face is not None and self.face.won is not None:
            self._skip.set()
        elif kind == "key":
            named = {"Enter": "enter", "Esc": "escape", "?": "question_mark", "/": "slash"}
            self.pressed(named.get(rest, rest), rest if len(rest) == 1 else "")
        elif self.playing is not None:
            self.trouble = ""
            self.playing.pick(event.what)
        self.draw()

    # Windows over the table

    def show_sheet(self) -> None:
        """The score sheet; Enter goes on."""
        title = marked(result(self.voice, self.sight)).plain or self.voice.text("app", "sheet")
        foot = self.voice.text("app", "sheet_next" if self.sight.dealing else "close")
        rounds = len(self.sight.table["sheet"])
        overlay = Overlay(title, foot, lambda page: sheet(self.voice, self.sight, min(page, rounds - 1)), rounds)
        _ = self.app.push_screen(overlay, self.sheet_read)

    def sheet_read(self, key: str | None) -> None:
        """On to the next round."""
        if self.sight.dealing and self.sight.seat != NOBODY and not self.sight.ready and key != "escape":
            self.command("ready")
        self.draw()

    def show_help(self) -> None:
        """Keys and rules."""
        rest = getattr(self.line, "rest", lambda _: None)  # a table of one's own waits while one reads
        rest(True)
        text = help_text(self.voice, self.sight.box.name, self.sight.box.market)
        overlay = Overlay(self.voice.text("app", "help"), self.voice.text("app", "close"), lambda _: text)
        _ = self.app.push_screen(overlay, lambda _: rest(False))

    def tell_thinking(self) -> None:
        """A hint may take a moment."""
        self.news.tell([painted(self.voice.text("play", "thinking"), "dim")])

    def leave(self) -> None:
        """Leaves at once if nothing is lost by it; else asks once more."""
        lost = self.line.loses and self.acted and self.sight.stage == "playing"
        if lost and not self._leaving:
            self._leaving = True
            self.trouble = self.voice.text("app", "really_leave")
        else:
            self.app.exit()

    # Typed lines

    def type(self, what: str) -> None:
        """Opens a line to type an action, or something to say."""
        self._typing = what
        typed = self.query_one(Input)
        typed.placeholder = self.voice.text("app", f"type_{what}")
        typed.value = ""
        typed.display = True
        typed.focus()

    def type_no_more(self) -> None:
        """Closes it."""
        self.query_one(Input).display = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Handles a typed line."""
        self.type_no_more()
        text = event.value.strip()
        if text and self._typing == "say":
            self.command("say", text=text)
        elif text and self.face is not None:
            self.trouble = ""
            self.do(table_lines.meant(self.face, self.sight, text))
