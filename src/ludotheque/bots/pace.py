"""How long a bot takes, so that a table with bots feels like a table: never twice the same, longer when it is hard.

Times are drawn from a log-normal distribution, as people's are. In an arena they are simulated, from a seed.
"""

import math
from random import Random

REACTION = 2.5  # seconds, the median time between two looks at a market
UNEVEN = 0.4  # how much times differ, as the standard deviation of their logarithm


def reaction(chance: Random, median: float = REACTION) -> float:
    """Seconds until a bot looks at a market again."""
    return median * math.exp(UNEVEN * chance.gauss(0.0, 1.0))
