"""A batch in which one seat of each match learns, and a bot or a function plays the others.

>>> from ludotheque import batch
>>> games = batch("willi", 1000, seats=4, seed=1, others="regular")
>>> games.seat[:6].tolist()  # the seat that learns is always the one that is asked
[0, 1, 2, 3, 0, 1]
>>> rewards, done = games.step(games.draw())
>>> rewards.shape
(1000, 4)
"""

import functools
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.bots.learned import fitting, mind_for
from ludotheque.bots.levels import LEARNED, Level, level
from ludotheque.bots.mind import Weights
from ludotheque.bots.thinking import searching
from ludotheque.envs.arrays import AGAIN, LEAVE, THUMBS, Bytes, Opponents, Singles, sources
from ludotheque.envs.batch import Batch
from ludotheque.envs.setup import EnvSetup, kernel
from ludotheque.games.box import box
from ludotheque.games.compiled import Ints, for_game
from ludotheque.games.errors import OptionError, SeatsError

Chooser = Callable[[Singles, Bytes], ArrayLike]  # from observations and masks, a row for each match, to actions
Others = str | Mapping[str, Any] | Chooser  # a level that does not search, a network's weights, or a function


class Learners(Batch):
    """Matches in which only one seat is asked. A bot plays the others inside the step, as machine code, or a function
    chooses for all others that are asked at once.

    Rewards are what every seat has gained since its learner acted last.
    """

    def __init__(
        self,
        setup: EnvSetup,
        n: int,
        seed: int | None,
        threads: int = 1,
        again: bool = True,
        observation: str = "floats",
        legal: str = "mask",
        *,
        others: Others = "regular",
        learner: int | None = None,
    ) -> None:
        if learner is not None and not 0 <= learner < setup.seats:
            raise SeatsError(f"a learner has one of the seats 0 to {setup.seats - 1}, not {learner}")
        if callable(others) and (observation, legal) != ("floats", "mask"):
            raise OptionError("others that are called want observation='floats' and legal='mask'")
        self._again = again
        self._chooser = others if callable(others) else None
        self._bot = bot_of(setup, "regular" if callable(others) else others)
        self._minds = minds_of(setup, self._bot, threads)
        self._opponents = Opponents(
            learner=np.arange(n) % setup.seats if learner is None else np.full(n, learner),
            acted=np.zeros(n, np.bool_),
            gained=np.zeros((n, setup.seats), np.float32),
            rngs=np.zeros((n, 1), np.int64),
            inside=not callable(others),
        )
        super().__init__(setup, n, seed, threads, False, observation, legal)

    def advance(self, choices: Ints) -> None:
        """One action of each learner, then those of the others until it is asked again.

        What a function chose for others and is not legal raises after the learners have acted.
        """
        self.forget_drawn()
        choices = np.where(self._over(), AGAIN, choices)
        self._forward(choices)
        told = choices != AGAIN  # what others gain before a learner acts is told when it has
        self.rewards[:] = np.where(told[:, None], self._opponents.gained, 0)
        self._opponents.gained[told] = 0
        if self._again:
            over = self.done.copy()
            self.renew()
            self.done[:] = over

    def renew(self) -> None:
        """Begins the next episode of the matches that are over."""
        self._forward(np.where(self._over(), AGAIN, LEAVE))

    def _over(self) -> NDArray[np.bool_]:
        """Where nothing can be done any more."""
        return self.legal_count == 0

    def _sow(self, seed: int) -> None:
        super()._sow(seed)
        self._opponents.rngs[:] = sources(seed, len(self.seat), THUMBS)

    def _begin(self) -> None:
        self.legal_count[:] = 0
        self.renew()

    def _forward(self, choices: Ints) -> None:
        """Makes these choices, and the others' until every learner is asked or done."""
        self._move(choices)
        while len(rows := np.flatnonzero(self.seat != self._opponents.learner)):
            choices = np.full(len(self.seat), LEAVE)
            choices[rows] = self._chosen(rows)
            self._move(choices)

    def _move(self, choices: Ints) -> None:
        machine, others = opponents(self.setup.game, self._bot[0].brain), self._opponents
        self._in_shares(
            lambda k, first, last: machine.forward(
                self._matches, choices, others, self._minds[k], self._plan, self._desks[k], first, last
            )
        )

    def _chosen(self, rows: Ints) -> Ints:
        """The choices of the caller's function in these matches; raises if one is not legal."""
        assert self._chooser is not None
        chosen = np.asarray(self._chooser(self.observation[rows], self.mask[rows]))
        if chosen.shape != rows.shape or chosen.dtype.kind not in "iu":
            raise OptionError(f"a choice is a number for each match: {len(rows)} whole numbers from the others")
        for match, choice in zip(rows.tolist(), chosen.tolist(), strict=True):
            legal = self.legal[match, : self.legal_count[match]]
            if choice not in legal:
                raise self.refusal(match, int(self.seat[match]), choice, np.sort(legal))
        return chosen.astype(np.int64)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_minds": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._minds = minds_of(self.setup, self._bot, self.threads)

    def _rows(self, first: int, last: int) -> dict[str, Any]:
        mine = self._opponents
        some = {name: getattr(mine, name)[first:last] for name in ("learner", "acted", "gained", "rngs")}
        return {**super()._rows(first, last), "_opponents": mine._replace(**some)}


def bot_of(setup: EnvSetup, others: str | Mapping[str, Any]) -> tuple[Level, Weights | None]:
    """The level of a bot that chooses without a search, and its network's weights if these were given as arrays."""
    if not isinstance(others, str):
        return level(setup.game, f"regular:brain={LEARNED}"), fitting(setup.game, others, "what was given as others")
    found = level(setup.game, others)
    if found.simulations or found.sees or found.folly:
        raise OptionError(
            f"others choose at once, as 'regular' does with any habits and a network as 'regular:brain={LEARNED}', "
            f"not as {others!r}"
        )
    return found, None


def minds_of(setup: EnvSetup, bot: tuple[Level, Weights | None], threads: int) -> list[Any]:
    """A bot's habits and network, for each thread: a network needs scratch space."""
    return [mind_for(setup.box, *bot) for _ in range(threads)]


@functools.cache
def opponents(game: str, brain: str) -> ModuleType:
    """The machine code that plays the others of a game by a brain, made once."""
    search = searching(box(game), brain)
    variant = search.__name__.rpartition(".search")[2]
    return for_game("ludotheque.envs.opponents", box(game).module, variant, kernel=kernel(game), search=search)
