"""Modules that are imported by name are those that the page on architecture explains."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludotheque"


def test_every_import_by_name_is_explained() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = page.partition("| where | what it finds by name |")[2].partition("\n\n")[0]
    explained = {path for row in table.splitlines()[2:] for path in re.findall(r"`([\w/]+\.py)`", row.split("|")[1])}
    sources = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    found = {path.relative_to(PACKAGE).as_posix() for path, text in sources.items() if "import_module(" in text}
    assert found == explained
