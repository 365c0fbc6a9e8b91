"""Coverage: the bars that `do.py test` holds it to, what CONTRIBUTING.md says of them, and the tool that compares."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import do
import pytest

from tests.conftest import TRACED, pytest_collection_modifyitems

ROOT = Path(__file__).resolve().parent.parent
SAID = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Do the tests come by?")[2].partition("\n## ")[0]


@pytest.fixture
def branches() -> ModuleType:
    """The tool."""
    spec = importlib.util.spec_from_file_location("branches", ROOT / "tools" / "branches.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def named(text: str) -> set[str]:
    """The packages that a text names."""
    return set(re.findall(r"`(\w+)/`", text))


def programs(step: str) -> list[str]:
    """The words of all programs of a step."""
    return " ".join(do.ALL[step]).split()


def report(**taken: tuple[int, int]) -> dict[str, Any]:
    """What coverage would say of packages with so many branches taken of so many, in two files each."""
    files = {}
    for package, (covered, number) in taken.items():
        for name, part in (("one.py", (covered, number - 1)), ("deep/two.py", (0, 1))):
            summary = dict(zip(("covered_branches", "num_branches"), part, strict=True))
            files[f"src/ludotheque/{package}/{name}"] = {"summary": summary}
    return {"files": files}


def test_the_bars_are_those_that_contributors_read() -> None:
    said = re.findall(r"less than (\d+) % of (.*?)(?:, or|\. )", SAID.replace("\n", " "))
    assert {package: int(bar) for bar, text in said for package in named(text)} == do.BARS


def test_what_runs_under_coverage_is_what_contributors_read() -> None:
    uncompiled, traced = re.findall(
        r"the tests of (.*?)uncompiled, and those of (.*?)that are neither `slow`", SAID, re.DOTALL
    )[0]
    folders = {
        step: {word for word in programs(step) if word.startswith("tests/")} for step in ("interpreted", "traced")
    }
    assert folders["interpreted"] == {f"tests/{package}" for package in named(uncompiled)}
    assert (
        folders["traced"] == {f"tests/{package}" for package in named(traced)} == {f"tests/{name}" for name in TRACED}
    )
    assert named(uncompiled) | named(traced) == do.BARS.keys()


def test_every_package_with_a_bar_is_measured_by_branches() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["coverage"]["run"]
    assert settings["branch"]
    assert settings["source"] == ["src/ludotheque"]
    assert all((ROOT / "src" / "ludotheque" / package).is_dir() for package in do.BARS)
    assert {f"{package}={bar}" for package, bar in do.BARS.items()} <= set(programs("coverage"))


class Collected:
    """A test as pytest collects it: where it is, and how it is marked."""

    def __init__(self, folder: str, *marks: str) -> None:
        self.path = ROOT / "tests" / folder / "test_something.py"
        self.marks = list(marks)

    def get_closest_marker(self, name: str) -> bool:
        return name in self.marks

    def add_marker(self, name: str) -> None:
        self.marks.append(name)


def test_what_is_traced_runs_there_alone_and_is_quick() -> None:
    assert "not traced" in do.ALL["tests"][0]
    tests = [
        Collected("table"),
        Collected("table", "slow"),
        Collected("store", "long"),
        Collected("server", "alone"),
        Collected("games"),
        Collected("web"),
    ]
    pytest_collection_modifyitems(cast(list[pytest.Item], tests))
    assert ["traced" in one.marks for one in tests] == [True, False, False, False, False, False]


def test_branches_of_a_package_are_counted_together_and_compared_with_its_bar(branches: ModuleType) -> None:
    found = branches.shares(report(games=(95, 100), table=(89, 100), bots=(90, 100)))
    assert found == {"games": 95.0, "table": 89.0, "bots": 90.0}
    assert branches.below(found, {"games": 95, "table": 90, "bots": 90}) == ["table"]
    assert branches.below(found, {"server": 90}) == ["server"], "what was not measured has missed its bar"
