"""The report: as a table, as JSON, as a plot."""

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.bench import duels, environments, ours, rivals, searches
from ludotheque.bench.measure import Result, how, race
from ludotheque.games.box import shelf

YARDSTICK = "OpenSpiel spades, C++ rollouts"


class BenchReport(msgspec.Struct):
    """Everything that was measured in one run."""

    conditions: dict[str, str]
    decisions_a_second: list[Result]
    costs: list[ours.Cost]
    starts: dict[str, ours.StartTimes]


class SearchReport(msgspec.Struct):
    """Everything that was measured of searches in one run."""

    conditions: dict[str, str]
    simulations_a_second: list[Result]
    threads: searches.Threads
    duels: list[duels.Duel]


class EnvReport(msgspec.Struct):
    """Everything that was measured of environments in one run."""

    conditions: dict[str, str]
    decisions_a_second: list[Result]


def measured_envs(console: Console) -> EnvReport:
    """Measures environments, saying what it is at."""
    found = {**how(), "matches": f"{environments.MATCHES} at a time in a batch"}
    with console.status("") as status:
        results = race(environments.all_step(), lambda text: status.update(f"environments: {text}"))
    return EnvReport(conditions=found, decisions_a_second=results)


def show_envs(report: EnvReport, console: Console) -> None:
    """Prints the report on environments."""
    title = "Environments at random, decisions a second, one thread where nothing is said"
    console.print(rates(report.decisions_a_second, title, environments.YARDSTICK))
    say_conditions(report.conditions, console)


def measured(console: Console) -> BenchReport:
    """Measures everything but searches, saying what it is at."""
    found = how()
    with console.status("") as status:
        contestants = [*ours.all_play(), *rivals.all_play()]
        results = race(contestants, lambda text: status.update(f"random play: {text}"))
        status.update("calls and copies")
        costs = [ours.cost(game) for game in shelf()]
        starts = {}
        for game in shelf():
            status.update(f"cold starts: {game}")
            starts[game] = ours.start(game)
    return BenchReport(conditions=found, decisions_a_second=results, costs=costs, starts=starts)


def measured_searches(console: Console, deals: int) -> SearchReport:
    """Measures searches, saying what it is at. Duels are over so many deals; they need OpenSpiel."""
    found = how()
    fought = []
    with console.status("") as status:
        results = race(searches.all_search(), lambda text: status.update(f"searches: {text}"))
        status.update("searches: two at once")
        threads = searches.threads()
        if any(result.name == searches.YARDSTICK for result in results):
            for text, duel in duels.duels(deals):
                status.update(f"against OpenSpiel: {text}")
                fought += [duel] if duel else []
    return SearchReport(conditions=found, simulations_a_second=results, threads=threads, duels=fought)


def show_searches(report: SearchReport, console: Console) -> None:
    """Prints the report on searches."""
    title = (
        f"Searches of {searches.SEARCH} simulations from the first choice of a round, one core, simulations a second"
    )
    console.print(rates(report.simulations_a_second, title, searches.YARDSTICK))
    one, two = report.threads.one, report.threads.two
    console.print(
        f"Two bots thinking at once make {two / one:.2f} times the simulations of one ({amount(one)} a second)."
    )
    table = Table(title="One expert among three of OpenSpiel's ISMCTS (Python) at our tables")
    for name in ("game", "terms", "rounds", "points a round ahead", "simulations a decision"):
        table.add_column(name)
    for duel in report.duels:
        made = " and ".join(f"{amount(number)} {whose}" for whose, number in duel.simulations.items())
        table.add_row(duel.game, duel.terms, str(duel.rounds), f"{duel.ahead:+.2f} ± {duel.margin:.2f}", made)
    console.print(table)
    say_conditions(report.conditions, console)


def show(report: BenchReport, console: Console) -> None:
    """Prints the report."""
    console.print(rates(report.decisions_a_second, "Random play, one core, decisions a second", YARDSTICK))
    console.print(costs(report))
    say_conditions(report.conditions, console)


def say_conditions(conditions: dict[str, str], console: Console) -> None:
    """Prints what the numbers depend on."""
    console.print("Measured with " + ", ".join(f"{name} {value}" for name, value in conditions.items()) + ".")


def rates(results: list[Result], title: str, measure: str) -> Table:
    """Rates, and how often the yardstick's."""
    table = Table(title=title)
    for name in ("game", "median", "slowest and fastest turn", f"times {measure}"):
        table.add_column(name, justify="left" if name == "game" else "right")
    yardstick = next((result.median for result in results if result.name == measure), None)
    for result in results:
        ratio = f"{result.median / yardstick:.2f}" if yardstick else "not installed"
        table.add_row(result.name, amount(result.median), f"{amount(result.low)} – {amount(result.high)}", ratio)
    return table


def amount(rate: float) -> str:
    """A rate with three digits that count."""
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.1f} k" if rate >= 1e3 else f"{rate:.0f}"


def costs(report: BenchReport) -> Table:
    """Costs of a call, a copy, a record and a start."""
    table = Table(title="What it costs")
    names = (
        "game",
        "apply from Python",
        "copy",
        "record",
        "import",
        "first move",
        "compiled, fresh",
        "compiled, cached",
    )
    for name in names:
        table.add_column(name, justify="left" if name == "game" else "right")
    for cost, start in zip(report.costs, report.starts.values(), strict=True):
        table.add_row(
            cost.game,
            f"{cost.apply_microseconds:.1f} µs",
            f"{cost.copy_nanoseconds:.1f} ns",
            f"{cost.record_bytes} B",
            *(f"{value:.2f} s" for value in msgspec.structs.astuple(start)),
        )
    return table


def write_json(report: msgspec.Struct, path: Path) -> None:
    """Keeps the report."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


def draw(report: BenchReport | SearchReport | EnvReport, path: Path) -> None:
    """Draws the rates on a logarithmic scale."""
    if isinstance(report, SearchReport):
        bars(report.simulations_a_second, f"simulations a second in searches of {searches.SEARCH}", path)
    else:
        bars(report.decisions_a_second, "random decisions a second", path)


def bars(results: list[Result], what: str, path: Path) -> None:
    """One bar a rate, the fastest on top."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    results = sorted(results, key=lambda result: result.median)
    colours = {
        "Ludotheque": "#1b7f5c",
        "OpenSpiel": "#b8860b",
        "RLCard": "#7a5ba6",
        "PettingZoo": "#4a6fa5",
        "EnvPool": "#a0522d",
    }
    figure, axes = plt.subplots(figsize=(9, 0.32 * len(results) + 1.4), layout="constrained")
    spread: Any = [[r.median - r.low for r in results], [r.high - r.median for r in results]]
    drawn = axes.barh(
        [r.name for r in results],
        [r.median for r in results],
        xerr=spread,
        color=[colours[r.group] for r in results],
        error_kw={"ecolor": "#555555", "capsize": 2},
    )
    axes.bar_label(drawn, [f" {amount(r.median)}" for r in results], padding=4, fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(right=max(r.high for r in results) * 4)
    axes.set_xlabel(f"{what}, one core (logarithmic)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)
