"""The search: it finds what is best, sees nothing hidden, keeps to its time and memory, and can be repeated."""

import threading
import time
from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

from ludotheque.bots.levels import level
from ludotheque.bots.player import Bot
from ludotheque.bots.thinking import Limits, Tree, searching
from ludotheque.games.box import Box, box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record, blank
from ludotheque.games.willi import rules as willi
from ludotheque.games.willi import worlds
from ludotheque.games.wimmuln import rules as wimmuln
from tests.bots.positions import copied, positions
from tests.conftest import COMPILED

TURN_GAMES = ("willi", "wimmuln", "holzwurm")
FEW = "simulations=300" if COMPILED else "simulations=12,horizon=4"  # uncompiled, one takes some hundred times as long
MEGABYTE = 1 << 20


# It finds what is best


def last_cards(seed: int, held: int) -> Iterator[tuple[Record, int]]:
    """Positions of Willi near the end of a round, with everybody's hand seen by all."""
    for s, seat in positions("willi", 4, seed):
        if s.held[seat] <= held and all(s.held[other] == s.held[seat] for other in range(4)):
            known = copied(box("willi"), s)
            known.shown[:] = known.hand
            yield known, seat


Outcome = tuple[float, ...]


def outcomes(game: Box, s: Record) -> set[Outcome]:
    """The shares of the match that come out if all play their best; several where somebody does not care."""
    actors = int(game.rules.actors(s))
    if actors == 0:
        shares = np.empty(4)
        searching(game, "").foretell(s, 4, shares)
        return {tuple(shares)}
    seat = actors.bit_length() - 1
    return best_of([after(game, s, seat, action) for action in game.legal(s, seat)], seat)


def after(game: Box, s: Record, seat: int, action: int) -> set[Outcome]:
    then = copied(game, s)
    game.rules.apply(then, seat, action)
    return outcomes(game, then)


def best_of(choices: list[set[Outcome]], seat: int) -> set[Outcome]:
    """What may come of a choice: all that is at least as good as what the best choice is sure to bring."""
    sure = max(min(outcome[seat] for outcome in choice) for choice in choices)
    return {outcome for choice in choices for outcome in choice if outcome[seat] >= sure - 1e-9}


@pytest.mark.parametrize(
    ("held", "wanted", "simulations"),
    [
        pytest.param(1, 1, 60, marks=pytest.mark.interpreted),
        (1, 20, 4000),
        pytest.param(2, 5, 4000, marks=pytest.mark.long),
    ],
)
def test_it_plays_open_endgames_as_well_as_they_can_be_played(held: int, wanted: int, simulations: int) -> None:
    game, bot, tried = box("willi"), Bot("willi", f"classic-expert:simulations={simulations}", seed=1), 0
    for s, seat in chain.from_iterable(last_cards(seed, held) for seed in range(80)):
        choices = {action: after(game, s, seat, action) for action in game.legal(s, seat)}
        sure = max(min(outcome[seat] for outcome in choice) for choice in choices.values())
        if any(max(outcome[seat] for outcome in choice) < sure - 0.02 for choice in choices.values()):
            chosen = bot.choose(game.view(s, seat), seat).action
            assert max(outcome[seat] for outcome in choices[chosen]) > sure - 0.02
            tried += 1
            if tried == wanted:
                return
    pytest.fail("there were too few choices that matter")


@pytest.mark.interpreted
def test_it_plays_for_the_match_at_its_end() -> None:
    game = searching(box("willi"), "")
    s = box("willi").new(4)
    shares = np.empty(4)

    def foretold(rounds: int, *scores: int) -> list[float]:
        s.rounds, s.phase = rounds, willi.OVER if rounds == willi.ROUNDS else willi.DEALING
        s.score[:] = scores
        game.foretell(s, 4, shares)
        return [round(float(share), 6) for share in shares]

    assert foretold(8, 9, 8, 0, 0) == [1, 0, 0, 0], "a point ahead is enough"
    assert foretold(8, 9, 9, 3, 0) == [0.5, 0.5, 0, 0], "victories are shared"
    assert foretold(3, 5, 5, 5, 5) == [0.25] * 4
    leads = [foretold(rounds, 8, 5, 5, 5)[0] for rounds in range(8)]
    assert leads == sorted(leads), "the same lead is worth more near the end"
    assert leads[0] < 0.6
    assert leads[7] > 0.8


def test_a_second_place_that_wins_the_match_is_as_good_as_a_first() -> None:
    """Willi's last round: with 20 points ahead everything wins, and the search must not care; level, it must."""
    spreads = {}
    for ahead in (0, 20):
        bot = Bot("willi", "classic-expert:simulations=1000", seed=3)
        for s, seat in positions("willi", 4, seed=8):
            if s.rounds == willi.ROUNDS and s.phase == willi.PLAYING and s.held[seat] == 5:
                s = copied(box("willi"), s)
                s.score[:] = 0
                s.score[seat] = ahead
                weighed = bot.choose(box("willi").view(s, seat), seat).weighed
                spreads[ahead] = max(w.fortune for w in weighed) - min(w.fortune for w in weighed)
                if len(weighed) > 2:
                    break
    assert spreads[20] == pytest.approx(0, abs=1e-9)
    assert spreads[0] > 0.02


def last_card() -> tuple[Record, int]:
    """A seat that closes a trick with one of three cards."""
    for s, seat in positions("willi", 4, seed=9):
        closes = s.phase == willi.PLAYING and all(s.held[seat] > s.held[other] for other in range(4) if other != seat)
        if closes and len(box("willi").legal(s, seat)) == 3:
            return copied(box("willi"), s), seat
    raise AssertionError("nobody had three cards to choose from")


@pytest.mark.interpreted
@pytest.mark.parametrize("trust", [0.0, 1.0])
def test_others_are_taken_to_go_by_rules_of_thumb_as_often_as_they_are_trusted(trust: float) -> None:
    """Who gets the trick may keep it or swap a card. By the brain's rules of thumb it keeps it, whatever the card."""
    s, seat = last_card()
    tree = Tree(box("willi"), level("willi", f"expert:simulations=60,horizon=0,brain=tests.bots.brain,trust={trust}"))
    tree.think(box("willi").view(s, seat), seat, seeded(1), None, None)
    parents = tree.nodes[: int(tree.used[0])].parent[1:]
    cards = 1 + np.flatnonzero(parents == 0)
    assert len(cards) == 3
    answers = [int((parents == card).sum()) for card in cards]
    assert answers == [1, 1, 1] if trust else min(answers) > 5


@pytest.mark.interpreted
@pytest.mark.parametrize(("thumb", "least", "most"), [(0.0, 20, 45), (0.5, 50, 80), (1.0, 100, 100)])
def test_playouts_go_by_rules_of_thumb_as_often_as_they_should(thumb: float, least: int, most: int) -> None:
    """A hundred playouts of one card of three; the brain's is the first."""
    (s, seat), game = last_card(), box("willi")
    tree, actions = Tree(game, level("willi", "expert:brain=tests.bots.brain")), np.empty(willi.MOST_LEGAL, np.int64)
    tree.settings.thumb, tree.settings.horizon = thumb, 1
    first, rng, found = copied(game, s), seeded(2), 0
    game.rules.apply(first, seat, game.legal(s, seat)[0])
    for _ in range(100):
        world = copied(game, s)
        tree.search.play_out(world, tree.settings, tree.mind, rng, actions)
        found += world.tobytes() == first.tobytes()
    assert least <= found <= most


# It sees nothing hidden


@pytest.mark.parametrize("name", TURN_GAMES)
def test_it_thinks_the_same_in_every_world_that_looks_the_same(name: str) -> None:
    game, rng = box(name), seeded(5)
    world = blank(game.rules.RECORD)[0]
    for i, (s, seat) in enumerate(positions(name, 4, seed=2)):
        if i % 17 == 0:
            assert game.redeal(game.view(s, seat), seat, rng, world)
            one, other = (Bot(name, "expert:simulations=200", seed=i) for _ in range(2))
            assert one.choose(game.view(s, seat), seat) == other.choose(game.view(world, seat), seat)
        if i > 170:
            return


@pytest.mark.parametrize(("name", "secret"), [("willi", willi.DISCARDING), ("wimmuln", wimmuln.GUESSING)])
def test_what_others_choose_in_secret_is_no_node(name: str, secret: int) -> None:
    game = box(name)
    for s, seat in positions(name, 4, seed=4):
        if s.phase == secret and not s.chosen:
            tree = Tree(game, level(name, "classic-expert:simulations=2000"))
            tree.think(game.view(s, seat), seat, seeded(1), None, None)
            nodes = tree.nodes[1 : int(tree.used[0])]
            own = nodes[nodes.parent == 0]
            mine = set(game.legal(s, seat))
            assert set(own.action.tolist()) <= mine
            first = wimmuln.GUESS if name == "wimmuln" else willi.DISCARD
            past = first + (wimmuln.CARDS**2 if name == "wimmuln" else willi.CARDS)
            later = nodes[nodes.parent != 0].action
            assert len(later) > 100
            assert not ((later >= first) & (later < past)).any()
            return


@pytest.mark.interpreted
def test_where_no_world_fits_it_goes_by_rules_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "TRIES", 3)  # uncompiled the usual number takes long
    view, seat = hard_position("willi")
    view.held += 1
    choice = Bot("willi", f"expert:{FEW}", seed=1).choose(view, seat)
    assert choice.action in box("willi").legal(view, seat)
    assert (choice.weighed, choice.simulations) == ((), 0)


# It looks at the best choices first


def test_of_many_guesses_it_looks_at_few() -> None:
    game = box("wimmuln")
    for s, seat in positions("wimmuln", 4, seed=4):
        if s.phase == wimmuln.GUESSING:
            assert len(game.legal(s, seat)) > 100
            few = Bot("wimmuln", "classic-expert:simulations=400,wide=1", seed=1).choose(game.view(s, seat), seat)
            assert 15 <= len(few.weighed) <= 21
            assert sum(one.visits for one in few.weighed) == few.simulations == 400
            return


@pytest.mark.interpreted
@pytest.mark.parametrize("name", TURN_GAMES)
def test_root_results_add_up(name: str) -> None:
    game = box(name)
    bot = Bot(name, f"expert:{FEW}", seed=1)
    for i, (s, seat) in enumerate(positions(name, 3, seed=6)):
        choice = bot.choose(game.view(s, seat), seat)
        legal = game.legal(s, seat)
        assert choice.action in legal
        if len(legal) > 1:
            assert sum(one.visits for one in choice.weighed) == choice.simulations == bot.level.simulations
            assert {one.action for one in choice.weighed} <= set(legal)
            assert choice.weighed[0].action == choice.action
            assert all(0 <= one.fortune <= 1 and one.spread >= 0 for one in choice.weighed)
        if i == (60 if COMPILED else 5):
            return


# It keeps to its time and its memory


def hard_position(name: str) -> tuple[Record, int]:
    """The first decision of a round that has several choices."""
    s, seat = next((s, seat) for s, seat in positions(name, 4, 9) if len(box(name).legal(s, seat)) > 2)
    return box(name).view(s, seat), seat


@pytest.mark.parametrize("name", TURN_GAMES)
def test_it_keeps_to_its_time(name: str) -> None:
    view, seat = hard_position(name)
    bot = Bot(name, "master:simulations=100000000", seed=1)
    bot.choose(view, seat, seconds=0.01)
    late = []
    for seconds in (0.01, 0.02, 0.05) * 5:
        begun = time.thread_time()  # processor time: on a busy machine others take some of the rest
        choice = bot.choose(view, seat, seconds=seconds)
        late.append(time.thread_time() - begun - seconds)
        assert choice.simulations > 0
    assert np.median(late) < 0.005


def test_it_can_be_cancelled() -> None:
    view, seat = hard_position("willi")
    bot = Bot("willi", "master:simulations=1000000000", seed=1)
    stop = threading.Event()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(bot.choose(view, seat, cancelled=stop.is_set)))
    thread.start()
    time.sleep(0.2)
    assert thread.is_alive()
    stop.set()
    thread.join(2)
    assert not thread.is_alive()
    assert answers[0].simulations > 100
    assert answers[0].action == answers[0].weighed[0].action


def test_cancelled_before_it_began_it_still_has_an_answer() -> None:
    view, seat = hard_position("willi")
    choice = Bot("willi", "master", seed=1).choose(view, seat, cancelled=lambda: True)
    assert box("willi").allowed(view, seat, choice.action)


def test_others_run_while_it_thinks() -> None:
    view, seat = hard_position("willi")
    bot = Bot("willi", "master:simulations=1000000000", seed=1)
    bot.choose(view, seat, seconds=0.01)
    thread = threading.Thread(target=lambda: bot.choose(view, seat, seconds=1.0))
    thread.start()
    late = []
    while thread.is_alive():
        begun = time.perf_counter()
        time.sleep(0.005)
        late.append(time.perf_counter() - begun - 0.005)
    assert len(late) > 50, "a search that kept the GIL would let nobody wake up"
    assert np.quantile(late, 0.25) < 0.005


def test_its_memory_is_bounded() -> None:
    tree = Tree(box("willi"), level("willi", "master:simulations=1000000000"))
    held = tree.nodes.nbytes + tree.table.nbytes + sum(part.nbytes for part in tree._scratch)
    assert MEGABYTE < held < 64 * MEGABYTE


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["classic-master", "master:deep=200"])
def test_when_its_memory_is_full_it_goes_on(name: str) -> None:
    view, seat = hard_position("willi")
    room, wanted = (300, 5000) if COMPILED else (20, 40)
    tree = Tree(box("willi"), level("willi", f"{name}{',' if ':' in name else ':'}{FEW},simulations={wanted}"))
    tree.nodes, tree.table = tree.nodes[:room], tree.table[: 1 << room.bit_length()]
    weighed, simulations = tree.think(view, seat, seeded(1), None, None)
    assert tree.used[0] == room
    assert sum(one.visits for one in weighed) == simulations == wanted


@pytest.mark.parametrize("name", [pytest.param("willi", marks=pytest.mark.interpreted), *TURN_GAMES[1:]])
def test_it_can_be_repeated_however_it_was_sliced(name: str) -> None:
    view, seat = hard_position(name)
    plain, other, sliced = (Bot(name, f"expert:{FEW}", seed=s) for s in (1, 2, 1))
    assert isinstance(plain._tree, Tree)
    assert isinstance(sliced._tree, Tree)
    answer = plain.choose(view, seat)
    tree, rng = sliced._tree, seeded(1)
    tree.clear(4)
    for n in (1, 4, sliced.level.simulations - 5):
        tree.simulate(view, seat, rng, n, Limits(None, None))
    assert tree.weighed() == answer.weighed
    assert other.choose(view, seat).weighed != answer.weighed


# A learned policy and value can be plugged in


@pytest.mark.interpreted
def test_another_brain_can_be_plugged_in() -> None:
    view, seat = hard_position("willi")
    own = Bot("willi", f"expert:{FEW},horizon=0", seed=1)
    learned = Bot("willi", f"expert:{FEW},horizon=0,brain=tests.bots.brain", seed=1)
    weighed = learned.choose(view, seat).weighed
    assert all(one.fortune == pytest.approx(0.75) for one in weighed), "the brain values the searcher at 3 in 4"
    assert own.choose(view, seat).weighed != weighed
