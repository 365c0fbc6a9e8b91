"""The coach in a real browser: it points at what it speaks of and lies on nothing that matters."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from ludotheque.games.box import shelf
from tests.web.browser import site
from tests.web.playing import Player

pytestmark = pytest.mark.long

SIZES = [(360, 740), (740, 360), (1440, 900)]
BUTTONS = (
    "Mitte aufdecken",
    "^Das sage ich voraus",
    "^Alles behalten",
    "^Passen",
    "^Fertig",
)  # German: the longest words
LONGEST = 100.0  # seconds of a lesson
PACE = 0.05  # of the time that bots take: those that take none end a market before a learner has read anything
# What the bubble of the moment lies on, what is lit, and whether anything moves
LOOK = """() => {
  const bubble = document.querySelector('.coach').getBoundingClientRect();
  const over = (one) => {
    const box = one.getBoundingClientRect();
    const beside = box.right <= bubble.left || bubble.right <= box.left;
    return box.width && !beside && box.top < bubble.bottom && bubble.top < box.bottom;
  };
  const covered = [...document.querySelectorAll('.light, .prompt .buttons > *, .held, main .own')].filter(over);
  const outside = bubble.left < 0 || bubble.top < 0 || bubble.right > innerWidth || bubble.bottom > innerHeight;
  return {
    covered: covered.map((one) => one.className), outside, lit: document.querySelectorAll('.light').length,
    arrow: document.querySelectorAll('.arrow line').length, last: !!document.querySelector('.coach a'),
    words: document.querySelector('.says').innerText,
    moving: [...document.querySelectorAll('.coach, .light, .arrow')].flatMap((one) => one.getAnimations()).length,
  };
}"""
QUIET = "localStorage.setItem('ludotheque.settings', JSON.stringify({animation: false, sound: false}))"
CLEAR = f"""() => {{
  if (!document.querySelector('.coach')) return {{ gone: true }};
  const now = document.querySelector('.coach:not(.waiting)') && ({LOOK})();
  return now && !now.covered.length && !now.outside && now;
}}"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server whose bots let a quick learner keep up."""
    with site(str(tmp_path / "tables.db"), PACE) as url:
        yield url


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", shelf())
def test_the_coach_covers_nothing_that_matters(
    browser: Browser, address: str, game: str, size: tuple[int, int]
) -> None:
    """Through a whole lesson: the bubble may move away from something new within a moment, and then lies still."""
    viewport = ViewportSize(width=size[0], height=size[1])
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", locale="de-DE")
    context.add_init_script(QUIET)
    page = context.new_page()
    player = Player(page, BUTTONS, (".row.may",))
    page.goto(f"{address}/learn/{game}")
    page.locator("main .button.main").click()
    page.wait_for_selector(".coach")
    told: list[dict[str, Any]] = []
    begun = monotonic()
    while monotonic() - begun < LONGEST:
        now = page.wait_for_function(CLEAR).json_value()
        if "gone" not in now:
            told.append(now)
            page.evaluate("document.querySelector('.coach .main')?.click()")
            if now["last"]:
                break
        player.tap_soon(200)
    assert page.locator(".coach").count() == 0
    assert len(told) >= 4
    assert not any(one["moving"] for one in told)
    assert all(one["arrow"] for one in told if one["lit"])
    assert sum(one["lit"] > 0 for one in told) >= 4
    context.close()
