"""Cards in motion: none is ever larger than it should be, or out of sight; a deal is short, and a tap skips it."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import site
from tests.web.conftest import QUIET
from tests.web.playing import Player

pytestmark = pytest.mark.long

SIZES = [(1440, 900), (360, 740)]
GAMES: dict[str, dict[str, Any]] = {
    "willi": {"seats": 4},
    "wimmuln": {"seats": 4},
    "holzwurm": {"seats": 4, "options": {"rounds": 2}},
    "wheedle": {"seats": 4, "options": {"seconds": 6}},
}
TAPS: dict[str, dict[str, tuple[str, ...]]] = {
    "willi": {"names": ("^Willi", "^Pass$")},
    "wimmuln": {"names": ("^These are my guesses",), "selectors": (".pair.may",)},
    "holzwurm": {"selectors": (".row.may.danger", ".row.may")},
    "wheedle": {"selectors": (".card.turn", "button.offer.lit:not(.ghost)")},
}
MOVING = "localStorage.setItem('ludotheque.settings', JSON.stringify({sound: false}))"
LARGEST = 1.3  # times the larger of the sizes at rest
LONGEST_DEAL = 1200  # milliseconds
PATIENCE = 60.0  # seconds
# Looks at every movement when it begins, at twenty moments of it: how large and where the card is; the same in every
# frame, since what a card travels to may have grown meanwhile; and when a back was dealt, whether somebody sits there.
# `largest` is the largest card, by its size at rest, `longest` the longest flight
WATCH = """(() => {
  const seen = { moves: 0, ghosts: 0, faults: [], largest: 0, longest: 0 };
  const resting = new Map();
  const animate = Element.prototype.animate;
  const scaleOf = (element) => {
    const style = getComputedStyle(element);
    const { a, b } = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    return Math.hypot(a, b) * (style.scale === 'none' ? 1 : Number(style.scale.split(' ')[0]));
  };
  const boxOf = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const outside = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  const looked = (element, rest, when) => {
    const box = boxOf(element);
    seen.largest = Math.max(seen.largest, (element.offsetWidth * scaleOf(element)) / rest);
    if (outside(box)) seen.faults.push(`${element.dataset.key ?? element.className} ${when}: ${JSON.stringify(box)}`);
    return box;
  };
  const flying = new Map();
  const frame = () => {
    for (const [element, rest] of flying) {
      if (element.isConnected) looked(element, Math.max(rest, element.offsetWidth), 'is out of sight');
      else flying.delete(element);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const near = (a, b) => a.left < b.right + 2 && a.right > b.left - 2 && a.top < b.bottom + 2 && a.bottom > b.top - 2;
  Element.prototype.animate = function (frames, options) {
    const key = this.dataset?.key;
    const deck = document.querySelector('.deck')?.offsetWidth ?? 0;
    const rest = Math.max(this.offsetWidth, resting.get(key) ?? 0, deck);
    const made = animate.call(this, frames, options);
    const end = made.effect.getComputedTiming().endTime;
    let box = boxOf(this);
    for (let i = 0; i < 20; i++) {
      made.currentTime = (end * i) / 20;
      box = looked(this, rest, `is out of sight at ${i}/20`);
    }
    flying.set(this, rest);
    made.addEventListener('finish', () => {
      flying.delete(this);
      const places = [...document.querySelectorAll('[data-place]')].map(boxOf);
      if (!this.matches('.deck') || places.some((place) => near(place, box))) return;
      seen.faults.push(`${this.className} went to ${JSON.stringify(box)}`);
    });
    made.currentTime = 0;
    seen.moves++;
    if (key) resting.set(key, this.offsetWidth);
    else seen.ghosts++;
    seen.longest = Math.max(seen.longest, end);
    return made;
  };
  window.seen = seen;
})()"""
# From now on what moves takes longer than anybody waits
SLOWLY = "document.getAnimations().forEach((one) => (one.playbackRate = 0.001))"


@pytest.fixture
def unhurried(tmp_path: Path) -> Iterator[str]:
    """A server whose bots leave time to look."""
    with site(str(tmp_path / "tables.db"), pace=0.1) as url:
        yield url


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def moving(request: pytest.FixtureRequest, browser: Browser, unhurried: str) -> Iterator[Page]:
    """The shelf, in a browser where things move and every movement is looked at."""
    width, height = request.param
    context = browser.new_context(locale="en-GB", viewport={"width": width, "height": height})
    context.add_init_script(MOVING)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(unhurried)
    yield page
    context.close()


def seen(page: Page) -> dict[str, Any]:
    """What has moved so far."""
    found: dict[str, Any] = page.evaluate("window.seen")
    return found


def wait(page: Page, condition: str) -> None:
    """Until something is so. (The pages forbid to evaluate strings in them, as `wait_for_function` does.)"""
    begun = monotonic()
    while not page.evaluate(condition):
        assert monotonic() - begun < PATIENCE, condition
        page.wait_for_timeout(10)


@pytest.mark.parametrize("game", GAMES)
def test_cards_keep_their_size_and_stay_in_sight(moving: Page, game: str) -> None:
    player = Player(moving, **TAPS[game])
    player.sit_down(game=game, first=0, **GAMES[game])
    wait(moving, "window.seen.ghosts > 0")
    dealt = seen(moving)["moves"]
    player.play(player.tap, lambda: player.view.get("round") == 2 and len(player.deeds) > 0)
    found = seen(moving)
    assert found["moves"] > dealt, "more than the deal has moved"
    assert not found["faults"]
    assert found["largest"] <= LARGEST
    assert found["longest"] <= LONGEST_DEAL


def test_a_tap_skips_a_deal(moving: Page) -> None:
    Player(moving).sit_down(game="willi", seats=4, first=0)
    wait(moving, "document.querySelectorAll('.ghost').length > 20")
    moving.evaluate(SLOWLY)
    moving.locator(".felt").click(position={"x": 5, "y": 5})
    expect(moving.locator(".ghost")).to_have_count(0)


# Notes every size that the cloth and the cards of the hand have, and what is asked then
CLOTH = """() => {
  window.sizes = new Map();
  const look = () => {
    const [cloth, card] = [document.querySelector('.felt'), document.querySelector('[data-card]')];
    const asked = document.querySelector('.prompt')?.innerText;
    if (cloth && card) window.sizes.set(`${cloth.offsetHeight} ${card.offsetWidth}`, asked);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "nl-NL", "de-DE"])
@pytest.mark.parametrize("width", [1279, 1280])
def test_cards_and_cloth_keep_their_size_whatever_is_asked(
    browser: Browser, address: str, locale: str, width: int
) -> None:
    context = browser.new_context(locale=locale, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    context.add_init_script(QUIET)
    page = context.new_page()
    page.goto(address)
    player = Player(page, selectors=(".prompt .button:nth-child(2)", ".prompt .button"))
    player.sit_down(game="willi", seats=4, first=0)
    cards = page.locator("[data-card]")
    expect(cards).to_have_count(9)
    page.evaluate(CLOTH)
    player.play(player.tap, lambda: cards.count() <= 1)
    sizes = page.evaluate("[...window.sizes]")
    assert len(sizes) == 1, sizes
    context.close()
