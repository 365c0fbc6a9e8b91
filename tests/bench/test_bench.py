"""The measurements measure something."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from ludotheque.bench import analyses, duels, environments, measure, ours, rivals, searches
from ludotheque.bench.measure import Contestant, Result, race
from ludotheque.bench.report import (
    YARDSTICK,
    BenchReport,
    EnvReport,
    SearchReport,
    amount,
    rates,
    show,
    show_envs,
    show_searches,
    write_json,
)
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
    report = BenchReport({"cores": "2"}, results, costs, {"willi": ours.StartTimes(0.1, 0.3, 4.0, 1.0)})
    console = Console(width=140, record=True, file=StringIO())
    show(report, console)
    text = console.export_text()
    for shown in ("30.0 M", "5.00", "528 B", "cores 2", "0.30 s"):
        assert shown in text
    write_json(report, tmp_path / "speed.json")
    assert msgspec.json.decode((tmp_path / "speed.json").read_bytes(), type=BenchReport) == report


def test_without_the_yardstick_nothing_is_compared() -> None:
    console = Console(width=140, record=True, file=StringIO())
    console.print(rates([Result("Willi, 4 seats", "Ludotheque", 3e7, 2e7, 4e7)], "Random play", YARDSTICK))
    assert "not installed" in console.export_text()


def test_amounts_are_short() -> None:
    assert [amount(rate) for rate in (36_400_000, 5_900, 12)] == ["36.4 M", "5.9 k", "12"]


@pytest.mark.skipif(not COMPILED, reason="measures machine code")
def test_a_search_is_measured() -> None:
    by_chance, by_thumb = race([searches.searching("willi", how) for how in searches.PLAYOUTS], lambda _: None)
    assert by_chance.median > 20_000
    assert by_thumb.median > 10_000
    assert searches.together(2) > 10_000


def test_the_report_on_searches_shows_ratios_and_is_kept(tmp_path: Path) -> None:
    results = [
        Result("Willi, playouts by chance", "Ludotheque", 4.2e5, 4e5, 4.4e5),
        Result(searches.YARDSTICK, "OpenSpiel", 3e4, 2.9e4, 3.1e4),
    ]
    duel = duels.Duel("willi", "200 simulations each", 120, 0.8, 0.25, {"ours": 200, "OpenSpiel's": 200})
    report = SearchReport({"cores": "2"}, results, searches.Threads(1e5, 1.9e5), [duel])
    console = Console(width=140, record=True, file=StringIO())
    show_searches(report, console)
    text = console.export_text()
    for shown in ("420.0 k", "14.00", "1.90 times", "+0.80 ± 0.25", "cores 2"):
        assert shown in text
    write_json(report, tmp_path / "search.json")
    assert msgspec.json.decode((tmp_path / "search.json").read_bytes(), type=SearchReport) == report


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="do.py bench installs them")
@pytest.mark.parametrize("terms", [duels.Terms("few", 5, None), duels.Terms("short", 1 << 40, 0.002)])
@pytest.mark.parametrize("game", duels.GAMES)
def test_open_spiel_plays_our_games(game: str, terms: duels.Terms) -> None:
    lead, ours_made, theirs_made = duels.play(duels.DuelDeal(game, terms, seed=1))
    assert -100 < lead < 100
    assert min(ours_made) > 0
    assert min(theirs_made) > 0
    if terms.seconds is None:
        assert {*ours_made, *theirs_made} == {5}


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="do.py bench installs them")
def test_rivals_play() -> None:
    for rival in rivals.all_play():
        assert rival.play(1) > 0, rival.name


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="measures machine code")
def test_every_form_of_a_batch_is_measured_and_the_report_says_how() -> None:
    found = race(list(environments.forms("willi", 512)), lambda _: None)
    rules, packed, shared, by_numpy, long = (result.median for result in found)
    assert rules > packed > long > 1e5
    assert min(shared, by_numpy) > 1e5
    console = Console(file=StringIO(), width=200)
    show_envs(EnvReport({"method": "in turns"}, found), console)
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(result.name in printed for result in found)
    assert "in turns" in printed


@pytest.mark.long
@pytest.mark.slow
def test_an_analysis_is_measured_and_shown(tmp_path: Path) -> None:
    console = Console(file=StringIO(), width=200)
    report = analyses.measured_analyses(console, {"holzwurm": 1})
    (cost,) = report.analyses
    assert (cost.game, cost.rounds) == ("holzwurm", 1)
    assert cost.decisions > 5
    assert cost.seconds > 0
    analyses.show_analyses(report, console)
    assert isinstance(console.file, StringIO)
    assert f" {cost.seconds:.1f} " in console.file.getvalue()
    write_json(report, tmp_path / "report.json")
    assert msgspec.json.decode((tmp_path / "report.json").read_bytes(), type=analyses.AnalysisReport) == report
