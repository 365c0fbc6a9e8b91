"""Whole matches of Wheedle in a real browser: one person among bots, by mouse, and by keyboard alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games.wheedle.notation import LETTERS
from tests.web.browser import site, violations
from tests.web.playing import Player

pytestmark = pytest.mark.long

SECONDS = 4  # of a round, unless somebody cries stop before
HOLD = 0.7  # seconds, longer than a stop must be held
WANTS = {  # what a trader does, the most urgent first
    "turn": ".card.turn",
    "stop": ".stop.right",
    "take": "button.offer.lit:not(.ghost)",
    "post": ".own:has(.wanting):has(.giving) .post",
    "want": ".board:has(.giving):not(:has(.wanting)) .tile:not(:has(.giving)) .want",
    "give": ".own:not(:has(.cross)) .stack.some",
}
KINDS = {
    "turn": "turn",
    "stop": "stop",
    "take": "offer",
    "post": "post",
    "want": "want",
    "give": "stack",
    "on": "button",
}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server whose bots can be followed with the eyes."""
    with site(str(tmp_path / "tables.db"), pace=0.04) as url:
        yield url


@pytest.fixture
def trader(page: Page) -> Player:
    """Somebody at a table where rounds are short."""
    found = Player(page, selectors=tuple(WANTS.values()))
    found.sit_down(game="wheedle", seats=4, first=0, options={"seconds": SECONDS})
    expect(page.locator(".stack").first).to_be_visible()
    return found


def meaning(at: dict[str, Any]) -> str:
    """What a tap there would do."""
    return next(name for name, kind in KINDS.items() if kind in at["kind"].split())


def test_one_person_and_bots_play_a_match_by_mouse(page: Page, trader: Player) -> None:
    faults: dict[str, list[str]] = {}

    def trade(at: dict[str, Any]) -> None:
        what = meaning(at)
        if what not in faults:
            faults[what] = violations(page)
        elif what == "stop":
            trader.hold(at, HOLD)
        else:
            trader.tap(at)

    trader.play(trade)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    faults["over"] = violations(page)
    assert {"turn", "offer"} <= set(trader.deeds)
    assert {"turn", "give", "want", "post", "on", "over"} <= faults.keys()
    assert not {what: found for what, found in faults.items() if found}


def test_one_person_and_bots_play_a_match_by_keyboard(page: Page, trader: Player) -> None:
    def trade(at: dict[str, Any]) -> None:
        hand: dict[str, int] = trader.mine["hand"]
        held = [letter.lower() for letter in LETTERS if hand.get(letter)]
        lacking = [letter for letter in LETTERS if not hand.get(letter)] or [*LETTERS]
        match meaning(at):
            case "stop":
                page.keyboard.down("Space")
                page.wait_for_timeout(1000 * HOLD)
                page.keyboard.up("Space")
            case "take":
                trader.press("1234")
            case "give":
                trader.press(held[0])
            case "want":
                trader.press([f"Shift+{lacking[0]}"])
            case "post":
                trader.press(["Enter"])
            case "turn":
                trader.press("t")
            case "on":
                trader.press("n")

    trader.play(trade)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    assert {"turn", "offer"} <= set(trader.deeds)
