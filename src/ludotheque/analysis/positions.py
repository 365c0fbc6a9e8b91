"""The positions of a match to be judged: the decisions of one seat, each with its view at that moment.

In a game of turns these are its actions. In a market they are its stops, trades and swaps with the centre, trades that
came of its own offers, and what it let pass: a right stop or a good offer that was there for a while, judged by what
the seat saw right before it was gone.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludotheque.analysis.judge import Move
from ludotheque.analysis.result import Missed
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT
from ludotheque.games.match import Act, Deal, Match
from ludotheque.games.record import replay

NOTICED = 4.0  # seconds after which somebody could have done what was open to them


class DecisionPoint(NamedTuple):
    """A decision: what a seat saw right before a line of the record, and what it did there."""

    step: int
    view: Record
    played: Move
    others: Sequence[Move] = ()  # what it is compared with; else what the bot names
    missed: Missed = ""


def positions(record: str, log: Sequence[Deal | Act], seat: int) -> Iterator[tuple[Match, list[DecisionPoint]]]:
    """The match after each line of its record, the last one included, and what is judged before the next."""
    watch = MarketWatch(seat)
    for step, match in enumerate(replay(record), 1):
        entry = log[step - 1] if step <= len(log) else None
        if match.box.market:
            yield match, watch.look(match, entry, step)
        else:
            yield match, own_turn(match, entry, step, seat)


def own_turn(match: Match, entry: Deal | Act | None, step: int, seat: int) -> list[DecisionPoint]:
    """The decision that the next line is, if it is one of this seat's and there was a choice."""
    if not isinstance(entry, Act) or entry.seat != seat or len(match.box.legal(match.state, seat)) == 1:
        return []
    action = match.box.notation.parse(entry.do)
    return [DecisionPoint(step, match.box.view(match.state, seat), Move(seat, action))]


class Opening(NamedTuple):
    """Something that a seat could do: since when, and what it saw when it last could."""

    step: int
    at: float | None
    view: Record


class MarketWatch:
    """A market as one seat saw it, looked at before each line of the record."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._open: dict[int, Opening] = {}
        self._last: Act | None = None  # the line before

    def look(self, match: Match, entry: Deal | Act | None, step: int) -> list[DecisionPoint]:
        """The chances missed with the line before, and the decisions of the next line."""
        view, chances = match.box.view(match.state, self._seat), match.box.chances
        now = chances.open_to(view, self._seat)
        found = [*self._missed(match, now, step - 1)]
        at = self._last.at if self._last else None
        self._open = {
            action: self._open[action]._replace(view=view) if action in self._open else Opening(step, at, view)
            for action in now
        }
        self._last = entry if isinstance(entry, Act) else None
        return found + ([] if self._last is None else self._decided(match, view, self._last, step))

    def _missed(self, match: Match, now: Sequence[int], step: int) -> Iterator[DecisionPoint]:
        """Chances that were open for a while, and are not since somebody else acted."""
        if self._last is None or self._last.seat == self._seat:
            return
        for action, since in self._open.items():
            if action not in now and lasted(since, step, self._last.at, match.seats):
                missed = match.box.chances.kind(action)
                yield DecisionPoint(step, since.view, Move(self._seat, WAIT), [Move(self._seat, action)], missed)

    def _decided(self, match: Match, view: Record, act: Act, step: int) -> list[DecisionPoint]:
        """The decision that a line is: one's own action, or a trade that comes of one's own offer."""
        action, chances = match.box.notation.parse(act.do), match.box.chances
        if act.seat == self._seat:
            others = [Move(self._seat, other) for other in chances.instead(action)]
            return [DecisionPoint(step, view, Move(act.seat, action), others)] if chances.judged(action) else []
        refusal = chances.refusal_of(view, self._seat, action)
        if refusal == WAIT:
            return []
        seen = chances.seen_taken(view, act.seat, action)
        return [DecisionPoint(step, seen, Move(act.seat, action), [Move(self._seat, refusal)])]


def lasted(since: Opening, step: int, at: float | None, seats: int) -> bool:
    """Whether there was time enough to notice; in a record without times, whether all could have acted meanwhile."""
    if at is None or since.at is None:
        return step - since.step >= seats
    return at - since.at >= NOTICED
