"""Workers that play the units: this process, one process a core, or the machines of a Ray cluster."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol

from ludotheque.arena.duplicate import Finished, play_unit
from ludotheque.arena.plan import DuplicateDeal, TournamentPlan
from ludotheque.games.errors import LudothequeError


class MissingError(LudothequeError):
    """Something that is only installed when asked for."""


class WorkerError(LudothequeError):
    """A worker that died, or a cluster that is not there or does not let us in."""


class WorkerPool(Protocol):
    """Plays some units at a time."""

    size: int

    def start(self, unit: DuplicateDeal) -> None:
        """Begins a unit, or puts it in line."""

    def finish(self) -> list[Finished]:
        """Waits for some of those begun."""

    def close(self) -> None:
        """Stops all work at once."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Alone:
    """Plays in this process, one unit after another."""

    size = 1

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.line: list[DuplicateDeal] = []

    def start(self, unit: DuplicateDeal) -> None:
        """Puts a unit in line."""
        self.line.append(unit)

    def finish(self) -> list[Finished]:
        """Plays the first in line."""
        return [play_unit(self.plan, self.line.pop(0))]

    def close(self) -> None:
        """Does nothing: there are no workers."""


class Workers:
    """Plays in processes of its own, one a core."""

    def __init__(self, plan: TournamentPlan, size: int) -> None:
        self.plan = plan
        self.size = size
        self.others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(size, mp_context=context, initializer=end_quietly)
        self.begun: set[Future[Finished]] = set()

    def start(self, unit: DuplicateDeal) -> None:
        """Hands a unit to whoever is free first."""
        with deaths_told():
            self.begun.add(self.pool.submit(play_unit, self.plan, unit))

    def finish(self) -> list[Finished]:
        """Waits for the first to be done."""
        done, self.begun = wait(self.begun, return_when=FIRST_COMPLETED)
        with deaths_told():
            return [future.result() for future in done]

    def close(self) -> None:
        """Ends the processes, also in the middle of a unit."""
        working = bool(self.begun)
        self.pool.shutdown(wait=not working, cancel_futures=True)
        if working:
            for process in set(multiprocessing.active_children()) - self.others:
                process.terminate()


@contextmanager
def deaths_told() -> Iterator[None]:
    """Turns the death of a worker into a WorkerError."""
    try:
        yield
    except BrokenProcessPool:
        raise WorkerError("a worker was ended from outside; with --resume the same command goes on") from None


def end_quietly() -> None:
    """An interrupt from the terminal reaches the workers too: they end without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Cluster:
    """Plays as tasks of Ray: on the cluster that RAY_ADDRESS names, else on this machine."""

    def __init__(self, plan: TournamentPlan, size: int) -> None:
        self.ray = joined_ray(size)
        self.size = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.plan = self.ray.put(plan)
        self.play: Callable[..., Any] = self.ray.remote(play_unit).remote
        self.begun: list[Any] = []

    def start(self, unit: DuplicateDeal) -> None:
        """Hands a unit to the cluster."""
        self.begun.append(self.play(self.plan, unit))

    def finish(self) -> list[Finished]:
        """Waits for the first to be done."""
        done, self.begun = self.ray.wait(self.begun)
        return list(self.ray.get(done))

    def close(self) -> None:
        """Leaves the cluster; what it has begun is given up."""
        self.ray.shutdown()


def joined_ray(size: int) -> Any:
    """Ray, on the cluster that RAY_ADDRESS names, else on so many cores of this machine."""
    ray, address = import_ray(), os.environ.get("RAY_ADDRESS")
    here: dict[str, Any] = {} if address else {"num_cpus": size, "include_dashboard": False}
    try:
        ray.init(address=address or "local", logging_level="warning", log_to_driver=False, **here)
    except (ConnectionError, RuntimeError) as problem:
        raise WorkerError(f"the Ray cluster cannot be used: {str(problem).splitlines()[0]}") from None
    return ray


def import_ray() -> Any:
    """Ray, which is large and so an extra."""
    try:
        import ray
    except ImportError:
        raise MissingError('--ray needs Ray: pip install "ludotheque[ray]"') from None
    return ray


def pool_for(plan: TournamentPlan, workers: int, on_ray: bool) -> WorkerPool:
    """The pool that was asked for."""
    if on_ray:
        return Cluster(plan, workers)
    return Alone(plan) if workers == 1 else Workers(plan, workers)
