"""Several browsers at one table; reloads, lost networks, small screens, four languages."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as Late

from tests.web.conftest import QUIET
from tests.web.playing import Player

LANGUAGES = {"en-GB": "Play now", "fr-FR": "Jouer", "nl-NL": "Meteen spelen", "de-DE": "Sofort spielen"}


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


def test_who_opens_a_table_can_show_its_link_as_a_code(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Invite.*Willi", re.DOTALL)).click()
    page.get_by_role("button", name="Open the table").click()
    code = page.get_by_role("img", name="QR code for the link")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (150, 150)


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
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(9)
    assert page.get_by_role("button", name=re.compile(", playable$")).count() == 0, "a stale hand is not playable"
    assert page.locator(".held.bright").count() == 0
    context.set_offline(False)
    expect(page.get_by_role("alert")).to_be_hidden()
    player.play(player.tap, lambda: len(cards(page)) < 8)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_pages_speak_the_language_of_the_browser(browser: Browser, address: str, locale: str) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("button", name=re.compile(LANGUAGES[locale])).first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == locale[:2]
    context.close()


def test_nothing_is_wider_than_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for path, sign in {"/": ".shelf", "/settings": ".preferences", "/rules/willi": "figure", "/learn": "li"}.items():
        page.goto(address + path)
        page.locator(sign).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


# What cannot be seen whole, of all that matches; what scrolls must not be needed
UNSEEN = """(names) => names.flatMap((name) => [...document.querySelectorAll(name)].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((one) => `${name}: ${one.innerText}`))"""
SMALL = [(360, 740), (320, 568), (568, 320), (667, 375)]
ESSENTIAL = (
    "header button",
    ".prompt p",
    ".prompt button",
    ".held",
    ".row.may",
    ".stack",
    ".want",
    ".stop",
    ".done",
    ".post",
)


@pytest.mark.parametrize(
    ("game", "seats"), [("willi", 4), ("wimmuln", 6), ("wimmuln", 3), ("holzwurm", 6), ("wheedle", 6)]
)
def test_hand_and_prompt_are_seen_whole_on_the_smallest_phones(page: Page, game: str, seats: int) -> None:
    player = Player(page, selectors=(".card.turn", ".pair.may"))
    player.sit_down(game=game, seats=seats, first=0)
    player.find()
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        with suppress(Late):  # sizes follow, and a deal may still be on its way
            page.wait_for_function(f"(names) => ({UNSEEN})(names).length === 0", arg=[*ESSENTIAL])
        assert page.evaluate(UNSEEN, [*ESSENTIAL]) == [], (width, height)
        scroll = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert scroll == [width, height]
        facts = page.locator("header p").evaluate("(one) => one.scrollWidth - one.clientWidth")
        assert facts <= 0, "round and trick are not cut short"


def test_a_score_sheet_of_six_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, selectors=(".row.may",))
    player.sit_down(game="holzwurm", seats=6, options={"rounds": 1})
    player.play(player.tap)
    page.locator("summary").click()
    sheet = page.get_by_role("region", name="Scores")
    expect(sheet).to_contain_text("Ann")
    assert sheet.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    expect(sheet.locator(".why small")).to_have_count(6)
