"""docs/environments.md is true, and says so where something is missing."""

import doctest
import importlib
import sys
from pathlib import Path

import pytest

from ludotheque.envs.tables import table
from ludotheque.games.box import shelf

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "environments.md"


@pytest.mark.parametrize("game", shelf())
def test_the_tables_are_those_of_the_interfaces(game: str) -> None:
    assert f"\n{table(game)}\n" in DOCUMENT.read_text("utf-8"), "print them with python -m ludotheque.envs.tables"


def test_the_examples_run() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried > 15
    assert failed == 0


@pytest.mark.parametrize(
    ("package", "module"), [("gymnasium.spaces", "gymnasium"), ("pettingzoo", "pettingzoo"), ("pyspiel", "openspiel")]
)
def test_what_is_not_installed_is_named(package: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"ludotheque.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install ludotheque\[{module}\]"):
        importlib.import_module(f"ludotheque.envs.{module}")
