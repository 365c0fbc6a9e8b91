"""Words mean one thing."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "ludotheque"
OF_EACH_GAME = {"State", "Habits", "View", "Memory", "Cards", "Played"}
GLOSSARY = Path(__file__).parents[2] / "docs" / "architecture.md"


def test_a_class_name_has_one_meaning() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        where = str(path.relative_to(PACKAGE))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not (node.name in OF_EACH_GAME and where.startswith("games/")):
                homes[node.name].append(where)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_the_glossary_is_short() -> None:
    _, _, rest = GLOSSARY.read_text("utf-8").partition("\n## Words\n")
    words = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("| ")][2:]
    assert 10 <= len(words) <= 25
