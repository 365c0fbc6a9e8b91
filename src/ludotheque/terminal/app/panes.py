"""Parts of a screen: texts that can be tapped, and the news."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

KEPT = 200  # lines of news


class Pane(Static):
    """Some lines of text. A tap on what has a `pick` is told."""

    can_focus = False

    class Picked(Message):
        """The message that something was tapped."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    def show(self, lines: list[Text]) -> None:
        """Shows these lines."""
        self.update(Text("\n").join(lines))

    def on_click(self, event: Click) -> None:
        """Tells what was tapped."""
        if (what := event.style.meta.get("pick")) is not None:
            self.post_message(self.Picked(str(what)))


class Board(Pane):
    """The board; it takes the room that is left, and tells when that changes."""

    class Resized(Message):
        """The message that there is more room, or less."""

    def on_resize(self) -> None:
        """Posts that message."""
        self.post_message(self.Resized())


class Latest:
    """The last lines that there is room for."""

    def __init__(self, lines: list[Text], height: int) -> None:
        self.lines = lines
        self.height = height

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wrapped = [row for line in self.lines[-self.height :] for row in line.wrap(console, options.max_width)]
        shown = wrapped[-self.height :] if self.height else []
        yield from [Text()] * (self.height - len(shown))
        yield from shown


class News(Pane):
    """The story so far, the latest at the bottom."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.told: list[Text] = []

    def tell(self, lines: list[Text]) -> None:
        """Adds some lines."""
        self.told = [*self.told, *(Text("  ").append_text(line) for line in lines)][-KEPT:]

    def on_resize(self) -> None:
        """As many as there is room for."""
        self.draw()

    def draw(self) -> None:
        """Shows the latest."""
        self.update(Latest(self.told, self.size.height))
