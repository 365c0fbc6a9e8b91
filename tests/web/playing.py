"""Somebody at a browser who plays any of the games: taps what is bright, answers what is asked, hurries along."""

import re
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from playwright.sync_api import Page

PATIENCE = 30.0  # seconds without anything to do
LONGEST = 200.0  # seconds of a match
SEEN = 80  # milliseconds until a tap shows
# Where to tap: the first thing that matches and can be seen, at a corner that no neighbour hides
FIND = """([names, selectors]) => {
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
  const buttons = [...document.querySelectorAll('button')];
  const wanted = names.flatMap((name) => buttons.filter((one) => new RegExp(name).test(called(one))));
  for (const one of [...wanted, ...selectors.flatMap((name) => [...document.querySelectorAll(name)])]) {
    const at = found(one);
    if (at) return { ...at, name: called(one) };
  }
  return null;
}"""


class Player:
    """A page with a table."""

    def __init__(self, page: Page, names: tuple[str, ...] = (), selectors: tuple[str, ...] = ()) -> None:
        self.page = page
        self.names = [*names, "^Keep", "^Pass", "^Next round"]
        self.selectors = [*selectors, ".held.bright:not(.picked)"]

    def play_now(self, game: str) -> None:
        """From the shelf to a table with bots: one click."""
        self.page.get_by_role("button", name=re.compile(rf"Play now.*{game}", re.DOTALL)).click()
        self.page.wait_for_url("**/t/*")

    @property
    def over(self) -> bool:
        """Whether the result is shown."""
        return self.page.get_by_role("button", name=re.compile("Once more")).count() > 0

    def play(self, act: Callable[[], bool], until: Callable[[], bool]) -> None:
        """Acts whenever there is something to do, until something is so."""
        last = begun = monotonic()
        while not until():
            assert monotonic() - begun < LONGEST, "a match without end"
            if act():
                last = monotonic()
                self.page.wait_for_timeout(SEEN)
            else:
                assert monotonic() - last < PATIENCE, "nothing to do for too long"
                self.page.keyboard.press("Space")  # on to what comes next
                self.page.wait_for_timeout(30)

    def tap(self) -> bool:
        """By mouse: the first bright card, else what the prompt offers."""
        at: dict[str, Any] | None = self.page.evaluate(FIND, [self.names, self.selectors])
        if at is not None:
            self.page.mouse.click(at["x"], at["y"])
        return at is not None

    def press(self, keys: Iterable[str]) -> bool:
        """By keyboard alone: these keys, one after the other, if there is anything to do."""
        if self.page.evaluate(FIND, [self.names, self.selectors]) is None:
            return False
        for key in keys:
            self.page.keyboard.press(key)
        return True
