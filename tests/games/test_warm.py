"""A game is compiled while people play it, and from then on nothing waits for the compiler."""

import json
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_cache_path

from ludotheque.games.box import shelf
from ludotheque.games.warm import CALLED
from tests.conftest import COMPILED
from tests.games.test_compiled import run

pytestmark = pytest.mark.skipif(not COMPILED, reason="is about machine code")

CODE = """
import json, random, threading, time
from ludotheque.games.box import box
from ludotheque.games.compiled import Verb
from ludotheque.games.match import Match
from ludotheque.games.warm import warm_up
from ludotheque.table import events as e
from ludotheque.table.seen import Scenes
from ludotheque.table.setup import Setup
from ludotheque.table.state import Table

game = box("GAME")
seats = game.rules.SEATS[-1]
verbs = {name: verb for name, verb in vars(game.module).items() if isinstance(verb, Verb)}

def play(match, chance, decisions=10**9):
    while not match.over and decisions:
        seat = chance.choice(match.actors)
        match.do(seat, match.box.notation.text(chance.choice(match.box.legal(match.state, seat))))
        match.view(seat)
        decisions -= 1
    return match

def sit_and_deal():
    table = Table.begin("t", e.Made(setup=Setup("GAME", seats), secret="00"), 0.0)
    scenes = Scenes(table)
    def happen(event):
        table.apply(event, 0.0)
        scenes.after(event, set(range(-1, seats)))
    for seat in range(seats):
        happen(e.Sat(seat=seat, person=str(seat), name="x"))
    happen(e.Started(rules=1, first=0))
    happen(e.Dealt(deck=table.next_deck()))
    for _ in range(5):
        seat = table.actors[0]
        happen(e.Did(seat=seat, do=table.play.legal(seat)[-1]))

def compiled():
    return {name: len(verb.native.signatures) for name, verb in verbs.items()} | {
        name: len(verb.native.signatures) for name, verb in vars(game.views).items() if isinstance(verb, Verb)}

reference = play(Match("GAME", seats, seed=5), random.Random(5)).state.tobytes()
match, chance, longest = Match("GAME", seats, seed=5), random.Random(5), 0.0
work = threading.Thread(target=warm_up, args=(game,))
work.start()
meanwhile = 0
while work.is_alive():
    begun = time.perf_counter()
    native = [verb for verb in verbs.values() if verb._run is not verb.function]
    if not match.over:
        play(match, chance, 1)
    longest = max(longest, time.perf_counter() - begun)
    meanwhile += not native
    time.sleep(0.001)
work.join()
before = compiled()
play(match, chance)
sit_and_deal()
play(Match("GAME", seats, seed=6), random.Random(6))
print(json.dumps({
    "same": match.state.tobytes() == reference,
    "meanwhile": meanwhile,
    "longest": longest,
    "native": sorted(name for name, verb in verbs.items() if verb._run is not verb.function),
    "later": {name: n - before[name] for name, n in compiled().items() if n != before[name]},
}))
"""


def played(game: str, cache: Path) -> dict[str, Any]:
    """A match that goes on while its game is compiled, or loaded from a cache; what came of it."""
    found: dict[str, Any] = json.loads(run(CODE.replace("GAME", game), cache))
    assert found["same"]
    assert found["longest"] < 5  # seconds that one decision took, beside a compiler
    return found


@pytest.mark.long
def test_others_play_while_a_game_is_compiled(tmp_path: Path) -> None:
    assert played("holzwurm", tmp_path)["meanwhile"] > 20  # decisions that were made uncompiled


@pytest.mark.slow
@pytest.mark.parametrize("game", shelf())
def test_once_a_game_is_warm_nothing_is_compiled_any_more(game: str) -> None:
    found = played(game, user_cache_path())
    assert found["native"] == sorted(CALLED)
    assert found["later"] == {}
