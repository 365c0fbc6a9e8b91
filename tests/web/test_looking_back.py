"""Looking back at a finished match, and playing on from there, in a real browser."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Person
from tests.web.browser import violations
from tests.web.test_reading import finished


@pytest.mark.parametrize(
    "game", ["holzwurm", *(pytest.param(game, marks=pytest.mark.long) for game in ("willi", "wimmuln", "wheedle"))]
)
def test_one_plays_on_from_a_moment_of_a_replay(page: Page, address: str, game: str) -> None:
    table = finished(address, game)
    page.goto(f"{address}/replay/{table}/1?at=12&seat=2")
    page.get_by_role("button", name="Play on from here").click()
    window = page.get_by_role("dialog", name="Play on from here")
    expect(window.get_by_label("Your seat")).to_have_value("2")
    window.get_by_label("Dealt anew").check()
    window.get_by_label("Level of the bots").select_option("newcomer")
    assert not violations(page)
    window.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    assert table not in page.url
    cards_or_end = page.locator("[data-card], .stack, .felt > .over")  # a newcomer may have cried stop meanwhile
    expect(cards_or_end.first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_text("its deals promise nothing")).to_be_visible()
    page.get_by_role("link", name="See where it comes from").click()
    expect(page).to_have_url(re.compile(rf"/replay/{table}/1\?at=12&seat=2$"))


def played_by(page: Page, address: str) -> str:
    """A match that the person of this browser has played at random to its end, so with mistakes; its table."""

    async def played() -> tuple[str, str]:
        ann = await Person(address, "Ann").come()
        table = await ann.make("holzwurm", 4, level="newcomer", options={"rounds": 3})
        async with ann.at(table) as seat:
            await seat.start()
            await seat.play_on(Random(3))
        return table, ann.token

    with ThreadPoolExecutor(1) as elsewhere:
        table, token = elsewhere.submit(asyncio.run, played()).result()
    page.context.add_cookies([{"name": "ludotheque", "value": token, "url": address}])
    page.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
    return table


@pytest.mark.long
def test_a_player_reads_how_well_they_played_and_sees_each_decision_marked(page: Page, address: str) -> None:
    table = played_by(page, address)
    page.goto(f"{address}/analysis/{table}/1?seat=0")
    expect(page.get_by_text("points a round given away").first).to_be_visible(timeout=180_000)
    expect(page.get_by_role("img", name=re.compile(r"^Chance of winning: \d+ % at the beginning"))).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(4)  # a head, and three rounds
    faults = violations(page)
    page.get_by_role("link", name="See this moment").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/{table}/1\?at=\d+&seat=0$"))
    expect(page.get_by_text("Better:").first).to_be_visible()
    faults += violations(page)
    page.get_by_role("button", name="What could I know?").click()
    window = page.get_by_role("dialog", name="What could I know?")
    expect(window.get_by_role("heading", name="held").first).to_be_visible()
    faults += violations(page)
    assert not faults
