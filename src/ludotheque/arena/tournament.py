"""Plays a tournament: unit after unit, on all cores, until enough rounds have been played.

What counts are the first units, as many as it takes, whoever finished them in whichever order: so a tournament ends
the same with any number of workers, and whether it was interrupted or not.
"""

from collections.abc import Callable
from pathlib import Path

from ludotheque.arena.duplicate import Finished, warm_up
from ludotheque.arena.keeping import Notebook
from ludotheque.arena.plan import TournamentPlan, units
from ludotheque.arena.workers import WorkerPool, cores, import_ray, pool_for
from ludotheque.games.errors import LudothequeError

Progress = Callable[[int], None]


class RoundsError(LudothequeError):
    """A number of rounds or workers that makes no sense."""


def run(
    plan: TournamentPlan,
    rounds: int,
    *,
    keep: Path | None = None,
    workers: int | None = None,
    ray: bool = False,
    progress: Progress = lambda _: None,
) -> list[Finished]:
    """Plays at least so many rounds and returns the units that count; `progress` is told how many have been played."""
    if rounds < 1:
        raise RoundsError(f"a tournament has one round at least, not {rounds}")
    if workers is not None and workers < 1:
        raise RoundsError(f"a tournament needs one worker at least, not {workers}")
    if ray:
        import_ray()
    notebook = Notebook(plan, keep)
    try:
        if counted(notebook.units, rounds) is None:
            warm_up(plan.game, plan.seats)  # fills the compiler's cache, from which all workers take
            pool = pool_for(plan, cores() if workers is None else workers, ray)
            try:
                play_on(plan, rounds, notebook, pool, progress)
            finally:
                pool.close()
    finally:
        notebook.close()
    return counted(notebook.units, rounds) or []


def play_on(plan: TournamentPlan, rounds: int, notebook: Notebook, pool: WorkerPool, progress: Progress) -> None:
    """Plays what is missing. No more is begun than will be needed, as far as one can tell."""
    missing = (unit for unit in units(plan) if unit.number not in notebook.units)
    running = 0
    progress(played(notebook))
    while counted(notebook.units, rounds) is None:
        while running < (2 if notebook.units else 1) * pool.size and expected(notebook, running) < rounds:
            pool.start(next(missing))
            running += 1
        for unit in pool.finish():
            notebook.add(unit)
            running -= 1
        progress(played(notebook))


def played(notebook: Notebook) -> int:
    """How many rounds have been played."""
    return sum(unit.rounds for unit in notebook.units.values())


def expected(notebook: Notebook, running: int) -> float:
    """How many rounds there will be when all that is running has ended; until one has, nobody knows."""
    done = len(notebook.units)
    return played(notebook) * (1 + running / done) if done else 0.0


def counted(kept: dict[int, Finished], rounds: int) -> list[Finished] | None:
    """The first units, up to the one with which there are enough rounds; None if there are not."""
    found: list[Finished] = []
    while rounds > 0:
        if len(found) not in kept:
            return None
        found.append(kept[len(found)])
        rounds -= found[-1].rounds
    return found
