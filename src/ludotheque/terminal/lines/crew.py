"""The bots of a table on this computer: they think in threads, and take a human's time."""

from secrets import randbits
from threading import Event

from ludotheque.bots.because import Because, Deed, because, deed
from ludotheque.bots.levels import level
from ludotheque.bots.market import Look
from ludotheque.bots.player import Bot, Choice
from ludotheque.compiling import SUBSTITUTE, get_ready_aside
from ludotheque.games.box import WAIT, Box
from ludotheque.games.compiled import Record
from ludotheque.terminal.lines.aside import aside

MOST_SECONDS = 3.0  # for one decision


class Crew:
    """Bots of one game. Those that search play as regulars until the game is compiled."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.closed = False
        self._ready: Event | None = None
        self._free: dict[str, list[Bot]] = {}

    def playing(self, name: str) -> str:
        """The level at which a bot of some level plays now. The first that searches has the game compiled."""
        if not level(self.box.name, name).simulations:
            return name
        if self._ready is None:
            self._ready = get_ready_aside(self.box.name)
        return name if self._ready.is_set() else SUBSTITUTE

    async def think(self, name: str, view: Record, seat: int, look: Look | None = None) -> Choice:
        """What a bot of that level would do; in a market with people, by a look."""
        return await aside(lambda: self._choose(self.playing(name), view, seat, look))

    def _choose(self, name: str, view: Record, seat: int, look: Look | None) -> Choice:
        """In a thread: borrows a bot, or makes one."""
        free = self._free.setdefault(name, [])
        try:
            bot = free.pop()
        except IndexError:
            bot = Bot(self.box.name, name, randbits(60), compiled=False)
        choice = bot.choose(view, seat, MOST_SECONDS, lambda: self.closed, look)
        free.append(bot)
        return choice

    async def advise(self, name: str, view: Record, seat: int) -> tuple[str | None, Deed, Because]:
        """What a bot would do (nothing: wait), the same as data, and why."""
        choice = await self.think(name, view, seat)
        do = None if choice.action == WAIT else self.box.notation.text(choice.action)
        return do, deed(self.box, view, choice.action), because(self.box, view, seat, choice)
