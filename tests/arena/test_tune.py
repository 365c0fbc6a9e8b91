"""Better habits are found, told of, and found again by the same seed."""

import sys

import pytest

from ludotheque import cli
from ludotheque.arena.tune import Tuner, written
from ludotheque.games.errors import SeatsError


def test_habits_lead_nowhere_among_their_like() -> None:
    tuner = Tuner("holzwurm", [3])
    leads = tuner.leads(tuner.usual._replace(noise=0.0), tuner.usual._replace(noise=0.0), 3, 200, seed=1)
    assert abs(leads).max() < 1e-9  # nothing is left to chance, so every seat's luck is another's


def test_bad_habits_are_left() -> None:
    tuner = Tuner("holzwurm", [4])
    tuner.usual = bad = tuner.usual._replace(room=3.0)
    *_, last = tuner.generations(6, 60, seed=1)
    assert tuner.leads(last.habits, bad, 4, 300, seed=2).mean() > 5
    assert last.habits.noise == bad.noise


def test_the_same_seed_finds_the_same() -> None:
    one, other = ([*Tuner("willi", [4]).generations(2, 20, seed=5)] for _ in range(2))
    assert one == other


def test_no_table_of_that_size_is_tuned_for() -> None:
    with pytest.raises(SeatsError, match="2 to 6, not by 7"):
        Tuner("holzwurm", [7])


def test_a_command_tells_what_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "willi", "--seats", "4", "--generations", "2", "--deals", "10", "--seed", "5"]
    monkeypatch.setattr(sys, "argv", ["ludotheque", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert not ended.value.code
    out = capsys.readouterr().out
    *_, last = Tuner("willi", [4]).generations(2, 10, seed=5)
    assert written(last.habits) in out
    assert "4 seats: found among usual " in out
