"""Writes what the pages know of the server, from the server's own types and words.

web/src/messages.ts has the messages between server and browser as TypeScript, web/tests/fixtures/games.json the shelf.
"""

import json
from pathlib import Path

import msgspec

from ludotheque.games.box import box, shelf
from ludotheque.puzzles.showing import PuzzleListed, PuzzleShown, PuzzleSolution
from ludotheque.server import challenge_rest, challenges, evening_rest, messages, rest, same_rest
from ludotheque.server.analyses import AnalysisAnswer
from ludotheque.server.evening_plan import AnyChange
from ludotheque.server.typescript import typescript
from ludotheque.table.facts import Standing
from ludotheque.table.playing_on import PlayOn
from ludotheque.table.public_events import PublicEvent
from ludotheque.table.seen import TableSeen
from ludotheque.table.setup import Setup

WEB = Path(__file__).resolve().parent.parent / "web"
HEAD = "// Written by `python tools/messages.py` from the server's types.\n\n"
SENT = [
    TableSeen, PublicEvent, Standing, messages.Answer, messages.Refused, messages.Hinted, messages.Presence,
    messages.Time, messages.Bye, rest.Me, rest.Game, rest.NewTable, rest.Listed, AnalysisAnswer,
    PuzzleListed, PuzzleShown, PuzzleSolution, same_rest.DailyDeal, same_rest.DealSetSeen,
    challenge_rest.MadeChallenge, challenge_rest.ChallengeSeen, challenges.Comparison,
    evening_rest.EveningBegun, evening_rest.EveningSeen,
]  # fmt: skip
TAKEN = [
    messages.Request, rest.Introduction, rest.Key, PlayOn, challenges.NewChallenge, challenges.ChallengeAgain,
    AnyChange,
]  # fmt: skip
NAMES = {Setup: "Setup", AnyChange: "EveningChange"}


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
