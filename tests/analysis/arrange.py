"""Matches that bots have played, as records, and their analyses."""

import functools
from collections.abc import Sequence
from typing import Any

from ludotheque.analysis.analyst import analyse
from ludotheque.analysis.result import Analysis
from ludotheque.bots.player import Bot
from ludotheque.games.contract import WAIT
from ludotheque.games.match import Match
from ludotheque.games.record import write_record


@functools.cache
def played(game: str, levels: Sequence[str], seed: int, rounds: int | None = None) -> str:
    """The record of a match between bots of these levels; in a market they look by turns."""
    options: dict[str, Any] = {} if rounds is None else {"rounds": rounds}
    match = Match(game, len(levels), seed=seed, names=levels, **options)
    bots = [Bot(game, level, seed=seed + seat, compiled=False) for seat, level in enumerate(levels)]
    looks = 0
    while not match.over:
        seat = match.actors[looks % len(match.actors)]
        action = bots[seat].choose(match.box.view(match.state, seat), seat).action
        looks += 1
        if action != WAIT:
            match.do(seat, match.box.notation.text(action))
    return write_record(match)


@functools.cache
def analysed(record: str, seat: int) -> Analysis:
    """The analysis of a seat; many tests look at the same."""
    return analyse(record, seat)
