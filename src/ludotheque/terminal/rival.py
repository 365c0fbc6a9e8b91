"""The bot at the other side of the table: there at once. Until its search is compiled it plays as a regular."""

from threading import Event

from ludotheque.bots.levels import Level, level
from ludotheque.bots.player import Bot, Choice
from ludotheque.compiling import SUBSTITUTE, get_ready_aside
from ludotheque.games.box import Box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record

MOST_SECONDS = 3.0  # for one decision
PATIENCE = 1.5  # seconds to wait for a search that may be in the cache


class Rival:
    """A bot whose search is compiled in the background."""

    def __init__(self, box: Box, level_: str, seed: int) -> None:
        self.box = box
        self.level: Level = level(box.name, level_)
        self.seed = seed
        self.waited = False
        self._ready: Event | None = None
        self._bots: dict[str, Bot] = {}

    def get_ready(self) -> None:
        """Begins to, if that was not done; what goes by rules of thumb needs no compiler."""
        if self._ready is None and self.level.simulations:
            self._ready = get_ready_aside(self.box.name)

    @property
    def ready(self) -> bool:
        """Whether it plays as well as it can."""
        return not self.level.simulations or (self._ready is not None and self._ready.is_set())

    def wait(self) -> None:
        """Until it is ready, once and for a moment."""
        assert self._ready is not None
        self._ready.wait(PATIENCE)
        self.waited = True

    def choose(self, view: Record, seat: int) -> Choice:
        """What it would do."""
        return self._there().choose(view, seat, MOST_SECONDS)

    def advise(self, view: Record, seat: int) -> Choice:
        """What it would do; who asks twice is told the same."""
        bot = self._there()
        bot.rng = seeded(self.seed)
        return bot.choose(view, seat, MOST_SECONDS)

    def _there(self) -> Bot:
        """The bot, or a regular in its place."""
        level_ = self.level if self.ready else level(self.box.name, SUBSTITUTE)
        if level_.name not in self._bots:
            self._bots[level_.name] = Bot(self.box.name, level_, self.seed, compiled=False)
        return self._bots[level_.name]
