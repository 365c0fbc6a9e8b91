"""The two halves of a batch, by turns: while the caller thinks about one of them, the other is stepped.

>>> from ludotheque import batch
>>> halves = batch("willi", 1000, seats=4, seed=1).halves()
>>> for _ in range(10):
...     half = halves.recv()  # 500 matches: first those of the first half, then those of the second, and so on
...     halves.send(half.draw())
>>> half.rewards.shape, half.mask.shape
((500, 4), (500, 1371))
"""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from numpy.typing import ArrayLike

from ludotheque.envs.batch import Batch
from ludotheque.games.errors import LudothequeError, OptionError


class OrderError(LudothequeError):
    """A call that is not due: another has to come first."""


class Halves:
    """Two batches that take turns. Machine code does not hold Python's lock, so a half is stepped in a thread while the
    caller's network works on the other."""

    def __init__(self, whole: Batch) -> None:
        n = len(whole.seat)
        if n < 2:
            raise OptionError("a batch of 1 match has no halves")
        self._whole = whole
        self._halves = whole.part(0, n // 2), whole.part(n // 2, n)
        self._steps: list[Future[Any] | None] = [None, None]  # the last step of each half
        self._turn = 0
        self._received = False
        self._crew = ThreadPoolExecutor(len(self._halves), "ludotheque-half")

    def recv(self) -> Batch:
        """Waits for the half whose turn it is and returns it, with the `rewards` and `done` of its last step."""
        if self._received:
            raise OrderError("send the actions of the half that was received before the other is received")
        self._wait(self._turn)
        self._received = True
        return self._halves[self._turn]

    def send(self, actions: ArrayLike) -> None:
        """Lets the half that was received step, and returns at once. What is not legal raises, and changes nothing."""
        if not self._received:
            raise OrderError("receive a half before its actions are sent")
        half = self._halves[self._turn]
        choices = half.checked(actions).copy()  # the caller may write to its own while the half steps
        self._steps[self._turn] = self._crew.submit(half.advance, choices)
        self._turn = 1 - self._turn
        self._received = False

    def reset(self, seed: int | None = None) -> None:
        """Begins all matches anew, as this seed deals them to the whole batch; the first half has its turn."""
        for which in range(len(self._halves)):
            self._wait(which)
        self._whole.reset(seed)
        for half in self._halves:
            half.forget_drawn()
        self._turn = 0
        self._received = False

    def _wait(self, which: int) -> None:
        """Waits until the last step of a half is done; raises what it raised."""
        step, self._steps[which] = self._steps[which], None
        if step is not None:
            step.result()
