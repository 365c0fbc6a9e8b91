"""Whole matches in a real browser, short ones where the rules allow it: by mouse, and by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import Player

SHORT: dict[str, dict[str, Any]] = {
    "willi": {"seats": 3},
    "wimmuln": {"seats": 3, "options": {"target": 1}},
    "holzwurm": {"seats": 2, "options": {"rounds": 1}},
}
TAPS: dict[str, dict[str, tuple[str, ...]]] = {
    "willi": {},
    "wimmuln": {"names": ("^Lay these guesses",)},
    "holzwurm": {"selectors": (".row.may:not(.danger)", ".row.may")},
}
KEYS = {"willi": ["k", "p", "n", "1"], "wimmuln": ["g", "a", "n", "1", "2", "g"]}


def sit_down(page: Page, game: str) -> Player:
    """A short match, just begun."""
    address = page.url.rstrip("/")
    assert page.request.post(f"{address}/api/me", data={"name": "Ann"}).ok
    page.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
    made = page.request.post(f"{address}/api/tables", data={"game": game, "level": "newcomer", **SHORT[game]})
    page.goto(f"{address}/t/{made.json()['id']}#now")
    expect(page.locator("[data-card]").first).to_be_visible()
    return Player(page, **TAPS[game])


@pytest.mark.parametrize("game", SHORT)
def test_one_person_and_bots_play_a_match_by_mouse(page: Page, game: str) -> None:
    player = sit_down(page, game)
    player.play(player.tap, lambda: player.over)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()


@pytest.mark.parametrize("game", KEYS)
def test_one_person_and_bots_play_a_match_by_keyboard(page: Page, game: str) -> None:
    player = sit_down(page, game)
    player.play(lambda: player.press(KEYS[game]), lambda: player.over)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()


@pytest.mark.parametrize("title", ["Willi", "Wimmüln", "Holzwurm", "Wheedle"])
def test_one_click_on_the_shelf_begins_a_match(page: Page, title: str) -> None:
    player = Player(page)
    player.play_now(title)
    expect(page.locator("[data-card], .stack").first).to_be_visible()
