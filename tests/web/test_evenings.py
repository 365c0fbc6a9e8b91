"""An evening with two tables in real browsers: planned on the shelf, shared, played, compared, closed."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.web.browser import violations
from tests.web.conftest import QUIET
from tests.web.playing import Player
from tests.web.test_matches import TAPS
from tests.web.test_same_cards import FIT, PHONE


def guest(browser: Browser, link: str, name: str) -> tuple[Page, Player]:
    """Somebody who follows the link on a phone, and takes a seat by keyboard."""
    context = browser.new_context(locale="en-GB", viewport=PHONE, reduced_motion="reduce")
    context.add_init_script(QUIET)
    page = context.new_page()
    player = Player(page, **TAPS["holzwurm"])
    page.goto(link)
    page.get_by_label("What shall we call you?").fill(name)
    page.get_by_label("What shall we call you?").press("Enter")
    expect(page.get_by_text("You sit at table 2, seat 1.")).to_be_visible()
    expect(page.get_by_role("region", name="What happens now")).to_be_focused()  # the button is gone
    assert page.evaluate(FIT)
    return page, player


def test_an_evening_with_two_tables(page: Page, browser: Browser) -> None:
    ann = Player(page, **TAPS["holzwurm"])
    page.get_by_role("button", name="Plan an evening").click()
    plan = page.get_by_role("dialog")
    plan.get_by_role("combobox", name="Game", exact=True).select_option("holzwurm")
    plan.get_by_label("Seats at each").select_option("2")
    plan.get_by_label("Name of the evening").fill("Friday at ours")
    plan.get_by_text("More choices").click()
    plan.get_by_label("Rounds").fill("1")
    assert violations(page) == []
    plan.get_by_role("button", name="Open the evening").click()
    page.wait_for_url("**/evening/*")
    expect(page.get_by_role("heading", name="Friday at ours")).to_be_visible()
    link = page.url
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("region", name="Table 1")).to_contain_text("your table")
    bobs_page, bob = guest(browser, link, "Bob")
    expect(page.get_by_role("region", name="Table 2")).to_contain_text("Bob")
    assert violations(page) == []
    page.get_by_role("button", name="Deal at 2 tables").click()
    for one in (page, bobs_page):
        one.wait_for_url("**/t/*")  # by itself
        expect(one.locator("[data-card]").first).to_be_visible()
    ann.play(ann.tap)
    expect(page.get_by_role("button", name="Once more")).to_have_count(0)
    page.get_by_role("link", name="To the evening").click()
    page.wait_for_url(link)
    expect(page.get_by_text("One table is still playing")).to_be_visible()
    expect(page.get_by_text("nobody to compare with yet")).to_be_visible()
    bob.play(bob.tap)
    bobs_page.get_by_role("link", name="To the evening").click()
    ranking = bobs_page.get_by_role("region", name="Ranking")
    expect(ranking.get_by_role("row")).to_have_count(3)
    expect(bobs_page.get_by_text(re.compile(r"[+−±]\d.* on the others in your seat"))).to_be_visible()
    expect(bobs_page.get_by_role("region", name="Seat by seat").get_by_role("list")).to_have_count(2)
    assert bobs_page.evaluate(FIT)
    assert violations(bobs_page) == []
    expect(page.get_by_role("region", name="Ranking").get_by_role("row")).to_have_count(3)  # Ann's page has heard of it
    page.get_by_role("button", name="Close the evening").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the evening").click()
    expect(page.get_by_text("The secret:")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="To the shelf").click()
    page.get_by_role("link", name=re.compile("Friday at ours")).click()
    page.wait_for_url(link)
    bobs_page.context.close()
