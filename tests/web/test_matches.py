"""Whole matches in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import Player

GAMES = ("Willi",)


@pytest.mark.parametrize("game", GAMES)
def test_one_person_and_bots_play_a_match_by_mouse(page: Page, game: str) -> None:
    player = Player(page)
    player.play_now(game)
    player.play(player.tap, lambda: player.over)
    expect(page.get_by_role("button", name=re.compile("Once more"))).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_one_person_and_bots_play_a_match_by_keyboard(page: Page, game: str) -> None:
    player = Player(page)
    player.play_now(game)
    player.play(player.press, lambda: player.over)
    expect(page.get_by_role("button", name=re.compile("Once more"))).to_be_visible()
