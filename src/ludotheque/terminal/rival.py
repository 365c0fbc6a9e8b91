"""The bot at the other side of the table: there at once, or while the player still looks at the cards."""

from threading import Thread

from ludotheque.bots.levels import Level, level
from ludotheque.bots.player import Bot, Choice
from ludotheque.games.box import Box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record

MOST_SECONDS = 3.0  # for one decision


class Rival:
    """A bot whose search is compiled in the background. Until it is ready the rules should rest: they share verbs."""

    def __init__(self, box: Box, level_: str, seed: int) -> None:
        self.box = box
        self.level: Level = level(box.name, level_)
        self.seed = seed
        self._bot: Bot | None = None
        self._work: Thread | None = None

    def get_ready(self, view: Record, seat: int) -> None:
        """Begins to, if that was not done; what goes by rules of thumb needs no compiler."""
        if self._bot is not None or self._work is not None:
            return
        if self.level.simulations:
            self._work = Thread(target=self._warm_up, args=(view, seat), daemon=True)
            self._work.start()
        else:
            self._bot = self._made()

    def _made(self) -> Bot:
        return Bot(self.box.name, self.level, self.seed, compiled=False)

    def _warm_up(self, view: Record, seat: int) -> None:
        bot = self._made()
        bot.warm_up(view, seat)
        self._bot = bot

    @property
    def busy(self) -> bool:
        """Whether it is getting ready."""
        return self._work is not None and self._work.is_alive()

    def wait(self) -> None:
        """Until it is ready."""
        if self._work is not None:
            self._work.join()

    def choose(self, view: Record, seat: int) -> Choice:
        """What it would do."""
        return self._there(view, seat).choose(view, seat, MOST_SECONDS)

    def advise(self, view: Record, seat: int) -> Choice:
        """What it would do; who asks twice is told the same."""
        bot = self._there(view, seat)
        bot.rng = seeded(self.seed)
        return bot.choose(view, seat, MOST_SECONDS)

    def _there(self, view: Record, seat: int) -> Bot:
        """The bot, as soon as it is ready."""
        self.get_ready(view, seat)
        self.wait()
        assert self._bot is not None, "the compiler has failed in the background"
        return self._bot
