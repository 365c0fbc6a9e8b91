"""Writes web/src/messages.ts: the messages between server and browser as TypeScript, from the server's own types."""

import importlib
from pathlib import Path

from ludotheque.games.box import shelf
from ludotheque.server import messages, rest
from ludotheque.server.typescript import typescript
from ludotheque.table import commands
from ludotheque.table.seen import TableSeen
from ludotheque.table.setup import Setup
from ludotheque.table.state import Standing
from ludotheque.table.told import Told

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "messages.ts"
HEAD = "// Written by `python tools/messages.py` from the server's types.\n\n"
SENT = [
    TableSeen, Told, Standing, messages.Answer, messages.Refused, messages.Hinted, messages.Presence, messages.Time,
    messages.Bye, rest.Me, rest.Game, rest.Made, rest.Listed,
]  # fmt: skip
TAKEN = [messages.Request, rest.Wish, rest.Key]
NAMES = {commands.Standing: "GiveStanding", Setup: "Setup"}


def text() -> str:
    """The whole file."""
    views = [importlib.import_module(f"ludotheque.games.{name}.notation").View for name in shelf()]
    return HEAD + typescript([*SENT, *views], TAKEN, NAMES)


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
