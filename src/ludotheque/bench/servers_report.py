"""The report on several servers: as tables, as JSON, as a plot."""

from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from ludotheque.bench import servers
from ludotheque.bench.postgres import running_postgres
from ludotheque.bench.report import amount, say_conditions
from ludotheque.conditions import conditions

PROMISED = 5.0  # seconds in which 99 of 100 tables move again
MOST_BUSY = 100  # tables at which commands are counted


class ServersReport(msgspec.Struct):
    """Everything that was measured of several servers in one run."""

    conditions: dict[str, str]
    costs: list[servers.CommandCost]
    gain: float  # of two workers on two cores of their own, beside one server on one
    takeovers: list[servers.Takeover]


def measured(console: Console, count: int, tables: int) -> ServersReport:
    """Measures everything, saying what it is at."""
    found = {**conditions(), "servers": str(count), "lease": "3 s"}
    with console.status("starting PostgreSQL") as status, running_postgres() as database:
        status.update("the cost of a command: one server, by way of another, two workers")
        costs = servers.measured_costs(database, min(tables, MOST_BUSY))
        status.update(f"takeovers: {servers.KILLS} servers are killed, one after another")
        takeovers = servers.measured_takeovers(database, count, tables)
    return ServersReport(found, costs, servers.gain(costs), takeovers)


def show(report: ServersReport, console: Console) -> None:
    """Prints the report."""
    console.print(prices(report))
    console.print(
        f"Two workers make {report.gain:.2f} times the commands of one server, each with a core to itself. Measured by "
        "processor time, since clients and PostgreSQL use the same cores here: twice the microseconds of a command at "
        "one server, divided by those at two workers, with as many tables and commands a second each. Each connection "
        "goes to either worker by chance, so half of them are passed on."
    )
    console.print(times(report))
    say_conditions(report.conditions, console)


def prices(report: ServersReport) -> Table:
    """The costs of a command in each arrangement."""
    table = Table(title="Cost of a command: four people at each table of Willi, PostgreSQL")
    for name in ("", "tables", "median ms", "p99 ms", "µs of servers", "µs of PostgreSQL", "commands a second"):
        table.add_column(name, justify="right" if name else "left")
    for one in report.costs:
        table.add_row(
            one.how,
            str(one.tables),
            f"{one.median:.2f}",
            f"{one.p99:.2f}",
            f"{one.microseconds:.0f}",
            f"{one.database:.0f}",
            amount(one.commands),
        )
    return table


def times(report: ServersReport) -> Table:
    """How long takeovers take."""
    table = Table(title="Seconds from kill -9 of a table's server until it moves again")
    for name in ("by", "tables", "median", "p99", "worst"):
        table.add_column(name, justify="left" if name == "by" else "right")
    for one in report.takeovers:
        values = (f"{seconds:.2f}" for seconds in (one.at(0.5), one.at(0.99), one.seconds[-1]))
        table.add_row(one.how, str(len(one.seconds)), *values)
    return table


def draw(report: ServersReport, path: Path) -> None:
    """The share of tables that move again, over time."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    for one, colour in zip(report.takeovers, ("#1b7f5c", "#4a6fa5"), strict=True):
        shares = [100 * (n + 1) / len(one.seconds) for n in range(len(one.seconds))]
        label = f"by {one.how}: median {one.at(0.5):.1f} s, p99 {one.at(0.99):.1f} s"
        axes.step([0.0, *one.seconds], [0.0, *shares], where="post", label=label, color=colour)
    axes.axvline(PROMISED, color="#b8860b", linestyle="--", label="promised for 99 of 100")
    axes.set_xlabel(f"seconds after kill -9 of the tables' server, {report.conditions['servers']} servers")
    axes.set_ylabel("% of its tables that move again")
    axes.set_xlim(left=0)
    axes.set_ylim(0, 101)
    figure.legend(frameon=False, loc="outside upper left")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)
