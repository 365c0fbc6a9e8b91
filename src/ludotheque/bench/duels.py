"""Our expert against OpenSpiel's own search, at our tables.

OpenSpiel's search in Python plays our games through the small adapter below. It is given what it could not have by
itself: worlds dealt by our `redeal`, and random playouts as machine code, which make it some hundred times faster.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludotheque.bots.player import Bot
from ludotheque.games.box import Box, box, seats_in
from ludotheque.games.chance import Stream, seeded
from ludotheque.games.compiled import Ints, Record, blank, for_game

GAMES = ("willi", "wimmuln")
SEATS = 4
SIMULATIONS = 200  # at equal simulations
THINKING = 0.05  # seconds, at equal time
EXPLORE = 2.0  # OpenSpiel's usual constant, times how far points lie apart


class Terms(NamedTuple):
    """The budget of both sides for a decision: simulations, or seconds."""

    name: str
    simulations: int
    seconds: float | None


TERMS = (
    Terms(f"{SIMULATIONS} simulations each", SIMULATIONS, None),
    Terms(f"{1000 * THINKING:.0f} ms each", 1 << 40, THINKING),
)


class Duel(msgspec.Struct):
    """How one expert fared among three of OpenSpiel's: points a round ahead of their mean, with a 95 % interval."""

    game: str
    terms: str
    rounds: int
    ahead: float
    margin: float
    simulations: dict[str, float]  # a decision, of either side


class Kind:
    """The kind of our games, as OpenSpiel's search asks for it."""

    def __init__(self) -> None:
        import pyspiel

        self.dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
        self.information = pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def get_type(self) -> "Kind":
        return self


class Position:
    """One round of our game as OpenSpiel's search sees a state. Who may act at the same time acts in turn, unseen."""

    def __init__(self, game: Box, s: Record, kind: Kind, rng: Ints) -> None:
        self.game, self.kind, self.rng = game, kind, rng
        records = blank(game.rules.RECORD)
        records[0] = s
        self.s = records[0]
        self.samples = 0

    def get_game(self) -> Kind:
        return self.kind

    def clone(self) -> "Position":
        return Position(self.game, self.s, self.kind, self.rng)

    def current_player(self) -> int:
        return seats_in(self.game.rules.actors(self.s))[0]

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.game.legal(self.s, self.current_player() if player is None else player)

    def apply_action(self, action: int) -> None:
        self.game.rules.apply(self.s, self.current_player(), action)

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return not self.game.rules.actors(self.s)

    def information_state_string(self) -> bytes:
        return bytes(self.game.view(self.s, self.current_player()).tobytes())

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> "Position":
        self.samples += 1
        world = self.clone()
        assert self.game.redeal(self.game.view(self.s, player), player, self.rng, world.s)
        return world

    def returns(self) -> list[float]:
        gained = self.s.gained[:SEATS].astype(float)
        return list(gained - (gained.sum() - gained) / (SEATS - 1))


class Playouts:
    """OpenSpiel's evaluator, with random playouts as machine code."""

    def __init__(self, game: Box, rng: Ints) -> None:
        self.walk = for_game("ludotheque.games.walk", game.module)
        self.actions = np.empty(game.rules.MOST_LEGAL, np.int64)
        self.rng = rng

    def evaluate(self, state: Position) -> list[float]:
        end = state.clone()
        self.walk.play(end.s, self.actions, self.rng, self.walk.ENDLESS)
        return end.returns()

    def prior(self, state: Position) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class Rival:
    """OpenSpiel's search in our seats."""

    def __init__(self, game: Box, terms: Terms, spread: float, seed: int) -> None:
        from open_spiel.python.algorithms import ismcts

        self.game, self.terms, self.rng, self.kind = game, terms, seeded(seed), Kind()
        self.made: list[int] = []
        self.bot: Any = ismcts.ISMCTSBot(
            self.kind, Playouts(game, self.rng), EXPLORE * spread, terms.simulations,
            random_state=np.random.RandomState(seed),
        )  # fmt: skip

    def choose(self, s: Record) -> int:
        """Decides for who is to act; for a number of simulations or, by the same steps, for some time."""
        position = Position(self.game, s, self.kind, self.rng)
        if len(position.legal_actions()) == 1 or self.terms.seconds is None:
            action = int(self.bot.step(position))
        else:
            action = self._timed(position, time.perf_counter() + self.terms.seconds)
        if position.samples:
            self.made.append(position.samples)
        return action

    def _timed(self, position: Position, until: float) -> int:
        self.bot.reset()
        root = self.bot.create_new_node(position)
        while time.perf_counter() < until or root.total_visits < 1:
            self.bot.run_simulation(self.bot.sample_root_state(position))
        return max(self.bot.get_final_policy(position, root), key=lambda choice: choice[1])[0]


class DuelDeal(NamedTuple):
    """One deal, played with the expert in each seat."""

    game: str
    terms: Terms
    seed: int


def play(unit: DuelDeal) -> tuple[float, list[int], list[int]]:
    """The expert's lead, its mean over the seats, and the simulations that either side made for its decisions."""
    game = box(unit.game)
    game.compile()
    deck = Stream(f"duel {unit.seed}".encode(), "deck").deck(game.rules.deck_size(SEATS))
    spread = {"willi": 2.0, "wimmuln": 20.0}[unit.game]
    leads, ours, theirs = [], [], []
    for seat in range(SEATS):
        expert = Bot(unit.game, f"expert:simulations={min(unit.terms.simulations, 10**9)}", seed=unit.seed)
        rival = Rival(game, unit.terms, spread, unit.seed)
        s = game.new(SEATS, first=unit.seed % SEATS)
        game.rules.deal(s, deck)
        while actors := seats_in(game.rules.actors(s)):
            if actors[0] == seat:
                choice = expert.choose(game.view(s, seat), seat, unit.terms.seconds)
                ours += [choice.simulations] if choice.simulations else []
                game.rules.apply(s, seat, choice.action)
            else:
                game.rules.apply(s, actors[0], rival.choose(s))
        gained = s.gained[:SEATS]
        leads.append(float(gained[seat] - (gained.sum() - gained[seat]) / (SEATS - 1)))
        theirs += rival.made
    return statistics.mean(leads), ours, theirs


def duels(deals: int) -> Iterator[tuple[str, Duel | None]]:
    """All duels: what is going on, and each result as it comes in."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for game in GAMES:
            for terms in TERMS:
                leads: list[float] = []
                ours: list[int] = []
                theirs: list[int] = []
                for lead, mine, other in pool.map(play, [DuelDeal(game, terms, seed) for seed in range(deals)]):
                    leads.append(lead)
                    ours += mine
                    theirs += other
                    yield f"{game}, {terms.name}: deal {len(leads)} of {deals}", None
                margin = 1.96 * statistics.stdev(leads) / deals**0.5
                made = {"ours": statistics.mean(ours), "OpenSpiel's": statistics.mean(theirs)}
                duel = Duel(game, terms.name, deals * SEATS, statistics.mean(leads), margin, made)
                yield f"{game}, {terms.name}", duel
