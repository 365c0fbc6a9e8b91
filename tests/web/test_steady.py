"""One's own choice stays where it is while the others choose, and a question in Willi waits as long as one wants."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import QUIET
from tests.web.playing import SEEN, Player

pytestmark = pytest.mark.long

CLICKS = 200
# Somebody sits down, promises a salt and reveals it at the start; and changes the card to discard again and again, as a
# program may, or never chooses any. Returns when all who sit there have promised a salt
SIT_DOWN = """async ([id, seat, restless]) => {
    const salt = crypto.randomUUID();
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(salt));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/tables/${id}`);
    let n = 0, table = {}, hand = [], sent = 0;
    const send = (command) => socket.send(JSON.stringify({ id: `x${sent++}`, command }));
    const promised = ({ person }, at) => !person || table.salt_commitments[at];
    const ready = new Promise((done) => (socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        n = message.n ?? n;
        table = { ...table, ...message.table };
        hand = message.mine?.hand ?? hand;
        if (message.event?.kind === 'starting') send({ kind: 'reveal', salt });
        if (message.event?.kind === 'did' && message.event.seat === seat) window.deeds = (window.deeds ?? 0) + 1;
        if (table.seats?.[seat].person && table.seats.every(promised)) done();
    }));
    await new Promise((done) => (socket.onopen = done));
    send({ kind: 'sit', seat });
    send({ kind: 'commit', hash });
    const discard = () => hand.length && send({ kind: 'do', do: `discard ${hand[sent % 8]}`, saw: n });
    if (restless) setInterval(discard, 45);
    await ready;
}"""

# Clicks on cards at random moments; the prompt must name each of them. Returns those that were swallowed
CLICK = """async (clicks) => {
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    const prompt = () => document.querySelector('.prompt').textContent;
    const lost = [];
    for (let i = 0; i < clicks; i++) {
        await pause(60 * Math.random());
        const nameOf = (card) => card.textContent.split(',')[0].trim();
        const hand = [...document.querySelectorAll('.held:not(.ghost)')];
        const cards = hand.filter((one) => !prompt().includes(nameOf(one)));
        const card = cards[Math.floor(cards.length * Math.random())];
        const name = nameOf(card);
        card.click();
        const late = performance.now() + 10_000;
        while (!prompt().includes(name) && performance.now() < late) await pause(5);
        if (!prompt().includes(name)) lost.push(name);
    }
    return lost;
}"""


@pytest.fixture
def moving(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody's browser in which cards travel."""
    found = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    yield found
    found.close()


@pytest.fixture
def others(browser: Browser) -> Iterator[list[BrowserContext]]:
    """The browsers of two others."""
    found = [browser.new_context(locale="en-GB") for _ in range(2)]
    for one in found:
        one.add_init_script(QUIET)
    yield found
    for one in found:
        one.close()


def opened(context: BrowserContext, address: str, name: str) -> Page:
    """The shelf, for somebody who has a name."""
    page = context.new_page()
    page.goto(address)
    assert page.request.post(f"{address}/api/me", data={"name": name}).ok
    page.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
    return page


def test_no_click_is_lost_while_all_choose_at_once(
    moving: BrowserContext, others: list[BrowserContext], address: str
) -> None:
    page = opened(moving, address, "Ann")
    ben, cem = (opened(context, address, name) for context, name in zip(others, ("Ben", "Cem"), strict=True))
    table = page.request.post(f"{address}/api/tables", data={"game": "willi", "seats": 4}).json()["id"]
    page.goto(f"{address}/t/{table}")
    ben.evaluate(SIT_DOWN, [table, 1, True])
    cem.evaluate(SIT_DOWN, [table, 2, False])
    for name in ("Ben", "Cem"):
        expect(page.get_by_text(name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("[data-card]")).to_have_count(9)
    assert page.evaluate(CLICK, CLICKS) == []
    assert page.locator(".toast").count() == 0, "nothing was refused"
    assert ben.evaluate("deeds") > CLICKS / 2, "the others did choose meanwhile"


def test_calls_of_willi_pass_by_themselves_for_who_plays_with_a_pointer(moving: BrowserContext, address: str) -> None:
    page = opened(moving, address, "Ann")
    player = Player(page)
    player.sit_down(game="willi", seats=4)
    expect(page.locator("[data-card]")).to_have_count(9)
    page.mouse.click(640, 90)
    call = page.get_by_role("button", name="Willi!")
    for _ in range(300):  # only cards are tapped: every call is left to its ring
        if player.mine.get("choices") and "willi" in player.mine["choices"] and call.is_visible():
            expect(page.locator(".prompt .ring")).to_be_visible()
            expect(page.locator(".held .tint")).to_have_count(0)
            break
        bright = page.locator(".held.bright")
        if bright.count():
            bright.first.click(force=True)
        page.wait_for_timeout(100)
    else:
        pytest.fail("nobody was asked to call")
    expect(call).to_be_hidden()
    for _ in range(200):  # the button is gone before the server has answered
        if "pass" in player.deeds:
            break
        page.wait_for_timeout(50)
    assert "pass" in player.deeds


def test_who_plays_by_keyboard_has_all_the_time_to_call(page: Page) -> None:
    player = Player(page)
    player.sit_down(game="willi", seats=4)
    expect(page.locator("[data-card]")).to_have_count(9)
    call = page.get_by_role("button", name="Willi!")
    for _ in range(200):
        if call.is_visible():
            break
        page.keyboard.press("1")
        page.wait_for_timeout(100)
    expect(page.locator(".prompt .ring")).to_have_count(0)
    page.keyboard.press("p")
    expect(call).to_be_hidden()


def test_a_second_tap_on_the_next_round_is_no_mistake(page: Page) -> None:
    refused: list[str] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["kind"] == "refused":
            refused.append(message["code"])

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    player = Player(page, selectors=(".row.may",))
    player.names.remove("^Next round")
    player.sit_down(game="holzwurm", seats=2, first=0)
    button = page.get_by_role("button", name="Next round")
    while not button.is_visible():
        player.tap_soon(200)
    button.evaluate("(button) => { button.click(); button.click(); }")
    expect(page.locator(".held.bright")).not_to_have_count(0)
    for _ in range(500):  # the page may show the deal before the refusal is heard here
        if refused:
            break
        page.wait_for_timeout(SEEN)
    assert refused == ["no_deal_due"]
    expect(page.locator(".toast")).to_have_count(0, timeout=1000)
