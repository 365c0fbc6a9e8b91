"""The command `train`: from what was asked to a file of weights, with a look at how it goes."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from ludotheque.arena.keeping import check_writable
from ludotheque.arena.plan import usual_seats
from ludotheque.arena.plots import GREEN, GREY, check_plot, pyplot, save
from ludotheque.arena.statistics import Estimate, estimate
from ludotheque.arena.tune import interval
from ludotheque.arena.workers import cores, joined_ray
from ludotheque.bots.learned import weights
from ludotheque.bots.levels import level
from ludotheque.games.box import box
from ludotheque.learning.share import Share
from ludotheque.learning.trainer import Learned, Schedule, Trainer

INTERRUPTED = 130
DEALS = 200  # of each evaluation
OPPONENTS = ("regular", "classic-regular")  # whom it is measured against as it goes
BLOCKS = "▁▂▃▄▅▆▇█"


class Evaluation(msgspec.Struct, frozen=True):
    """How well a network played after so many iterations, alone among each of the opponents."""

    iteration: int
    undecided: float
    leads: tuple[Estimate, ...]


class TrainingWish(msgspec.Struct, frozen=True):
    """A training as it was asked for, and where it is kept."""

    game: str
    file: Path
    plan: Schedule
    begin: str = ""  # the weights to begin with; new ones if none are named, `shipped` for those that come along
    evaluations: int = 20
    ray: bool = False
    plot: Path | None = None


def train(wish: TrainingWish) -> int:
    """Trains, or goes on with a training that was interrupted; returns the exit code."""
    console = Console(highlight=False)
    check_writable(wish.file)
    if wish.plot is not None:
        check_plot(wish.plot)
    ray = joined_ray(cores()) if wish.ray else None
    begin = weights(wish.game, "" if wish.begin == "shipped" else wish.begin) if wish.begin else None
    for name in filter(None, (wish.plan.against, wish.plan.teacher)):
        level(wish.game, name)  # raises if there is none
    trainer = Trainer(wish.game, wish.plan, begin, ray)
    if wish.file.exists() and wish.file.stat().st_size:
        trainer.restore(wish.file)
        console.print(f"Going on from {wish.file}, after {trainer.iteration} of {wish.plan.iterations} iterations.")
    found: list[Evaluation] = []
    bar = Progress(
        TextColumn(box(wish.game).notation.TITLE), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TimeRemainingColumn(), console=console,
    )  # fmt: skip
    task = bar.add_task("", total=wish.plan.iterations, completed=trainer.iteration)

    def picture() -> Group:
        return Group(*curves(found, opponents(wish.plan)), bar)

    try:
        with Live(console=console, get_renderable=picture, refresh_per_second=4):
            for learned in trainer.run():
                bar.update(task, completed=learned.iteration)
                if learned.iteration % max(1, wish.plan.iterations // wish.evaluations) == 0:
                    found.append(evaluate(trainer, learned))
                    trainer.save(wish.file)
    except KeyboardInterrupt:
        console.print(f"Interrupted; the same command goes on from {wish.file}.")
        return INTERRUPTED
    trainer.save(wish.file)
    if wish.plot is not None:
        draw(wish, found)
    entrant = f"regular:brain=learned,weights={wish.file}"
    console.print(
        f"Its weights are in {wish.file}. To see how it plays:\n  ludotheque arena {wish.game} {entrant} regular"
    )
    return 0


def evaluate(trainer: Trainer, learned: Learned) -> Evaluation:
    """The network without any search against fixed opponents, on the same deals each time.

    Against bots that search that would take too long: there the rounds count in which it learned.
    """
    if trainer.plan.against:
        return Evaluation(learned.iteration, learned.undecided, (estimate(trainer.take_leads()),))
    played = box(trainer.game)
    share = Share(trainer.game, 0)
    habits = [played.bot.Habits(**level(trainer.game, name).habits) for name in OPPONENTS]
    seats = usual_seats(played)
    leads = tuple(estimate(share.leads(trainer.weights, one, seats, DEALS, seed=1).tolist()) for one in habits)
    return Evaluation(learned.iteration, learned.undecided, leads)


def opponents(plan: Schedule) -> tuple[str, ...]:
    """The levels that a training is measured against."""
    return (plan.against,) if plan.against else OPPONENTS


def curves(found: Sequence[Evaluation], names: Sequence[str]) -> list[Text]:
    """How the leads grew, a line for each opponent, and how undecided the network still is."""
    lines = []
    for k, name in enumerate(names if found else ()):
        leads = [one.leads[k] for one in found]
        lines.append(
            Text(f"among {name:16} {blocks([one.mean for one in leads])} {interval(leads[-1])} points a round")
        )
    if found:
        undecided = [one.undecided for one in found]
        lines.append(Text(f"{'undecided':22} {blocks(undecided)} {undecided[-1]:.2f}"))
    return lines


def blocks(numbers: Sequence[float]) -> str:
    """A curve in blocks, from the lowest number to the highest."""
    low, high = min(numbers), max(numbers)
    steps = [(number - low) / max(high - low, 1e-9) * (len(BLOCKS) - 1) for number in numbers]
    return "".join(BLOCKS[round(step)] for step in steps)


def draw(wish: TrainingWish, found: Sequence[Evaluation]) -> None:
    """Strength over iterations, with 95 % intervals."""
    assert wish.plot is not None
    figure, axes = pyplot().subplots(figsize=(7, 4), layout="constrained")
    for k, (name, colour) in enumerate(zip(opponents(wish.plan), (GREEN, GREY), strict=False)):
        leads = [one.leads[k] for one in found]
        axes.errorbar(
            [one.iteration for one in found], [one.mean for one in leads], [one.margin or 0.0 for one in leads],
            color=colour, label=f"alone among {name}", capsize=2,
        )  # fmt: skip
    axes.axhline(0, color=GREY, linewidth=0.8)
    axes.set_xlabel(f"iterations of {wish.plan.samples:,} choices")
    axes.set_ylabel("points a round ahead, without search")
    axes.set_title(box(wish.game).notation.TITLE, fontsize=10)
    axes.legend()
    save(figure, wish.plot)
