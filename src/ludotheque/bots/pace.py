"""How long a bot takes, so that a table with bots feels like a table.

Times are drawn from a log-normal distribution, as people's are, and depend on the level, the table's pace and chance
alone: a time that grew with the number of choices, or with how close they were, would tell others about the hand. In an
arena times are simulated, from a seed. Each level has a character: a newcomer is quick but sometimes dreams, a regular
is brisk, an expert steady, a master calm.
"""

import math
from random import Random

import msgspec

PACES = {"quick": 0.4, "usual": 1.0, "calm": 2.5}  # of the usual time, by the pace that a table has chosen
REACTION = 2.5  # seconds, the median time between two looks at a market without people
UNEVEN = 0.4  # how much times differ, as the standard deviation of their logarithm
THOUGHT = 0.45  # seconds, the median for one decision
RANGE = (0.2, 3.0)
BRIEF = (0.04, 0.1)  # seconds for a question that can be answered in advance: there are many, and most are passed


class Character(msgspec.Struct, frozen=True):
    """How a level spends its time."""

    tempo: float  # of the usual time
    uneven: float
    reaction: float  # seconds, the median time between two looks at a market with people
    dreams: float = 0.0  # how often its thoughts wander


CHARACTERS = {
    "newcomer": Character(tempo=0.9, uneven=0.5, reaction=17.0, dreams=0.12),
    "regular": Character(tempo=0.9, uneven=0.3, reaction=13.0),
    "expert": Character(tempo=1.0, uneven=0.22, reaction=11.0),
    "master": Character(tempo=1.2, uneven=0.18, reaction=9.0),
}
DREAM = 2.2  # times as long


def turn_time(level: str, pace: str, brief: bool, chance: Random) -> float:
    """Seconds from a question to a bot's answer at a live table, its real thinking included."""
    return chance.uniform(*BRIEF) if brief else PACES[pace] * thinking_time(level, chance)


def thinking_time(level: str, chance: Random) -> float:
    """Seconds that a bot of a level takes for one decision at the usual pace."""
    character = character_of(level)
    median = character.tempo * THOUGHT
    if chance.random() < character.dreams:
        median *= DREAM
    return drawn(chance, median, character.uneven, RANGE)


def market_reaction(level: str, chance: Random) -> float:
    """Seconds until a bot of a level looks at a market with people again."""
    return reaction(chance, character_of(level).reaction)


def reaction(chance: Random, median: float = REACTION) -> float:
    """Seconds until a bot looks at a market again."""
    return median * math.exp(UNEVEN * chance.gauss(0.0, 1.0))


def character_of(level: str) -> Character:
    """The character of a level, whatever else was set: `expert:simulations=200` is an expert."""
    return CHARACTERS[level.partition(":")[0]]


def drawn(chance: Random, median: float, uneven: float, between: tuple[float, float]) -> float:
    """A time around a median; one out of range is drawn again, so that none comes up twice."""
    least, most = between
    while True:
        seconds = median * math.exp(uneven * chance.gauss(0.0, 1.0))
        if least <= seconds <= most:
            return seconds
