"""Somebody at a browser who plays any of the games: taps what is bright, answers what is asked, hurries along."""

import json
import re
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from playwright.sync_api import Page, WebSocket

PATIENCE = 30_000  # milliseconds without anything to do
LONGEST = 150.0  # seconds of a match
SEEN = 20  # milliseconds until a tap shows
# Waits for something to tap, and hurries along meanwhile: the first thing that matches and can be seen, at a corner
# that no neighbour hides. Null when the match is over
FIND = """async ([names, selectors, patience]) => {
  const found = (one) => {
    if (one.disabled || one.getAttribute('aria-disabled') === 'true') return null;
    const box = one.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.12, 0.2], [0.12, 0.8], [0.88, 0.5]]) {
      const at = { x: box.left + x * box.width, y: box.top + y * box.height };
      if (box.width && one.contains(document.elementFromPoint(at.x, at.y))) return at;
    }
    return null;
  };
  const called = (one) => one.getAttribute('aria-label') ?? one.innerText.trim();
  const look = () => {
    const buttons = [...document.querySelectorAll('main button')];
    const wanted = names.flatMap((name) => buttons.filter((one) => new RegExp(name).test(called(one))));
    for (const one of [...wanted, ...selectors.flatMap((name) => [...document.querySelectorAll(name)])]) {
      const at = found(one);
      if (at) return { ...at, name: called(one), kind: one.className };
    }
    return null;
  };
  const end = performance.now() + patience;
  for (;;) {
    if (document.querySelector('main .end')) return null;
    const at = look();
    if (at || performance.now() > end) return at ?? { late: true };
    document.querySelector('.felt')?.click();
    await new Promise((done) => setTimeout(done, 10));
  }
}"""


class Player:
    """A page with a table. Make one before the table is opened: it hears all that the page is told."""

    def __init__(self, page: Page, names: tuple[str, ...] = (), selectors: tuple[str, ...] = ()) -> None:
        self.page = page
        self.names = [*names, "^Keep", "^Pass", "^Next round"]
        self.selectors = [*selectors, ".held.bright:not(.picked)"]
        self.view: dict[str, Any] = {}
        self.mine: dict[str, Any] = {}
        self.deeds: list[str] = []  # what one did oneself
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._hear(json.loads(text)))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["kind"] not in ("scene", "event"):
            return
        fresh = message["kind"] == "scene"
        self.view = ({} if fresh else self.view) | (message.get("view") or {})
        self.mine = ({} if fresh else self.mine) | (message.get("mine") or {})
        event = message.get("event", {})
        if event.get("kind") == "did" and event["seat"] == self.mine.get("seat"):
            self.deeds.append(event["do"].split()[0])

    def play_now(self, game: str) -> None:
        """From the shelf to a table with bots: one click."""
        self.page.get_by_role("button", name=re.compile(rf"Play now.*{game}", re.DOTALL)).click()
        self.page.wait_for_url("**/t/*")

    def sit_down(self, **setup: Any) -> None:
        """From the shelf to a table with newcomers, as one likes it."""
        address = self.page.url.rstrip("/")
        assert self.page.request.post(f"{address}/api/me", data={"name": "Ann"}).ok
        self.page.evaluate("localStorage.setItem('ludotheque.known', 'yes')")
        made = self.page.request.post(f"{address}/api/tables", data={"level": "newcomer", **setup})
        self.page.goto(f"{address}/t/{made.json()['id']}#now")

    def find(self, patience: int = PATIENCE) -> dict[str, Any] | None:
        """What to tap next; None when the match is over, and nowhere if there was nothing for so long."""
        found: dict[str, Any] | None = self.page.evaluate(FIND, [self.names, self.selectors, patience])
        return found

    def play(self, act: Callable[[dict[str, Any]], None], until: Callable[[], bool] = lambda: False) -> None:
        """Acts whenever there is something to do, until the match is over or something is so."""
        begun = monotonic()
        while not until() and (at := self.find()) is not None:
            assert "late" not in at, "nothing to do for too long"
            assert monotonic() - begun < LONGEST, "a match without end"
            act(at)
            self.page.wait_for_timeout(SEEN)

    def tap(self, at: dict[str, Any]) -> None:
        """By mouse."""
        self.page.mouse.click(at["x"], at["y"])

    def tap_soon(self, patience: int = 50) -> bool:
        """By mouse, if there is something to tap within some milliseconds."""
        at = self.find(patience)
        if at is None or "late" in at:
            return False
        self.tap(at)
        return True

    def press(self, keys: Iterable[str]) -> None:
        """By keyboard."""
        for key in keys:
            self.page.keyboard.press(key)

    def hold(self, at: dict[str, Any], seconds: float) -> None:
        """By mouse, for a while."""
        self.page.mouse.move(at["x"], at["y"])
        self.page.mouse.down()
        self.page.wait_for_timeout(1000 * seconds)
        self.page.mouse.up()
