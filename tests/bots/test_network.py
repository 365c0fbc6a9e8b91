"""Networks choose by their weights, which are arguments; what they foretell is a share for everybody."""

import hashlib
from pathlib import Path

import msgspec
import numpy as np
import pytest

from ludotheque.bots.features import features
from ludotheque.bots.learned import SHIPPED, network, weights
from ludotheque.bots.levels import LEARNED, LEVELS, LevelError, level
from ludotheque.bots.mind import NAMES, Weights, fresh, mind_of
from ludotheque.bots.player import Bot
from ludotheque.games.box import box, shelf
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Ints
from tests.bots.positions import positions

GAMES = [("willi", 4), ("wimmuln", 4), ("holzwurm", 3)]
NUMPY_TOO = 1e-4  # how far sums in another order may differ


def lively(game: str) -> Weights:
    """Weights whose outputs differ clearly."""
    made = fresh(features(game), seed=3)
    return {name: weight * (60 if name.endswith("third") else 1) for name, weight in made.items()}


def listed(game: str, seats: int, seed: int = 1) -> tuple[object, int, Ints]:
    """A position with several choices, each of them listed."""
    played = box(game)
    for s, seat in positions(game, seats, seed):
        legal = played.legal(s, seat)
        if len(legal) > 3:
            return s, seat, np.array(legal)
    raise AssertionError("no position has several choices")


def by_numpy(given: Weights, whose: str, seen: list[int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The outputs of a network, computed in another way."""
    first, second, third = (given[f"{whose}_{layer}"].astype(float) for layer in ("first", "second", "third"))
    hidden = np.maximum(first[seen].sum(axis=0) + first[-1], 0)
    hidden = np.maximum(hidden @ second[:-1] + second[-1], 0)
    return third[:, :-1] @ hidden + third[:, -1]


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_choices_are_as_likely_as_the_layers_say(game: str, seats: int) -> None:
    s, seat, actions = listed(game, seats)
    given, played, brain = lively(game), box(game), network(box(game))
    mind = mind_of(features(game), given)
    out = np.zeros(len(actions))
    brain.weigh(s, seat, actions, len(actions), mind, out)
    assert abs(out.sum() - 1) < NUMPY_TOO
    n = brain.observe(played.view(s, seat), seat, mind)
    seen = mind.features[:n].tolist()
    logits = by_numpy(given, "own", seen)
    firsts = sorted({int(brain.first_of(action, mind)) for action in actions})
    wanted = np.exp(logits[firsts]) / np.exp(logits[firsts]).sum()
    for first, chance in zip(firsts, wanted, strict=True):
        these = [k for k, action in enumerate(actions) if brain.first_of(action, mind) == first]
        assert abs(out[these].sum() - chance) < NUMPY_TOO
        told = by_numpy(given, "own", [*seen, int(mind.base[0]) + first])
        seconds = told[[int(brain.second_of(actions[k], mind)) for k in these]]
        assert np.allclose(out[these] / chance, np.exp(seconds) / np.exp(seconds).sum(), atol=NUMPY_TOO)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_it_chooses_as_often_as_it_weighs(game: str, seats: int) -> None:
    s, seat, actions = listed(game, seats)
    brain, mind, rng = network(box(game)), mind_of(features(game), lively(game)), seeded(2)
    out, times = np.zeros(len(actions)), 3000
    brain.weigh.native(s, seat, actions, len(actions), mind, out)
    chosen = [brain.policy.native(s, seat, actions, len(actions), mind, rng) for _ in range(times)]
    seen = np.array([chosen.count(action) for action in actions]) / times
    assert abs(seen - out).max() < 4 * np.sqrt(0.25 / times)


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_shares_are_foretold_to_each_place_from_the_mover_on(game: str, seats: int) -> None:
    s, seat, _ = listed(game, seats)
    given, brain = lively(game), network(box(game))
    mind, places = mind_of(features(game), given), box(game).rules.places(seats)
    fortunes = np.zeros(6)
    brain.value(s, places, mind, fortunes)
    mover = min(k for k in range(seats) if int(box(game).rules.actors(s)) >> k & 1)
    n = brain.observe(s, mover, mind)
    logits = by_numpy(given, "all", mind.features[:n].tolist())[:places]
    wanted = np.exp(logits) / np.exp(logits).sum()
    assert np.allclose(np.roll(fortunes[:places], -mover), wanted, atol=NUMPY_TOO)
    assert seat in range(seats)


def test_another_weight_makes_another_choice() -> None:
    s, seat, actions = listed("willi", 4)
    brain, given = network(box("willi")), lively("willi")
    mind = mind_of(features("willi"), given)
    out = np.zeros(len(actions))
    brain.weigh.native(s, seat, actions, len(actions), mind, out)
    least = int(out.argmin())
    assert out[least] < 0.5
    given["own_third"][brain.first_of(actions[least], mind), -1] += 50
    changed = mind_of(features("willi"), given)
    for seed in range(20):
        assert brain.policy.native(s, seat, actions, len(actions), changed, seeded(seed)) == actions[least]


def test_a_file_of_weights_makes_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    given = lively("holzwurm")
    np.savez(file, allow_pickle=False, **given)
    s, seat, actions = listed("holzwurm", 3)
    view = box("holzwurm").view(s, seat)
    for text in (
        f"regular:brain=learned,weights={file}",
        f"expert:brain=learned,weights={file},simulations=50,trust=1",
    ):
        bot = Bot("holzwurm", text, seed=1, compiled=False)
        assert bot.choose(view, seat).action in actions
    assert all(np.array_equal(weights("holzwurm", str(file))[name], given[name]) for name in NAMES)


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    np.savez(file, allow_pickle=False, **lively("willi"))
    with pytest.raises(LevelError, match="it learned another game"):
        Bot("holzwurm", f"regular:brain=learned,weights={file}")


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_file_that_has_none_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "mine.npz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LevelError, match="there are no weights of willi in"):
        Bot("willi", f"regular:brain=learned,weights={file}")


def test_a_level_names_its_weights() -> None:
    found = level("willi", "expert:brain=learned,weights=a.npz,sharp=2")
    assert (found.brain, found.weights, found.sharp) == ("learned", "a.npz", 2.0)


@pytest.mark.parametrize("card", sorted(file.name for file in SHIPPED.iterdir() if file.name.endswith(".json")))
def test_the_weights_that_come_along_are_those_of_their_card(card: str) -> None:
    told = msgspec.json.decode((SHIPPED / card).read_bytes())
    file = SHIPPED / card.replace(".json", ".npz")
    assert told["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert sum(weight.size for weight in weights(told["game"]).values()) == told["weights"]
    assert len(file.read_bytes()) < 1_000_000


@pytest.mark.parametrize("game", shelf())
def test_levels_that_go_by_networks_have_weights(game: str) -> None:
    levels = [level(game, name) for name in LEVELS]
    shipped = (SHIPPED / f"{game}.npz").is_file()
    assert any(one.brain == LEARNED for one in levels) == shipped
