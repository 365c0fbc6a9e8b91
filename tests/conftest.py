import os

import pytest
from hypothesis import settings

from ludotheque.games.box import box, shelf

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"

# The first example of a test may have to wait for the compiler; uncompiled, each takes a hundred times as long
settings.register_profile("ludotheque", deadline=None, max_examples=100 if COMPILED else 20)
settings.load_profile("ludotheque")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions", type=int, default=200_000, help="random positions a game for the laws (all: 1000000)"
    )


@pytest.fixture(autouse=COMPILED, scope="session")
def _machine_code() -> None:
    for name in shelf():
        box(name).compile()
