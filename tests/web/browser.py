"""A real Chromium for tests of the pages, and what looks at pages in it. Everything comes from the npm registry, once.

Chromium comes packed in `@sparticuz/chromium`, so that no root and no system package is needed.
"""

import asyncio
import hashlib
import io
import json
import os
import shutil
import socket
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal

import brotli
import hatch_build
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from ludotheque.server.settings import Settings
from tests.server.serving import serving

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
CHROMIUM = MODULES / "chromium"
THEMES: dict[Literal["light", "dark"], dict[str, Any]] = {  # what axe looks at
    "light": {"rules": {"label-content-name-mismatch": {"enabled": True}}},
    "dark": {"runOnly": ["color-contrast"]},
}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def fetch() -> None:
    """Makes node_modules hold what package-lock.json lists, and Chromium unpacked. One of several processes does it."""
    with FileLock(HERE / ".fetch.lock", timeout=600):
        stamp = MODULES / "packages.sha256"
        wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
        if not stamp.exists() or stamp.read_text() != wanted:
            unpack()
            stamp.write_text(wanted)


def unpack() -> None:
    """Fetches everything anew."""
    hatch_build.npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=HERE)
    packed = MODULES / "@sparticuz" / "chromium" / "bin"
    shutil.rmtree(CHROMIUM, ignore_errors=True)
    CHROMIUM.mkdir()
    (CHROMIUM / "chromium").write_bytes(brotli.decompress((packed / "chromium.br").read_bytes()))
    (CHROMIUM / "chromium").chmod(0o755)
    for name in ("al2023", "swiftshader", "fonts"):
        with tarfile.open(fileobj=io.BytesIO(brotli.decompress((packed / f"{name}.tar.br").read_bytes()))) as tar:
            tar.extractall(CHROMIUM, filter="data")


@cache
def executable() -> Path:
    """The browser."""
    fetch()
    return CHROMIUM / "chromium"


def environment() -> dict[str, str]:
    """What the browser needs to find its libraries and fonts."""
    found = executable().parent
    return os.environ | {
        "LD_LIBRARY_PATH": f"{found / 'lib'}:{found}",
        "FONTCONFIG_PATH": str(found / "fonts"),
        "HOME": str(found),
    }


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=ARGUMENTS, env={**environment()}, headless=True
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def site(database: str, pace: float = 0.0, **settings: Any) -> Iterator[str]:
    """A server in a thread of its own; its address."""
    opened, ending = threading.Event(), asyncio.Event()
    found: list[Any] = []

    async def run() -> None:
        roomy: dict[str, Any] = {"commands_per_second": 1000.0, "commands_burst": 10_000}
        roomy |= {"tables_per_minute": 1000, "tables_per_person": 1000, "analyses": "asked"}
        async with serving(Settings(database=database, **(roomy | settings)), pace) as running:
            found.extend((running.url, asyncio.get_running_loop()))
            opened.set()
            await ending.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert opened.wait(60), "the server did not start"
    url, loop = found
    try:
        yield url
    finally:
        loop.call_soon_threadsafe(ending.set)
        thread.join(30)


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page by day; and by night, when only colours differ."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((MODULES / "axe-core" / "axe.min.js").read_text("utf-8"))
    found: list[str] = []
    for theme, wanted in THEMES.items():
        page.emulate_media(color_scheme=theme)
        result = page.evaluate("(wanted) => axe.run(wanted)", wanted)
        bad = [(one["id"], node) for one in result["violations"] for node in one["nodes"]]
        found += [f"{theme}: {name}: {node['failureSummary']}: {node['html'][:160]}" for name, node in bad]
    return found


@contextmanager
def at_home(folder: Path) -> Iterator[tuple[BrowserContext, int]]:
    """A browser that Lighthouse can use, too: it finds somebody there who has been here before."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = [*ARGUMENTS, f"--remote-debugging-port={port}"]
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder, executable_path=executable(), args=arguments, env={**environment()}, headless=True, locale="en-GB"
        )
        try:
            yield context, port
        finally:
            context.close()


def lighthouse(url: str, port: int, report: Path) -> dict[str, float]:
    """The scores of a page on a phone, from 0 to 100."""
    binary, _ = hatch_build.node()
    cli = MODULES / "lighthouse" / "cli" / "index.js"
    command = [str(binary), str(cli), url, f"--port={port}", "--disable-storage-reset", "--quiet"]
    command += ["--output=json", f"--output-path={report}"]
    command += ["--only-categories=performance,accessibility,best-practices"]
    subprocess.run(command, env=environment(), check=True, timeout=180)
    categories = json.loads(report.read_text())["categories"]
    return {name: 100 * found["score"] for name, found in categories.items()}
