"""The bots of a table on this computer: they think in threads, and take a human's time."""

from secrets import randbits
from threading import Lock

from ludotheque.bots.because import Because, Deed, because, deed
from ludotheque.bots.levels import level
from ludotheque.bots.market import Look
from ludotheque.bots.player import Bot, Choice
from ludotheque.games.box import WAIT, Box
from ludotheque.games.compiled import Record
from ludotheque.games.warm import warm_up
from ludotheque.terminal.lines.aside import aside

MOST_SECONDS = 3.0  # for one decision


class Crew:
    """Bots of one game. What goes by rules of thumb is there at once; a search waits until the game is compiled."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.closed = False
        self._compiled = False
        self._free: dict[tuple[str, bool], list[Bot]] = {}
        self._compiling = Lock()

    async def think(self, name: str, view: Record, seat: int, look: Look | None = None) -> Choice:
        """What a bot of that level would do; in a market with people, by a look."""
        return await aside(lambda: self._choose(name, view, seat, look))

    def _choose(self, name: str, view: Record, seat: int, look: Look | None) -> Choice:
        """In a thread: borrows a bot, or makes one."""
        if level(self.box.name, name).simulations:
            self._compile()
        key = name, self._compiled
        free = self._free.setdefault(key, [])
        try:
            bot = free.pop()
        except IndexError:
            bot = Bot(self.box.name, name, randbits(60), self._compiled)
        choice = bot.choose(view, seat, MOST_SECONDS, lambda: self.closed, look)
        free.append(bot)
        return choice

    def _compile(self) -> None:
        """Once, whoever asks first."""
        with self._compiling:
            if not self._compiled:
                warm_up(self.box)
                self._compiled = True

    async def advise(self, name: str, view: Record, seat: int) -> tuple[str | None, Deed, Because]:
        """What a bot would do (nothing: wait), the same as data, and why."""
        choice = await self.think(name, view, seat)
        do = None if choice.action == WAIT else self.box.notation.text(choice.action)
        return do, deed(self.box, view, choice.action), because(self.box, view, seat, choice)
