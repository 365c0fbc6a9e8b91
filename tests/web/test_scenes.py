"""The place in which a game is played moves a little, costs nothing, and is never in the way."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.playing import Player

pytestmark = pytest.mark.long

GAMES = ("holzwurm", "wheedle", "willi", "wimmuln")
# What moves in the scene, and what of it changes from frame to frame
MOVING = """() => document.getAnimations()
  .filter((one) => one.effect.target.closest('.scene'))
  .map((one) => one.effect.getKeyframes().flatMap(Object.keys))"""
HARMLESS = {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}
# What a tap anywhere on the cloth would meet
MET = """() => {
  const box = document.querySelector('.scene').getBoundingClientRect();
  const grid = [...Array(400).keys()].map((i) => [i % 20, Math.floor(i / 20)].map((one) => (one + 0.5) / 20));
  const at = ([x, y]) => document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
  return grid.filter((one) => at(one)?.closest('.scene')).length;
}"""

# Whether the rascal looks at the bottom of the table, in the middle
LOOK_DOWN = """() => {
  const { style } = document.querySelector('.scene .eyes');
  const look = (axis) => Number(style.getPropertyValue(`--look-${axis}`));
  return look('x') === 0 && look('y') > 0;
}"""


def sit_down(context: BrowserContext, address: str, game: str, animation: bool = True) -> Page:
    """A table with that game."""
    settings = f"JSON.stringify({{animation: {str(animation).lower()}, sound: false}})"
    context.add_init_script(f"localStorage.setItem('ludotheque.settings', {settings})")
    page = context.new_page()
    page.goto(address)
    Player(page).sit_down(game=game, seats=4, first=0)
    page.locator(".scene").wait_for(state="attached")
    page.locator("[data-card], .stack").first.wait_for()
    return page


def moving(browser: Browser, address: str, game: str, animation: bool, **context: Any) -> list[list[str]]:
    found = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", **context)
    moved: list[list[str]] = sit_down(found, address, game, animation).evaluate(MOVING)
    found.close()
    return moved


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_moves_only_what_is_cheap_to_move(browser: Browser, address: str, game: str) -> None:
    moved = moving(browser, address, game, animation=True)
    assert moved
    assert {name for names in moved for name in names} <= HARMLESS


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_where_nothing_should(browser: Browser, address: str, game: str) -> None:
    assert moving(browser, address, game, animation=True, reduced_motion="reduce") == []
    assert moving(browser, address, game, animation=False) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_is_never_in_the_way(context: BrowserContext, address: str, game: str) -> None:
    page = sit_down(context, address, game)
    assert page.locator(".scene").get_attribute("aria-hidden") == "true"
    for width, height in ((320, 568), (360, 740), (740, 360), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(MET) == 0
        overflow = "document.documentElement.scrollWidth - innerWidth"
        assert page.evaluate(overflow) <= 0, f"{width} x {height} scrolls"


def test_the_rascal_looks_at_who_is_on_turn(page: Page) -> None:
    player = Player(page)
    player.sit_down(game="willi", seats=4, first=0)
    player.play(
        act=lambda at: player.tap(at) if player.view["phase"] == "discard" else None,
        until=lambda: player.view.get("phase") == "play",
    )
    assert player.view["actors"] == [0]
    page.wait_for_function(LOOK_DOWN)


def test_tricks_fill_the_pips_of_both_guesses(page: Page) -> None:
    player = Player(page, names=("^These are my guesses",), selectors=(".pair.may",))
    player.sit_down(game="wimmuln", seats=3, first=0)
    while (at := player.find()) is not None and sum(player.view.get("tricks", [0])) < 3:
        player.tap(at)
        page.wait_for_timeout(20)
    for place, guess in enumerate((player.view | player.mine)["guesses"]):
        tricks = player.view["tricks"][place]
        where = ".own .tally" if place == 0 else f'.place:has([data-place="{place}"]) .tally'
        for i, card in enumerate((guess["open"], guess["hidden"])):
            row = page.locator(where).locator(".row").nth(i)
            if card is None:
                expect(row).to_have_text("?")
                continue
            number = int(card[1:])
            expect(row.locator("circle")).to_have_count(number)
            expect(row.locator(".won")).to_have_count(min(tricks, number))
            expect(row.locator(".beyond")).to_have_count(max(0, tricks - number))
            assert row.evaluate("(row) => row.classList.contains('met')") == (tricks == number)
