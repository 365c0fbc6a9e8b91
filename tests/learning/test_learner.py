"""Slopes are those of the loss that is to become small; advantages are those of the definition."""

import numpy as np
import pytest

from ludotheque.learning import learner
from ludotheque.learning.learner import Network, Samples
from ludotheque.learning.share import MOST_PLACES, room_for

FEATURES, OUTPUTS, WIDE, NARROW, MANY = 12, 7, 6, 5, 8
LITTLE = 1e-3
chance = np.random.default_rng(4)


def network(inputs: int, outputs: int) -> Network:
    """Small networks of large weights."""
    shapes = ((inputs + 1, WIDE), (WIDE + 1, NARROW), (outputs, NARROW + 1))
    return Network(*(chance.standard_normal(shape).astype(np.float32) for shape in shapes))


def samples() -> Samples:
    """Some samples of chance."""
    b = room_for(MANY, OUTPUTS)
    for i in range(MANY):
        for count, listed in ((b.own_count, b.own), (b.all_count, b.all)):
            count[i] = 4
            listed[i, :4] = chance.choice(FEATURES, 4, replace=False)
        b.legal_count[i] = 3 + i % 4
        b.legal[i, : b.legal_count[i]] = chance.choice(OUTPUTS, b.legal_count[i], replace=False)
        b.choice[i] = i % 3
        b.chance[i] = np.log(chance.uniform(0.1, 0.9))
        b.gain[i] = chance.standard_normal()
        b.round[i], b.seat[i], b.places[i] = i // 2, i % 2, 3
        b.ends[i, :3] = chance.dirichlet(np.ones(3))
    return b


def hidden(net: Network, seen: list[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    first, second, third = (layer.astype(float) for layer in net)
    inner = np.maximum(first[seen].sum(axis=0) + first[-1], 0)
    inner = np.maximum(inner @ second[:-1] + second[-1], 0)
    return np.asarray(third[:, :-1] @ inner + third[:, -1])


def choice_loss(b: Samples, net: Network, clip: float, spread: float, entropy: float) -> float:
    """The clipped objective of proximal policy optimisation, from its definition."""
    whole = 0.0
    for i in range(MANY):
        logits = hidden(net, b.own[i, : b.own_count[i]].tolist())[b.legal[i, : b.legal_count[i]]]
        logs = logits - np.log(np.exp(logits).sum())
        ratio, gain = np.exp(logs[b.choice[i]] - b.chance[i]), b.gain[i] / spread
        if clip:
            whole -= min(ratio * gain, np.clip(ratio, 1 - clip, 1 + clip) * gain)
        else:
            whole -= logs[b.choice[i]]
        whole += entropy * float((np.exp(logs) * logs).sum())
    return whole


def worth_loss(b: Samples, net: Network) -> float:
    """The cross-entropy of what is foretold, from its definition."""
    whole = 0.0
    for i in range(MANY):
        logits = hidden(net, b.all[i, : b.all_count[i]].tolist())[: b.places[i]]
        logs = logits - np.log(np.exp(logits).sum())
        whole -= float((np.roll(b.ends[b.round[i], : b.places[i]], -b.seat[i]) * logs).sum())
    return whole


def slope_of(loss, net: Network, layer: int, at: tuple[int, int]) -> float:  # type: ignore[no-untyped-def]
    """The slope of a loss at one weight, from its values on both sides."""
    kept = float(net[layer][at])
    net[layer][at] = kept + LITTLE
    above = loss(net)
    net[layer][at] = kept - LITTLE
    below = loss(net)
    net[layer][at] = kept
    return float((above - below) / (2 * LITTLE))


@pytest.mark.parametrize(("clip", "entropy"), [(0.2, 0.0), (0.2, 0.5), (0.0, 0.0)])
@pytest.mark.parametrize("native", [False, True])
def test_slopes_of_choices(clip: float, entropy: float, native: bool) -> None:
    b, net = samples(), network(FEATURES, OUTPUTS)
    slopes = Network(*(np.zeros_like(layer) for layer in net))
    learn = learner.learn_choices.native if native else learner.learn_choices.function
    learn(b, np.arange(MANY), net, slopes, np.zeros((4, WIDE), np.float32), np.zeros(OUTPUTS), clip, 0.7, entropy)
    check(slopes, net, lambda one: choice_loss(b, one, clip, 0.7, entropy))


@pytest.mark.parametrize("native", [False, True])
def test_slopes_of_worth(native: bool) -> None:
    b, net = samples(), network(FEATURES, 3)
    slopes = Network(*(np.zeros_like(layer) for layer in net))
    learn = learner.learn_worth.native if native else learner.learn_worth.function
    learn(b, np.arange(MANY), net, slopes, np.zeros((4, WIDE), np.float32), np.zeros(OUTPUTS))
    check(slopes, net, lambda one: worth_loss(b, one))


def check(slopes: Network, net: Network, loss) -> None:  # type: ignore[no-untyped-def]
    """Compares slopes with those that the loss itself has, at every weight; a kink may be between two of them."""
    wrong = []
    for layer, found in enumerate(slopes):
        for at in np.ndindex(found.shape):
            wanted = slope_of(loss, net, layer, at)
            if abs(wanted - float(found[at])) > 0.02 * max(1.0, abs(wanted)):
                wrong.append((layer, at, wanted, float(found[at])))
    assert len(wrong) <= 2, wrong
    assert abs(slopes.first).max() > 0.1


def test_advantages_are_what_came_less_what_was_expected() -> None:
    b = samples()
    whole = b._replace(**{name: part[:MANY] for name, part in b._asdict().items()})
    b.worth[:MANY] = chance.uniform(size=MANY)
    b.round[:MANY] = 0
    b.seat[:MANY] = [0, 1, 0, 0, 1, 0, 0, 1]
    learner.advantages.native(whole, 1.0, np.empty((1, MOST_PLACES), np.int64))
    assert np.allclose(b.gain[:MANY], b.ends[0, b.seat[:MANY]] - b.worth[:MANY], atol=1e-6)
    learner.advantages.native(whole, 0.0, np.empty((1, MOST_PLACES), np.int64))
    assert np.allclose(b.gain[0], b.worth[2] - b.worth[0], atol=1e-6)
    assert np.allclose(b.gain[7], b.ends[0, 1] - b.worth[7], atol=1e-6)


def test_adam_goes_down() -> None:
    weights, means, squares = (np.zeros(3, np.float32) for _ in range(3))
    for steps in range(1, 400):
        slopes = 8 * (weights - np.array([1, -2, 3], np.float32))
        learner.step.native(weights, slopes, means, squares, 0.05, 4, steps)
        assert not slopes.any()
    assert np.allclose(weights, [1, -2, 3], atol=0.05)
