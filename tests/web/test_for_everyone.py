"""Pages that everybody can use: axe finds nothing, in either theme; Lighthouse is content; scripts are small."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import lighthouse, violations
from tests.web.conftest import QUIET
from tests.web.playing import Player

CLIENT = Path(__file__).resolve().parents[2] / "src" / "ludotheque" / "server" / "client"
PAGES = ("/", "/settings", "/rules", "/rules/willi", "/rules/wheedle")
GAMES = ("Willi", "Wimmüln", "Holzwurm", "Wheedle")
LEAST = 95
MOST_SCRIPT = 120_000  # bytes, gzipped, of a first load


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(browser: Browser, address: str, theme: str) -> None:
    context = browser.new_context(locale="en-GB", color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(QUIET)
    page = context.new_page()
    found = {}
    for path in PAGES:
        page.goto(address + path)
        page.wait_for_timeout(700)
        found[path] = violations(page)
    for game in GAMES:
        page.goto(address)
        player = Player(page)
        player.play_now(game)
        page.wait_for_timeout(1500)
        found[game] = violations(page)
    context.close()
    assert not {where: what for where, what in found.items() if what}


def test_a_first_load_is_small(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url) if request.resource_type == "script" else None)
    page.goto(address)
    expect(page.get_by_role("button", name=re.compile("Play now")).first).to_be_visible()
    context.close()
    names = {url.rpartition("/")[2] for url in scripts}
    sizes = [len(gzip.compress(path.read_bytes(), 9)) for path in CLIENT.rglob("*.js") if path.name in names]
    assert sizes
    assert sum(sizes) <= MOST_SCRIPT


@pytest.mark.slow
def test_lighthouse_is_content_with_the_shelf_and_a_table(browser: Browser, address: str, tmp_path: Path) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(address)
    Player(page).play_now("Willi")
    page.wait_for_timeout(1000)
    table = page.url
    context.close()
    for url in (address, table):
        scores = lighthouse(url, tmp_path / "report.json")
        assert {name for name, score in scores.items() if score < LEAST} == set(), (url, scores)
