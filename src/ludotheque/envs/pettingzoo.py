"""The games as PettingZoo environments: agents `seat_0`, `seat_1` …, one action at a time or all at once.

>>> from ludotheque.envs.pettingzoo import env
>>> game = env("willi", seats=4)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     game.step(None if termination else game.action_space(agent).sample(observation["action_mask"]))
"""

from collections.abc import Mapping
from typing import Any, TypedDict

import msgspec
import numpy as np

from ludotheque.envs.arrays import Bytes, Singles
from ludotheque.envs.batch import Batch
from ludotheque.envs.setup import TICKS, EnvSetup, set_up
from ludotheque.games.contract import Value
from ludotheque.games.errors import OptionError

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as missing:
    raise ImportError("PettingZoo is not installed: pip install ludotheque[pettingzoo]") from missing

WATCHER = -1


class Observation(TypedDict):
    """An agent's observation."""

    observation: Singles
    action_mask: Bytes


class Seats:
    """The base of both kinds of environment: one match, its agents, and their spaces."""

    def __init__(self, setup: EnvSetup, render_mode: str | None) -> None:
        if render_mode not in (None, "ansi"):
            raise OptionError(f"a match is rendered as text, with render_mode='ansi', not {render_mode!r}")
        self.metadata = {"name": f"ludotheque_{setup.game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.setup = setup
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: Discrete(len(setup.interface.texts)) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(setup) for agent in self.possible_agents}
        self.games = Batch(setup, 1, seed=None, threads=1, again=False)

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The numbers of all actions; which are legal is said by the mask."""
        return self.action_spaces[agent]

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def look(self, seat: int, asked: bool = True) -> Observation:
        """The observation of a seat; it has nothing to choose unless it is asked."""
        seen, mask = self.games.observe(0, seat)
        return {"observation": seen, "action_mask": mask if asked else np.zeros_like(mask)}

    def render(self) -> str | None:
        """A spectator's view, as text."""
        if self.render_mode is None:
            return None
        seen = self.setup.box.look(self.games.view(0, WATCHER), WATCHER)
        return msgspec.json.format(msgspec.json.encode(seen)).decode()

    def close(self) -> None:
        """There is nothing to close."""


class InTurn(Seats, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One agent acts at a time. Of several that choose in secret the lowest seat is asked first."""

    def __init__(self, setup: EnvSetup, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        Seats.__init__(self, setup, render_mode)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new match; without a seed chance goes on from where it is. There are no options to a reset."""
        self.games.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.games.seat[0]]

    def observe(self, agent: str) -> Observation:
        """An agent's observation, whoever is asked."""
        seat = self.seat(agent)
        return self.look(seat, asked=seat == self.games.seat[0])

    def step(self, action: int | None) -> None:
        """The action of the agent that is asked. What is not legal raises, and changes nothing."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        rewards, done = self.games.step(np.array([action]))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, rewards[0].tolist(), strict=True))
        self._accumulate_rewards()
        if done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._select()


class AtOnce(Seats, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All agents act at once. Who may not act has an empty mask, and its action does not count."""

    def __init__(self, setup: EnvSetup, render_mode: str | None) -> None:
        Seats.__init__(self, setup, render_mode)
        self._seen: dict[str, Observation] = {}

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new match; without a seed chance goes on from where it is. There are no options to a reset."""
        self.games.reset(seed)
        self.agents = self.possible_agents[:]
        return self._look_around(), {agent: {} for agent in self.agents}

    def _look_around(self) -> dict[str, Observation]:
        self._seen = {agent: self.look(seat) for seat, agent in enumerate(self.possible_agents)}
        return dict(self._seen)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """An action of every agent that may act. What is not legal raises, and changes nothing."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        choices = np.zeros(self.setup.seats, np.int64)
        for seat, agent in enumerate(self.agents):
            mask = self._seen[agent]["action_mask"]
            if mask.any():
                choices[seat] = actions[agent]
                if not (0 <= choices[seat] < len(mask) and mask[choices[seat]]):
                    raise self.games.refusal(0, seat, int(choices[seat]), np.flatnonzero(mask))
        rewards, done = self.games.step_together(0, choices)
        agents = self.agents
        self.agents = [] if done else agents
        return (
            self._look_around(),
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, bool(done)),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )


def observation_space(setup: EnvSetup) -> Dict:
    """The vector, and the mask of the actions."""
    interface = setup.interface
    mask = Box(0, 1, (len(interface.texts),), np.int8)
    return Dict({"observation": Box(interface.low, interface.high, dtype=np.float32), "action_mask": mask})


def raw_env(
    game: str,
    seats: int | None = None,
    *,
    edition: str | None = None,
    episode: str = "match",
    ticks: int = TICKS,
    render_mode: str | None = None,
    **options: Value,
) -> InTurn:
    """A game in which one agent acts at a time, without the wrapper that checks the order of calls."""
    return InTurn(set_up(game, seats, edition, episode, ticks, options), render_mode)


def env(game: str, seats: int | None = None, **settings: Any) -> AECEnv:
    """The same with PettingZoo's checks; the settings are those of `raw_env`."""
    return OrderEnforcingWrapper(raw_env(game, seats, **settings))


def parallel_env(
    game: str,
    seats: int | None = None,
    *,
    edition: str | None = None,
    episode: str = "match",
    ticks: int = TICKS,
    render_mode: str | None = None,
    **options: Value,
) -> AtOnce:
    """A game in which all agents that may act do so in the same step."""
    return AtOnce(set_up(game, seats, edition, episode, ticks, options), render_mode)
