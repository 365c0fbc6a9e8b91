"""The commands `arena` and `bots`, from what was asked to what is shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ludotheque.arena import measured
from ludotheque.arena.keeping import check_writable
from ludotheque.arena.plan import TournamentPlan, plan_for
from ludotheque.arena.plots import check_plot, draw, draw_strength
from ludotheque.arena.ratings import rating_model
from ludotheque.arena.report import TournamentReport, report_on, show, write_json
from ludotheque.arena.tournament import run
from ludotheque.games.box import box, shelf
from ludotheque.games.errors import LudothequeError

INTERRUPTED = 130


class TournamentOptions(msgspec.Struct, frozen=True):
    """How a tournament is to be played, and what is to be kept of it."""

    rounds: int = 2000
    workers: int | None = None
    ray: bool = False
    resume: Path | None = None
    json: Path | None = None
    plot: Path | None = None


class PartError(LudothequeError):
    """A measurement has no such part."""


def arena(
    game: str,
    bots: Sequence[str],
    seats: int | None,
    seed: int,
    edition: str | None,
    options: Mapping[str, str],
    wish: TournamentOptions,
) -> int:
    """Plays a tournament and shows how it ended; returns the exit code."""
    rating_model()  # before anything is played
    plan = plan_for(game, bots, seats, seed, edition, options)
    if wish.json is not None:
        check_writable(wish.json)
    if wish.plot is not None:
        check_plot(wish.plot)
    try:
        report = played(plan, wish, wish.resume, f"{game}: {' '.join(bots)}")
    except KeyboardInterrupt:
        kept = f"the same command goes on from {wish.resume}" if wish.resume else "nothing is kept without --resume"
        Console(stderr=True, soft_wrap=True, highlight=False).print(f"Interrupted; {kept}.")
        return INTERRUPTED
    show(report, Console(highlight=False))
    if wish.json is not None:
        write_json(report, wish.json)
    if wish.plot is not None:
        draw(report, wish.plot)
    return 0


def played(plan: TournamentPlan, wish: TournamentOptions, keep: Path | None, title: str) -> TournamentReport:
    """Plays a tournament behind a progress bar."""
    with bar(title, wish.rounds) as advance:
        units = run(plan, wish.rounds, keep=keep, workers=wish.workers, ray=wish.ray, progress=advance)
    return report_on(plan, units, wish.workers)


@contextmanager
def bar(title: str, rounds: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error stream, so that what is shown in the end can be piped."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("rounds"))
    console = Console(stderr=True)
    with Progress(
        *columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task(title, total=rounds)
        yield lambda done: progress.update(task, completed=min(done, rounds))


def bots(game: str | None, as_json: bool, plot: Path | None, table: Path | None = None) -> None:
    """Shows what was measured last, as a table or as JSON, and perhaps draws it."""
    games = shelf() if game is None else [box(game).name]
    if plot is not None:
        check_plot(plot)
    found = measured.read(measured.FILE if table is None else table)
    found.games = {name: known for name, known in found.games.items() if name in games}
    if plot is not None:
        draw_strength(measured.strength(found), plot)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        measured.show(found, games, Console(highlight=False))


def measure(game: str | None, part: str | None, table: Path | None, wish: TournamentOptions) -> int:
    """Measures all games or one, all parts or one; returns the exit code."""
    games = shelf() if game is None else [box(game).name]
    if part is not None and part not in measured.PARTS:
        raise PartError(f"a measurement has no part {part!r}; it has {', '.join(measured.PARTS)}")
    path = measured.FILE if table is None else table
    check_writable(path)
    parts = measured.PARTS if part is None else (part,)
    try:
        measured.measure(games, parts, path, lambda plan, keep, title: played(plan, wish, keep, title))
    except KeyboardInterrupt:
        Console(stderr=True, soft_wrap=True, highlight=False).print("Interrupted; the same command goes on from there.")
        return INTERRUPTED
    return 0
