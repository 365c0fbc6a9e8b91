"""Takes pictures of every page in three sizes and two themes, for docs/screens/ and for whoever changes a page.

    .venv/bin/python tools/screens.py [GAME|PAGE ...] [phone|tablet|desktop ...]

A GAME is a table of it; the other pages are those of PAGES. They are the real ones, in a real Chromium, at a real
server with quick bots. Look at the pictures.
"""

import asyncio
import functools
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from tests.server.evenings import ask, begun, look, played, seated, table_of  # noqa: E402
from tests.server.serving import Person  # noqa: E402
from tests.web.browser import chromium, site  # noqa: E402
from tests.web.conftest import QUIET  # noqa: E402
from tests.web.playing import Player  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
THEMES = ("light", "dark")
TAPS: dict[str, tuple[tuple[str, ...], tuple[str, ...], int]] = {  # what else is tapped, and how often in all
    "willi": ((), (), 7),
    "wimmuln": (("^These are my guesses",), (".pair.may",), 8),
    "holzwurm": ((), (".row.may:not(.danger)",), 6),
    "wheedle": ((), (".card.turn",), 1),
}
COLOURS = 224  # are enough for a picture, and make it small
MOMENT = 700  # milliseconds until bots have answered
SETTLE = 600  # ... until nothing moves
JUDGED = 240_000  # ... until a match is analysed, which compiles what it needs
JUDGED_GAME = "willi"  # whose match is looked back at


def shelf(page: Page, address: str) -> None:
    """The shelf."""
    page.goto(address)
    page.get_by_role("button").first.wait_for()


def table(page: Page, address: str, name: str) -> None:
    """A table in the middle of a round, when it is one's turn; in a market, once there are offers."""
    shelf(page, address)
    names, selectors, moves = TAPS[name]
    player = Player(page, names, selectors)
    player.sit_down(game=name, seats=4, first=0, level="regular")
    for _ in range(moves):
        if (at := player.find()) is not None:
            player.tap(at)
        page.wait_for_timeout(MOMENT)
    if name == "wheedle":
        page.locator("button.offer.lit").first.wait_for()
    else:
        player.find()


@functools.cache
def finished(address: str) -> tuple[str, str]:
    """A match that somebody has played to its end against bots: its table, and that person's token."""

    async def played() -> tuple[str, str]:
        ann = await Person(address, "Ann").come()
        table = await ann.make(JUDGED_GAME, 4, level="regular")
        async with ann.at(table) as seat:
            await seat.start()
            await seat.play_on(Random(3))
        return table, ann.token

    with ThreadPoolExecutor(1) as elsewhere:  # where no browser is driven
        return elsewhere.submit(asyncio.run, played()).result()


def analysis(page: Page, address: str) -> None:
    """How well somebody played."""
    table, token = finished(address)
    page.context.add_cookies([{"name": "ludotheque", "value": token, "url": address}])
    page.goto(f"{address}/analysis/{table}/1?seat=0")
    page.get_by_role("link", name="See this moment").first.wait_for(timeout=JUDGED)


def replay(page: Page, address: str) -> None:
    """A moment of a match, and what is thought of it."""
    analysis(page, address)
    page.get_by_role("link", name="See this moment").first.click()
    page.locator(".judgement").first.wait_for()


def puzzle(page: Page, address: str) -> None:
    """A puzzle that has not been solved yet."""
    page.goto(f"{address}/puzzles/willi")
    page.locator("ol a").nth(2).click()
    page.locator("[data-card]").first.wait_for()


def today(page: Page, address: str) -> None:
    """The deal of the day, before it is played."""
    shelf(page, address)
    page.locator("a.game").first.click()
    page.get_by_role("heading", name="Ranking").wait_for()


@functools.cache
def evening_over(address: str) -> tuple[str, str]:
    """An evening at which two of three tables have finished, and the token of its host."""

    async def spent() -> tuple[str, str]:
        people = [await Person(address, name).come() for name in ("Ann", "Bob", "Cem", "Dan", "Eva")]
        setup = {"game": "holzwurm", "seats": 4, "options": {"rounds": 2}}
        evening = await begun(people[0], setup=setup, title="Friday at ours", tables=3)
        await seated(evening, *people)
        await ask(people[0], evening, "deal")
        at = {table_of(await look(one, evening)): one for one in people}
        for chance, table in enumerate([*at][:2], 7):
            there = [one for one in people if table_of(await look(one, evening)) == table]
            await played(evening, *there, chance=chance)
        return evening, people[0].token

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, spent()).result()


def evening(page: Page, address: str) -> None:
    """An evening, as somebody sees it whose match is over."""
    found, token = evening_over(address)
    page.context.add_cookies([{"name": "ludotheque", "value": token, "url": address}])
    page.goto(address)
    page.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
    page.goto(f"{address}/evening/{found}")
    page.get_by_role("heading", name="Ranking").wait_for()


PAGES: dict[str, Callable[[Page, str], None]] = {
    "shelf": shelf,
    "analysis": analysis,
    "replay": replay,
    "puzzle": puzzle,
    "today": today,
    "evening": evening,
}


def take(browser: Browser, address: str, names: list[str], sizes: list[str]) -> None:
    """All pictures."""
    for size in sizes:
        width, height = SIZES[size]
        for theme in THEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,  # type: ignore[arg-type]
                locale="en-GB",
                reduced_motion="reduce",
            )
            context.add_init_script(QUIET)
            page = context.new_page()
            for name in names:
                if name in PAGES:
                    PAGES[name](page, address)
                else:
                    table(page, address, name)
                page.wait_for_timeout(SETTLE)
                path = SCREENS / f"{name}-{size}-{theme}.png"
                page.screenshot(path=path)
                Image.open(path).convert("RGB").quantize(COLOURS, kmeans=2).save(path, optimize=True)
                print(path.relative_to(ROOT), flush=True)
            context.close()


def main(*wanted: str) -> None:
    """The pictures asked for, else all."""
    names = [name for name in (*TAPS, *PAGES) if name in wanted] or [*TAPS, *PAGES]
    sizes = [size for size in SIZES if size in wanted] or list(SIZES)
    SCREENS.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, site(f"{folder}/tables.db", pace=0.5) as address, chromium() as browser:
        take(browser, address, names, sizes)


if __name__ == "__main__":
    main(*sys.argv[1:])
