"""Several browsers at one table; reloads, lost networks, small screens, four languages."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import QUIET
from tests.web.playing import Player

LANGUAGES = {"en-GB": "Play now", "fr-FR": "Jouer", "nl-NL": "Nu spelen", "de-DE": "Jetzt spielen"}


@pytest.fixture
def other(browser: Browser) -> BrowserContext:
    """Somebody else's browser."""
    found = browser.new_context(locale="en-GB", viewport={"width": 820, "height": 1180}, reduced_motion="reduce")
    found.add_init_script(QUIET)
    return found


def cards(page: Page) -> list[str]:
    """The names of the cards in the hand."""
    labels = page.locator("[data-card]").evaluate_all("found => found.map((one) => one.getAttribute('data-card'))")
    return sorted(labels)


def test_two_browsers_and_bots_at_one_table(page: Page, other: BrowserContext, address: str) -> None:
    page.get_by_role("button", name=re.compile("Invite.*Willi", re.DOTALL)).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    friend = other.new_page()
    friend.goto(page.url)
    friend.get_by_role("textbox").fill("Ben")
    friend.get_by_role("button", name="To the table").click()
    friend.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_text("Ben", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    for one in (page, friend):
        expect(one.locator("[data-card]")).to_have_count(9)
    assert not set(cards(page)) & set(cards(friend)), "each has cards of their own"
    players = [Player(page), Player(friend)]
    for _ in range(400):  # what one does the other sees
        if max(len(cards(page)), len(cards(friend))) <= 5:
            break
        for player in players:
            player.tap_soon()
    assert max(len(cards(page)), len(cards(friend))) <= 5
    other.close()


def test_a_reload_in_the_middle_changes_nothing(page: Page) -> None:
    player = Player(page)
    player.play_now("Willi")
    expect(page.locator("[data-card]")).to_have_count(9)
    player.play(player.tap, lambda: len(cards(page)) == 6)
    player.find()  # it is one's turn: nothing happens now
    before = cards(page)
    page.reload()
    page.locator("[data-card]").first.wait_for()
    assert cards(page) == before
    player.play(player.tap, lambda: len(cards(page)) == 4)


def test_what_was_said_is_still_there_after_a_reload(page: Page, other: BrowserContext) -> None:
    page.get_by_role("button", name=re.compile("Invite.*Willi", re.DOTALL)).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    friend = other.new_page()
    friend.goto(page.url)
    friend.get_by_role("button", name="To the table").click()
    for one, text in ((page, "Hello!"), (friend, "Thanks!")):
        one.get_by_role("button", name="Chat").click()
        one.get_by_role("dialog").get_by_role("button", name=text).click()
        expect(one.get_by_role("listitem").filter(has_text=text)).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Chat").click()
    for text in ("Hello!", "Thanks!"):
        expect(page.get_by_role("dialog").get_by_role("listitem").filter(has_text=text)).to_be_visible()
    page.get_by_role("button", name="mute").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    friend.get_by_role("dialog").get_by_role("button", name="Sorry!").click()
    expect(friend.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    expect(page.locator(".toast")).to_have_count(0)
    other.close()


def test_a_lost_network_is_told_and_comes_back_by_itself(page: Page, context: BrowserContext) -> None:
    player = Player(page)
    player.play_now("Willi")
    expect(page.locator("[data-card]")).to_have_count(9)
    context.set_offline(True)
    expect(page.get_by_role("alert")).to_be_visible(timeout=15_000)
    expect(page.locator("[data-card]")).to_have_count(9)
    assert page.get_by_role("button", name=re.compile(", playable$")).count() == 0, "a stale hand is not playable"
    assert page.locator(".held.bright").count() == 0
    context.set_offline(False)
    expect(page.get_by_role("alert")).to_be_hidden(timeout=20_000)
    player.play(player.tap, lambda: len(cards(page)) < 8)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_pages_speak_the_language_of_the_browser(browser: Browser, address: str, locale: str) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("button", name=re.compile(LANGUAGES[locale])).first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == locale[:2]
    context.close()


@pytest.mark.parametrize("path", ["/", "/settings", "/rules/willi"])
def test_nothing_is_wider_than_a_phone(browser: Browser, address: str, path: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(address + path)
    page.wait_for_timeout(800)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
