"""An analysis in a process of low priority, so that whoever serves tables goes on serving them.

The process waits for a word after each decision that it has judged: so it can be held up while others need the
machine, and it ends with whoever began it.

    python -m ludotheque.analysing      reads a line {"record": ..., "seat": ...}, writes progress, then the analysis
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable

import msgspec

from ludotheque.analysis.analyst import Analyst, Progress
from ludotheque.compiling import POLITE
from ludotheque.games.errors import LudothequeError

LONGEST = 1 << 25  # bytes of a line
GO_ON = b"\n"
NOTHING = msgspec.Raw(b"")


class AnalysisJob(msgspec.Struct, frozen=True):
    """A record to be analysed, and the seat to judge."""

    record: str
    seat: int


class AnalysisLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that the process writes: its progress, or at the end the analysis."""

    progress: Progress
    analysis: msgspec.Raw = NOTHING


class BrokenAnalysisError(LudothequeError):
    """A process that ended before its analysis did."""


async def analysed(
    record: str, seat: int, note: Callable[[Progress], None], may_go_on: Callable[[], Awaitable[None]]
) -> bytes:
    """An analysis as JSON. After each decision `may_go_on` is awaited. Cancelled, it ends the process."""
    command = (sys.executable, "-m", "ludotheque.analysing")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        process.stdin.write(msgspec.json.encode(AnalysisJob(record, seat)) + b"\n")
        while line := await process.stdout.readline():
            said = msgspec.json.decode(line, type=AnalysisLine)
            note(said.progress)
            if found := bytes(said.analysis):
                return found
            await may_go_on()
            process.stdin.write(GO_ON)
        errors = await process.stderr.read()
        raise BrokenAnalysisError(errors.decode(errors="replace")[-500:])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()  # closes its pipes


def main() -> None:
    """Analyses for another process, and ends with it."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=AnalysisJob)
    analyst = Analyst(job.record, job.seat)
    progress = Progress(0, 1)
    for progress in analyst.run():
        say(AnalysisLine(progress))
        if not sys.stdin.buffer.readline():
            return
    say(AnalysisLine(progress, msgspec.Raw(msgspec.json.encode(analyst.analysis()))))


def say(line: AnalysisLine) -> None:
    """Tells the other process."""
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
