import os

import pytest
from hypothesis import settings

from ludotheque.games.box import box, shelf

TRACED = ("server", "store", "table")  # of games and bots, whose machine code leaves no trace, see `interpreted`
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"

# The first example of a test may have to wait for the compiler; uncompiled, each takes a hundred times as long
settings.register_profile("ludotheque", deadline=None, max_examples=100 if COMPILED else 10, derandomize=not COMPILED)
settings.load_profile("ludotheque")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions", type=int, default=200_000, help="random positions a game for the laws (all: 1000000)"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what runs under coverage, which makes Python half as quick and compilers hardly move."""
    for item in items:
        if item.path.parent.name in TRACED and not any(map(item.get_closest_marker, ("alone", "long", "slow"))):
            item.add_marker("traced")


@pytest.fixture(autouse=COMPILED, scope="session")
def _machine_code() -> None:
    for name in shelf():
        box(name).compile()
