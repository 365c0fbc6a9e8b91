"""Takes pictures of every page in three sizes and two themes, for docs/screens/ and for whoever changes a page.

    .venv/bin/python tools/screens.py [GAME ...]

The pages are the real ones, in a real Chromium, at a real server with quick bots. Look at the pictures.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402
from tests.web.browser import chromium, site  # noqa: E402
from tests.web.conftest import QUIET  # noqa: E402
from tests.web.playing import Player  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
THEMES = ("light", "dark")
GAMES = {"willi": "Willi", "wimmuln": "Wimmüln", "holzwurm": "Holzwurm", "wheedle": "Wheedle"}
MOVES = 9  # before a picture of a table is taken
SETTLE = 1200  # milliseconds until nothing moves


def shelf(page: Page, address: str) -> None:
    """The shelf."""
    page.goto(address)
    page.get_by_role("button").first.wait_for()


def table(page: Page, address: str, title: str) -> None:
    """A table in the middle of a round."""
    shelf(page, address)
    player = Player(page)
    player.play_now(title)
    page.wait_for_timeout(SETTLE)
    moves = 0
    for _ in range(40 * MOVES):
        moves += player.tap()
        if moves >= MOVES:
            break
        page.keyboard.press("Space")
        page.wait_for_timeout(60)


def take(browser: Browser, address: str, names: list[str]) -> None:
    """All pictures."""
    for size, (width, height) in SIZES.items():
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
                if name == "shelf":
                    shelf(page, address)
                else:
                    table(page, address, GAMES[name])
                page.wait_for_timeout(SETTLE)
                path = SCREENS / f"{name}-{size}-{theme}.png"
                page.screenshot(path=path)
                print(path.relative_to(ROOT), flush=True)
            context.close()


def main(*names: str) -> None:
    """The pictures asked for, else all."""
    SCREENS.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, site(f"{folder}/tables.db", pace=0.05) as address, chromium() as browser:
        take(browser, address, list(names) or ["shelf", *GAMES])


if __name__ == "__main__":
    main(*sys.argv[1:])
