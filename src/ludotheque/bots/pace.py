"""How long a bot takes, so that a table with bots feels like a table: never twice the same, longer when it is hard.

Times are drawn from a log-normal distribution, as people's are. In an arena they are simulated, from a seed. Each level
has a character: a newcomer is quick but sometimes dreams, a regular is brisk, an expert steady, a master calm.
"""

import math
from random import Random

import msgspec

from ludotheque.bots.player import Choice

REACTION = 2.5  # seconds, the median time between two looks at a market
UNEVEN = 0.4  # how much times differ, as the standard deviation of their logarithm

FORCED = 0.6  # seconds, the median for what needs no thought
FORCED_RANGE = (0.4, 0.9)
EASY = 1.1  # ... for what is easy, and for what is hardest
HARD = 3.2
RANGE = (0.5, 6.0)
UNWEIGHED = 0.35  # how hard a choice is taken to be that was not searched
CLOSE = 4.0  # how fast a choice gets easier as its best two lie apart
MANY = 32  # so many options or more are as hard as can be
OPTIONS_COUNT = 0.3  # of how hard a choice is, beside how close it was


class Character(msgspec.Struct, frozen=True):
    """How a level spends its time."""

    tempo: float  # of the usual time
    uneven: float
    reaction: float  # seconds, the median time between two looks at a market
    dreams: float = 0.0  # how often its thoughts wander


CHARACTERS = {
    "newcomer": Character(tempo=0.8, uneven=0.5, reaction=3.6, dreams=0.12),
    "regular": Character(tempo=0.8, uneven=0.3, reaction=REACTION),
    "expert": Character(tempo=1.0, uneven=0.22, reaction=2.1),
    "master": Character(tempo=1.2, uneven=0.18, reaction=1.8),
}
DREAM = 2.2  # times as long


def thinking_time(level: str, choice: Choice, options: int, chance: Random) -> float:
    """Seconds that a bot should seem to take at a live table, its real thinking included."""
    if options <= 1:
        return drawn(chance, FORCED, UNEVEN / 2, FORCED_RANGE)
    character = character_of(level)
    median = character.tempo * EASY * (HARD / EASY) ** hardness(choice, options)
    if chance.random() < character.dreams:
        median *= DREAM
    return drawn(chance, median, character.uneven, RANGE)


def market_reaction(level: str, chance: Random) -> float:
    """Seconds until a bot of a level looks at a market again."""
    return reaction(chance, character_of(level).reaction)


def reaction(chance: Random, median: float = REACTION) -> float:
    """Seconds until a bot looks at a market again."""
    return median * math.exp(UNEVEN * chance.gauss(0.0, 1.0))


def character_of(level: str) -> Character:
    """The character of a level, whatever else was set: `expert:simulations=200` is an expert."""
    return CHARACTERS[level.partition(":")[0]]


def hardness(choice: Choice, options: int) -> float:
    """How hard a choice was, from 0 to 1: how close the best two lay, compared with what chance does, and how many."""
    many = min(1.0, math.log(max(1, options)) / math.log(MANY))
    return (1.0 - OPTIONS_COUNT) * closeness(choice) + OPTIONS_COUNT * many


def closeness(choice: Choice) -> float:
    """1 if the best two promise the same, towards 0 the further they lie apart; 0 as well if nothing is at stake."""
    if len(choice.weighed) < 2:
        return UNWEIGHED
    best, second = choice.weighed[:2]
    spread = (best.spread + second.spread) / 2
    return math.exp(-CLOSE * abs(best.points - second.points) / spread) if spread else 0.0


def drawn(chance: Random, median: float, uneven: float, between: tuple[float, float]) -> float:
    """A time around a median; one out of range is drawn again, so that none comes up twice."""
    least, most = between
    while True:
        seconds = median * math.exp(uneven * chance.gauss(0.0, 1.0))
        if least <= seconds <= most:
            return seconds
