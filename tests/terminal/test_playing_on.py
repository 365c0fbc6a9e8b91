"""Playing on from a moment of a record, on the terminal."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ludotheque.games.match import Match
from ludotheque.games.record import header_in, read_record, write_record


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match that is over."""
    chance, match = Random(1), Match("holzwurm", 4, seed=3, rounds=1)
    while not match.over:
        seat = match.actors[0]
        match.do(seat, chance.choice(match.legal(seat)))
    path = tmp_path / "match.jsonl"
    path.write_text(write_record(match))
    return path


def call(*args: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", "play", *map(str, args)]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("more", [(), ("--new-deal", "--seed", "5")])
def test_a_match_goes_on_after_a_step_of_a_record(record: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    kept = tmp_path / "kept.jsonl"
    call(
        "--from",
        record,
        "--step",
        9,
        "--seat",
        2,
        "--name",
        "Zoe",
        "--level",
        "newcomer",
        "--record",
        kept,
        *more,
        typed="q\n",
    )
    before, after = read_record(record.read_text()), read_record(kept.read_text())
    header = header_in(kept.read_text().partition("\n")[0])
    assert header.played_on
    assert header.names == ["Seat 0", "Seat 1", "Zoe", "Seat 3"]
    assert [getattr(one, "do", "") for one in after.log[:9]] == [getattr(one, "do", "") for one in before.log[:9]]
    assert (after.log[0] == before.log[0]) == (not more)


def test_what_cannot_be_played_on_is_refused_in_one_line(record: Path, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.jsonl"
    unfinished.write_text("\n".join(record.read_text().splitlines()[:8]))
    for args, problem in (
        (("--from", unfinished), "before its match is over"),
        (("--from", record, "--step", 5000), "there is no step 5000"),
        (("--from", record, "--seat", 4), "there is no seat 4"),
    ):
        refused = call(*args)
        assert refused.returncode == 2
        assert problem in refused.stderr
    assert "--from" in call("willi", "--step", 3).stderr
