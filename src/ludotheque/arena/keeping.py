"""A tournament's file: a line that says what is played, then a line for each unit that has been.

Each line is JSON. A tournament that was interrupted, even in the middle of a line, goes on from its file; a file of
another tournament is refused.
"""

import os
from pathlib import Path

import msgspec

from ludotheque.arena.duplicate import Finished
from ludotheque.arena.plan import TournamentPlan
from ludotheque.games.errors import LudothequeError

FORMAT = 1


class KeepingError(LudothequeError):
    """A file that cannot be written, or that holds something else."""


class ResultsHeader(msgspec.Struct, frozen=True):
    """The first line: which format, and what is played."""

    arena: int
    plan: TournamentPlan


class Notebook:
    """Where a tournament's units are kept; without a file they are forgotten in the end."""

    def __init__(self, plan: TournamentPlan, path: Path | None) -> None:
        self.path = path
        self.units: dict[int, Finished] = {}
        self._header = msgspec.json.encode(ResultsHeader(FORMAT, plan)) + b"\n"
        if path is None:
            return
        try:
            text = path.read_bytes() if path.exists() else b""
            self._read(plan, text)
            self._file = path.open("r+b" if text else "wb")
        except OSError as problem:
            raise KeepingError(f"{path} cannot be used: {problem.strerror}") from None
        whole = text[: text.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._file.write(self._header)
            self._file.flush()

    def _read(self, plan: TournamentPlan, text: bytes) -> None:
        """Reads the units of a file; its last line may be incomplete."""
        if self._header.startswith(text):
            return
        header, *lines = text.split(b"\n")[:-1] or [text]
        try:
            found = msgspec.json.decode(header, type=ResultsHeader)
        except msgspec.DecodeError:
            raise KeepingError(f"{self.path} is not a tournament's file") from None
        if found.plan != plan:
            raise KeepingError(f"{self.path} is of another tournament: {difference(found.plan, plan)}")
        for number, line in enumerate(lines, 2):
            try:
                self._take(msgspec.json.decode(line, type=Finished))
            except msgspec.DecodeError:
                raise KeepingError(f"{self.path} is broken in line {number}") from None

    def _take(self, unit: Finished) -> None:
        self.units[unit.number] = unit

    def add(self, unit: Finished) -> None:
        """Keeps a unit."""
        self._take(unit)
        if self.path is not None:
            self._file.write(msgspec.json.encode(unit) + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Ends writing."""
        if self.path is not None:
            self._file.close()


def difference(found: TournamentPlan, wanted: TournamentPlan) -> str:
    """The differences between two plans."""
    for name in TournamentPlan.__struct_fields__:
        theirs, ours = getattr(found, name), getattr(wanted, name)
        if theirs == ours:
            continue
        if name == "code":
            return "the game or its bots have changed since"
        if name == "bots":
            theirs, ours = found.labels, wanted.labels
            if theirs == ours:
                return "the levels had other settings"
        verb = "are" if name.endswith("s") else "is"
        return f"its {name} {verb} {said(theirs)}, not {said(ours)}"
    return "nothing differs"


def said(value: object) -> str:
    """A value as an error names it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}={one}" for key, one in value.items())
    return str(value)


def check_writable(path: Path) -> None:
    """Raises now what would else be found out after hours of play."""
    place = path if path.exists() else path.parent
    if path.is_dir() or not place.exists() or not os.access(place, os.W_OK):
        raise KeepingError(f"{path} cannot be written")
