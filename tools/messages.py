"""Writes what the pages know of the server, from the server's own types and words.

web/src/messages.ts has the messages between server and browser as TypeScript, web/tests/fixtures/games.json the shelf.
"""

import json
from pathlib import Path

import msgspec

from ludotheque.games.box import box, shelf
from ludotheque.server import messages, rest
from ludotheque.server.typescript import typescript
from ludotheque.table.seen import TableSeen
from ludotheque.table.setup import Setup
from ludotheque.table.state import Standing
from ludotheque.table.told import Told

WEB = Path(__file__).resolve().parent.parent / "web"
HEAD = "// Written by `python tools/messages.py` from the server's types.\n\n"
SENT = [
    TableSeen, Told, Standing, messages.Answer, messages.Refused, messages.Hinted, messages.Presence, messages.Time,
    messages.Bye, rest.Me, rest.Game, rest.NewTable, rest.Listed,
]  # fmt: skip
TAKEN = [messages.Request, rest.Introduction, rest.Key]
NAMES = {Setup: "Setup"}


def types() -> str:
    """The messages."""
    views = [box(name).view_type for name in shelf()]
    return HEAD + typescript([*SENT, *views], TAKEN, NAMES)


def games() -> str:
    """The answer to GET /api/games."""
    return json.dumps(msgspec.to_builtins(rest.games.fn()), ensure_ascii=False) + "\n"


FILES = {WEB / "src" / "messages.ts": types, WEB / "tests" / "fixtures" / "games.json": games}

if __name__ == "__main__":
    for path, text in FILES.items():
        path.write_text(text(), "utf-8")
