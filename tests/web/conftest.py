"""A browser and a server for tests of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browser import chromium, site

expect.set_options(timeout=60_000)  # what comes, comes soon; but games may be compiled at the same time
QUIET = "localStorage.setItem('ludotheque.settings', JSON.stringify({animation: false, sound: false}))"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process."""
    with chromium() as found:
        yield found


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server whose bots do not dawdle."""
    with site(str(tmp_path / "tables.db")) as url:
        yield url


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody's browser, in English, with nothing moving."""
    found = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    found.add_init_script(QUIET)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """The shelf. What the page complains about fails the test."""
    found = context.new_page()
    complaints: list[str] = []
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    found.goto(address)
    yield found
    assert not complaints, complaints
