"""Training learns, repeats itself, goes on where it was interrupted, and says what is wrong with a file."""

import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ludotheque import cli
from ludotheque.arena.workers import joined_ray
from ludotheque.bots.mind import NAMES
from ludotheque.bots.player import Bot
from ludotheque.games.box import box
from ludotheque.learning.share import Share, all_options
from ludotheque.learning.trainer import Schedule, Trainer, TrainingError

SHORT = Schedule(iterations=4, samples=4096, minibatch=1024, lessons=2, seed=3)


def trained(plan: Schedule, file: Path | None = None) -> Trainer:
    """A whole training, or the rest of one."""
    trainer = Trainer("holzwurm", plan)
    if file is not None:
        trainer.restore(file)
    assert [learned.iteration for learned in trainer.run()][-1] == plan.iterations
    return trainer


def test_the_same_seed_learns_the_same_also_after_an_interruption(tmp_path: Path) -> None:
    whole, begun = trained(SHORT), Trainer("holzwurm", SHORT)
    steps = begun.run()
    next(steps), next(steps), next(steps)
    begun.save(tmp_path / "half.npz")
    rest = trained(SHORT, tmp_path / "half.npz")
    assert all(np.array_equal(whole.weights[name], rest.weights[name]) for name in NAMES)
    other = trained(Schedule(iterations=4, samples=4096, minibatch=1024, lessons=2, seed=4))
    assert not np.array_equal(whole.weights["own_first"], other.weights["own_first"])


@pytest.mark.long
def test_imitated_rules_of_thumb_beat_what_knows_nothing() -> None:
    trainer = Trainer("holzwurm", Schedule(iterations=12, samples=8192, minibatch=1024, lessons=12))
    share, habits = Share("holzwurm", 0), box("holzwurm").bot.Habits()
    before = share.leads(trainer.weights, habits, 4, 60, seed=1).mean()
    learned = [*trainer.run()]
    assert learned[-1].undecided < learned[0].undecided
    assert learned[-1].wrong < learned[0].wrong
    assert share.leads(trainer.weights, habits, 4, 60, seed=1).mean() > before + 5


@pytest.mark.long
def test_self_play_gets_better_without_being_shown_anything() -> None:
    trainer = Trainer("willi", Schedule(iterations=40, samples=16384, lessons=0))
    share, habits = Share("willi", 0), box("willi").bot.Habits()
    before = share.leads(trainer.weights, habits, 4, 100, seed=1).mean()
    assert len([*trainer.run()]) == 40
    assert share.leads(trainer.weights, habits, 4, 100, seed=1).mean() > before + 0.2


@pytest.mark.long
def test_a_teacher_that_searches_is_imitated() -> None:
    plan = Schedule(iterations=3, samples=4096, minibatch=1024, lessons=3, teacher="expert:simulations=8")
    learned = [*Trainer("holzwurm", plan).run()]
    assert learned[-1].undecided < learned[0].undecided


@pytest.mark.parametrize("rival", ["regular", "expert:simulations=4"])
def test_one_seat_learns_against_bots_that_stay_as_they_are(rival: str) -> None:
    plan = Schedule(iterations=2, samples=4096, minibatch=1024, lessons=0, against=rival)
    whole, again = Trainer("holzwurm", plan), Trainer("holzwurm", plan)
    for trainer in (whole, again):
        assert [learned.iteration for learned in trainer.run()] == [1, 2]
    assert all(np.array_equal(whole.weights[name], again.weights[name]) for name in NAMES)
    leads = whole.take_leads()
    assert len(leads) > 20
    assert sum(leads) / len(leads) < 0  # it knows nothing yet
    assert whole.take_leads() == []


def test_a_file_of_another_training_is_refused(tmp_path: Path) -> None:
    trainer = Trainer("holzwurm", SHORT)
    trainer.save(tmp_path / "mine.npz")
    with pytest.raises(TrainingError, match="is another training"):
        Trainer("holzwurm", Schedule(iterations=5)).restore(tmp_path / "mine.npz")
    (tmp_path / "broken.npz").write_bytes((tmp_path / "mine.npz").read_bytes()[:1000])
    with pytest.raises(TrainingError, match="no training that can go on"):
        trainer.restore(tmp_path / "broken.npz")


@pytest.mark.long
def test_all_editions_and_tables_are_played() -> None:
    assert len(all_options(box("willi"))) == 4
    share = Share("wimmuln", 6000)
    trainer = Trainer("wimmuln", SHORT)
    samples = share.gather(trainer.weights, trainer.weights, 0.5, 0.95, False, 1)
    assert set(samples.places.tolist()) == set(box("wimmuln").rules.SEATS)
    shares = samples.ends[np.arange(len(samples.ends))].sum(axis=1)
    assert np.allclose(shares, 1, atol=1e-5)


@pytest.mark.skipif(find_spec("ray") is None, reason='Ray is an extra: pip install "ludotheque[ray]"')
@pytest.mark.filterwarnings("default")
def test_a_cluster_learns_the_same() -> None:
    ray = joined_ray(2)
    try:
        there = Trainer("holzwurm", SHORT, ray=ray)
        assert len([*there.run()]) == SHORT.iterations
    finally:
        ray.shutdown()
    here = trained(SHORT)
    assert all(np.array_equal(there.weights[name], here.weights[name]) for name in NAMES)


def test_a_command_trains_a_bot_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, plot = tmp_path / "mine.npz", tmp_path / "plot.png"
    words = ["train", "holzwurm", str(file), "--iterations", "2", "--lessons", "1", "--evaluations", "2"]
    monkeypatch.setattr(sys, "argv", ["ludotheque", *words, "--plot", str(plot)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert not ended.value.code
    assert f"ludotheque arena holzwurm regular:brain=learned,weights={file} regular" in capsys.readouterr().out.replace(
        "\n", ""
    )
    assert plot.stat().st_size > 1000
    bot = Bot("holzwurm", f"regular:brain=learned,weights={file}")
    match = box("holzwurm").new(3, box("holzwurm").options())
    box("holzwurm").rules.deal(match, np.arange(65))
    seat = int(match.turn)
    assert bot.choose(box("holzwurm").view(match, seat), seat).action in box("holzwurm").legal(match, seat)
