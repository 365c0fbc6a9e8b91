"""Nothing that matters lies on anything else, in any game, with any number of seats, in windows of every size."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import Player

pytestmark = pytest.mark.long

SIZES = [
    (320, 568),
    (568, 320),
    (360, 740),
    (740, 360),
    (820, 1180),
    (1180, 820),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
]
SEATS = {"willi": (3, 4), "wimmuln": (3, 4, 5, 6), "holzwurm": (2, 3, 4, 5, 6), "wheedle": (4, 5, 6)}
TABLES = [(game, seats) for game, counts in SEATS.items() for seats in counts]
LONGEST = 400  # moments of a round
MOMENT = 120  # milliseconds of the page's clock, shorter than any picture is shown
ANSWERED = 8  # milliseconds in which bots answer
# Waits until sizes have followed the window: observers are told in the frame after, and what they change in the next
SETTLED = """async () => {
  const frame = () => new Promise((done) => {
    const observer = new ResizeObserver(() => (observer.disconnect(), done()));
    observer.observe(document.body);
  });
  await frame();
  await frame();
}"""
# All is laid out and nothing painted, which takes most of the time of a frame
UNPAINTED = "(so) => { document.documentElement.style.clipPath = so ? 'inset(50%)' : ''; }"
# What matters, by name; of a name in `fans` the parts may lie on one another
PARTS = {
    "bar": "header",
    "offline": ".cut",
    "plate": ".place .plate .body",
    "fan": ".place .fan",
    "own plate": ".mine .plate .body",
    "trick": ".laid, .pair",
    "trumps": ".trumps",
    "guess": ".guess .card",
    "count": ".guess .said",
    "own guess": ".own.slots, .own.cross",
    "prompt": ".prompt p",
    "button": ".prompt button",
    "hint": ".hint",
    "hand": ".held .lift",
    "row": ".board > .rows > .row",
    "fate": ".fate .card, .fate strong",
    "stall": ".stall",
    "centre": ".centre > *",
    "tape": ".tape",
    "draft": ".own > .bar > *",
    "stack": ".tile > *, .last > *",
    "round": ".felt > .over",
    "toast": ".toast",
}
CLOTH = ("plate", "fan", "trick", "trumps", "guess", "count", "own guess", "row", "fate", "stall", "centre", "tape")
FANS = ("hand", "guess", "fate")
# A fan stands behind its plate; what a round has brought may lie on what is left of the round
TOGETHER = [("fan", "plate"), ("trick", "round"), ("row", "round"), ("fate", "round")]
TOGETHER += [("toast", part) for part in CLOTH]  # for a moment
# Pairs of parts that lie on one another, or that are not seen whole. Cards that lean may touch with their corners
FAULTS = """([parts, fans, together, slack]) => {
  const found = Object.entries(parts).flatMap(([name, selector]) =>
    [...document.querySelectorAll(selector)].map((element) =>
      ({ name, element, box: element.getBoundingClientRect() })));
  const all = found.filter(({ element, box }) => box.width && element.checkVisibility({ visibilityProperty: true }));
  const scrolled = (element) => element.closest('.over, .stalls');
  const faults = [];
  const told = ({ name, element, box }) =>
    `${name} "${element.innerText?.slice(0, 24) ?? ''}" ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`;
  for (const [i, a] of all.entries()) {
    const { left, top, right, bottom } = a.box;
    if (!scrolled(a.element) && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1))
      faults.push(`${told(a)} is not seen whole`);
    for (const b of all.slice(i + 1)) {
      if (a.name === b.name && fans.includes(a.name)) continue;
      if (together.some((pair) => pair.includes(a.name) && pair.includes(b.name) && a.name !== b.name)) continue;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const wide = Math.min(right, b.box.right) - Math.max(left, b.box.left);
      const high = Math.min(bottom, b.box.bottom) - Math.max(top, b.box.top);
      if (wide > slack && high > slack) faults.push(`${told(a)} and ${told(b)}`);
    }
  }
  return faults;
}"""
SLACK = 2.5  # pixels
# What kind of moment this is: the layout is looked at once in each
KIND = """() => {
  const count = (selector) => document.querySelectorAll(selector).length;
  const laid = count('.laid');
  return [
    laid && (laid === count('.spot') ? 'all' : 'some'), count('.pair'), count('.prompt button'), count('.slot .full'),
    count('.own.cross'), count('.guess') > 0, count('.row.may') > 0, count('.felt > .over'), count('.offer.lit') > 0,
  ].join();
}"""
OVER = "document.querySelector('.felt > .over') !== null"


class Still(Player):
    """A player at a table whose clock stands still, so that each picture can be looked at for as long as one likes."""

    def sit(self, game: str, seats: int, **setup: object) -> None:
        """Sits down; from then on the clock moves only by `wait`."""
        self.page.clock.install()
        self.sit_down(game=game, seats=seats, first=0, **setup)
        self.page.locator("[data-card], .stack").first.wait_for()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def wait(self) -> None:
        """On to the next moment."""
        self.page.clock.run_for(MOMENT)
        self.page.wait_for_timeout(ANSWERED)

    def tap_now(self) -> None:
        """Taps what can be tapped at this very moment."""
        at = self.find(-1)
        if at is not None and "late" not in at:
            self.tap(at)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another window; back when everything has its place in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def faults(page: Page) -> dict[tuple[int, int], list[str]]:
    """What is wrong, by the size of the window."""
    found = {}
    page.evaluate(UNPAINTED, True)
    for size in SIZES:
        resize(page, size)
        if wrong := page.evaluate(FAULTS, [PARTS, FANS, TOGETHER, SLACK]):
            found[size] = wrong
    page.evaluate(UNPAINTED, False)
    resize(page, SIZES[6])
    return found


def moments(player: Still) -> Iterator[str]:
    """A round, move by move, and what kind of moment each is; each kind once."""
    seen: set[str] = set()
    for _ in range(LONGEST):
        player.wait()
        kind = player.page.evaluate(KIND)
        if kind not in seen:
            seen.add(kind)
            yield kind
        if player.page.evaluate(OVER):
            return
        player.tap_now()
    raise AssertionError("a round without end")


@pytest.fixture
def player(page: Page) -> Still:
    """Somebody who plays any game."""
    return Still(page, names=("^These are my guesses",), selectors=(".pair.may", ".row.may", ".card.turn"))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nothing_lies_on_anything_else(page: Page, player: Still, game: str, seats: int) -> None:
    player.sit(game, seats, **({"options": {"seconds": 4}} if game == "wheedle" else {}))
    found = {}
    for kind in moments(player):
        if wrong := faults(page):
            found[kind] = wrong
    assert not found


@pytest.mark.parametrize("game", ["willi", "holzwurm"])
def test_toasts_and_the_offline_bar_leave_what_is_asked_in_sight(page: Page, player: Still, game: str) -> None:
    player.sit(game, 4)
    for _ in moments(player):
        if player.find(-1) not in (None, {"late": True}):
            break
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".cut")).to_be_visible()
    page.locator(".held").last.click(force=True)  # it cannot be played, and says so
    expect(page.locator(".toast")).to_be_visible()
    assert not faults(page)


# What of a result is not seen whole, without scrolling and with nothing upon it
UNSEEN = """() => [...document.querySelectorAll('.end h2, .end .button:not(.quiet)')].filter((one) => {
  const { left, top, right, bottom, width } = one.getBoundingClientRect();
  const shown = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const whole = [...document.querySelectorAll('.toast')].every((toast) => {
    const box = toast.getBoundingClientRect();
    return box.bottom <= top || box.top >= bottom || box.right <= left || box.left >= right;
  });
  const first = document.elementFromPoint(left + width / 2, top + 4);
  return !shown || !whole || !one.contains(first);
}).map((one) => one.innerText)"""
SHORT_MATCHES = [("wimmuln", 6, {"target": 50}), ("holzwurm", 4, {"rounds": 1})]


@pytest.mark.parametrize(("game", "seats", "options"), SHORT_MATCHES)
def test_the_result_of_a_match_is_seen_at_once(page: Page, game: str, seats: int, options: dict[str, int]) -> None:
    player = Player(page, names=("^These are my guesses",), selectors=(".pair.may", ".row.may"))
    player.sit_down(game=game, seats=seats, first=0, options=options)
    player.play(player.tap)
    expect(page.locator(".end .button.main")).to_be_visible()
    found = {}
    for size in SIZES:
        resize(page, size)
        if unseen := page.evaluate(UNSEEN):
            found[size] = unseen
    assert not found


def test_scores_of_a_round_are_seen_whole_on_a_phone(page: Page, player: Still) -> None:
    player.sit("willi", 4)
    for _ in moments(player):
        pass
    resize(page, (360, 740))
    wide, seen = page.locator(".over .scroll").evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert wide <= seen


# Cards whose large number reaches a sign beside it, of all that have two digits; and how many those are
COLLISIONS = """() => {
  const number = (card) => card.querySelector('.large')?.textContent;
  const cards = [...document.querySelectorAll('svg.card')].filter((card) => /^1[01]$/.test(number(card)));
  const touch = (card) => {
    const number = card.querySelector('.large').getBoundingClientRect();
    const signs = [...card.querySelectorAll('.sign')].map((sign) => sign.getBoundingClientRect());
    return signs.length !== 2 || signs.some((sign) => sign.right > number.left && sign.left < number.right);
  };
  return [cards.length, cards.filter(touch).length];
}"""


def test_the_number_of_a_holzwurm_does_not_reach_its_sign(page: Page) -> None:
    page.goto(f"{page.url}rules/holzwurm")
    page.locator("svg.card").first.wait_for()
    cards, touching = page.evaluate(COLLISIONS)
    assert cards
    assert not touching
