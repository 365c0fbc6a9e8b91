"""A challenge in real browsers: made on the shelf, played by its link, sealed before, compared afterwards."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.web.browser import violations
from tests.web.conftest import QUIET
from tests.web.playing import Player
from tests.web.test_matches import TAPS
from tests.web.test_same_cards import FIT, PHONE, called

NARROW: ViewportSize = {"width": 390, "height": 844}


def played(page: Page) -> None:
    """Plays one's match of a challenge to its end, and goes back to its page."""
    player = Player(page, **TAPS["holzwurm"])
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    player.play(player.tap)
    page.get_by_role("link", name="To the ranking").click()
    page.wait_for_url("**/challenge/*")
    expect(page.get_by_role("region", name="Ranking").get_by_role("table")).to_be_visible()


def test_a_friend_plays_the_same_cards_by_a_link_and_both_compare(page: Page, browser: Browser, address: str) -> None:
    page.get_by_role("button", name=called("Challenge", "Holzwurm")).click()
    form = page.get_by_role("dialog")
    form.get_by_label("Seats").select_option("2")
    form.get_by_text("More choices").click()
    form.get_by_label("Rounds").fill("1")
    assert violations(page) == []
    form.get_by_role("button", name="Make the link").click()
    page.wait_for_url("**/challenge/*")
    link = page.get_by_label("Link to this challenge").input_value()
    assert link == page.url
    expect(page.get_by_role("region", name="Ranking")).to_contain_text("once you have played")
    assert violations(page) == []
    played(page)
    expect(page.get_by_role("row", name=re.compile("Guest"))).to_have_count(1)

    context = browser.new_context(locale="en-GB", viewport=NARROW, reduced_motion="reduce")
    context.add_init_script(QUIET)
    friend = context.new_page()
    friend.goto(link)
    expect(friend.get_by_text("Guest challenges you.")).to_be_visible()
    expect(friend.get_by_role("listitem").filter(has_text="Guest")).to_contain_text("finished")
    expect(friend.get_by_role("table")).to_have_count(0)
    friend.get_by_label("Your name").fill("Bob")
    played(friend)
    assert friend.evaluate(FIT)
    assert violations(friend) == []
    compare = friend.get_by_role("link", name=re.compile("^Compare"))
    expect(compare).to_have_count(1)
    compare.focus()
    friend.keyboard.press("Enter")
    friend.wait_for_url("**/compare?*")
    friend.get_by_role("checkbox").uncheck()
    rounds = friend.get_by_role("table")
    expect(friend.locator("details")).to_have_count(1)
    if not rounds.count():  # nothing differs, so that nothing is unfolded
        friend.locator("summary").click()
    expect(rounds.get_by_role("columnheader")).to_have_text([re.compile("Card"), "Bob", "Guest"])
    expect(rounds.get_by_role("rowheader").first).to_have_text("Card 1")
    assert violations(friend) == []
    for size in (NARROW, PHONE):
        friend.set_viewport_size(size)
        assert friend.evaluate(FIT)
    context.close()


@pytest.mark.long
def test_after_a_match_its_cards_are_sent_to_a_friend(page: Page, address: str) -> None:
    player = Player(page, **TAPS["holzwurm"])
    page.get_by_role("button", name=called("Play now", "Holzwurm")).click()
    player.play(player.tap)
    page.get_by_role("button", name="Challenge a friend").click()
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_url("**/challenge/*")
    expect(page.get_by_text("there is nothing for you to play")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("original match"))).to_have_count(1)
    expect(page.get_by_label("Link to this challenge")).to_have_value(page.url)
