"""The share of each package's branches that tests have taken; fails where it is below the bar.

    .venv/bin/python tools/branches.py games=95 table=90

It reads what `coverage combine` has left. `coverage report` says which branches are missing, and counts lines as well.
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from coverage import Coverage

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "ludotheque"


def measured() -> dict[str, Any]:
    """The report on all files."""
    coverage = Coverage()
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "coverage.json")
        coverage.json_report(outfile=str(path))
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def shares(report: dict[str, Any]) -> dict[str, float]:
    """The percentage of branches taken, by package."""
    taken, all_ = Counter[str](), Counter[str]()
    for name, file in report["files"].items():
        package = (ROOT / name).relative_to(PACKAGE).parts[0]
        taken[package] += file["summary"]["covered_branches"]
        all_[package] += file["summary"]["num_branches"]
    return {package: 100 * taken[package] / number for package, number in all_.items() if number}


def below(found: dict[str, float], bars: dict[str, float]) -> list[str]:
    """The packages that miss their bar, or were not measured at all."""
    return [package for package, bar in bars.items() if found.get(package, 0.0) < bar]


def main(*given: str) -> int:
    bars = {package: float(bar) for package, _, bar in (one.partition("=") for one in given)}
    found = shares(measured())
    missed = below(found, bars)
    for package, bar in bars.items():
        verdict = "  MISSED" if package in missed else ""
        print(f"{package:<8} {found.get(package, 0.0):5.1f} % of branches, at least {bar:.0f} %{verdict}")
    return min(len(missed), 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
