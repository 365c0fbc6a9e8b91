"""What somebody new meets: links, addresses, choices, the end of a match, a list of moves, bots with manners."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from ludotheque.server import live
from tests.server.serving import Person
from tests.web.browser import site, violations
from tests.web.conftest import QUIET
from tests.web.playing import Player

pytestmark = pytest.mark.long

LOST = {
    "en-GB": "There is no such page",
    "fr-FR": "Cette page n’existe pas",
    "nl-NL": "Deze pagina bestaat niet",
    "de-DE": "Diese Seite gibt es nicht",
}
SHARED = {
    "en": "Ann, Bob and Cem share the victory",
    "fr": "Victoire partagée\u00a0: Ann, Bob et Cem",
    "nl": "Ann, Bob en Cem delen de overwinning",
    "de": "Ann, Bob und Cem teilen sich den Sieg",
}


class Chatty(Random):
    """Chance that always lets a bot speak."""

    def random(self) -> float:
        return 0.0


@pytest.fixture
def stranger(browser: Browser) -> Iterator[Page]:
    """Somebody without a name, at no page yet."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(QUIET)
    yield context.new_page()
    context.close()


def elsewhere(work: Any) -> Any:
    """What somebody does over a socket of their own, to its end."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def opened(address: str, **setup: Any) -> str:
    """A table that Ann has made and sits at."""

    async def make() -> str:
        ann = await Person(address, "Ann").come()
        return await ann.make("willi", 4, **setup)

    return str(elsewhere(make()))


@pytest.mark.parametrize("locale", LOST)
def test_an_unknown_address_says_so_kindly(browser: Browser, address: str, locale: str) -> None:
    context = browser.new_context(locale=locale, reduced_motion="reduce")
    page = context.new_page()
    answer = page.goto(f"{address}/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name=LOST[locale])).to_be_visible()
    assert not violations(page)
    page.get_by_role("link").click()
    expect(page.locator(".shelf")).to_be_visible()
    context.close()


def test_a_dead_link_says_so_before_it_asks_for_a_name(stranger: Page, page: Page, address: str) -> None:
    stranger.goto(f"{address}/t/nothing")
    expect(stranger.get_by_role("heading", name="This table does not exist")).to_be_visible()
    assert stranger.get_by_role("textbox").count() == 0
    assert page.request.post(f"{address}/api/me", data={"name": "Ann"}).ok
    page.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
    page.goto(f"{address}/t/nothing")
    expect(page.get_by_role("heading", name="This table does not exist")).to_be_visible()


def test_a_link_and_a_name_are_enough_to_sit(stranger: Page, address: str) -> None:
    table = opened(address)
    stranger.goto(f"{address}/t/{table}")
    expect(stranger.get_by_text("At the table: Ann")).to_be_visible()
    assert not violations(stranger)
    stranger.get_by_role("textbox").fill("Ben")
    stranger.get_by_role("button", name="To the table").click()
    expect(stranger.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("Stand up")
    stranger.get_by_role("button", name="Stand up").click()
    stranger.get_by_role("button", name="Take a seat").click()
    expect(stranger.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()


def test_who_only_watches_keeps_no_seat(stranger: Page, address: str) -> None:
    stranger.goto(f"{address}/t/{opened(address)}")
    stranger.get_by_role("button", name="Just watch").click()
    expect(stranger.get_by_role("button", name="Take a seat")).to_be_visible()
    expect(stranger.get_by_text("Watching: Guest")).to_be_visible()


def test_leaving_opens_no_line_to_a_table_without_a_name(page: Page) -> None:
    lines: list[str] = []
    page.on("websocket", lambda socket: lines.append(socket.url))
    player = Player(page)
    player.play_now("Willi")
    expect(page.locator("[data-card]")).to_have_count(9)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(page.locator(".shelf")).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    expect(page.locator(".preferences")).to_be_visible()
    assert len(lines) == 1
    assert re.search(r"/ws/tables/[\w-]+\?", lines[0])


def test_choices_for_solo_play_are_beside_play_now_and_remembered(page: Page) -> None:
    made: list[Any] = []

    def keep(request: Request) -> None:
        if request.url.endswith("/api/tables") and request.method == "POST":
            made.append(request.post_data_json)

    page.on("request", keep)
    box = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Wimmüln"))
    box.get_by_role("button", name="3 bots · regular · usual pace").click()
    choices = page.get_by_role("dialog", name="Wimmüln")
    choices.get_by_label("Level of the bots").select_option("newcomer")
    choices.get_by_label("Seats").select_option("6")
    choices.get_by_label("Pace of the bots").select_option("quick")
    assert not violations(page)
    page.reload()
    expect(box.get_by_role("button", name="5 bots · newcomer · quick")).to_be_visible()
    Player(page).play_now("Wimmüln")
    expect(page.locator(".plate")).to_have_count(6)
    (setup,) = made
    assert (setup["level"], setup["seats"], setup["pace"]) == ("newcomer", 6, "quick")


def test_once_more_against_bots_starts_at_once(page: Page) -> None:
    player = Player(page, selectors=(".row.may",))
    player.sit_down(game="holzwurm", seats=3, options={"rounds": 1})
    player.play(player.tap)
    page.evaluate("""() => {
      window.waited = false;
      const look = new MutationObserver(() => (window.waited ||= !!document.querySelector('.room')));
      look.observe(document.body, { childList: true, subtree: true });
    }""")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".end")).to_have_count(0)
    page.locator(".held").first.wait_for()
    assert not page.evaluate("window.waited"), "no waiting room"


def test_a_rematch_with_people_waits_without_the_old_round(page: Page, address: str) -> None:
    player = Player(page, selectors=(".row.may",))
    player.sit_down(game="holzwurm", seats=3, options={"rounds": 2})
    table = page.url.partition("/t/")[2].partition("#")[0]

    async def sit() -> None:
        bob = await Person(address, "Bob").come()
        async with bob.at(table) as seat:
            await seat.ask("sit")

    page.locator(".held").first.wait_for()
    elsewhere(sit())
    player.play(player.tap)
    page.get_by_role("button", name="Once more").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    expect(page.locator("header p")).to_have_text("")


def test_the_lobby_is_without_tables_that_nobody_is_at(page: Page, address: str) -> None:
    opened(address, listed=True)
    page.reload()
    expect(page.get_by_text("None right now.")).to_be_visible()


@pytest.mark.parametrize("language", SHARED)
def test_a_shared_victory_is_worded_well_and_the_plot_fits(
    context: BrowserContext, address: str, language: str
) -> None:
    """The end of a match that three share; its messages are made, its pages are ours."""
    page = context.new_page()
    wanted = json.dumps({"language": language, "animation": False, "sound": False})
    page.add_init_script(f"localStorage.setItem('ludotheque.settings', {json.dumps(wanted)})")
    table = finished(address)
    answer = page.request.get(f"{address}/api/tables/{table}/matches/1/replay?seat=-1").json()
    changed = shared(answer, ["Ann", "Bob", "Cem"])
    page.route("**/replay?seat=*", lambda route: route.fulfill(json=changed))
    page.goto(f"{address}/replay/{table}/1?at=99999")
    expect(page.get_by_role("heading", name=SHARED[language])).to_be_visible()
    page.close()


def finished(address: str) -> str:
    """A short match of three, played to its end."""

    async def played() -> str:
        ann = await Person(address, "Ann").come()
        table = await ann.make("holzwurm", 3, level="newcomer", options={"rounds": 2})
        async with ann.at(table) as seat:
            await seat.opened()
            await seat.start()
            await seat.play_on(Random(3))
        return table

    return str(elsewhere(played()))


def shared(messages: list[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    """The same match, won by all, with other names."""
    for message in messages:
        part = message.get("table") or {}
        if "winners" in part:
            part["winners"] = list(range(len(names))) if part["winners"] else []
        for seat, name in zip(part.get("seats", []), names, strict=False):
            seat["name"] = name
    return messages


@pytest.mark.parametrize("size", [(360, 740), (1280, 800), (320, 568)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_plot_is_labelled_and_cuts_no_name(
    page: Page, address: str, size: tuple[int, int], theme: str, tmp_path: Path
) -> None:
    table = finished(address)
    answer = page.request.get(f"{address}/api/tables/{table}/matches/1/replay?seat=-1").json()
    names = ["Wilhelmina van Wezel-Weg", "Maximilian-Alexander MMM", "Cem"]
    changed = shared(answer, names)
    page.route("**/replay?seat=*", lambda route: route.fulfill(json=changed))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(f"{address}/replay/{table}/1?at=99999")
    plot = page.locator("figure")
    expect(plot).to_be_visible()
    label = plot.locator("svg[role=img]").get_attribute("aria-label") or ""
    assert all(name in label for name in names)
    for name in names:
        expect(plot.get_by_text(name).first).to_be_visible()
    expect(plot.get_by_text("Points")).to_be_visible()
    expect(plot.get_by_text("Round", exact=True)).to_be_visible()
    outside = plot.evaluate("""(figure) => {
      const sheet = figure.getBoundingClientRect();
      return [...figure.querySelectorAll('text, span')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < sheet.left - 1 || box.right > sheet.right + 1;
      }).map((one) => one.textContent);
    }""")
    assert outside == []
    light = plot.evaluate(
        "(one) => getComputedStyle(one).backgroundColor.match(/[0-9]+/g).slice(0, 3).reduce((a, b) => a + +b, 0)"
    )
    assert (light > 600) == (theme == "light"), "the sheet has the colours of the theme"


def test_moves_are_told_beside_a_wide_table_and_one_tap_away_on_others(page: Page) -> None:
    page.set_viewport_size({"width": 1900, "height": 1000})
    player = Player(page)
    player.play_now("Willi")
    expect(page.locator("[data-card]")).to_have_count(9)
    player.play(player.tap, lambda: page.locator("[data-card]").count() < 7)
    story = page.get_by_role("complementary", name="Move by move")
    expect(story.get_by_role("listitem").filter(has_text="discards a card").first).to_be_visible()
    assert story.get_by_role("listitem").count() > 5
    assert not violations(page)
    story.get_by_role("button", name="Hide the list").click()
    expect(story).to_have_count(0)
    page.locator("header").get_by_role("button", name="Move by move").click()
    expect(story).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(story).to_have_count(0)
    page.locator("header").get_by_role("button", name="Move by move").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").filter(has_text="discards a card").first).to_be_visible()
    assert not violations(page)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Move by move").click()
    expect(page.get_by_role("dialog", name="Move by move").get_by_role("listitem").first).to_be_visible()


def test_bots_have_a_face_a_level_and_manners_that_can_be_switched_off(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHANCE", Chatty(1))
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(QUIET)
    page = context.new_page()
    with site(str(tmp_path / "tables.db"), pace=0.01) as address:
        page.goto(address)
        player = Player(page, selectors=(".row.may",))
        player.sit_down(game="holzwurm", seats=3, level="expert")
        page.locator(".held").first.wait_for()
        expect(page.locator(".place .who svg").first).to_be_visible()
        expect(page.locator(".place .hidden").first).to_contain_text("bot · expert")
        page.get_by_role("button", name="Chat", exact=True).click()
        lines = page.get_by_role("dialog").get_by_role("listitem")
        expect(lines.filter(has_text="Hello!")).to_have_count(2)
        assert not violations(page)
        page.get_by_role("button", name="Silence the bots").click()
        expect(lines.filter(has_text="Hello!")).to_have_count(0)
        kept = page.evaluate("JSON.parse(localStorage.getItem('ludotheque.settings')).banter")
        assert kept is False, "also next time"
        page.get_by_role("button", name="Let the bots speak").click()
        expect(lines.filter(has_text="Hello!")).to_have_count(2)
    context.close()


def test_a_new_table_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name=re.compile("Invite.*Wheedle", re.DOTALL)).click()
    make = page.get_by_role("button", name="Open the table")
    expect(make).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Listed in the lobby")).to_be_in_viewport()
    expect(page.get_by_label("Time to think")).to_be_hidden()
    page.get_by_text("More choices").click()
    expect(page.get_by_label("Time to think")).to_be_visible()
    expect(make).to_be_in_viewport(ratio=1)
    assert not violations(page)


@pytest.mark.parametrize("locale", LOST)
def test_no_button_of_the_shelf_leaves_a_small_phone(browser: Browser, address: str, locale: str) -> None:
    context = browser.new_context(locale=locale, viewport={"width": 320, "height": 568})
    page = context.new_page()
    page.goto(address)
    page.locator(".shelf").wait_for()
    outside = page.locator("button, a.button").evaluate_all(
        "(found) => found.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.innerText)"
    )
    assert outside == []
    context.close()


def test_finished_matches_tell_day_place_and_points(page: Page) -> None:
    player = Player(page, selectors=(".row.may",))
    player.sit_down(game="holzwurm", seats=3, options={"rounds": 1})
    player.play(player.tap)
    page.get_by_role("link", name="To the shelf").first.click()
    listed = page.locator("section").filter(has=page.get_by_role("heading", name="Your finished matches"))
    expect(listed).to_contain_text(re.compile(r"\d+ \w+ · (1st|2nd|3rd) of 3 · −?\d+ points?"))


def test_boxes_tell_who_made_a_game_and_how_long_it_takes(page: Page) -> None:
    box = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Holzwurm"))
    expect(box).to_contain_text("Wolfgang Kramer and Michael Kiesling, 1998")
    expect(box).to_contain_text(re.compile(r"[1-9]\d* min with bots, [1-9]\d* with people"))
