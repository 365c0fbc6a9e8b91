"""Wheedle's market in real browsers: four people who race, give, swap and stop."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import time

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ludotheque.games.wheedle.notation import LETTERS
from ludotheque.games.wheedle.rules import MAJORITY
from tests.web.conftest import QUIET

pytestmark = pytest.mark.long

SIZES = [(1280, 800), (360, 740), (360, 740), (820, 1180)]
GUARD = 350  # ms, longer than a changed offer ignores taps
# Until then the page hears nothing, so that both have seen the same offer when they tap
TAP_AT = """(when) => void setTimeout(() => {
  while (Date.now() < when);
  document.querySelector('button.offer.lit').click();
})"""
# Taps the first offer that lights up, in the same moment
TAP_AT_ONCE = """() => new MutationObserver((_, observer) => {
  const offer = document.querySelector('button.offer.lit');
  if (!offer) return;
  observer.disconnect();
  offer.click();
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


@dataclass(frozen=True)
class Trader:
    """Somebody in the market."""

    page: Page

    @property
    def lit(self) -> Locator:
        """Offers that can be taken, not those that are flying away."""
        return self.page.locator("button.offer.lit:not(.ghost)")

    @property
    def centre(self) -> Locator:
        return self.page.locator(".centre button.card")

    @property
    def toasts(self) -> Locator:
        return self.page.locator(".toast")

    def hand(self) -> dict[str, int]:
        """Shares by company."""
        words = " ".join(self.page.locator(".stack").all_inner_texts())
        return dict(zip(LETTERS, map(int, re.findall(r"hold (\d+) of", words)), strict=True))

    def cards(self) -> int:
        return sum(self.hand().values())

    def type(self, shares: dict[str, int]) -> None:
        """Puts shares into an offer, by their letters."""
        for letter, count in shares.items():
            for _ in range(count):
                self.page.keyboard.press(letter.lower())

    def give(self, shares: dict[str, int]) -> None:
        """Offers a gift to all."""
        self.type(shares)
        self.page.keyboard.press("Enter")

    def take(self) -> None:
        """Takes the first offer that lights up, once it has been read."""
        before = self.hand()
        self.lit.first.wait_for()
        self.page.wait_for_timeout(GUARD)
        self.lit.first.click()
        expect(self.lit).to_have_count(0)
        assert self.hand() != before


@pytest.fixture
def traders(browser: Browser, address: str) -> Iterator[list[Trader]]:
    """Four people at an open market."""
    found: list[Trader] = []
    for width, height in SIZES:
        context = browser.new_context(
            locale="en-GB", viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.add_init_script(QUIET)
        found.append(Trader(context.new_page()))
    host = found[0].page
    host.goto(address)
    host.get_by_role("button", name=re.compile("Invite.*Wheedle", re.DOTALL)).click()
    host.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    for friend in found[1:]:
        friend.page.goto(host.url)
        friend.page.get_by_role("button", name="To the table").click()
        friend.page.get_by_role("button", name="Stand up").wait_for()
    host.get_by_role("button", name="Start").click()
    for one in found:
        one.page.locator(".stack").first.wait_for()
    while not host.locator(".centre .threat").count():
        for one in found:
            one.page.keyboard.press("t")  # whoever deals turns the centre card
        host.wait_for_timeout(100)
    for one in found:
        one.page.locator(".centre .threat").wait_for()
        one.page.keyboard.press("Escape")  # in an open market t is a company
    yield found
    for one in found:
        one.page.context.close()


def some(hand: dict[str, int]) -> str:
    """A company of which a hand has a share."""
    return next(letter for letter, count in hand.items() if count)


def test_two_race_for_a_gift_and_the_second_is_told_that_it_is_gone(traders: list[Trader]) -> None:
    maker, one, other, _ = traders
    maker.give({some(maker.hand()): 1})
    for racer in (one, other):
        racer.lit.wait_for()
        racer.page.wait_for_timeout(GUARD)
    when = time() * 1000 + 500
    for racer in (one, other):  # neither waits for the other
        racer.page.evaluate(TAP_AT, when)
    expect(one.lit).to_have_count(0)
    expect(other.lit).to_have_count(0)
    assert sorted([one.cards(), other.cards()]) == [15, 16]
    second = one if one.cards() == 15 else other
    expect(second.toasts).to_contain_text("gone")


def test_an_offer_takes_three_taps_and_goes_to_one_seat_only(traders: list[Trader]) -> None:
    maker, one, other, _ = traders
    hand = maker.hand()
    wanted = next(letter for letter in LETTERS if letter != some(hand) and one.hand()[letter])
    maker.page.locator(".stall .head").first.click()
    maker.page.locator(".stack").nth(LETTERS.index(some(hand))).click()
    maker.page.locator(".want").nth(LETTERS.index(wanted)).click()
    maker.page.get_by_role("button", name="Post").click()
    one.lit.wait_for()
    expect(other.page.locator("button.offer.elsewhere")).to_be_visible()
    expect(other.lit).to_have_count(0)
    one.take()
    expect(maker.page.locator(".stack").nth(LETTERS.index(wanted))).to_contain_text(f"hold {hand[wanted] + 1} of")


def test_a_changed_offer_ignores_taps_for_a_moment(traders: list[Trader]) -> None:
    maker, one, *_ = traders
    one.page.evaluate(TAP_AT_ONCE)
    maker.give({some(maker.hand()): 1})
    one.lit.wait_for()
    one.take()  # it is still there


def test_a_share_is_swapped_with_the_centre(traders: list[Trader]) -> None:
    trader = traders[1]
    company = some(trader.hand())
    trader.page.locator(".stack").nth(LETTERS.index(company)).click()
    trader.page.wait_for_timeout(GUARD)
    before = trader.centre.inner_text()
    trader.centre.click()
    expect(trader.page.locator(".tape .deal").first).to_contain_text("centre")
    assert trader.centre.inner_text() != before or trader.cards() == 15


def test_a_wrong_stop_must_be_held(traders: list[Trader]) -> None:
    trader, other, *_ = traders
    trader.page.locator(".stop").click()
    expect(trader.toasts).to_contain_text("half a second")
    expect(trader.page.locator(".board")).to_be_visible()
    trader.page.keyboard.down("Space")
    expect(other.page.locator(".ending")).to_contain_text("was wrong: −5")
    trader.page.keyboard.up("Space")


def test_a_right_stop_is_shown_and_scores(traders: list[Trader]) -> None:
    trader, *others = traders
    need = dict(zip(LETTERS, map(int, MAJORITY), strict=True))
    hand = trader.hand()
    company = max(LETTERS, key=lambda letter: hand[letter] - need[letter])
    for other in others:
        if trader.hand()[company] < need[company] and other.hand()[company]:
            other.give({company: other.hand()[company]})
            trader.take()
    rest = {letter: count for letter, count in trader.hand().items() if letter != company}
    trader.give(rest)
    others[0].take()
    stop = trader.page.locator(".stop.right")
    box = stop.bounding_box()
    assert box is not None
    trader.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    trader.page.mouse.down()
    for one in traders:
        expect(one.page.locator(".ending")).to_contain_text("was right: +5")
    trader.page.mouse.up()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 568)])
def test_a_draft_is_shown_whole_on_a_phone(traders: list[Trader], width: int, height: int) -> None:
    trader = traders[1]
    trader.page.set_viewport_size({"width": width, "height": height})
    hand = trader.hand()
    held = [letter for letter in LETTERS if hand[letter]]
    give, want = held[:3], [letter for letter in LETTERS if letter not in held[:3]][:3]
    trader.type({letter: hand[letter] for letter in give})
    for letter in want:
        trader.page.keyboard.press(f"Shift+{letter}")
    expect(trader.page.locator(".paper .stamp")).to_have_count(6)
    assert cut_off(trader.page) == []
    trader.page.keyboard.press("Enter")
    expect(trader.page.locator(".paper.drafting")).to_have_count(0)
    expect(trader.page.locator(".paper .stamp")).to_have_count(6)
    assert cut_off(trader.page) == []


def cut_off(page: Page) -> list[str]:
    """Parts of the draft, or of one's own standing offer, that lie outside the paper or over its cross."""
    found: list[str] = page.evaluate(
        """() => {
          const paper = document.querySelector('.own .paper').getBoundingClientRect();
          const cross = document.querySelector('.own .cross').getBoundingClientRect();
          const parts = [...document.querySelectorAll('.own .paper .stamp, .own .paper small, .own .paper .cross')];
          const shown = parts.filter((part) => part.getBoundingClientRect().width);
          return shown.filter((part) => {
            const at = part.getBoundingClientRect();
            const covered = !part.matches('.cross') && at.right > cross.left + 0.5;
            const inside = at.left >= paper.left - 0.5 && at.right <= paper.right + 0.5;
            return covered || !inside || at.top < paper.top - 0.5 || at.bottom > paper.bottom + 0.5;
          }).map((part) => part.outerHTML.slice(0, 80));
        }"""
    )
    return found


def test_the_prompt_speaks_of_the_centre_only_where_a_draft_can_go_there(traders: list[Trader]) -> None:
    trader = traders[1]
    prompt = trader.page.locator(".prompt")
    hand = trader.hand()
    several = next(letter for letter, count in hand.items() if count > 1)
    trader.type({several: 2})
    expect(prompt).to_contain_text("Post your offer")
    trader.page.keyboard.press("Escape")
    for letter in filter(hand.get, LETTERS):
        trader.type({letter: 1})
        fits = trader.page.locator(".centre .card.ready").count() > 0
        expect(prompt).to_contain_text("lay it in the centre" if fits else "Post your offer")
        trader.page.keyboard.press("Escape")
