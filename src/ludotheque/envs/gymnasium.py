"""The games as Gymnasium vector environments: in each match one seat learns, and others are played for it.

>>> from ludotheque.envs.gymnasium import vector_env
>>> games = vector_env("willi", 100, seats=4, others="regular")
>>> observations, info = games.reset(seed=1)
>>> for _ in range(50):
...     actions = games.action_space.sample(tuple(info["action_mask"]))
...     observations, rewards, terminations, truncations, info = games.step(actions)
>>> observations.shape, info["action_mask"].shape
((100, 560), (100, 1371))
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.arrays import Singles
from ludotheque.envs.learners import Learners, Others
from ludotheque.envs.setup import TICKS, secret_seed, set_up
from ludotheque.games.compiled import Ints
from ludotheque.games.contract import Value
from ludotheque.games.errors import OptionError

try:
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise ImportError("Gymnasium is not installed: pip install ludotheque[gymnasium]") from missing

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
REWARDS = ("points", "lead")


class VectorGames(VectorEnv[Singles, Ints, NDArray[Any]]):
    """Matches of one game, a learner in each. Illegal actions raise, and nothing is ever truncated."""

    def __init__(self, games: Learners, reward: str, autoreset_mode: AutoresetMode, copy: bool) -> None:
        if reward not in REWARDS:
            raise OptionError(f"a learner is rewarded by points or by its lead, not by {reward!r}")
        if autoreset_mode not in MODES:
            raise OptionError(f"episodes begin anew at the next step or at the same, not as {autoreset_mode.name} says")
        interface = games.setup.interface
        self.games = games
        self.num_envs = len(games.seat)
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space = Box(interface.low, interface.high, dtype=np.float32)
        self.single_action_space = Discrete(len(interface.texts))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._learner = games.seat.copy()
        self._by_lead = reward == "lead"
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self._copy = copy

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Singles, dict[str, Any]]:
        """Begins all matches anew; without a seed chance goes on from where it is. There are no options to a reset."""
        super().reset(seed=seed)
        self.games.reset(seed)
        return self._seen(), self._info()

    def step(self, actions: Ints) -> tuple[Singles, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """An action of each learner, then those of the others until it is asked again."""
        rewards, done = self.games.step(actions)
        gained, over, info = self._gained(rewards), done.copy(), {}
        if self._same_step and over.any():
            info = self._final(over)
            self.games.renew()
        return self._seen(), gained, over, np.zeros_like(over), info | self._info()

    def _gained(self, rewards: Singles) -> NDArray[np.float64]:
        """The learners' points, or by how much they are more than the mean of the others'."""
        points = rewards.astype(np.float64)
        own = points[np.arange(self.num_envs), self._learner]
        if not self._by_lead:
            return own
        return own - (points.sum(axis=1) - own) / (points.shape[1] - 1)

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations of those episodes that are over, as Gymnasium writes them."""
        seen = np.full(self.num_envs, None, object)
        for match in np.flatnonzero(over):
            seen[match] = self.games.observation[match].copy()
        last = {"action_mask": np.zeros_like(self.games.mask), "_action_mask": over.copy()}
        return {"final_obs": seen, "_final_obs": over.copy(), "final_info": last, "_final_info": over.copy()}

    def _info(self) -> dict[str, Any]:
        """The masks of what each learner may do: nothing where an episode is over."""
        mask = self.games.mask.copy() if self._copy else self.games.mask
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _seen(self) -> Singles:
        return self.games.observation.copy() if self._copy else self.games.observation


def vector_env(
    game: str,
    n: int,
    seats: int | None = None,
    *,
    others: Others = "regular",
    learner: int | None = None,
    reward: str = "points",
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    copy: bool = True,
    edition: str | None = None,
    episode: str = "match",
    ticks: int = TICKS,
    **options: Value,
) -> VectorGames:
    """Matches in which one seat learns; `others` are played by a bot or by a function.

    Without `learner` match i has its own at seat i modulo the seats. With `copy=False` every step writes to the arrays
    of the last one.
    """
    if n < 1:
        raise OptionError(f"there is 1 match or more, not {n}")
    setup = set_up(game, seats, edition, episode, ticks, options)
    games = Learners(setup, n, secret_seed(), again=False, others=others, learner=learner)
    return VectorGames(games, reward, autoreset_mode, copy)
