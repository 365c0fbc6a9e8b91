"""A tournament's report: as a table and as JSON. The plots are in plots.py."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.arena.duplicate import Finished
from ludotheque.arena.plan import TournamentPlan
from ludotheque.arena.standings import EntrantResult, PlaceResult, bystander, standings
from ludotheque.arena.statistics import Estimate
from ludotheque.arena.thinking import Thinking
from ludotheque.arena.workers import cores
from ludotheque.conditions import conditions
from ludotheque.games.box import box


class TournamentReport(msgspec.Struct, frozen=True):
    """The result of a tournament and its conditions. Market figures are totals over all rounds."""

    plan: TournamentPlan
    date: str
    conditions: dict[str, str]
    units: int
    matches: int
    rounds: int
    standings: list[EntrantResult]
    bystander: PlaceResult | None
    endings: dict[str, int]
    acts: dict[str, int]


def report_on(plan: TournamentPlan, units: Sequence[Finished], workers: int | None = None) -> TournamentReport:
    """The report on a tournament that has just been played."""
    matches = [match for unit in units for match in unit.matches]
    return TournamentReport(
        plan=plan,
        date=datetime.now(UTC).date().isoformat(),
        conditions={**conditions(), "workers": str(workers or cores())},
        units=len(units),
        matches=len(matches),
        rounds=sum(match.rounds for match in matches),
        standings=standings(plan, units),
        bystander=bystander(plan, units),
        endings=dict(sum((Counter(match.endings) for match in matches), Counter())),
        acts=dict(sum((Counter(match.acts) for match in matches), Counter())),
    )


def headline(report: TournamentReport) -> str:
    """The first figure that a reader looks for: by how much one bot is ahead of the others."""
    best = report.standings[0] if is_duel(report) else max(report.standings, key=lambda one: one.ahead.mean)
    rivals = [one.name for one in report.standings if one is not best]
    among = rivals[0] if len(rivals) == 1 else "the others"
    where = "ahead of" if best.ahead.mean >= 0 else "behind"
    gap = Estimate(abs(best.ahead.mean), best.ahead.margin, best.ahead.samples)
    sure = "" if best.ahead.clear else " (the interval is not clear of zero)"
    return f"{best.name} is {where} {among} by {shown(gap)} points a round{sure}."


def is_duel(report: TournamentReport) -> bool:
    """Whether one bot plays among several of another."""
    return report.plan.table == (0, *[1] * (report.plan.seats - 1))


def show(report: TournamentReport, console: Console) -> None:
    """Prints the report."""
    console.print(ranking(report))
    console.print(by_seat(report))
    console.print(times(report))
    if report.endings:
        console.print(*market(report))
    console.print(headline(report), style="bold")
    each = f"{report.units} × the same decks in {report.matches // report.units} arrangements"
    console.print(f"{report.rounds} rounds in {report.matches} matches: {each}. Intervals hold 95 %.")


def titled(title: str, *columns: str) -> Table:
    """An empty table whose first column is text and whose others are numbers, never broken."""
    table = Table(title=title)
    table.add_column(columns[0], overflow="fold")
    for name in columns[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def ranked(report: TournamentReport) -> list[EntrantResult]:
    """Duels as they were named, others by their lead."""
    if is_duel(report):
        return report.standings
    return sorted(report.standings, key=lambda one: -one.ahead.mean)


def ranking(report: TournamentReport) -> Table:
    """How each entrant did."""
    title = f"{box(report.plan.game).notation.TITLE}, {report.plan.seats} seats"
    table = titled(title, "bot", "ahead", "points a round", "wins", "rating")
    table.caption = f"fair share of wins: {percent(fair(report.plan))}"
    for one in ranked(report):
        rating = f"{one.rating.mu:.1f} ± {one.rating.sigma:.1f}"
        table.add_row(one.name, shown(one.ahead, sign=True), shown(one.points), shown_share(one.wins), rating)
    if report.bystander is not None:
        table.add_row("nobody", "", shown(report.bystander.points), shown_share(report.bystander.wins), "")
    return table


def by_seat(report: TournamentReport) -> Table:
    """Points a round and wins of each entrant in each seat, counted from who starts or deals first."""
    seats = [f"seat {seat}" for seat in range(report.plan.seats)]
    table = titled("Points a round and wins by seat", "bot", *seats)
    for one in ranked(report):
        table.add_row(one.name, *(f"{shown(at.points)}\n{shown_share(at.wins)}" for at in one.seats))
    return table


def times(report: TournamentReport) -> Table:
    """How long each entrant thought."""
    table = titled("Thinking time", "bot", "decisions", "median", "p99")
    for one in ranked(report):
        table.add_row(one.name, str(one.thinking.decisions), *shown_times(one.thinking))
    return table


def market(report: TournamentReport) -> list[Table]:
    """How a market's rounds ended, and what was done in them."""
    endings = titled("How rounds ended", "by", "rounds", "share")
    for name, n in sorted(report.endings.items(), key=lambda item: -item[1]):
        endings.add_row(name.replace("_", " "), str(n), percent(n / report.rounds))
    acts = titled("What was done", "action", "a round")
    for name, n in sorted(report.acts.items(), key=lambda item: -item[1]):
        acts.add_row(name, f"{n / report.rounds:.1f}")
    return [endings, acts]


def fair(plan: TournamentPlan) -> float:
    """The share of wins of each place if all are equally good."""
    return 1 / box(plan.game).rules.places(plan.seats)


def shown(value: Estimate, sign: bool = False) -> str:
    """A mean and its margin."""
    margin = "?" if value.margin is None else f"{value.margin:.2f}"
    return f"{value.mean:{'+' if sign else ''}.2f} ± {margin}"


def percent(share: float) -> str:
    """A share of a hundred."""
    return f"{100 * share:.0f} %"


def shown_share(value: Estimate) -> str:
    """A share and its margin, in percent."""
    return f"{100 * value.mean:.0f} ± {'?' if value.margin is None else f'{100 * value.margin:.0f}'} %"


def shown_times(thinking: Thinking) -> tuple[str, str]:
    """The median time and the 99th percentile."""
    both = (thinking.median_ms, thinking.p99_ms)
    median, p99 = ("–" if ms is None else f"{ms:.3g} ms" for ms in both)
    return median, p99


def write_json(report: msgspec.Struct, path: Path) -> None:
    """Keeps a report."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
