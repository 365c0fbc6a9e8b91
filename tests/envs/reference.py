"""A batch once more, slowly: matches played one by one, and views read field by field."""

from typing import Any

import numpy as np

from ludotheque.envs.arrays import Bytes
from ludotheque.envs.interface import Interface
from ludotheque.envs.setup import EnvSetup
from ludotheque.envs.spec import NUMBER, ONE_OF, PLACE, PLACES, SET, Field
from ludotheque.games.cards import one
from ludotheque.games.chance import below, seeded, shuffle
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.match import Match


class Played:
    """One slot of a batch, played with the texts that people use."""

    def __init__(self, setup: EnvSetup, seed: int, slot: int) -> None:
        self.setup = setup
        self.rng = seeded((seed << 32) + slot)
        self.begin()

    def begin(self) -> None:
        first = below(self.rng, self.setup.seats)
        options: dict[str, Any] = dict(self.setup.options)
        self.match = Match(self.setup.game, self.setup.seats, first=first, dealt=False, **options)
        self.deal()

    def deal(self) -> None:
        deck = np.arange(self.setup.box.rules.deck_size(self.setup.seats))
        shuffle(self.rng, deck)
        self.match.deal(deck)
        self.ticks = 0
        self.ask()

    def ask(self) -> None:
        actors = self.match.actors
        self.seat = one(sum(1 << seat for seat in actors), self.rng) if self.setup.box.market else min(actors)

    def legal(self) -> list[int]:
        """The choices of the seat that is asked."""
        if not self.setup.box.market:
            return sorted(map(self.setup.interface.texts.index, self.match.legal(self.seat)))
        return [choice for choice in range(len(self.setup.interface.texts)) if self.allowed(choice)]

    def allowed(self, choice: int) -> bool:
        text = self.setup.interface.texts[choice]
        if text == "wait":
            return len(self.match.actors) > 1
        return self.match.allowed(self.seat, as_written(self.match, self.seat, text))

    def step(self, choice: int) -> tuple[list[int], bool]:
        """Points and whether the episode is over; another one follows by itself."""
        do(self.match, self.seat, self.setup.interface.texts[choice])
        self.ticks += 1
        if self.setup.box.market and self.ticks >= self.setup.ticks:
            close(self.match)
        if self.match.actors:
            self.ask()
            return [0] * self.setup.seats, False
        gained = self.match.round_scores[-1][: self.setup.seats]
        done = self.match.over or self.setup.episode == "round"
        if done:
            self.begin()
        else:
            self.deal()
        return gained, done


def as_written(match: Match, seat: int, text: str) -> str:
    """The notation of a choice; a neighbour's offer by its number."""
    if not text.startswith("take left"):
        return text
    return f"take {match.state.offer[(seat + int(text[-1])) % match.seats]}"


def do(match: Match, seat: int, text: str) -> None:
    """What a seat chose."""
    if text != "wait":
        match.do(seat, as_written(match, seat, text))


def close(match: Match) -> None:
    """Time is up: everybody who is not says done."""
    for seat in match.actors:
        if match.allowed(seat, "done"):
            match.do(seat, "done")


def observation(interface: Interface, view: Record, seat: int) -> list[float]:
    """What a view becomes, one field after another."""
    numbers: list[float] = []
    for field in interface.spec.fields:
        for part in parts(interface, field, view, seat):
            for word, width in zip(np.atleast_1d(part).tolist(), field.widths, strict=True):
                numbers += told(field, word, width, seat, interface.places)
    return numbers


def parts(interface: Interface, field: Field, view: Record, seat: int) -> list[Record]:
    """Whose values are told, in order."""
    values = view[field.name]
    if field.whose == "table":
        return list(values) if np.ndim(values) else [values]
    around = [(seat + turn) % interface.places for turn in range(interface.places)]
    return [values[place] for place in (around if field.whose == "each" else around[:1])]


def told(field: Field, word: int, width: int, seat: int, places: int) -> list[float]:
    """One word of a view."""
    around = [(seat + turn) % places for turn in range(places)]
    if field.kind == NUMBER:
        return [word / field.by]
    if field.kind == ONE_OF:
        return [float(word == which) for which in range(width)]
    if field.kind == PLACE:
        return [float(word == place) for place in around]
    if field.kind == PLACES:
        return [float(word >> place & 1) for place in around]
    if field.kind == SET:
        return [float(word >> which & 1) for which in range(width)]
    return [(word >> 5 * kind & 15) / field.by for kind in range(width)]


def random_choices(mask: Bytes, rng: np.random.Generator) -> Ints:
    """A legal choice in each match."""
    return (mask * (1 + rng.random(mask.shape))).argmax(axis=1)
