"""A finished match, judged for one seat, one decision after another: whoever runs it can show progress, pause or stop.

>>> from ludotheque.games.match import Match
>>> from ludotheque.games.record import write_record
>>> Analyst(write_record(Match("willi", seats=4, seed=7)), seat=0)
Traceback (most recent call last):
    ...
ludotheque.table.errors.RefusedError: This match is not over; only what is over can be analysed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from ludotheque.analysis.judge import Judge, Judged, Move, Promise, seed_of
from ludotheque.analysis.knowledge import odds
from ludotheque.analysis.levels import level_rows, like
from ludotheque.analysis.luck import RoundLuck, ahead
from ludotheque.analysis.positions import DecisionPoint, positions
from ludotheque.analysis.result import (
    FORMAT,
    Alternative,
    Analysis,
    CurvePoint,
    JudgedDecision,
    JudgedRound,
    Odds,
    Parts,
)
from ludotheque.bots.because import Because, deed
from ludotheque.games.box import Box, box
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import Match
from ludotheque.games.record import header_in, read_record
from ludotheque.table.errors import RefusedError

MOMENTS = 3


class Progress(NamedTuple):
    """How far an analysis is: lines of the record that are done, of how many."""

    done: int
    of: int


def analyse(record: str, seat: int, progress: Callable[[Progress], None] = lambda progress: None) -> Analysis:
    """A finished match as one seat played it, judged by what that seat could know."""
    analyst = Analyst(record, seat)
    for so_far in analyst.run():
        progress(so_far)
    return analyst.analysis()


class Analyst:
    """Analyses a match for one seat. Raises at once if there is nothing that it could judge."""

    def __init__(self, record: str, seat: int) -> None:
        self.record = record
        self.seat = seat
        self.match = finished_match(record)
        if not 0 <= seat < self.match.seats:
            raise RefusedError("no_such_seat", seat=seat, last=self.match.seats - 1)
        self._decisions: list[JudgedDecision] = []
        self._rounds: list[JudgedRound] = []
        self._curve: list[CurvePoint] = []

    def run(self) -> Iterator[Progress]:
        """Judges one decision after another."""
        game, steps = self.match.box, len(self.match.log)
        judge = Judge(game)
        luck = RoundLuck(judge.models[-1], self.seat)
        for lines, (match, found) in enumerate(positions(self.record, self.match.log, self.seat)):
            for position in found:
                view, played = position.view, position.played
                judged = judge.judge(view, self.seat, played, position.others)
                unseen = odds(game, judge.models[-1], view, self.seat, seeded(seed_of(view, self.seat, played)))
                self._note(decision(game, position, judged, unseen, self.seat))
                yield Progress(position.step, steps)
            if len(match.round_scores) > len(self._rounds):  # what was missed until its last line is found by now
                self._end_round(match, lines, luck)
            luck.look(match)

    def _note(self, made: JudgedDecision) -> None:
        self._decisions.append(made)
        self._curve.append(CurvePoint(made.step, made.played.chance))

    def _end_round(self, match: Match, step: int, luck: RoundLuck) -> None:
        """Adds up a round that is over."""
        number = len(self._rounds) + 1
        own = [one for one in self._decisions if one.round == number]
        mistakes = [one for one in own if one.mark == "mistake"]
        points = sum(one.points.mean for one in mistakes if one.points)
        gained = match.round_scores[-1]
        made = JudgedRound(
            round=number,
            gained=gained[self.seat],
            parts=parts(luck, -points, ahead(gained, self.seat)),
            given_away=round(points, 3),
            chance_given_away=round(sum(one.chance.mean for one in mistakes if one.chance), 4),
            decisions=len(own),
            doubtful=sum(one.mark == "doubtful" for one in own),
            mistakes=len(mistakes),
            chance=luck.chance(match),
        )
        self._rounds.append(made)
        self._curve.append(CurvePoint(step, made.chance))

    def analysis(self) -> Analysis:
        """All that was found out."""
        match, rounds = self.match, self._rounds
        given_away = sum(one.given_away for one in rounds) / len(rounds)
        levels = level_rows(match.box.name)
        return Analysis(
            format=FORMAT,
            game=match.box.name,
            seats=match.seats,
            names=match.names,
            seat=self.seat,
            given_away=round(given_away, 3),
            like=like(levels, given_away),
            levels=levels,
            rounds=rounds,
            decisions=self._decisions,
            moments=moments(self._decisions),
            curve=self._curve,
        )


def finished_match(record: str) -> Match:
    """The match of a record, if it is over and was played by these rules."""
    with unreadable():
        header = header_in(record.partition("\n")[0])
        known = box(header.game).rules.VERSION
    if header.lesson:
        raise RefusedError("analysis_lesson")
    if header.rules != known:
        raise RefusedError("analysis_rules", played=header.rules, known=known)
    with unreadable():
        match = read_record(record)
    if not match.over:
        raise RefusedError("analysis_unfinished")
    return match


@contextmanager
def unreadable() -> Iterator[None]:
    """Refuses a record that is broken or against the rules."""
    try:
        yield
    except (LudothequeError, msgspec.MsgspecError, UnicodeError) as problem:
        raise RefusedError("analysis_illegal", problem=str(problem)) from None


def parts(luck: RoundLuck, own: float, result: float) -> Parts:
    """Where the points of a round came from: what the others did is what is left."""
    average, deal = luck.average, luck.dealt - luck.average
    return Parts(*(round(part, 3) for part in (average, deal, result - average - deal - own, own, result)))


def decision(game: Box, position: DecisionPoint, judged: Judged, unseen: list[Odds], seat: int) -> JudgedDecision:
    """A decision and its judgement as data."""
    view = position.view
    better = None if judged.better is None else alternative(game, view, judged.better, judged.instead)
    because = None
    if judged.better is not None and judged.better.action != WAIT:
        because = Because(*game.reasons.because(view, seat, judged.better.action))
    return JudgedDecision(
        step=position.step,
        round=int(view.rounds),
        mark=judged.mark,
        legal=judged.legal,
        played=alternative(game, view, position.played, judged.played),
        better=better,
        points=judged.points,
        chance=judged.chance,
        because=because,
        missed=position.missed,
        worlds=judged.worlds,
        unseen=unseen,
    )


def alternative(game: Box, view: Record, move: Move, promise: Promise | None) -> Alternative:
    """A choice as data; to wait is a choice without a text."""
    assert promise is not None
    waits = move.action == WAIT
    text = "" if waits else game.notation.text(move.action)
    return Alternative(text, None if waits else deed(game, view, move.action), *promise)


def moments(decisions: list[JudgedDecision]) -> list[int]:
    """The decisions that cost most of the match, by their place in the list; mistakes before what is only doubtful."""
    costly = [(one.mark == "mistake", one.chance.mean, i) for i, one in enumerate(decisions) if one.chance]
    return [i for *_, i in sorted(costly, key=lambda cost: (not cost[0], -cost[1]))[:MOMENTS]]
