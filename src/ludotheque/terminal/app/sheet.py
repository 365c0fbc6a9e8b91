"""The score sheet: a column a player, a row a round, and why."""

from collections.abc import Callable

import msgspec
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ludotheque.table.seen import Round
from ludotheque.terminal.scores import worded
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import Sight


def sheet(voice: Screen, sight: Sight, chosen: int) -> RenderableType:
    """All rounds, and the reasons of one of them."""
    rounds = msgspec.convert(sight.table["sheet"], list[Round])
    if not rounds:
        return Text(voice.text("app", "no_sheet"))
    return Group(points(voice, sight, rounds, chosen), Text(), *reasons(voice, sight, rounds[chosen], chosen))


def points(voice: Screen, sight: Sight, rounds: list[Round], chosen: int) -> Grid:
    """A row a round, and what it adds up to."""
    grid = Grid(box=None, padding=(0, 1), header_style="bold")
    grid.add_column(voice.text("play", "gained"), style="dim", header_style="dim")
    for place, name in enumerate(sight.names):
        grid.add_column(name, justify="right", overflow="ellipsis", no_wrap=True, min_width=5)
        if place == sight.seat:
            grid.columns[-1].header_style = "bold underline"
    for i, one in enumerate(rounds):
        mark = f"{'▸' if i == chosen else ' '}{i + 1}"
        grid.add_row(mark, *(f"{gained:+}" for gained in one.gained))
    totals = [sum(one.gained[place] for one in rounds) for place in range(sight.places)]
    grid.add_row(Text(voice.text("play", "total")), *(Text(str(total), "bold") for total in totals))
    return grid


def reasons(voice: Screen, sight: Sight, one: Round, number: int) -> list[RenderableType]:
    """Why everybody got what they got in a round."""
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    grid.add_column(no_wrap=True, overflow="ellipsis", max_width=20)
    grid.add_column(justify="right")
    grid.add_column()
    for place, name in enumerate(sight.names):
        why = [worded(voice, sight.box.name, found, len(one.reasons[place]) > 1) for found in one.reasons[place]]
        grid.add_row(Text(name, "bold"), f"{one.gained[place]:+}", Text(" · ".join(why)))
    title = f"{voice.text('play', 'gained')} {number + 1}: {voice.text('play', 'why').lower()}"
    return [Rule(title, align="left", style="dim"), grid]


class Overlay(ModalScreen[str]):
    """Something to read, over the table. Most keys close it, and are given back."""

    DEFAULT_CSS = """
    Overlay { align: center middle; background: $background 60%; }
    Overlay VerticalScroll { width: 90%; max-width: 100; height: auto; max-height: 90%; background: $surface;
                             border: round $primary; padding: 0 1; }
    Overlay Static { height: auto; }
    """

    def __init__(self, title: str, foot: str, drawn: Callable[[int], RenderableType], pages: int = 1) -> None:
        super().__init__()
        self.drawn = drawn
        self.page = self.pages = max(0, pages - 1)
        self.caption, self.foot = title, foot

    def compose(self) -> ComposeResult:
        """A frame around the text."""
        with VerticalScroll() as frame:
            frame.border_title, frame.border_subtitle = self.caption, self.foot
            yield Static(self.drawn(self.page), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Arrows leaf and scroll; everything else closes."""
        event.stop()
        match event.key:
            case "left" | "right":
                self.page = min(self.pages, max(0, self.page + (1 if event.key == "right" else -1)))
                self.query_one(Static).update(self.drawn(self.page))
            case "up" | "down" | "pageup" | "pagedown" | "home" | "end":
                frame = self.query_one(VerticalScroll)
                ways = {"pageup": "page_up", "pagedown": "page_down"}
                getattr(frame, f"scroll_{ways.get(event.key, event.key)}")(animate=False)
            case _:
                _ = self.dismiss(event.key)

    def on_click(self, event: events.Click) -> None:
        """A tap closes, too."""
        event.stop()
        _ = self.dismiss("enter")
