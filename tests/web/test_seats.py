"""Seats that change hands, players who are voted out, salts that stay away: what everybody sees of it."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import QUIET

pytestmark = pytest.mark.long

Guest = Callable[[str], Page]


@pytest.fixture
def guest(browser: Browser, page: Page, address: str) -> Iterator[Guest]:
    """Somebody else by their name, in a browser of their own, at Ann's table."""
    contexts = []

    def come(name: str) -> Page:
        context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        context.add_init_script(QUIET)
        contexts.append(context)
        found = context.new_page()
        found.goto(address)
        assert found.request.post(f"{address}/api/me", data={"name": name}).ok
        found.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
        found.goto(page.url)
        return found

    yield come
    for context in contexts:
        context.close()


def at_a_table(page: Page) -> None:
    """Ann sits at a table for four, before the match."""
    page.get_by_role("button", name=re.compile("Invite.*Wimmüln", re.DOTALL)).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()


def seated(guest: Page) -> Page:
    """Before the match a seat is one tap away."""
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_role("button", name="Stand up")).to_be_visible()
    return guest


def start(page: Page) -> None:
    """The match begins."""
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".held").first).to_be_visible()


def vote(page: Page, name: str) -> None:
    """Wants somebody to leave, by the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").locator("summary").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_a_bots_seat_is_promised_to_who_watches_and_can_be_given_up(page: Page, guest: Guest) -> None:
    at_a_table(page)
    start(page)
    dora = guest("Dora")
    dora.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".toast").filter(has_text="Dora takes over from")).to_be_visible()
    promised = dora.get_by_text("in the next round.")
    expect(promised).to_be_visible()
    assert dora.locator(".held").count() == 0, "a hand that was dealt to a bot stays its own"
    box, window = promised.bounding_box(), dora.viewport_size
    assert box is not None
    assert window is not None
    assert 8 <= box["x"] <= window["width"] - box["width"] - 8
    dora.get_by_role("button", name="Rather watch").click()
    expect(dora.get_by_role("button", name="Take a seat")).to_be_visible()


def test_who_is_voted_out_is_told_and_so_are_the_others(page: Page, guest: Guest) -> None:
    at_a_table(page)
    bob, cyril = seated(guest("Bob")), seated(guest("Cyril"))
    start(page)
    vote(bob, "Cyril")
    for one in (page, bob, cyril):
        expect(one.get_by_text("Somebody wants Cyril to leave the table.")).to_be_visible()
    vote(page, "Cyril")
    expect(cyril.get_by_role("heading", name="You were asked to leave this table.")).to_be_visible()
    assert cyril.locator(".held").count() == 0
    for one in (page, bob):
        expect(one.get_by_text("Cyril had to leave the table.")).to_be_visible()


def test_whose_salt_stays_away_is_named_to_all(page: Page, guest: Guest) -> None:
    at_a_table(page)
    bob = seated(guest("Bob"))
    bob.context.set_offline(True)
    page.get_by_role("button", name="Start", exact=True).click()
    left_out = page.locator(".toast").filter(has_text="Bob")
    expect(left_out).to_be_visible()
