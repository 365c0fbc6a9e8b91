"""Scores in lines: what a round brought and why, and how a match ended."""

from rich.markup import escape
from rich.table import Table as Grid

from ludotheque.games.box import Reason
from ludotheque.games.play import Play
from ludotheque.games.wording import say
from ludotheque.terminal.screen import Screen, grid
from ludotheque.terminal.tables import Table


def round_scores(screen: Screen, table: Table, match: Play) -> Grid:
    """What the last round brought, and why."""
    gained, reasons = match.round_scores[-1], match.reasons[-1]
    found = grid("", *(screen.text("play", key) for key in ("gained", "total", "why")))
    for place, total in enumerate(match.scores):
        why = "\n".join(worded(screen, match, one, len(reasons[place]) > 1) for one in reasons[place])
        found.add_row(table.row(place, False), f"{gained[place]:+}", f"[bold]{total}[/]", why)
    return found


def worded(screen: Screen, match: Play, reason: Reason, among: bool) -> str:
    """Why there were points; how many, if there is more than one reason."""
    said = say(screen.language, match.box.name, "reason", reason.kind, reason.facts)
    return escape(f"{reason.points:+} {said}" if among else said)


def ranks(table: Table, match: Play) -> Grid:
    """All places, the best first."""
    found, scores = grid("", "", ""), match.scores
    for place in sorted(range(len(scores)), key=lambda place: -scores[place]):
        rank = 1 + sum(score > scores[place] for score in scores)
        found.add_row(f"{rank}.", table.who(place), f"[bold]{scores[place]}[/]")
    return found
