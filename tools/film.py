"""Films what moves at a table: frames 60 ms apart, and sheets of them side by side, for whoever changes a movement.

    .venv/bin/python tools/film.py FOLDER [GAME ...] [phone|desktop ...]

The pages are the real ones, in a real Chromium, at a real server. Each game is played until its second round has begun,
or for two minutes: a market may last longer.
The clock of the page stands still between two frames, so that none is lost on a slow machine. Look at the sheets.
"""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from tests.web.browser import chromium, site  # noqa: E402
from tests.web.playing import Player  # noqa: E402
from tests.web.test_motion import GAMES, MOVING, TAPS  # noqa: E402

SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
SHRUNK = {"phone": 210, "desktop": 460}  # pixels a frame is wide on a sheet
ACROSS = {"phone": 8, "desktop": 4}
DOWN = 4
STEP = 60  # milliseconds between two frames
LONGEST = 240  # frames of a film in which something moves
MOST_SECONDS = 120.0
# Movements stand still until they are told to go on
HELD = """(() => {
  const animate = Element.prototype.animate;
  const held = new Set();
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    held.add(made);
    return made;
  };
  window.onwards = (milliseconds) => {
    const moving = [...held].filter((one) => one.playState === 'paused');
    for (const one of moving) {
      const at = (one.currentTime ?? 0) + milliseconds;
      if (at >= one.effect.getComputedTiming().endTime) one.finish();
      else one.currentTime = at;
    }
    return moving.length;
  };
})()"""


def frames(page: Page, player: Player) -> list[Image.Image]:
    """All frames in which something moves, of a round and the beginning of the next."""
    found: list[Image.Image] = []
    acted = 0
    end = monotonic() + MOST_SECONDS
    while (
        len(found) < LONGEST and monotonic() < end and not (player.view.get("round") == 2 and len(player.deeds) > acted)
    ):
        moving = page.evaluate(f"window.onwards({STEP})")
        page.clock.run_for(STEP)
        if moving:
            found.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
            continue
        if player.view.get("round") != 2:
            acted = len(player.deeds)
        at = player.find(-1)
        if at is not None and "late" not in at:
            player.tap(at)
        page.wait_for_timeout(10)
    return found


def film(browser: Browser, address: str, folder: Path, game: str, size: str) -> None:
    """One game at one size."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    context.add_init_script(MOVING)
    context.add_init_script(HELD)
    page = context.new_page()
    page.goto(address)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    player = Player(page, **TAPS[game])
    player.sit_down(game=game, first=0, **GAMES[game])
    shown = frames(page, player)
    context.close()
    wide = SHRUNK[size]
    high = round(wide * height / width)
    each = ACROSS[size] * DOWN
    for start in range(0, len(shown), each):
        sheet = Image.new("RGB", (ACROSS[size] * (wide + 4), DOWN * (high + 4)), "white")
        for i, frame in enumerate(shown[start : start + each]):
            at = (i % ACROSS[size] * (wide + 4), i // ACROSS[size] * (high + 4))
            sheet.paste(frame.resize((wide, high), Image.Resampling.LANCZOS), at)
        path = folder / f"{game}-{size}-{start // each:02}.png"
        sheet.save(path)
        print(path, flush=True)


def main(folder: str, *wanted: str) -> None:
    """The films asked for, else all."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    games = [game for game in GAMES if game in wanted] or [*GAMES]
    sizes = [size for size in SIZES if size in wanted] or [*SIZES]
    with TemporaryDirectory() as kept, site(f"{kept}/tables.db", pace=0.1) as address, chromium() as browser:
        for game in games:
            for size in sizes:
                film(browser, address, Path(folder), game, size)


if __name__ == "__main__":
    main(*sys.argv[1:])
