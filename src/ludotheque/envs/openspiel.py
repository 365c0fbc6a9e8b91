"""The games in OpenSpiel: importing this registers `python_ludotheque_willi` and so on.

>>> import pyspiel
>>> import ludotheque.envs.openspiel
>>> game = pyspiel.load_game("python_ludotheque_willi(seats=3,tie=last)")
>>> game.num_players(), game.num_distinct_actions()
(3, 1371)

All chance is explicit: who begins, then the deck card by card, and in Wheedle who is asked next. An episode is a round
unless `episode=match` says otherwise.
"""

import functools
from typing import Any

from ludotheque.envs.setup import TICKS, EnvSetup, set_up
from ludotheque.games.box import box, shelf
from ludotheque.games.contract import Value

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ImportError("OpenSpiel is not installed: pip install ludotheque[openspiel]") from missing

from ludotheque.envs.openspiel_state import Observer, OpenSpielState, decisions, tells_all


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of the shelf with its parameters."""

    name: str

    def __init__(self, params: dict[str, Value] | None = None) -> None:
        given = {**parameters(self.name), **(params or {})}
        options = {option.name: given[option.name] for option in box(self.name).rules.OPTIONS}
        self.setup = set_up(self.name, int(given["seats"]), None, str(given["episode"]), int(given["ticks"]), options)
        super().__init__(game_type(self.name, tells_all(self.setup)), info(self.setup), params or {})

    def new_initial_state(self, _: Any = None) -> OpenSpielState:
        """A match that nobody has begun yet."""
        return OpenSpielState(self, self.setup)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The writer of observations."""
        return Observer(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Outcomes of chance: who begins, all decks, and in a market who is asked."""
        return chance_nodes(self.setup)


def parameters(name: str) -> dict[str, Value]:
    """Parameters with their defaults."""
    options = {option.name: option.value(option.default) for option in box(name).rules.OPTIONS}
    return {"seats": box(name).rules.SEATS[-1], "episode": "round", "ticks": TICKS, **options}


@functools.cache
def game_type(name: str, tensor: bool = True) -> Any:
    """The facts that OpenSpiel wants of a game of the shelf; `tensor` if one holds all that a player has seen."""
    return pyspiel.GameType(
        short_name=f"python_ludotheque_{name}",
        long_name=box(name).notation.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=box(name).rules.SEATS[-1],
        min_num_players=box(name).rules.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(name),
    )


def info(setup: EnvSetup) -> Any:
    """How large a game is."""
    least, most = setup.interface.spec.gains
    return pyspiel.GameInfo(
        num_distinct_actions=len(setup.interface.texts),
        max_chance_outcomes=max(setup.seats, setup.box.rules.deck_size(setup.seats)),
        num_players=setup.seats,
        min_utility=float(least * rounds(setup)),
        max_utility=float(most * rounds(setup)),
        max_game_length=rounds(setup) * decisions(setup),
    )


def rounds(setup: EnvSetup) -> int:
    """The most rounds of an episode."""
    return 1 if setup.episode == "round" else setup.interface.spec.rounds


def chance_nodes(setup: EnvSetup) -> int:
    """The most moves of chance in an episode."""
    asked = setup.ticks if setup.box.market else 0
    return 1 + rounds(setup) * (setup.box.rules.deck_size(setup.seats) + asked)


# Each game by a class: OpenSpiel lets go of these when Python is gone, which nothing else survives
for _name in shelf():
    _kind = type(f"{_name.title()}OpenSpielGame", (OpenSpielGame,), {"name": _name})
    globals()[_kind.__name__] = _kind  # where pickle looks for it
    pyspiel.register_game(game_type(_name), _kind)
