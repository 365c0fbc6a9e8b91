"""Puts Minnow, the game that docs/adding-a-game.md works through, on the shelf beside the others.

    python -m pytest -p tests.docs.fifth tests/games/test_laws.py

runs tests that hold for every game over it alone.
"""

import os
from pathlib import Path

import ludotheque.envs.specs
import ludotheque.games

GAME = "minnow"
SHELF = Path(__file__).parent / "shelf"
SPECS = Path(__file__).parent / "specs"
PLACES = ((ludotheque.games.__path__, str(SHELF)), (ludotheque.envs.specs.__path__, str(SPECS)))


def put_on_the_shelf() -> None:
    """From here on it is a game like any other: its folder stands as if it were in `games/`, its spec in `specs/`."""
    for places, place in PLACES:
        if place not in places:
            places.append(place)


def take_off_the_shelf() -> None:
    """As before."""
    for places, place in PLACES:
        places.remove(place)


def pytest_configure() -> None:
    """For a run of the tests by itself."""
    put_on_the_shelf()
    os.environ["LUDOTHEQUE_GAMES"] = GAME
