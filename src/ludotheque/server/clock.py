"""The time of day as a server needs it: it never jumps, whatever happens to the system's clock."""

from time import monotonic, time


class Clock:
    """Seconds since 1970, counted on from when it was made."""

    def __init__(self) -> None:
        self._start = time() - monotonic()

    def now(self) -> float:
        """The time."""
        return self._start + monotonic()

    def set(self, now: float) -> None:
        """Takes over another clock, that of the database, so that all its servers have the same time."""
        self._start = now - monotonic()
