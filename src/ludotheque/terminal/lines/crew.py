"""The bots of a table on this computer. Those that search play as regulars until the game is compiled."""

from collections.abc import Callable

from ludotheque.bots.levels import level
from ludotheque.bots.player import Bots, Choice
from ludotheque.compiling import SUBSTITUTE, get_ready_aside
from ludotheque.games.box import Box
from ludotheque.table.conductor import Question

PATIENCE = 1.5  # seconds to wait for a search that may be in the cache


class Crew:
    """Bots of one game."""

    def __init__(self, box: Box, seed: Callable[[], int]) -> None:
        self.box = box
        self.closed = False
        self._bots = Bots(seed)

    def playing(self, name: str) -> str:
        """The level at which a bot of some level plays now. The first that searches has the game compiled."""
        return name if self.wait_for(name, 0.0) else SUBSTITUTE

    def wait_for(self, name: str, seconds: float = PATIENCE) -> bool:
        """Waits a moment until a level plays as well as it can; whether it does."""
        return not level(self.box.name, name).simulations or get_ready_aside(self.box.name).wait(seconds)

    def choose(self, asked: Question) -> Choice:
        """What a bot would do; it may think in a thread."""
        playing = self.playing(asked.level)
        return self._bots.choose(self.box.name, playing, asked.view, asked.seat, asked.look, lambda: self.closed)
