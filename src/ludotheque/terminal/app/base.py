"""The base of all whole-screen applications: they end cleanly, however they are ended."""

import asyncio
import signal
from contextlib import suppress
from typing import ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

Result = TypeVar("Result")
ENDING = ("SIGTERM", "SIGHUP")  # somebody ends the process, or the connection to the terminal is gone


class TerminalApp(App[Result]):
    """An application that leaves the terminal as it was."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def on_load(self) -> None:
        """Ends as by its own will when it is told to end."""
        for name in ENDING:
            with suppress(AttributeError, NotImplementedError, RuntimeError):  # not on every system, or thread
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)
