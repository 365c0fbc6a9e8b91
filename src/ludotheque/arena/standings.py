"""The results of each entrant. A unit is one sample: its matches are averaged first."""

from collections.abc import Iterator, Sequence
from statistics import fmean

import msgspec

from ludotheque.arena.duplicate import Finished, MatchResult
from ludotheque.arena.plan import TournamentPlan
from ludotheque.arena.ratings import Rating, ratings
from ludotheque.arena.statistics import Estimate, estimate
from ludotheque.arena.thinking import Thinking, thought


class PlaceResult(msgspec.Struct, frozen=True):
    """How somebody did: points a round, and the share of matches won (a shared victory counts in part)."""

    points: Estimate
    wins: Estimate


class EntrantResult(msgspec.Struct, frozen=True):
    """How an entrant did: `ahead` are points a round more than the mean of its rivals at the same table."""

    name: str
    points: Estimate
    wins: Estimate
    ahead: Estimate
    rating: Rating
    thinking: Thinking
    seats: list[PlaceResult]


class Mark(msgspec.Struct, frozen=True):
    """How a seat did in one match."""

    points: float
    win: float
    ahead: float


def standings(plan: TournamentPlan, units: Sequence[Finished]) -> list[EntrantResult]:
    """All entrants, in the order in which they were named. Who has not played yet is left out."""
    rated = ratings(len(plan.bots), units)
    found = []
    for one, name in enumerate(plan.labels):
        samples = sampled(marks_of(unit, one) for unit in units)
        if not samples:
            continue
        by_seat = [sampled(marks_of(unit, one, seat) for unit in units) for seat in range(plan.seats)]
        found.append(
            EntrantResult(
                name=name,
                points=estimate([sample.points for sample in samples]),
                wins=estimate([sample.win for sample in samples]),
                ahead=estimate([sample.ahead for sample in samples]),
                rating=rated[one],
                thinking=thought(unit.thinking[one] for unit in units),
                seats=[place(marks) for marks in by_seat],
            )
        )
    return found


def sampled(units: Iterator[list[Mark]]) -> list[Mark]:
    """One mark a unit: the mean of all in it."""
    return [
        Mark(fmean(m.points for m in marks), fmean(m.win for m in marks), fmean(m.ahead for m in marks))
        for marks in units
        if marks
    ]


def place(samples: Sequence[Mark]) -> PlaceResult:
    """Marks as estimates."""
    return PlaceResult(estimate([sample.points for sample in samples]), estimate([sample.win for sample in samples]))


def marks_of(unit: Finished, entrant: int, seat: int | None = None) -> list[Mark]:
    """How an entrant did in a unit: in all its seats, or in one."""
    return [
        mark(match, at)
        for match in unit.matches
        for at, one in enumerate(match.seating)
        if one == entrant and seat in (None, at)
    ]


def mark(match: MatchResult, seat: int) -> Mark:
    """How a seat did, and by how much better than its rivals: those that are not the same entrant."""
    own = match.scores[seat]
    rivals = [
        score for score, one in zip(match.scores, match.seating, strict=False) if one != match.seating[seat]
    ]  # a place without a player comes last and is nobody's rival
    best = max(match.scores)
    win = 1 / match.scores.count(best) if own == best else 0.0
    return Mark(own / match.rounds, win, (own - fmean(rivals)) / match.rounds)


def bystander(plan: TournamentPlan, units: Sequence[Finished]) -> PlaceResult | None:
    """How the place without a player did, if there is one: Willi himself among three."""
    if len(units[0].matches[0].scores) == plan.seats:
        return None
    return place(sampled([mark_of_bystander(match) for match in unit.matches] for unit in units))


def mark_of_bystander(match: MatchResult) -> Mark:
    """The last place's points, and whether it won."""
    own, best = match.scores[-1], max(match.scores)
    return Mark(own / match.rounds, 1 / match.scores.count(best) if own == best else 0.0, 0.0)
