"""Measures how long one waits between two turns of one's own, in a real browser against bots at the usual pace.

    .venv/bin/python tools/waits.py [SEATS]

Decisions are made at once, so that only waiting is counted: from a tap to the moment when the next one is possible,
with all that is shown in between. In Willi every call is passed, once one by one and once for the whole round. The
machine should be quiet: the server and the browser share it.
"""

import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser  # noqa: E402
from tests.web.browser import chromium, site  # noqa: E402
from tests.web.playing import FIND, Player  # noqa: E402

SECONDS = 75.0  # for each game
LATE = 60_000  # milliseconds
HURRY = "document.querySelector('.felt')?.click();"  # what FIND does for impatient tests
GAMES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "willi": ("willi", (), ()),
    "willi, calls passed in advance": ("willi", ("^Pass for this round",), ()),
    "wimmuln": ("wimmuln", ("^These are my guesses",), (".pair.may",)),
    "holzwurm": ("holzwurm", (), (".row.may:not(.danger)", ".row.may")),
}


def waits(browser: Browser, address: str, game: str, names: tuple[str, ...], selectors: tuple[str, ...]) -> list[float]:
    """Seconds between turns of one's own. Rounds that end in between do not count: there one reads the scores."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(address)
    player = Player(page, names, selectors)
    player.sit_down(game=game, seats=SEATS, level="regular")
    page.evaluate("addEventListener('pointerdown', () => (window.tapped = performance.now()), { capture: true })")
    find, found, end = FIND.replace(HURRY, ""), [], monotonic() + SECONDS
    asked, dealing = None, True
    while monotonic() < end:
        at = page.evaluate(find, [player.names, player.selectors, LATE])
        if at is None:
            break
        waited = page.evaluate("(performance.now() - (window.tapped ?? NaN)) / 1000")
        if not dealing and player.mine.get("asked") != asked:  # a choice of several cards is one turn
            found.append(waited)
        asked, dealing = player.mine.get("asked"), "Next round" in at["name"]
        player.tap(at)
    context.close()
    return found


SEATS = int(sys.argv[1]) if len(sys.argv) > 1 else 4

if __name__ == "__main__":
    with TemporaryDirectory() as folder, chromium() as browser, site(f"{folder}/tables.db", pace=1.0) as address:
        print(f"{SEATS} seats, regulars, usual pace; seconds between two turns of one's own")
        for label, (game, names, selectors) in GAMES.items():
            found = waits(browser, address, game, names, selectors)
            print(f"{label:<32} median {median(found):.2f}  p90 {quantiles(found, n=10)[-1]:.2f}  turns {len(found)}")
