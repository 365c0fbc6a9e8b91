"""Batches of what comes in one turn of the event loop, handed on at its end.

Reading sockets by turns with obeying would have each push the other out of the processor's caches; a thread that is
woken for each item would struggle with the event loop for Python's lock each time.
"""

from asyncio import get_running_loop
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Call = tuple[Callable[[Any], None], Any]


class LoopBatch(Generic[T]):
    """Items that wait for the end of a turn; `hand_on` then gets them in the order in which they came."""

    def __init__(self, hand_on: Callable[[list[T]], None]) -> None:
        self._hand_on = hand_on
        self._waiting: list[T] = []

    def put(self, item: T) -> None:
        """One more."""
        if not self._waiting:
            get_running_loop().call_soon(self.end)
        self._waiting.append(item)

    def end(self) -> None:
        """Hands on what waits, if something does."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._hand_on(waiting)


def call_all(calls: Iterable[Call]) -> None:
    """Calls with one argument each, one after the other; one that fails holds up no other."""
    for call, argument in calls:
        try:
            call(argument)
        except Exception as problem:  # noqa: BLE001 - the loop makes it known
            get_running_loop().call_exception_handler({"message": "a call in a turn failed", "exception": problem})
