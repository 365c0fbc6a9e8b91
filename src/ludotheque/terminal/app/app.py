"""The application on the whole terminal."""

from ludotheque.terminal.app.base import TerminalApp
from ludotheque.terminal.app.faces import LINGER
from ludotheque.terminal.app.table import TableScreen
from ludotheque.terminal.lines import TableLink
from ludotheque.terminal.screen import Screen


class TableApp(TerminalApp[None]):
    """One table, from a line to it."""

    def __init__(self, line: TableLink, voice: Screen, linger: float = LINGER) -> None:
        super().__init__()
        self.line = line
        self.table = TableScreen(line, voice, linger)

    def on_mount(self) -> None:
        """Opens the table's screen."""
        _ = self.push_screen(self.table)

    async def on_unmount(self) -> None:
        """Closes the link to the table."""
        await self.line.close()
