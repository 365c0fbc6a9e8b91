"""Whole matches in a real browser, short ones where the rules allow it: by mouse, and by keyboard alone."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Person
from tests.web.browser import violations
from tests.web.playing import Player

SHORT: dict[str, dict[str, Any]] = {
    "willi": {"seats": 3},
    "wimmuln": {"seats": 3, "options": {"target": 1}},
    "holzwurm": {"seats": 2, "options": {"rounds": 1}},
}
TAPS: dict[str, dict[str, tuple[str, ...]]] = {
    "willi": {"names": ("^Pass this round",)},
    "wimmuln": {"names": ("^These are my guesses",), "selectors": (".pair.may",)},
    "holzwurm": {"selectors": (".row.may:not(.danger)", ".row.may")},
}
PHASES = {
    "willi": {"discard", "play", "call", "swap"},
    "wimmuln": {"guess", "play"},
    "holzwurm": {"play"},
}
KEYS = {"willi": ["Escape", "k", "r", "n", "1"], "wimmuln": ["Escape", "g", "a", "n", "1", "2", "g"]}
CHOSEN = "!document.querySelector('.held.bright') || document.activeElement.matches('.row.may')"


def sit_down(page: Page, game: str) -> Player:
    """A short match, just begun."""
    player = Player(page, **TAPS[game])
    player.sit_down(game=game, **SHORT[game])
    expect(page.locator("[data-card]").first).to_be_visible()
    return player


@pytest.mark.parametrize(
    "game", ["wimmuln", *(pytest.param(game, marks=pytest.mark.long) for game in ("willi", "holzwurm"))]
)
def test_one_person_and_bots_play_a_match_by_mouse(page: Page, game: str) -> None:
    player, faults = sit_down(page, game), {}

    def look_and_tap(at: dict[str, Any]) -> None:
        """What is new is looked at closely first."""
        moment = (player.view["phase"], at["name"].startswith(("Pass", "Keep")), page.locator(".picked").count() > 0)
        if moment not in faults:
            faults[moment] = violations(page)
            if (found := player.find()) is None:
                return
            at = found
        player.tap(at)

    player.play(look_and_tap)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    page.locator("summary").click()
    faults["over", False, False] = violations(page)
    assert {phase for phase, *_ in faults} >= PHASES[game]
    assert not {moment: what for moment, what in faults.items() if what}


@pytest.mark.parametrize("game", [pytest.param("willi", marks=pytest.mark.long), "wimmuln"])
def test_one_person_and_bots_play_a_match_by_keyboard(page: Page, game: str) -> None:
    player = sit_down(page, game)
    player.play(lambda _: player.press(KEYS[game]))
    expect(page.get_by_role("button", name="Once more")).to_be_visible()


def test_one_person_and_bots_play_holzwurm_by_keyboard(page: Page) -> None:
    player = sit_down(page, "holzwurm")

    def lay(_: object) -> None:
        """The first card; where it has a choice of rows, the focus goes there."""
        player.press(["1"])
        page.wait_for_function(CHOSEN)
        if page.locator(".row.may").count():
            player.press(["Enter"])

    player.play(lay)
    expect(page.get_by_role("button", name="Once more")).to_be_visible()


@pytest.mark.long
def test_axe_finds_nothing_when_the_dealer_of_wimmuln_has_a_choice(page: Page, address: str) -> None:
    Player(page).sit_down(game="wimmuln", seats=3)
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "ludotheque")

    async def table() -> str:
        """Deals until two equal numbers are turned up."""
        ann = await Person(address, "Ann", token=token).recognised()
        for _ in range(200):
            made = await ann.make("wimmuln", 3, first=0)
            async with ann.at(made) as seat:
                await seat.start()
                if seat.view is not None and seat.view["phase"] == "lead":
                    return made
        raise AssertionError("no such deal")

    with ThreadPoolExecutor(1) as elsewhere:
        found = elsewhere.submit(asyncio.run, table()).result()
    page.goto(f"{address}/t/{found}")
    expect(page.locator(".pair.may")).to_have_count(2)
    assert not violations(page)


@pytest.mark.parametrize("title", ["Willi", "Wimmüln", "Holzwurm", "Wheedle"])
def test_one_click_on_the_shelf_begins_a_match(page: Page, title: str) -> None:
    player = Player(page)
    player.play_now(title)
    expect(page.locator("[data-card], .stack").first).to_be_visible()
