"""Training by self-play: matches are played, then both networks learn from them; again and again.

The same seed gives the same weights, however many threads gather and learn: work is cut into SHARES, whose results are
added up in order.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.features import Features, features
from ludotheque.bots.learned import network
from ludotheque.bots.mind import NAMES, LearnedMind, Weights, fresh, mind_of
from ludotheque.bots.thinking import searching
from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Floats, Ints, blank, for_game
from ludotheque.learning import learner
from ludotheque.learning.learner import Network, Samples

SHARES = 2  # of the work of one iteration
MATCHES = 64  # that go on from iteration to iteration, in each share
OLDEST = 8  # how many older selves are remembered
ROUND_ROOM = 600  # samples that a round may have


class Schedule(NamedTuple):
    """How to learn. What falls does so from the first number to the second over all iterations."""

    iterations: int = 300
    samples: int = 32_768  # of each iteration
    epochs: int = 2
    minibatch: int = 2048
    rate: tuple[float, float] = (1.5e-3, 1.5e-4)
    entropy: tuple[float, float] = (0.02, 0.003)
    fade: float = 0.95  # of generalised advantages
    alone: float = 0.6  # of all rounds: only the learner plays; in the others regulars and older selves sit there too
    clip: float = 0.2  # how far a choice may become likelier or less likely before it is left alone
    lessons: int = 0  # iterations in which rules of thumb are imitated, before all others
    seed: int = 0


class Progress(NamedTuple):
    """The state of things after an iteration."""

    iteration: int
    samples: int
    undecided: float  # the policy's entropy
    wrong: float  # the critic's cross-entropy


class Share:
    """Matches, samples and scratch arrays of one share."""

    def __init__(self, trainer: "Trainer", number: int) -> None:
        found, rules = trainer.features, trainer.box.rules
        size, plan = trainer.plan.samples // SHARES + ROUND_ROOM, trainer.plan
        self.states = blank(rules.RECORD, MATCHES).view(np.ndarray)
        self.rng = seeded((plan.seed << 8) + number)
        longest = len(found.rows) * 16
        shorts = {name: np.zeros(size, np.int16) for name in ("own_count", "all_count", "legal_count", "choice")}
        singles = {name: np.zeros(size, np.float32) for name in ("chance", "worth", "gain")}
        numbers = {name: np.zeros(size, np.int64) for name in ("round", "seat", "places")}
        self.places = rules.RECORD["score"].shape[0]
        self.samples = Samples(
            own=np.zeros((size, longest), np.int16),
            all=np.zeros((size, longest), np.int16),
            legal=np.zeros((size, min(rules.MOST_LEGAL, found.outputs)), np.int16),
            ends=np.zeros((size, self.places), np.float32),
            **shorts,
            **singles,
            **numbers,
        )
        self.table = trainer.selfplay.Table(
            learner=mind_of(found, trainer.weights),
            older=mind_of(found, trainer.weights),
            habits=trainer.box.bot.Habits(),
            kinds=np.zeros(8, np.int64),
            everything=np.zeros(found.count, np.int64),
            actions=np.zeros(rules.MOST_LEGAL, np.int64),
            deck=np.zeros(int(trainer.sizes.max()), np.int64),
            fortunes=np.zeros(self.places),
        )
        mind = self.table.learner
        self.slopes = {name: np.zeros_like(getattr(mind, name)) for name in NAMES}
        self.layers = np.zeros((4, mind.own_first.shape[1]), np.float32)
        self.logits = np.zeros(found.outputs + self.places)
        self.count = 0

    def slopes_of(self, whose: str) -> Network:
        """The slopes of one network."""
        return Network(*(self.slopes[f"{whose}_{layer}"] for layer in Network._fields))


class Trainer:
    """Two networks of one game, and all that teaches them."""

    def __init__(self, game: str, plan: Schedule, weights: Weights | None = None, threads: int | None = None) -> None:
        self.box = box(game)
        self.plan = plan
        self.features: Features = features(game)
        self.weights = {**(weights or fresh(self.features, plan.seed))}
        self.selfplay = for_game(
            "ludotheque.learning.selfplay", self.box.module, network=network(self.box), search=searching(self.box, "")
        )
        rules = self.box.rules
        self.counts = np.array(rules.SEATS)
        self.sizes = np.array([rules.deck_size(n) if n in rules.SEATS else 0 for n in range(max(rules.SEATS) + 1)])
        self.options = np.array([self.box.codes(one) for one in all_options(self.box)])
        self.means = {name: np.zeros_like(self.weights[name]) for name in NAMES}
        self.squares = {name: np.zeros_like(self.weights[name]) for name in NAMES}
        self.steps = 0
        self.iteration = 0
        self.older: list[Weights] = []
        self.chance = np.random.default_rng(plan.seed)
        self.shares = [Share(self, number) for number in range(SHARES)]
        self._threads = ThreadPoolExecutor(min(SHARES, threads or os.cpu_count() or 1))

    def network(self, whose: str) -> Network:
        """The weights of one network."""
        return Network(*(self.weights[f"{whose}_{layer}"] for layer in Network._fields))

    @property
    def kind(self) -> int:
        """Who learns: a pupil at first, perhaps."""
        return int(self.selfplay.PUPIL if self.iteration < self.plan.lessons else self.selfplay.LEARNER)

    def each(self, work: Callable[[Share], Any]) -> list[Any]:
        """Has something done for every share, at once where there are threads."""
        return [*self._threads.map(work, self.shares)]

    def run(self) -> Iterator[Progress]:
        """Learns, iteration by iteration."""
        while self.iteration < self.plan.iterations:
            part = self.iteration / self.plan.iterations
            self.remember(part)
            self.each(self.gather)
            undecided, wrong = self.learn(part)
            self.iteration += 1
            yield Progress(self.iteration, sum(share.count for share in self.shares), undecided, wrong)

    def remember(self, part: float) -> None:
        """Keeps an older self from time to time; one of them, at random, is asked to play."""
        if self.iteration % max(1, self.plan.iterations // (2 * OLDEST)) == 0:
            self.older = [*self.older, {name: self.weights[name].copy() for name in NAMES}][-OLDEST:]
        older = self.older[self.chance.integers(len(self.older))]
        for share in self.shares:
            fill(share.table.learner, self.weights)
            fill(share.table.older, older)

    def gather(self, share: Share) -> None:
        """Plays until there are enough samples, and judges how each choice turned out."""
        share.count, rounds = self.selfplay.gather.native(
            share.states, self.options, self.counts, self.sizes, self.plan.alone, self.kind, share.table, share.samples, share.rng
        )
        learner.judge.native(share.samples, 0, share.count, self.network("all"), share.layers, share.logits)
        last = np.empty((rounds, share.places), np.int64)
        learner.advantages.native(share.samples, share.count, self.plan.fade, last)

    def learn(self, part: float) -> tuple[float, float]:
        """Some epochs over all samples; returns how undecided and how wrong the networks were, on the average."""
        plan = self.plan
        rate, entropy = (high + (low - high) * part for high, low in (plan.rate, plan.entropy))
        gains = np.concatenate([share.samples.gain[: share.count] for share in self.shares])
        spread = float(gains.std()) + 1e-9
        undecided = wrong = 0.0
        size = plan.minibatch // SHARES
        for _ in range(plan.epochs):
            orders = [self.chance.permutation(share.count) for share in self.shares]
            batches = min(map(len, orders)) // size
            for k in range(batches):
                for share, order in zip(self.shares, orders, strict=True):
                    share.order = order[k * size : (k + 1) * size]
                found = self.each(lambda share: self.slopes(share, spread, entropy))
                undecided += sum(one for one, _ in found) / (batches * plan.epochs * plan.minibatch)
                wrong += sum(one for _, one in found) / (batches * plan.epochs * plan.minibatch)
                self.step(rate)
        return undecided, wrong

    def slopes(self, share: Share, spread: float, entropy: float) -> tuple[float, float]:
        """Adds up the slopes of a share's part of a minibatch."""
        rest, clip = (share.layers, share.logits), 0.0 if self.iteration < self.plan.lessons else self.plan.clip
        return (
            learner.learn_choices.native(
                share.samples, share.order, self.network("own"), share.slopes_of("own"), *rest, clip, spread, entropy
            ),
            learner.learn_worth.native(
                share.samples, share.order, self.network("all"), share.slopes_of("all"), *rest
            ),
        )

    def step(self, rate: float) -> None:
        """One step of Adam for all weights."""
        self.steps += 1
        for name in NAMES:
            slopes = self.shares[0].slopes[name]
            for share in self.shares[1:]:
                slopes += share.slopes[name]
                share.slopes[name][:] = 0
            flat = (one.reshape(-1) for one in (self.weights[name], slopes, self.means[name], self.squares[name]))
            learner.step.native(*flat, rate, self.plan.minibatch, self.steps)

    def leads(self, seats: int, deals: int, others: int, seed: int = 1) -> Floats:
        """By how many points the network, alone among others of a kind, is ahead of them, deal by deal."""
        share, out = self.shares[0], np.empty(deals)
        fill(share.table.learner, self.weights)
        state = blank(self.box.rules.RECORD)[0]
        options = self.box.codes(self.box.options())
        self.selfplay.leads.native(
            state, seats, options, self.sizes, others, share.table, share.samples, seeded(seed), out
        )
        return out


def fill(mind: LearnedMind, weights: Mapping[str, Any]) -> None:
    """Writes weights into a mind."""
    for name in NAMES:
        getattr(mind, name)[:] = weights[name]


def all_options(played: Any) -> list[dict[str, Any]]:
    """Every combination of the options that are a choice of some things."""
    usual = played.options()
    choices = {option.name: option.choices for option in played.rules.OPTIONS if option.choices}
    return [{**usual, **dict(zip(choices, chosen, strict=True))} for chosen in product(*choices.values())]
