"""What the documents say is true."""

import doctest
import re
from pathlib import Path

import pytest

import ludotheque.games.match

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 5
    assert failed == 0


def test_the_examples_in_the_code_run() -> None:
    failed, tried = doctest.testmod(ludotheque.games.match)
    assert tried > 2
    assert failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), target


def test_the_architecture_names_every_module_and_dependency() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for module in (ROOT / "src" / "ludotheque" / "games").glob("*.py"):
        assert module.name == "__init__.py" or module.name in text, module.name
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    names = re.search(r"^dependencies = \[(.*?)\]", project, re.DOTALL | re.MULTILINE)
    assert names is not None
    for name in re.findall(r'"([a-z]+)', names.group(1)):
        assert name in text.lower(), name
