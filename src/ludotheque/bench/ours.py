"""The games of the shelf, measured."""

import subprocess
import sys
import tempfile

import msgspec
import numpy as np

from ludotheque.bench.measure import Contestant, microseconds
from ludotheque.games.box import box, shelf
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import blank, copy, for_game, jit

GROUP = "Ludotheque"


def random_play(game: str, seats: int) -> Contestant:
    """Random matches as machine code: legal actions listed, one chosen, applied."""
    rules = box(game).rules
    walk = for_game("ludotheque.games.walk", box(game).module)
    s = blank(rules.RECORD)[0]
    options = box(game).codes(box(game).options())
    deck = np.arange(rules.deck_size(seats))
    actions = np.empty(rules.MOST_LEGAL, np.int64)
    rng = seeded(1)
    return Contestant(
        name=f"{box(game).notation.TITLE}, {seats} seats",
        group=GROUP,
        play=lambda n: int(walk.matches(s, seats, options, deck, actions, rng, n)),
    )


def all_play() -> list[Contestant]:
    """Every game with every number of seats."""
    return [random_play(game, seats) for game in shelf() for seats in box(game).rules.SEATS]


class Cost(msgspec.Struct):
    """The costs of one game: a call from Python, a copy in compiled code, the memory of a match."""

    game: str
    apply_microseconds: float
    copy_nanoseconds: float
    record_bytes: int


@jit
def copies(source: "np.record", target: "np.record", n: int) -> int:
    """Copies a record n times, changing it each time so that no copy can be left out."""
    total = 0
    for i in range(n):
        source.rounds = i
        copy(source, target)
        total += target.rounds
    return total


def cost(game: str) -> Cost:
    """Measures one game. The call is an action that changes nothing much, made again and again on the same state."""
    rules = box(game).rules
    box(game).compile()
    states = blank(rules.RECORD, 3)  # the one played, as it was, and one to copy to
    s, target = states[0], states[2]
    rules.start(s, rules.SEATS[-1], box(game).codes(box(game).options()), 0)
    rules.deal(s, np.arange(rules.deck_size(rules.SEATS[-1])))
    while int(rules.actors(s)).bit_count() != 1 or s.phase == rules.DEALING:
        seat = int(rules.actors(s)).bit_length() - 1
        rules.apply(s, seat, box(game).legal(s, seat)[0])
    seat = int(rules.actors(s)).bit_length() - 1
    action = box(game).legal(s, seat)[0]
    states[1] = states[0]

    def call() -> None:
        rules.apply(s, seat, action)
        states[0] = states[1]

    def only_the_copy() -> None:
        states[0] = states[1]

    n = 20_000  # short enough that some turn is not interrupted
    copies.compile()
    copies(s, target, n)
    return Cost(
        game=box(game).notation.TITLE,
        apply_microseconds=microseconds(call) - microseconds(only_the_copy),
        copy_nanoseconds=microseconds(lambda: copies(s, target, n), 1) / n * 1000,
        record_bytes=rules.RECORD.itemsize,
    )


class StartTimes(msgspec.Struct):
    """Seconds from a new process to a first move."""

    imported: float
    first_move: float  # as people play: interpreted at once
    compiled_fresh: float  # as programs ask for: machine code, nothing cached
    compiled_cached: float


IMPORTED = "import time; t = time.perf_counter(); import ludotheque; print(time.perf_counter() - t)"
FIRST_MOVE = (
    "import time; t = time.perf_counter(); import ludotheque; {compile}"
    "m = ludotheque.Match({game!r}, seed=1); m.do(m.actors[0], m.legal(m.actors[0])[0]); print(time.perf_counter() - t)"
)
COMPILE = "ludotheque.box({game!r}).compile(); "


def seconds(code: str, home: str) -> float:
    """Start-up times as a new Python process reports them."""
    env = {"HOME": home, "XDG_CACHE_HOME": home, "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return float(done.stdout)


def start(game: str) -> StartTimes:
    """Measures the start of one game in new processes, with a cache of their own."""
    with tempfile.TemporaryDirectory() as home:
        compiled = FIRST_MOVE.format(game=game, compile=COMPILE.format(game=game))
        return StartTimes(
            imported=seconds(IMPORTED, home),
            first_move=seconds(FIRST_MOVE.format(game=game, compile=""), home),
            compiled_fresh=seconds(compiled, home),
            compiled_cached=seconds(compiled, home),
        )
