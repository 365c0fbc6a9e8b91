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


def sections() -> dict[str, str]:
    """The page in parts, each by its heading: those about other libraries by themselves, and all the rest."""
    text = DOCUMENT.read_text("utf-8")
    before, _, rest = text.partition("\n## Other libraries\n")
    others, _, after = rest.partition("\n## ")
    _, *parts = others.split("\n### ")
    return {"": before + "\n\n## " + after, **{part.partition("\n")[0]: part for part in parts}}


def assert_examples_run(text: str, least: int) -> None:
    """All examples of a text give what it says."""
    example = doctest.DocTestParser().get_doctest(text, {}, DOCUMENT.name, str(DOCUMENT), 0)
    result = doctest.DocTestRunner().run(example)
    assert result.attempted > least
    assert result.failed == 0


@pytest.mark.long
def test_the_examples_run() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    assert_examples_run(sections()[""], 45)


LIBRARIES = {"TorchRL": "torchrl", "RLlib": "ray.rllib", "PufferLib": "pufferlib"}


@pytest.mark.filterwarnings("ignore")  # these libraries warn of their own affairs
@pytest.mark.parametrize("title", LIBRARIES)
def test_the_examples_for_other_libraries_run(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)  # PufferLib leaves a link where it is imported
    pytest.importorskip(LIBRARIES[title], reason=f"{title} is not among what developers install", exc_type=ImportError)
    assert_examples_run(sections()[title], 4)


def test_there_is_an_example_for_each_library() -> None:
    assert sections().keys() == {"", *LIBRARIES}


@pytest.mark.parametrize(
    ("package", "module"), [("gymnasium.spaces", "gymnasium"), ("pettingzoo", "pettingzoo"), ("pyspiel", "openspiel")]
)
def test_what_is_not_installed_is_named(package: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"ludotheque.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install ludotheque\[{module}\]"):
        importlib.import_module(f"ludotheque.envs.{module}")
