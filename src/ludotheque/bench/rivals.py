"""The nearest games of other libraries, played at random in the ways they offer."""

import random
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from ludotheque.bench.measure import Contestant


def all_play() -> list[Contestant]:
    """Those whose libraries are installed (`do.py bench` installs them)."""
    return [*open_spiel(), *rlcard(), *pettingzoo()]


def vectors(n: int) -> Iterator[Contestant]:
    """EnvPool, if somebody has installed it: its simplest environments, n at a time, stepped by one thread in C++."""
    if find_spec("envpool") is None:
        return
    for name in ("Blackjack-v1", "CartPole-v1"):
        yield Contestant(f"EnvPool {name}", "EnvPool", envpool_runs(name, n))


def envpool_runs(name: str, n: int) -> Any:
    import envpool

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = envpool.make(name, env_type="gymnasium", num_envs=n, num_threads=1, seed=1)
    env.reset()
    chance = np.random.default_rng(1)
    choices = [chance.integers(0, 2, n, np.int32) for _ in range(16)]  # drawn before: to draw them is not its work

    def play(steps: int) -> int:
        for k in range(steps):
            env.step(choices[k % len(choices)])
        return steps * n

    return play


def open_spiel() -> Iterator[Contestant]:
    """OpenSpiel: rollouts in C++, and a loop in Python over its states."""
    if find_spec("pyspiel") is None:
        return
    for name in ("spades", "hearts"):
        yield Contestant(f"OpenSpiel {name}, C++ rollouts", "OpenSpiel", rollouts(name))
    yield Contestant("OpenSpiel spades, Python loop", "OpenSpiel", python_loop("spades"))


def dealt(game: Any, chance: random.Random) -> Any:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
    return state


def rollouts(name: str) -> Any:
    """Random rollouts by OpenSpiel's own evaluator, reached through one simulation of its search."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = dealt(game, random.Random(1))
    decisions = played_out(state.clone(), random.Random(1))

    def play(n: int) -> int:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(n, 1), 2.0, 1, 100, False, 1, False)
        bot.step(state)
        return n * decisions

    return play


def played_out(state: Any, chance: random.Random) -> int:
    """Plays a state to its end in Python; returns how many decisions that took."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    return decisions


def python_loop(name: str) -> Any:
    """A loop in Python over OpenSpiel's states."""
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)
    return lambda n: sum(played_out(dealt(game, chance), chance) for _ in range(n))


def rlcard() -> Iterator[Contestant]:
    """RLCard: its environments with its random agents."""
    if find_spec("rlcard") is None:
        return
    for name in ("uno", "gin-rummy"):
        yield Contestant(f"RLCard {name}", "RLCard", rlcard_runs(name))


def rlcard_runs(name: str) -> Any:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(n: int) -> int:
        before = env.timestep
        for _ in range(n):
            env.run(is_training=False)
        return int(env.timestep - before)

    return play


def pettingzoo() -> Iterator[Contestant]:
    """PettingZoo: environments without wrappers, which would cost up to five times as much."""
    if not all(find_spec(needed) for needed in ("pettingzoo", "pygame", "rlcard")):  # its classic games want all three
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import hanabi_v5, texas_holdem_v4
    yield Contestant("PettingZoo texas_holdem", "PettingZoo", zoo_runs(texas_holdem_v4))
    yield Contestant("PettingZoo hanabi", "PettingZoo", zoo_runs(hanabi_v5))


def zoo_runs(module: Any) -> Any:
    env = module.raw_env()
    chance = random.Random(1)

    def play(n: int) -> int:
        decisions = 0
        for _ in range(n):
            env.reset(seed=chance.randrange(1 << 30))
            for agent in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if isinstance(observation, dict) else env.infos[agent]["action_mask"]
                env.step(chance.choice([action for action, fine in enumerate(mask) if fine]))
                decisions += 1
        return decisions

    return play
