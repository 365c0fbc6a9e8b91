"""Puzzles on the terminal, as people call them."""

import json
import subprocess
import sys

import pytest

from ludotheque.puzzles.puzzle import puzzles
from ludotheque.puzzles.showing import shown


def call(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", "puzzle", *args]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_a_puzzle_is_asked_and_explained() -> None:
    one = puzzles("willi")[0]
    right = [option.do for option in shown("willi", one.id).options].index(one.best) + 1
    solved = call("willi", "--number", "1", "--lang", "de", typed=f"9\n{right}\n")
    assert "Gib eine Nummer von 1 bis" in solved.stdout
    assert "Genau:" in solved.stdout
    assert "verschenkt" in solved.stdout
    assert solved.returncode == 0
    missed = call("willi", "--number", "1", typed=f"{right % 2 + 1}\n")
    assert "Better:" in missed.stdout
    assert missed.returncode == 1


@pytest.mark.parametrize(
    ("args", "problem"), [(("willi", "--number", "0"), "numbered from 1"), (("chess",), "no game")]
)
def test_what_is_no_puzzle_is_refused_in_one_line(args: tuple[str, ...], problem: str) -> None:
    refused = call(*args)
    assert refused.returncode == 2
    assert problem in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_programs_get_the_puzzle_and_its_solution() -> None:
    told = json.loads(call("holzwurm", "--number", "2", "--json").stdout)
    assert told["solution"]["best"] in [option["do"] for option in told["puzzle"]["options"]]
