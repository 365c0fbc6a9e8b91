"""The application on the whole terminal."""

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from ludotheque.terminal.app.faces import LINGER
from ludotheque.terminal.app.table import TableScreen
from ludotheque.terminal.lines import Line
from ludotheque.terminal.screen import Screen


class TableApp(App[None]):
    """One table, from a line to it."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, line: Line, voice: Screen, linger: float = LINGER) -> None:
        super().__init__()
        self.line = line
        self.table = TableScreen(line, voice, linger)

    def on_mount(self) -> None:
        """Sits down."""
        _ = self.push_screen(self.table)

    async def on_unmount(self) -> None:
        """Hangs up."""
        await self.line.close()
