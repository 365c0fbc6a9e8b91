"""The help: keys, and the rules in short."""

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.terminal.app.drawing import marked, painted
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.wording import about

TURNS = (("← →", "choose"), ("↑ ↓", "across"), ("Enter", "play"), ("Esc", "back"), ("r y g … 1–9", "leap"))
MARKET = (
    ("↑ ↓, B T G …", "company"),
    ("←", "give"),
    ("→", "want"),
    ("o", "offer"),
    ("t", "to"),
    ("x", "clear"),
    ("w", "withdraw"),
    ("k", "seek"),
    ("c", "centre"),
    ("0–5", "take"),
    ("!", "stop"),
    ("d", "done"),
)
ALL = (("h", "hint"), ("s", "scores"), ("/", "type"), ("m", "say"), ("l", "language"), ("?", "help"), ("q", "leave"))


def help_text(voice: Screen, game: str, market: bool) -> RenderableType:
    """Everything that one may want to look up."""
    keys = Grid(box=None, padding=(0, 1), show_header=False)
    for _ in range(2):
        keys.add_column(style="bold", no_wrap=True)
        keys.add_column(style="dim")
    listed = [*(MARKET if market else TURNS), *ALL]
    half = (len(listed) + 1) // 2
    for left, right in zip(listed[:half], [*listed[half:], ("", "")], strict=False):
        cells = [(key, voice.text("help", word) if word else "") for key, word in (left, right)]
        keys.add_row(*(cell for pair in cells for cell in pair))
    return Group(
        keys,
        Rule(voice.text("app", "rules"), align="left", style="dim"),
        marked(about(voice.language, "rules", game)),
        Rule(voice.text("app", "typing"), align="left", style="dim"),
        marked(about(voice.language, "moves", game)),
        Text(),
        painted(voice.text("app", "more_rules", command=f"ludotheque rules {game}"), "dim"),
    )
