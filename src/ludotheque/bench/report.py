"""The report: as a table, as JSON, as a plot."""

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.bench import ours, rivals
from ludotheque.bench.measure import Result, conditions, race
from ludotheque.games.box import shelf

YARDSTICK = "OpenSpiel spades, C++ rollouts"


class Report(msgspec.Struct):
    """Everything that was measured in one run."""

    conditions: dict[str, str]
    decisions_a_second: list[Result]
    costs: list[ours.Cost]
    starts: dict[str, ours.Start]


def measured(console: Console) -> Report:
    """Measures everything, saying what it is at."""
    found = conditions()
    with console.status("") as status:
        contestants = [*ours.all_play(), *rivals.all_play()]
        results = race(contestants, lambda text: status.update(f"random play: {text}"))
        status.update("calls and copies")
        costs = [ours.cost(game) for game in shelf()]
        starts = {}
        for game in shelf():
            status.update(f"cold starts: {game}")
            starts[game] = ours.start(game)
    return Report(conditions=found, decisions_a_second=results, costs=costs, starts=starts)


def show(report: Report, console: Console) -> None:
    """Prints the report."""
    console.print(rates(report.decisions_a_second))
    console.print(costs(report))
    console.print("Measured with " + ", ".join(f"{name} {value}" for name, value in report.conditions.items()) + ".")


def rates(results: list[Result]) -> Table:
    """Decisions a second, and how often the yardstick's."""
    table = Table(title="Random play, one core, decisions a second")
    for name in ("game", "median", "slowest and fastest turn", f"times {YARDSTICK}"):
        table.add_column(name, justify="left" if name == "game" else "right")
    yardstick = next((result.median for result in results if result.name == YARDSTICK), None)
    for result in results:
        ratio = f"{result.median / yardstick:.2f}" if yardstick else "not installed"
        table.add_row(result.name, amount(result.median), f"{amount(result.low)} – {amount(result.high)}", ratio)
    return table


def amount(rate: float) -> str:
    """A rate with three digits that count."""
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.1f} k" if rate >= 1e3 else f"{rate:.0f}"


def costs(report: Report) -> Table:
    """What a call, a copy, a record and a start cost."""
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


def write_json(report: Report, path: Path) -> None:
    """Keeps the report."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


def draw(report: Report, path: Path) -> None:
    """Draws the rates on a logarithmic scale."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    results = sorted(report.decisions_a_second, key=lambda result: result.median)
    colours = {"Ludotheque": "#1b7f5c", "OpenSpiel": "#b8860b", "RLCard": "#7a5ba6", "PettingZoo": "#4a6fa5"}
    figure, axes = plt.subplots(figsize=(9, 0.32 * len(results) + 1.4), layout="constrained")
    spread: Any = [[r.median - r.low for r in results], [r.high - r.median for r in results]]
    bars = axes.barh(
        [r.name for r in results],
        [r.median for r in results],
        xerr=spread,
        color=[colours[r.group] for r in results],
        error_kw={"ecolor": "#555555", "capsize": 2},
    )
    axes.bar_label(bars, [f" {amount(r.median)}" for r in results], padding=4, fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(right=max(r.high for r in results) * 4)
    axes.set_xlabel("random decisions a second, one core (logarithmic)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)
