"""Training by self-play: matches are played, then both networks learn from them; again and again.

The work of an iteration is cut into SHARES, which are played at the same time, by threads or on the machines of a
cluster, and added up in order. All chance comes from the seed and the number of the iteration. So the same seed gives
the same weights, wherever the shares were played and however often the training was interrupted.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludotheque.bots.features import features
from ludotheque.bots.learned import UNREADABLE, arrays_in
from ludotheque.bots.mind import NAMES, Weights, fresh
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import LudothequeError
from ludotheque.learning import learner
from ludotheque.learning.bot_share import BotShare
from ludotheque.learning.learner import Samples, network_of
from ludotheque.learning.share import Share

SHARES = 2
OLDER = 8  # how many older selves are remembered
SEEDS = 1 << 20  # iterations that a seed has numbers for


class TrainingError(LudothequeError):
    """A training that cannot go on."""


class Schedule(msgspec.Struct, frozen=True):
    """How to learn. What falls does so from the first number to the second over all iterations."""

    iterations: int = 1000
    samples: int = 32_768  # of each iteration
    epochs: int = 2
    minibatch: int = 2048
    rate: tuple[float, float] = (1.5e-3, 1.5e-4)
    entropy: tuple[float, float] = (0.02, 0.003)  # how much it is worth to stay undecided
    clip: float = 0.2  # how far a choice may become likelier or less likely before it is left alone
    fade: float = 0.95  # of generalised advantages
    alone: float = 0.6  # of all rounds: only the learner plays; in the others regulars and older selves sit there too
    lessons: int = 20  # iterations in which rules of thumb are imitated, before all others
    teacher: str = ""  # the level of bots that are imitated instead
    against: str = ""  # the level of bots among which one seat learns; itself and others if none is named
    seed: int = 0


class Learned(NamedTuple):
    """The result of an iteration."""

    iteration: int
    samples: int
    undecided: float  # the policy's entropy
    wrong: float  # the critic's cross-entropy


class Desk:
    """Slopes and scratch arrays of one share."""

    def __init__(self, shapes: dict[str, tuple[int, int]], wide: int) -> None:
        self.slopes: Weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        self.layers, self.logits = np.zeros((4, wide), np.float32), np.zeros(max(rows for rows, _ in shapes.values()))


class Trainer:
    """Two networks of one game, and all that teaches them."""

    def __init__(self, game: str, plan: Schedule, weights: Weights | None = None, ray: Any = None) -> None:
        self.game = game
        self.plan = plan
        found = features(game)
        self.weights = {name: weight.copy() for name, weight in (weights or fresh(found, plan.seed)).items()}
        self.means, self.squares = ({name: np.zeros_like(self.weights[name]) for name in NAMES} for _ in range(2))
        self.older: list[Weights] = []
        self.iteration = self.steps = 0
        self.threads = ThreadPoolExecutor(min(SHARES, os.cpu_count() or 1))
        self.desks = [Desk(found.shapes, found.hidden[0]) for _ in range(SHARES)]
        size = plan.samples // SHARES
        bots = {"against": plan.against, "teacher": plan.teacher} if plan.against or plan.teacher else {}
        kind: Any = BotShare if bots else Share
        make = kind if ray is None else ray.remote(kind).remote
        self.shares = [make(game, size, **bots) for _ in range(SHARES)]
        self.ray = ray

    def run(self) -> Iterator[Learned]:
        """Learns, iteration by iteration."""
        while self.iteration < self.plan.iterations:
            chance = np.random.default_rng([self.plan.seed, self.iteration])
            self._remember()
            samples = self._gather(self.older[chance.integers(len(self.older))])
            undecided, wrong = self._learn(samples, chance)
            self.iteration += 1
            yield Learned(self.iteration, sum(len(share.choice) for share in samples), undecided, wrong)

    def take_leads(self) -> list[float]:
        """Points by which the learner led those it learns against, for each round since this was asked last."""
        if self.ray is not None:
            found = self.ray.get([share.take_leads.remote() for share in self.shares])
        else:
            found = [share.take_leads() for share in self.shares]
        return [lead for share in found for lead in share]

    @property
    def taught(self) -> bool:
        """Whether rules of thumb are imitated."""
        return self.iteration < self.plan.lessons

    def _remember(self) -> None:
        """Keeps an older self from time to time."""
        if self.iteration % max(1, self.plan.iterations // (2 * OLDER)) == 0:
            self.older = [*self.older, {name: self.weights[name].copy() for name in NAMES}][-OLDER:]

    def _gather(self, older: Weights) -> list[Samples]:
        """The samples of all shares."""
        plan = self.plan
        seeds = [((plan.seed * SEEDS + self.iteration) * SHARES) + share for share in range(SHARES)]
        rest = (self.weights, older, plan.alone, plan.fade, self.taught)
        if self.ray is not None:
            found = [share.gather.remote(*rest, seed) for share, seed in zip(self.shares, seeds, strict=True)]
            return [Samples(*map(np.array, share)) for share in self.ray.get(found)]  # what Ray gives cannot be written
        return [*self.threads.map(lambda share, seed: share.gather(*rest, seed), self.shares, seeds)]

    def _learn(self, samples: list[Samples], chance: np.random.Generator) -> tuple[float, float]:
        """Some epochs over all samples; returns how undecided and how wrong the networks were, on the average."""
        plan, part = self.plan, self.iteration / self.plan.iterations
        rate, entropy = (high + (low - high) * part for high, low in (plan.rate, plan.entropy))
        clip = 0.0 if self.taught else plan.clip
        spread = float(np.concatenate([share.gain for share in samples]).std()) + 1e-9
        size = plan.minibatch // SHARES
        whole = np.zeros(2)
        batches = min(len(share.choice) for share in samples) // size
        for _ in range(plan.epochs):
            orders = [chance.permutation(len(share.choice)) for share in samples]
            for k in range(batches):

                def slopes(desk: Desk, share: Samples, order: Ints, k: int = k) -> tuple[float, float]:
                    return self._slopes(desk, share, order[k * size : (k + 1) * size], clip, spread, entropy)

                whole += np.sum([*self.threads.map(slopes, self.desks, samples, orders)], axis=0)
                self._step(rate)
        undecided, wrong = (whole / (plan.epochs * batches * plan.minibatch)).tolist()
        return undecided, wrong

    def _slopes(
        self, desk: Desk, b: Samples, order: Ints, clip: float, spread: float, entropy: float
    ) -> tuple[float, float]:
        """Adds up the slopes of a share's part of a minibatch."""
        own, all_ = (network_of(self.weights, whose) for whose in ("own", "all"))
        own_slopes, all_slopes = (network_of(desk.slopes, whose) for whose in ("own", "all"))
        rest = (desk.layers, desk.logits)
        return (
            learner.learn_choices.native(b, order, own, own_slopes, *rest, clip, spread, entropy),
            learner.learn_worth.native(b, order, all_, all_slopes, *rest),
        )

    def _step(self, rate: float) -> None:
        """One step of Adam for all weights."""
        self.steps += 1
        for name in NAMES:
            slopes = self.desks[0].slopes[name]
            for desk in self.desks[1:]:
                slopes += desk.slopes[name]
                desk.slopes[name][:] = 0
            kept = (self.weights[name], slopes, self.means[name], self.squares[name])
            weights, slopes, means, squares = (one.reshape(-1) for one in kept)
            learner.step.native(weights, slopes, means, squares, rate, self.plan.minibatch, self.steps)

    def save(self, path: Path) -> None:
        """Writes all that is needed to go on; a file that is there is replaced only by a whole one."""
        kept = {**self.weights}
        for part, weights in (("means", self.means), ("squares", self.squares)):
            kept |= {f"{part}_{name}": weights[name] for name in NAMES}
        for k, weights in enumerate(self.older):
            kept |= {f"older{k}_{name}": weights[name] for name in NAMES}
        about = {"game": self.game, "plan": self.plan, "iteration": self.iteration, "steps": self.steps}
        new = path.with_name(f"{path.name}.new")
        with new.open("wb") as file:
            np.savez(file, about=np.frombuffer(msgspec.json.encode(about), np.uint8), **kept)  # type: ignore[arg-type]  # its flag comes last
        new.replace(path)

    def restore(self, path: Path) -> None:
        """Goes on from a file; raises if it was another training's."""
        try:
            found = arrays_in(path)
            about = msgspec.json.decode(found["about"].tobytes(), type=TrainingState)
        except (*UNREADABLE, msgspec.MsgspecError) as problem:
            raise TrainingError(f"{path} is no training that can go on: {problem}") from None
        if (about.game, about.plan) != (self.game, self.plan):
            raise TrainingError(f"{path} is another training: of {about.game}, by {about.plan}")
        self.iteration, self.steps = about.iteration, about.steps
        for part, weights in (("", self.weights), ("means_", self.means), ("squares_", self.squares)):
            for name in NAMES:
                weights[name][:] = found[f"{part}{name}"]
        self.older = []
        while f"older{len(self.older)}_{NAMES[0]}" in found:
            self.older.append({name: found[f"older{len(self.older)}_{name}"] for name in NAMES})


class TrainingState(msgspec.Struct, frozen=True):
    """The state of a training, as its file says it."""

    game: str
    plan: Schedule
    iteration: int
    steps: int
