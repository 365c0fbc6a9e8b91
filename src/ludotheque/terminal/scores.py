"""Scores in lines: what a round brought and why, and how a match ended."""

from collections.abc import Sequence

from rich.markup import escape

from ludotheque.games.contract import Reason
from ludotheque.games.wording import say
from ludotheque.table.seen import Round
from ludotheque.terminal.screen import Screen, grid
from ludotheque.terminal.sight import Sight
from ludotheque.terminal.tables import TextTable
from ludotheque.terminal.wording import listed


def show_round(screen: Screen, table: TextTable, rounds: Sequence[Round]) -> None:
    """The result of the last round, and its reasons."""
    last = rounds[-1]
    screen.title(screen.text("play", "round_over", round=len(rounds)))
    found = grid("", *(screen.text("play", key) for key in ("gained", "total", "why")))
    for place, reasons in enumerate(last.reasons):
        total = sum(one.gained[place] for one in rounds)
        why = "\n".join(escape(worded(screen, table.game, one, len(reasons) > 1)) for one in reasons)
        found.add_row(table.row(place, False), f"{last.gained[place]:+}", f"[bold]{total}[/]", why)
    screen.show(found)


def worded(screen: Screen, game: str, reason: Reason, among: bool) -> str:
    """Why there were points; how many, if there is more than one reason."""
    said = say(screen.language, game, "reason", reason.kind, reason.facts)
    return f"{reason.points:+} {said}" if among else said


def show_ranks(screen: Screen, table: TextTable, scores: Sequence[int]) -> None:
    """All places of a match that is over, the best first."""
    screen.title(screen.text("play", "match_over"))
    found = grid("", "", "")
    for place in sorted(range(len(scores)), key=lambda place: -scores[place]):
        rank = 1 + sum(score > scores[place] for score in scores)
        found.add_row(f"{rank}.", table.who(place), f"[bold]{scores[place]}[/]")
    screen.show(found)


def result(screen: Screen, sight: Sight) -> str:
    """The winners, as markup; nothing before the end."""
    winners = sight.table["winners"]
    if sight.stage != "over" or not winners:
        return ""
    key = "you_win" if winners == [sight.seat] else "wins" if len(winners) == 1 else "share"
    names = [f"[bold]{escape(sight.names[place])}[/]" for place in winners]
    return screen.text("play", key, who=listed(screen.language, names))
