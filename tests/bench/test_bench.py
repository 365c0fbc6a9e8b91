"""The measurements measure something."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from ludotheque.bench import measure, ours, rivals
from ludotheque.bench.measure import Contestant, Result, race
from ludotheque.bench.report import YARDSTICK, Report, amount, rates, show, write_json
from tests.conftest import COMPILED


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "TURNS", 3)
    monkeypatch.setattr(measure, "SECONDS", 0.01)


def test_who_does_more_is_faster() -> None:
    def sleepy(decisions: int) -> Callable[[int], int]:
        def play(n: int) -> int:
            time.sleep(n / 1000)
            return n * decisions

        return play

    said: list[str] = []
    fast, slow = race([Contestant("fast", "us", sleepy(10)), Contestant("slow", "us", sleepy(1))], said.append)
    assert fast.low <= fast.median <= fast.high
    assert fast.low > slow.high
    assert slow.median < 1000 < fast.median
    assert "turn 3 of 3" in said


@pytest.mark.skipif(not COMPILED, reason="measures machine code")
def test_a_game_is_measured_and_cheap() -> None:
    (result,) = race([ours.random_play("willi", 4)], lambda _: None)
    assert result.median > 1e6
    cost = ours.cost("willi")
    assert 0 < cost.apply_microseconds < 100
    assert 0 < cost.copy_nanoseconds < 200
    assert cost.record_bytes <= 1024


def test_the_report_shows_ratios_and_is_kept(tmp_path: Path) -> None:
    results = [Result("Willi, 4 seats", "Ludotheque", 3e7, 2e7, 4e7), Result(YARDSTICK, "OpenSpiel", 6e6, 5e6, 7e6)]
    costs = [ours.Cost("Willi", 5.0, 9.0, 528)]
    report = Report({"cores": "2"}, results, costs, {"willi": ours.Start(0.1, 0.3, 4.0, 1.0)})
    console = Console(width=140, record=True, file=StringIO())
    show(report, console)
    text = console.export_text()
    for shown in ("30.0 M", "5.00", "528 B", "cores 2", "0.30 s"):
        assert shown in text
    write_json(report, tmp_path / "speed.json")
    assert msgspec.json.decode((tmp_path / "speed.json").read_bytes(), type=Report) == report


def test_without_the_yardstick_nothing_is_compared() -> None:
    console = Console(width=140, record=True, file=StringIO())
    console.print(rates([Result("Willi, 4 seats", "Ludotheque", 3e7, 2e7, 4e7)]))
    assert "not installed" in console.export_text()


def test_amounts_are_short() -> None:
    assert [amount(rate) for rate in (36_400_000, 5_900, 12)] == ["36.4 M", "5.9 k", "12"]


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="do.py bench installs them")
def test_rivals_play() -> None:
    for rival in rivals.all_play():
        assert rival.play(1) > 0, rival.name
