"""Rules to read, matches to look back at, lessons to take."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Person
from tests.web.browser import violations

pytestmark = pytest.mark.long

GAMES = ("holzwurm", "wheedle", "willi", "wimmuln")


def finished(address: str, game: str) -> str:
    """A match that somebody has played to its end against bots; its table."""

    async def played() -> str:
        ann = await Person(address, "Ann").come()
        table = await ann.make(game, 4, level="newcomer")
        async with ann.at(table) as seat:
            await seat.opened()
            await seat.start()
            await seat.play_on(Random(3))
        return table

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, played()).result()


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_read_in_any_language(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/rules/{game}")
    expect(page.locator("figure").first).to_be_visible()
    parts = page.locator("h2").count()
    assert not violations(page)
    page.get_by_role("button", name="NL").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator("h2")).to_have_count(parts)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_looked_back_at_and_was_fair(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/replay/{finished(address, game)}/1?at=5&seat=0")
    moment = page.get_by_role("slider", name="Moment")
    expect(moment).to_have_value("5")
    page.keyboard.press("ArrowLeft")
    expect(moment).to_have_value("4")
    assert page.locator(".stop, .post, .want, .paper .cross, button.stack, button.offer").count() == 0, (
        "nothing to trade"
    )
    faults = violations(page)
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name=re.compile("wins|share"))).to_be_visible()
    faults += violations(page)
    page.get_by_label("Point of view").select_option("-1")
    expect(page.get_by_role("group", name="All cards open")).to_be_visible()
    expect(page).to_have_url(re.compile(r"at=\d+&seat=-1$"))
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"at=0&seat=-1$"))
    faults += violations(page)
    page.get_by_role("button", name="Fair deals").click()
    expect(page.get_by_text("All deals were fair.")).to_be_visible()
    assert not faults + violations(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_coach_explains_the_first_moves(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/learn/{game}")
    page.get_by_role("button", name="Begin the lesson").click()
    coach = page.get_by_role("complementary", name="Coach")
    expect(coach).to_contain_text("Welcome")
    assert not violations(page)
    coach.get_by_role("button", name="Got it").click()
    expect(coach).not_to_contain_text("Welcome")
    coach.get_by_role("button", name="No more tips").click()
    expect(coach).to_have_count(0)
