"""Puzzles in a real browser: one tap, or one key, and then why."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque.puzzles.puzzle import Puzzle, puzzles
from ludotheque.puzzles.showing import shown
from tests.web.browser import violations

GAMES = ["willi", *(pytest.param(game, marks=pytest.mark.long) for game in ("holzwurm", "wheedle", "wimmuln"))]


def place_of(one: Puzzle, best: bool) -> int:
    """Where the solution stands among the choices, or one that is not it."""
    return next(i for i, option in enumerate(shown(one.game, one.id).options) if (option.do == one.best) is best)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_one_tap_and_explained(page: Page, address: str, game: str) -> None:
    first, second = puzzles(game)[:2]
    page.goto(f"{address}/puzzles")
    page.get_by_role("main").get_by_role("link", name=re.compile(game[:3], re.IGNORECASE)).first.click()
    page.get_by_role("link", name=re.compile(r"^1 \(not tried yet\)")).click()
    expect(page).to_have_url(f"{address}/puzzles/{game}/{first.id}")
    choices = page.get_by_role("complementary", name="Choices").get_by_role("listitem").get_by_role("button")
    expect(choices).to_have_count(len(first.choices))
    faults = violations(page)
    choices.nth(place_of(first, best=True)).click()
    expect(page.get_by_role("heading", name=re.compile("^That is it"))).to_be_visible()
    expect(page.get_by_role("complementary").get_by_role("listitem")).to_have_count(len(first.choices) - 1)
    faults += violations(page)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(f"{address}/puzzles/{game}/{second.id}")
    expect(choices.first).to_be_enabled()
    page.keyboard.press(str(place_of(second, best=False) + 1))
    expect(page.get_by_role("heading", name=re.compile("^Better"))).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("link", name="1 (solved)")).to_be_visible()
    expect(page.get_by_role("link", name="2 (missed)")).to_be_visible()
    assert not faults + violations(page)


def test_what_happened_before_is_told(page: Page, address: str) -> None:
    one = puzzles("willi")[0]
    page.goto(f"{address}/puzzles/willi/{one.id}")
    page.get_by_role("button", name="What happened before").click()
    story = page.get_by_role("dialog", name="What happened before").get_by_role("listitem")
    expect(story).to_have_count(len(one.deeds) + 1)
    expect(story.first).to_contain_text("Round 1 is dealt")
