"""A fifth game that nobody has drawn: it is played in a browser all the same."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games.box import shelf
from tests.docs.fifth import GAME, put_on_the_shelf, take_off_the_shelf
from tests.web.browser import violations
from tests.web.playing import Player


@pytest.fixture(autouse=True, scope="module")
def _on_the_shelf() -> Iterator[None]:
    """Beside the four, for the tests of this file only."""
    put_on_the_shelf()
    shelf.cache_clear()
    yield
    take_off_the_shelf()
    shelf.cache_clear()


@pytest.mark.long
def test_a_game_that_nobody_has_drawn_is_played_in_the_browser(page: Page) -> None:
    expect(page.get_by_role("heading", name="Minnow")).to_be_visible()
    player = Player(page)
    player.sit_down(game=GAME, seats=3, first=0, options={"target": 5})
    expect(page.locator(".held")).to_have_count(3)
    expect(page.locator(".prompt")).to_contain_text("lay a card")
    player.find()
    assert not violations(page)
    player.play(player.tap)
    expect(page.locator(".end")).to_be_visible()
    assert player.deeds
    assert max(player.view["scores"]) >= 5
