"""The report on live tables: as tables, as JSON, as a plot."""

from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.bench import live, wake
from ludotheque.bench.report import amount, say_conditions
from ludotheque.conditions import conditions
from ludotheque.games.box import shelf


class Throughput(msgspec.Struct):
    """Commands a second through the whole path, beside a bare echo with messages as long and to as many."""

    game: str
    tables: int
    ours: live.Rate
    echo: live.Rate
    ratio: float


class LiveReport(msgspec.Struct):
    """Everything that was measured of live tables in one run."""

    conditions: dict[str, str]
    throughput: list[Throughput]
    latency: list[live.Latency]
    resting: live.Resting
    waking: list[wake.Woken]


def measured(console: Console, most: int) -> LiveReport:
    """Measures everything, saying what it is at."""
    found, throughput = conditions(), []
    with console.status("") as status:
        for game, tables in [*((game, FULL) for game in shelf()), *((live.TURNS[0], tables) for tables in FEWER)]:
            status.update(f"commands a second: {game} at {tables} tables")
            ours, echo = live.throughput(game, tables)
            throughput.append(Throughput(game, tables, ours, echo, ours.commands / echo.commands))
        status.update("latency at more and more tables")
        latency = live.latencies([tables for tables in STEPS if tables < most] + [most])
        status.update("tables at rest")
        resting = live.rest(most)
        status.update("sleeping tables")
        waking = wake.wakes(most)
    return LiveReport(found, throughput, latency, resting, waking)


STEPS = (100, 250, 500, 750)
FULL = 200  # tables: with fewer, all of them wait for the same commit from time to time, and the server for them
FEWER = (50, 100)


def show(report: LiveReport, console: Console) -> None:
    """Prints the report."""
    console.print(rates(report))
    console.print(delays(report))
    resting = report.resting
    console.print(
        f"A table at rest (of {resting.tables}) takes {resting.kib:.0f} KiB beside its sockets, and "
        f"{resting.microseconds:.0f} µs of processor time a second while its people think."
    )
    for woken in report.waking:
        console.print(
            f"A sleeping table wakes {woken.how} in {woken.mean:.2f} ms on average, the slowest of a hundred in "
            f"{woken.p99:.2f} ms ({woken.tables} half-played matches of {woken.events:.0f} events)."
        )
    say_conditions(report.conditions, console)


def rates(report: LiveReport) -> Table:
    """Commands a second."""
    table = Table(title="Commands a second: socket, rules, durable commit, fan-out to four; SQLite, WAL, FULL")
    for name in ("game", "tables", "commands", "bare echo", "ratio", "cores used", "echo's", "bytes a message"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for one in report.throughput:
        table.add_row(
            one.game,
            str(one.tables),
            amount(one.ours.commands),
            amount(one.echo.commands),
            f"{one.ratio:.2f}",
            f"{one.ours.cpu:.2f}",
            f"{one.echo.cpu:.2f}",
            f"{one.ours.bytes:.0f}",
        )
    return table


def delays(report: LiveReport) -> Table:
    """How quickly everyone hears."""
    table = Table(title="From a command to everyone's event, milliseconds; two people and two bots at a human pace")
    for name in ("tables", "commands a second", "median", "p99", "worst", "cores used"):
        table.add_column(name, justify="right")
    for one in report.latency:
        times = (f"{time:.1f}" for time in (one.median, one.p99, one.worst))
        table.add_row(str(one.tables), f"{one.commands_a_second:.0f}", *times, f"{one.cpu:.2f}")
    return table


def draw(report: LiveReport, path: Path) -> None:
    """Latency over tables."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    tables = [one.tables for one in report.latency]
    for label, times, colour in (
        ("worst", [one.worst for one in report.latency], "#b8860b"),
        ("99 of 100", [one.p99 for one in report.latency], "#1b7f5c"),
        ("median", [one.median for one in report.latency], "#4a6fa5"),
    ):
        axes.plot(tables, times, "o-", label=label, color=colour)
    axes.set_xlabel("live tables of two people and two bots, on one server")
    axes.set_ylabel("ms from a command to everyone's event")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)
