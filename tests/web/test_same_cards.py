"""The deal of the day in a real browser: first on the shelf, played once, ranked, shared, and looked back at."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.browser import violations
from tests.web.playing import Player
from tests.web.test_matches import TAPS

PHONE: ViewportSize = {"width": 360, "height": 740}
FIT = "document.documentElement.scrollWidth <= innerWidth"


def called(verb: str, game: str) -> re.Pattern[str]:
    """A button's name for everybody: what it does, and with which game."""
    return re.compile(rf"^{verb}\s*: {game}$")


def begun(page: Page, game: str) -> Player:
    """Somebody who has opened the deal of the day from the shelf, by keyboard."""
    player = Player(page, **TAPS[game.casefold()])
    play = page.get_by_role("button", name=called("Play", game))
    play.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("[data-card]").first).to_be_visible()
    return player


def test_the_deal_of_the_day_is_first_on_the_shelf_and_says_which_day_it_is(page: Page) -> None:
    section = page.get_by_role("region", name="Deal of the day")
    expect(section).to_contain_text(re.compile(r"\w+day,? \d+ \w+"))
    expect(section.get_by_role("button")).to_have_count(3)
    first = page.locator("main button, main a").first
    expect(first).to_have_text(re.compile("Holzwurm|Willi|Wimmüln"))
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate(FIT)
    assert violations(page) == []


def test_a_match_of_the_day_is_played_once_and_then_ranked_and_shared(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    player = begun(page, "Holzwurm")
    table = page.url
    page.goto(address)
    page.get_by_role("button", name=called("Carry on", "Holzwurm")).click()
    page.wait_for_url(table)
    player.play(player.tap)
    expect(page.get_by_role("button", name="Once more")).to_have_count(0)
    page.get_by_role("link", name="To the ranking").click()
    page.wait_for_url("**/same/holzwurm-*")
    result = page.get_by_role("region", name="Your result")
    expect(result).to_contain_text("Place 1 of 1")
    expect(result).to_contain_text("on a regular bot in your seat")
    row = page.get_by_role("row", name=re.compile("Guest"))
    expect(row).to_have_count(1)
    assert violations(page) == []
    result.get_by_role("button", name="Share your result").click()
    expect(page.get_by_text("it gives nothing away")).to_be_visible()
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert re.fullmatch(
        r"Ludotheque · Holzwurm \d{4}-\d\d-\d\d: −?\d+( \([+−]\d+\))? · 1/1\n.*/same/holzwurm-.*", copied
    )
    page.set_viewport_size(PHONE)
    assert page.evaluate(FIT)
    result.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url("**/replay/**")
    expect(page.get_by_role("combobox", name="Point of view")).to_be_visible()
    page.goto(address)
    section = page.get_by_role("region", name="Deal of the day")
    expect(section).to_contain_text("Place 1 of 1")
    expect(section.get_by_text("1. Guest")).to_be_visible()
    assert page.evaluate(FIT)


@pytest.mark.long
@pytest.mark.parametrize("game", ["Willi", "Wimmüln"])
def test_the_other_games_of_the_day_are_played_to_their_end(page: Page, game: str) -> None:
    player = Player(page, **TAPS[game.replace("ü", "u").casefold()])
    page.get_by_role("button", name=called("Play", game)).click()
    player.play(player.tap)
    page.get_by_role("link", name="To the ranking").click()
    expect(page.get_by_role("region", name="Your result")).to_contain_text("Place 1 of 1")
