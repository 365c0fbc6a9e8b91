"""What `do.py test` makes of a test that fails and then passes, and of one that fails again."""

import subprocess
import sys
from pathlib import Path

import do
import pytest

FLAKY = """
from pathlib import Path

def test_late():
    seen = Path("seen")
    assert seen.exists() or seen.touch()

def test_good():
    pass
"""
TESTS = "pytest -p xdist -n 2"
BROKEN = "def test_wrong(): assert False\n"


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, whose tests are checked."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # most of the time would go into their imports
    monkeypatch.setattr(do, "BIN", Path(sys.executable).parent)
    monkeypatch.setattr(do, "FAILURES", tmp_path / do.FAILURES.relative_to(do.ROOT))
    return tmp_path


def test_what_passes_at_the_second_try_is_named(checked: Path) -> None:
    (checked / "test_flaky.py").write_text(FLAKY)
    line = do.check("tests", [TESTS])
    assert line.endswith("ok, BUT AT THE SECOND TRY: test_flaky.py::test_late - a defect to mend")


def test_what_fails_twice_has_failed(checked: Path) -> None:
    (checked / "test_flaky.py").write_text(FLAKY)
    (checked / "test_broken.py").write_text(BROKEN)
    assert do.check("tests", [TESTS]).endswith("FAILED")


def test_what_cannot_be_collected_has_failed_whatever_failed_before(checked: Path) -> None:
    (checked / "test_flaky.py").write_text(FLAKY)
    assert subprocess.call([do.BIN / "pytest"]) == do.TESTS_FAILED
    (checked / "test_broken.py").write_text("import nothing_of_that_name\n")
    assert do.check("tests", [TESTS]).endswith("FAILED")


def test_other_steps_have_one_try(checked: Path) -> None:
    (checked / "test_flaky.py").write_text(FLAKY)
    assert do.check("interpreted", ["pytest"]).endswith("FAILED")
