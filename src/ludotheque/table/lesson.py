"""Lessons: a coach explains a first round, on deals that are always the same.

Which of all deals a game uses was chosen for what it teaches seat 0 at a table of four.
"""

import hashlib

from ludotheque.games.fair import mixed

SALT = "lesson"
DEALS = {
    "willi": 532,
    "wimmuln": 41,
    "holzwurm": 29,
    "wheedle": 101,
}


def seed(game: str, seats: int) -> bytes:
    """The seed of a lesson's decks."""
    secret = hashlib.sha256(f"{SALT} {DEALS.get(game, 0)}".encode()).digest()
    return mixed(secret, [SALT] * seats)
