"""Holzwurm in a browser: before a tap every card shows whether it fits, or what the row that it takes would bring."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.oracle.holzwurm import value
from tests.web.conftest import QUIET
from tests.web.playing import SEEN, Player

HELD = 700  # milliseconds of a touch that only looks


def lone_takers(player: Player) -> dict[str, dict[str, Any]]:
    """The cards whose only place is a row that they take, each with that row, by what the page was told."""
    rows = {f"@{row['slot']}": row for row in player.view.get("rows", [])}
    places: dict[str, list[str]] = {}
    for choice in player.mine.get("choices", []):
        _, card, where = choice.split()
        places.setdefault(card, []).append(where)
    low = {card: rows[where] for card, (where, *more) in places.items() if not more and where in rows}
    return {card: row for card, row in low.items() if int(card[1:]) <= len(row["minus"] + row["plus"])}


def brought(player: Player, row: dict[str, Any]) -> str:
    """What taking a row brings with the top card of the pile of fate, as it is printed."""
    points = sum(map(value, [*row["minus"], *row["plus"], player.view["fate"][0]]))
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


@pytest.fixture
def player(page: Page) -> Player:
    """Somebody on turn with a card that would take a row."""
    found = Player(page, selectors=(".row.may",))
    found.sit_down(game="holzwurm", seats=3, first=0)
    while (at := found.find()) is not None and not lone_takers(found):
        found.tap(at)
        page.wait_for_timeout(SEEN)
    assert lone_takers(found)
    return found


def held(page: Page, card: str) -> Locator:
    return page.locator(f'.held[data-card="{card}"]')


def test_every_card_says_what_would_come_of_it(player: Player) -> None:
    takers, playable = lone_takers(player), {choice.split()[1] for choice in player.mine["choices"]}
    for card in player.mine["hand"]:
        button = held(player.page, card)
        expect(button.locator(".mark")).to_have_count(int(card in playable))
        if card in takers:
            points = brought(player, takers[card])
            expect(button.locator(".mark.takes.good")).to_have_count(int(not points.startswith("−")))
            expect(button).to_have_accessible_name(
                re.compile(rf"takes row {takers[card]['slot'] + 1} \([^)]+\): {re.escape(points)}$")
            )


def test_rows_light_up_for_the_card_that_is_looked_at(player: Player) -> None:
    page, takers = player.page, lone_takers(player)
    card, row = next(iter(takers.items()))
    page.mouse.move(0, 0)
    lit = page.locator(".row.seen")
    expect(lit).to_have_count(0)
    held(page, card).hover(position={"x": 6, "y": 20})
    expect(lit.locator("em b")).to_have_text(brought(player, row))
    page.mouse.move(0, 0)
    expect(lit).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    for _ in player.mine["hand"]:
        if page.evaluate("document.activeElement.dataset.card") == card:
            break
        page.keyboard.press("ArrowRight")
    expect(lit.locator("em b")).to_have_text(brought(player, row))
    assert card in player.mine["hand"]


def test_no_row_lights_up_for_who_has_played_by_mouse_and_looks_at_no_card(page: Page) -> None:
    player = Player(page, selectors=(".row.may",))
    player.sit_down(game="holzwurm", seats=3, first=0)
    while not player.deeds:
        at = player.find()
        assert at is not None
        player.tap(at)
        page.mouse.move(0, 0)
        page.wait_for_timeout(SEEN)
    assert player.find() is not None, "on turn again"
    expect(page.locator(".row.seen")).to_have_count(0)


def test_a_long_touch_looks_and_a_short_one_plays(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(QUIET)
    page = context.new_page()
    page.goto(address)
    player = Player(page)
    player.sit_down(game="holzwurm", seats=3, first=0)
    at = player.find()
    assert at is not None
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at["x"], "y": at["y"]}]})
    expect(page.locator(".row.seen")).not_to_have_count(0)
    page.wait_for_timeout(HELD)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".row.seen")).to_have_count(0)
    assert player.deeds == []
    page.touchscreen.tap(at["x"], at["y"])
    expect(page.locator(".row:not(.empty)")).not_to_have_count(0)
    for _ in range(100):  # the page may show it before it is heard here
        if player.deeds:
            break
        page.wait_for_timeout(50)
    assert player.deeds == ["lay"]
    context.close()
