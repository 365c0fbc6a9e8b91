"""The commands, from the command line to the files they write."""

import builtins
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludotheque.games.holzwurm.bot as holzwurm
from ludotheque import cli
from ludotheque.arena import measured
from ludotheque.arena.measured import PARTS, Shelf, settings_of, tournaments
from ludotheque.arena.plan import plan_for
from ludotheque.arena.report import TournamentReport
from ludotheque.bots.levels import LEVELS, LevelName, level
from ludotheque.games.box import shelf

PNG = b"\x89PNG"
Told = Callable[..., tuple[int, str, str]]
SHORT = {"wimmuln": ["--option", "target=30"], "holzwurm": ["--option", "rounds=1"]}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """The exit code, the output and the errors of a command."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["ludotheque", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    monkeypatch.setenv("COLUMNS", "120")
    return run


@pytest.mark.parametrize(
    "game", [game if game in ("willi", "wheedle") else pytest.param(game, marks=pytest.mark.long) for game in shelf()]
)
def test_every_game_is_played_and_told_of(told: Told, tmp_path: Path, game: str) -> None:
    json, plot = tmp_path / "report.json", tmp_path / "plot.png"
    words = ["expert:simulations=5", "regular", "--rounds", "1", "--workers", "1", "--seed", "3", *SHORT.get(game, [])]
    code, out, _ = told("arena", game, *words, "--json", json, "--plot", plot)
    assert code == 0
    assert "expert:simulations=5 is " in out
    assert "points a round" in out
    assert ("How rounds ended" in out) == (game == "wheedle")
    report = msgspec.json.decode(json.read_bytes(), type=TournamentReport)
    assert [one.name for one in report.standings] == ["expert:simulations=5", "regular"]
    assert report.plan == plan_for(
        game, words[:2], seed=3, options=dict(word.split("=") for word in SHORT.get(game, [""])[1:])
    )
    assert report.standings[0].thinking.median_ms
    assert report.conditions["workers"] == "1"
    assert plot.read_bytes().startswith(PNG)


def test_a_league_of_many_is_ranked(told: Told) -> None:
    bots = ["newcomer", "regular", "regular:folly=0.5", "regular:folly=1", "regular:sees=1"]
    words = ["--rounds", "160", "--workers", "1", "--seats", "3"]
    code, out, _ = told("arena", "willi", *bots, *words)
    assert code == 0
    rows = [line for line in out.splitlines() if line.startswith("│")]
    assert "regular " in rows[0], "rules of thumb beat folly"
    assert any(line.startswith("│ nobody") for line in rows), "Willi himself scores among three"


def test_a_tournament_is_gone_on_with(told: Told, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    command = ["arena", "holzwurm", "regular", "newcomer", "--workers", "1", "--resume", file]
    assert told(*command, "--rounds", "20")[0] == 0
    before = file.read_bytes()
    assert told(*command, "--rounds", "30")[0] == 0
    assert file.read_bytes().startswith(before)
    assert len(file.read_bytes()) > len(before)


WRONG: list[tuple[list[str], str]] = [
    (["chess", "expert", "regular"], "there is no game 'chess' on the shelf; there are holzwurm"),
    (["willi", "expert", "genius"], "there is no level 'genius'; there are newcomer"),
    (["willi", "expert:charm=3", "regular"], "a level has no setting 'charm'"),
    (["willi", "expert"], "an arena needs two bots at least"),
    (["willi", "expert", "regular", "--seats", "7"], "Willi is played by 3 to 4, not by 7"),
    (["willi", "expert", "regular", "--rounds", "0"], "one round at least, not 0"),
    (["willi", "expert", "regular", "--workers", "0"], "one worker at least, not 0"),
    (["willi", "expert", "regular", "--option", "speed=9"], "Willi has no option 'speed'"),
    (["wimmuln", "expert", "regular", "--option", "target=soon"], "target is a whole number from 1 to 1000"),
    (["willi", "expert", "regular", "--edition", "moon"], "Willi has no edition 'moon'"),
    (["willi", "expert", "regular", "--json", "/no/such/folder/x.json"], "cannot be written"),
    (["willi", "expert", "regular", "--resume", "/no/such/folder/x.jsonl"], "cannot be used"),
    (["willi", "expert", "regular", "--plot", "/no/such/folder/x.png"], "cannot be written"),
    (["willi", "expert", "regular", "--plot", "x.txt"], "a plot's name ends in .png"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words[-2:]) for words, _ in WRONG])
def test_what_is_wrong_is_told_in_one_line(told: Told, words: list[str], said: str) -> None:
    code, out, err = told("arena", *words)
    assert code == 2
    assert said in err
    assert err.startswith("ludotheque: ")
    assert err.count("\n") == 1
    assert out == ""


@pytest.mark.parametrize(
    ("flag", "package", "extra"),
    [(["--ray"], "ray", "ray"), (["--plot", "x.png"], "matplotlib", "plot"), ([], "openskill.models", "arena")],
)
def test_a_missing_extra_is_named_before_anything_is_played(
    told: Told, monkeypatch: pytest.MonkeyPatch, flag: list[str], package: str, extra: str
) -> None:
    usual = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == package:
            raise ImportError(name)
        return usual(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.setattr("ludotheque.arena.tournament.play_on", lambda *_: pytest.fail("it is played"))
    code, _, err = told("arena", "willi", "expert", "regular", *flag)
    assert code == 2
    assert f'pip install "ludotheque[{extra}]"' in err


INTERRUPTIBLE = """
import signal
from ludotheque.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever whoever runs the tests does with it
main()
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows interrupts otherwise")
@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["parent", "everybody"])
def test_an_interrupt_ends_all_and_leaves_a_file_to_go_on_from(
    tmp_path: Path, send: Callable[[int, int], None]
) -> None:
    file = tmp_path / "kept.jsonl"
    command = ["arena", "willi", "newcomer", "regular", "--rounds", "50000", "--workers", "2", "--resume", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *command], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        patience = time.monotonic() + 60
        while not file.exists() or file.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            assert time.monotonic() < patience
            time.sleep(0.1)
        send(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)  # until nobody can write any more: the workers have ended, too
        assert process.returncode == 130
        assert err == f"Interrupted; the same command goes on from {file}.\n"
        assert file.read_bytes().count(b"\n") >= 3
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_the_league_table_is_measured_shown_and_drawn(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "user_cache_path", lambda _: tmp_path)
    monkeypatch.setattr(measured, "SIMULATIONS", (2, 4))
    quick: dict[LevelName, dict[str, int]] = {
        "newcomer": {"sees": 2},
        "regular": {},
        "expert": {"simulations": 2},
        "master": {"simulations": 4},
    }
    for name, settings in quick.items():
        monkeypatch.setitem(LEVELS, name, settings)
    monkeypatch.setattr(holzwurm, "LEVELS", {})
    table, plot = tmp_path / "table.json", tmp_path / "strength.png"
    words = ["--table", table, "--measure", "--rounds", "1", "--workers", "1"]
    code, out, _ = told("bots", "holzwurm", *words, "--plot", plot)
    assert code == 0
    for shown in ("Holzwurm, 4 seats", "newcomer", "master", "rounds", "python"):
        assert shown in out
    assert plot.read_bytes().startswith(PNG)
    found = msgspec.json.decode(table.read_bytes(), type=Shelf).games["holzwurm"]
    assert list(found.levels) == ["regular", "expert", "master"]
    assert found.league is not None
    assert list(found.curve) == ["2", "4"]
    assert len(list((tmp_path / "arena").glob("*.jsonl"))) == 3 + 1 + 2

    code, out, _ = told("bots", "--table", table, "--json")
    assert code == 0
    assert msgspec.json.decode(out, type=Shelf).games["holzwurm"] == found
    code, out, _ = told("bots", "willi", "--table", table)
    assert "Willi: not measured yet." in out
    code, _, err = told("bots", "willi", "--table", table, "--plot", plot)
    assert code == 2
    assert "nothing to draw" in err


def test_what_comes_along_can_be_shown(told: Told) -> None:
    code, out, _ = told("bots")
    assert code == 0
    assert "Wheedle" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["--measure", "--part", "soul"], "a measurement has no part 'soul'; it has levels, league, curve"),
        (["--measure", "--table", "/no/such/folder/x.json"], "cannot be written"),
        (["--table", __file__], "is not a league table"),
    ],
)
def test_bots_says_what_is_wrong(told: Told, words: list[str], said: str) -> None:
    code, _, err = told("bots", *words)
    assert code == 2
    assert said in err


@pytest.mark.parametrize("game", shelf())
def test_every_part_is_made_of_tournaments_that_can_be_played(game: str) -> None:
    for part in PARTS:
        for bots in tournaments(game, part).values():
            assert plan_for(game, bots).bots


def test_settings_are_told_if_they_are_not_usual() -> None:
    assert settings_of(level("willi", "regular:folly=0.5,sees=3")) == "sees=3, folly=0.5"
