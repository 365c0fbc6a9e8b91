"""A player without a person. It sees a view and has a budget of time; it never sees a state.

>>> from ludotheque import Match
>>> match = Match("willi", seats=4, seed=7)
>>> bot = Bot("willi", "expert", seed=1)
>>> bot.choose(match.box.view(match.state, 0), 0).action in match.box.legal(match.state, 0)
True
"""

from collections.abc import Callable

import msgspec
import numpy as np

from ludotheque.bots.halving import Halving
from ludotheque.bots.learned import brain_of, mind_for
from ludotheque.bots.levels import LEARNED, Level, level
from ludotheque.bots.market import Look
from ludotheque.bots.thinking import Tree, Weighed
from ludotheque.games.box import box
from ludotheque.games.chance import below, seeded, unit
from ludotheque.games.compiled import Ints, Record, compile_all
from ludotheque.games.contract import WAIT

MOST_SECONDS = 3.0  # for one decision at a live table


class Choice(msgspec.Struct, frozen=True):
    """A bot's decision (in a market perhaps to WAIT), and its statistics of the choices, the best first."""

    action: int
    weighed: tuple[Weighed, ...] = ()
    simulations: int = 0


class Bot:
    """Plays one game at one level. With a seed it repeats itself exactly, unless time cuts its thinking short.

    Uncompiled, only searches and networks become machine code: rules of thumb are quick enough without a compiler.
    """

    def __init__(self, game: str, level_: str | Level = "regular", seed: int = 0, compiled: bool = True) -> None:
        self.box = box(game)
        self.level = level(game, level_) if isinstance(level_, str) else level_
        self.brain, self.mind = brain_of(self.box, self.level.brain), mind_for(self.box, self.level)
        self.rng = seeded(seed)
        if compiled:
            self.box.compile()
            compile_all(self.box.bot)
        self._policy = self.brain.policy.native if self.level.brain == LEARNED else self.brain.policy
        self._actions = np.empty(self.box.rules.MOST_LEGAL, np.int64)
        self._tree = self._search() if self.level.simulations else None

    def _search(self) -> Tree | Halving:
        return Halving(self.box, self.level) if self.level.paired else Tree(self.box, self.level)

    def choose(
        self,
        view: Record,
        seat: int,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
        look: Look | None = None,
    ) -> Choice:
        """Decides for a seat that may act, in so many seconds at most. Cancelled, it says what it has so far.

        In a market with people a bot minds its manners, which a `look` knows.
        """
        if look is None:
            return self._choose(view, seat, seconds, cancelled, None)
        choice = self._choose(view, seat, seconds, cancelled, look.polite)
        return msgspec.structs.replace(choice, action=look.instead(view, choice.action))

    def _choose(
        self,
        view: Record,
        seat: int,
        seconds: float | None,
        cancelled: Callable[[], bool] | None,
        polite: Callable[[int], bool] | None,
    ) -> Choice:
        """Decides among all candidates, or the polite ones; without any it waits."""
        n = self._candidates(view, seat)
        if polite is not None:
            n = self._keep(polite, n)
        if n <= 1:
            return Choice(int(self._actions[0]) if n else WAIT)
        if self._tree is None:
            return Choice(self._by_thumb(view, seat, self._actions, n))
        weighed, simulations = self._tree.think(view, seat, self.rng, seconds, cancelled)
        if polite is not None:
            weighed = tuple(one for one in weighed if one.action == WAIT or polite(one.action))
        if not weighed:
            return Choice(self._by_thumb(view, seat, self._actions, n))
        return Choice(weighed[0].action, weighed, simulations)

    def _candidates(self, view: Record, seat: int) -> int:
        """Lists the actions that are worth a thought: in a market some, elsewhere all that are legal."""
        if self.box.market:
            return int(self.brain.candidates(view, seat, self.mind, self._actions))
        return self.box.rules.legal(view, seat, self._actions)

    def _keep(self, polite: Callable[[int], bool], n: int) -> int:
        """Keeps those of the first n actions that are polite; returns how many."""
        kept = [action for action in self._actions[:n].tolist() if action == WAIT or polite(action)]
        self._actions[: len(kept)] = kept
        return len(kept)

    def warm_up(self, view: Record, seat: int) -> None:
        """Makes a simulation of each kind, and a choice without any, so that all is compiled when it matters."""
        if self._tree is not None:
            self._tree.warm_up(view, seat, self.rng.copy())
            n = self._candidates(view, seat)
            self._policy(view, seat, self._actions, n, self.mind, self.rng.copy())

    def _by_thumb(self, view: Record, seat: int, actions: Ints, n: int) -> int:
        """Rules of thumb; a newcomer overlooks most choices, and sometimes does anything."""
        if self.level.folly and unit(self.rng) < self.level.folly:
            return int(actions[below(self.rng, n)])
        if 0 < self.level.sees < n:
            for i in range(self.level.sees):
                other = i + below(self.rng, n - i)
                actions[i], actions[other] = int(actions[other]), int(actions[i])
            n = self.level.sees
        return int(self._policy(view, seat, actions, n, self.mind, self.rng))


class Bots:
    """Bots to borrow, by game and level: of each as many as think at the same time, made from seeds."""

    def __init__(self, seed: Callable[[], int]) -> None:
        self._seed = seed
        self._free: dict[tuple[str, str], list[Bot]] = {}

    def choose(
        self,
        game: str,
        name: str,
        view: Record,
        seat: int,
        look: Look | None = None,
        cancelled: Callable[[], bool] | None = None,
        seed: int | None = None,
        seconds: float | None = MOST_SECONDS,
    ) -> Choice:
        """The choice of a bot of that level. Safe in threads: each borrows a bot of its own.

        With a seed, and all the time it needs, it makes the same choice whenever it sees the same.
        """
        free = self._free.setdefault((game, name), [])
        try:
            bot = free.pop()
        except IndexError:
            bot = Bot(game, name, self._seed(), compiled=False)
        if seed is not None:
            bot.rng = seeded(seed)
        choice = bot.choose(view, seat, seconds, cancelled, look)
        free.append(bot)
        return choice
