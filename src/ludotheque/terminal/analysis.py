"""`ludotheque analyse`: how well a seat played, in lines or for programs."""

import sys

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress as Bar

from ludotheque.analysis.analyst import Analyst
from ludotheque.analysis.result import Alternative, Analysis, JudgedDecision
from ludotheque.bots.because import worded, worded_deed
from ludotheque.games.box import box
from ludotheque.games.errors import LudothequeError
from ludotheque.table.errors import RefusedError
from ludotheque.table.errors import worded as refusal
from ludotheque.terminal.screen import Screen, chip, grid
from ludotheque.terminal.wording import shown_name

BARS = "▁▂▃▄▅▆▇█"
LIKELY = 5  # cards of each hand that are shown
HEADS = ("round", "result", "average", "deal", "others", "own", "chance")


def show_analysis(record: str, seat: int, as_json: bool, language: str) -> None:
    """Analyses a record and shows what was found; raises in the language that is spoken if nothing can be judged."""
    screen = Screen(language)
    try:
        found = with_progress(Analyst(record, seat), screen)
    except RefusedError as problem:
        raise LudothequeError(refusal(language, problem.code, problem.facts)) from None
    if as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        tell(found, screen)


def with_progress(analyst: Analyst, screen: Screen) -> Analysis:
    """Runs an analysis; where somebody watches, a bar tells how far it is."""
    console = Console(stderr=True)
    with Bar(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(screen.text("analysis", "working"), total=len(analyst.match.log))
        for progress in analyst.run():
            bar.update(task, completed=progress.done)
    return analyst.analysis()


def tell(found: Analysis, screen: Screen) -> None:
    """Prints an analysis: the number, the rounds, the curve and the moments that cost most."""
    who = escape(shown_name(found.names[found.seat]))
    screen.title(f"[bold]{box(found.game).notation.TITLE}[/]  {who}")
    screen.say("analysis", "given_away", points=number(found.given_away))
    if found.levels:
        each = (f"{screen.text('level', row.level)} {number(row.given_away)}" for row in found.levels)
        beside = {"level": screen.text("level", found.like)} if found.like else {}
        screen.say("analysis", "levels" if found.like else "beyond", levels=" · ".join(each), **beside)
    screen.line()
    tell_rounds(found, screen)
    screen.say("analysis", "curve", curve="".join(bar(point.chance) for point in found.curve))
    for i in found.moments:
        tell_moment(found.decisions[i], found, screen)
    if not found.moments:
        screen.line()
        screen.say("analysis", "no_mistakes")


def tell_rounds(found: Analysis, screen: Screen) -> None:
    """A line a round: its points, and where they came from."""
    first, *others = (screen.text("analysis", head) for head in HEADS)
    table = grid(first, *(f">{other}" for other in others))
    for one in found.rounds:
        parts = one.parts
        points = (parts.result, parts.average, parts.deal, parts.others, parts.own)
        table.add_row(str(one.round), *map(signed, points), f"{one.chance:.0%}")
    screen.show(table)
    screen.line()


def tell_moment(one: JudgedDecision, found: Analysis, screen: Screen) -> None:
    """One decision that was not the best: what was better, by how much, and why."""
    assert one.better is not None
    assert one.points is not None
    assert one.chance is not None
    screen.line()
    screen.say("analysis", one.mark, round=one.round, step=one.step)
    played, better = (escape(deed_of(choice, found, screen)) for choice in (one.played, one.better))
    screen.say("analysis", "instead", played=played, better=better)
    screen.say("analysis", "cost", points=signed(one.points.mean), chance=f"{one.chance.mean:.1%}")
    if one.because is not None:
        screen.say("analysis", "why", why=escape(worded(screen.language, found.game, one.because)))
    for part in one.unseen:
        likely = sorted(part.cards.items(), key=lambda card: -card[1])[:LIKELY]
        where = shown_name(found.names[part.place]) if part.place is not None and part.place < found.seats else "?"
        cards = " ".join(f"{chip(card)} {percent}" for card, percent in likely)
        screen.line(f"  [dim]{escape(where)} ({part.where})[/] {cards}")


def deed_of(choice: Alternative, found: Analysis, screen: Screen) -> str:
    """A choice in words."""
    if choice.deed is None:
        return screen.text("analysis", "waiting")
    return worded_deed(screen.language, found.game, choice.deed, found.names)


def bar(chance: float) -> str:
    """A chance as a bar of one letter."""
    return BARS[min(int(chance * len(BARS)), len(BARS) - 1)]


def number(points: float) -> str:
    """Points with two decimals."""
    return f"{points:.2f}"


def signed(points: float) -> str:
    """A difference of points."""
    return f"{points:+.1f}".replace("-", "−")
