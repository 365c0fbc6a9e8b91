"""A share of the matches that a learner plays, and what it learns from them: in this process or in another."""

from itertools import product
from typing import Any

import numpy as np

from ludotheque.bots.features import features
from ludotheque.bots.learned import network
from ludotheque.bots.mind import NAMES, LearnedMind, Weights, mind_of
from ludotheque.bots.thinking import searching
from ludotheque.games.box import Box, box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Floats, blank, for_game
from ludotheque.games.contract import Value
from ludotheque.learning import learner
from ludotheque.learning.learner import Samples, network_of

MOST_FEATURES = 320  # that are there at once; more would be refused where they are written
MOST_PLACES = 8


class Share:
    """Room for so many samples, and a table to play at."""

    def __init__(self, game: str, size: int) -> None:
        self.box: Box = box(game)
        self.features = found = features(game)
        self.box.compile()
        self.selfplay = for_game(
            "ludotheque.learning.selfplay", self.box.module, network=network(self.box), search=searching(self.box, "")
        )
        rules = self.box.rules
        decks = [rules.deck_size(n) if n in rules.SEATS else 0 for n in range(max(rules.SEATS) + 1)]
        options = [self.box.codes(one) for one in all_options(self.box)]
        self.matches = self.selfplay.MatchKinds(np.array(rules.SEATS), np.array(options), np.array(decks))
        self.state = blank(rules.RECORD)[0]
        self.samples = room_for(size + self.selfplay.ROOM, min(rules.MOST_LEGAL, found.outputs))
        blank_weights = {name: np.zeros(shape, np.float32) for name, shape in found.shapes.items()}
        self.table: Any = self.selfplay.LearnersTable(
            learner=mind_of(found, blank_weights),
            older=mind_of(found, blank_weights),
            habits=self.box.bot.Habits(),
            kinds=np.zeros(MOST_PLACES, np.int64),
            everything=np.zeros(MOST_FEATURES, np.int64),
            actions=np.zeros(rules.MOST_LEGAL, np.int64),
            deck=np.zeros(max(decks), np.int64),
            fortunes=np.zeros(MOST_PLACES),
        )
        self.layers, self.logits = np.zeros((4, found.hidden[0]), np.float32), np.zeros(MOST_PLACES)

    def gather(self, weights: Weights, older: Weights, alone: float, fade: float, taught: bool, seed: int) -> Samples:
        """Plays until there are enough samples, and judges how choices turned out; if taught, rules of thumb choose."""
        fill(self.table.learner, weights)
        fill(self.table.older, older)
        kind = self.selfplay.PUPIL if taught else self.selfplay.LEARNER
        n, rounds = self.selfplay.gather(self.state, self.matches, alone, kind, self.table, self.samples, seeded(seed))
        return self._judged(n, rounds, weights, fade)

    def _judged(self, n: int, rounds: int, weights: Weights, fade: float) -> Samples:
        """The first n samples, which come from so many rounds, with what the critic makes of them."""
        found = Samples(*(part[: rounds if name == "ends" else n] for name, part in self.samples._asdict().items()))
        learner.judge.native(found, network_of(weights, "all"), self.layers, self.logits)
        learner.advantages.native(found, fade, np.empty((rounds, MOST_PLACES), np.int64))
        return found

    def leads(self, weights: Weights, habits: Any, seats: int, deals: int, seed: int) -> Floats:
        """By how many points the network, alone among rules of thumb, is ahead of them, deal by deal."""
        fill(self.table.learner, weights)
        out, table = np.empty(deals), self.table._replace(habits=habits)
        options = self.box.codes(self.box.options())
        self.selfplay.leads(
            self.state, seats, options, self.selfplay.THUMB, self.matches, table, self.samples, seeded(seed), out
        )
        return out


def room_for(size: int, most_legal: int) -> Samples:
    """Room for so many samples; there are never more rounds than these."""
    made: dict[str, Any] = {
        name: np.zeros(size, np.int16) for name in ("own_count", "all_count", "legal_count", "choice")
    }
    made |= {name: np.zeros(size, np.float32) for name in ("chance", "worth", "gain")}
    made |= {name: np.zeros(size, np.int64) for name in ("round", "seat", "places")}
    return Samples(
        own=np.zeros((size, MOST_FEATURES), np.int16),
        all=np.zeros((size, MOST_FEATURES), np.int16),
        legal=np.zeros((size, most_legal), np.int16),
        ends=np.zeros((size, MOST_PLACES), np.float32),
        **made,
    )


def fill(mind: LearnedMind, weights: Weights) -> None:
    """Writes weights into a mind."""
    for name in NAMES:
        getattr(mind, name)[:] = weights[name]


def all_options(played: Box) -> list[dict[str, Value]]:
    """Every combination of those options that are one of several things; numbers stay as usual."""
    usual = played.options()
    choices = {option.name: option.choices for option in played.rules.OPTIONS if option.choices}
    return [{**usual, **dict(zip(choices, chosen, strict=True))} for chosen in product(*choices.values())]
