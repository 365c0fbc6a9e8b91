"""Results of an evening, compared across its tables: with those who had the same cards in the same seat. Pure.

As in duplicate bridge: `over` is how many points more somebody made than the others in that seat on average. Of equals
the one is first who has the more match points: 2 for each of those others who made less, 1 for each who made as much.
Who has the same of both shares a rank, and the next one counts them all: 1, 2, 2, 4.
"""

from collections.abc import Sequence

import msgspec


class SeatResult(msgspec.Struct, frozen=True):
    """The points of a seat at a table of an evening; a bot has no person."""

    table: int
    seat: int
    person: str
    name: str
    points: int


class EveningRanked(msgspec.Struct, frozen=True):
    """A line of an evening's ranking: somebody's points, and how they compare with the others in that seat."""

    rank: int
    person: str
    name: str
    table: int
    seat: int
    points: int
    over: float  # more than the others in that seat made on average
    match_points: int


class Compared(msgspec.Struct, frozen=True):
    """A result beside those of the same seat at other tables."""

    result: SeatResult
    others: list[int]  # their points

    @property
    def more(self) -> int:
        """How much more than the others on average, times their number: an exact number to go by."""
        return len(self.others) * self.result.points - sum(self.others)

    @property
    def over(self) -> float | None:
        """How much more than the others on average; nobody knows where there are none."""
        return self.more / len(self.others) if self.others else None

    @property
    def match_points(self) -> int:
        """Two for each of the others who made less, one for each who made as much."""
        return sum((self.result.points > one) + (self.result.points >= one) for one in self.others)

    @property
    def worth(self) -> tuple[int, int]:
        """The number that decides a rank, and the one that decides among equals."""
        return self.more, self.match_points


def compared(results: Sequence[SeatResult]) -> list[Compared]:
    """Each result beside those of the same seat at the other tables."""
    return [
        Compared(one, [other.points for other in results if other.seat == one.seat and other.table != one.table])
        for one in results
    ]


def evening_ranking(results: Sequence[SeatResult]) -> list[EveningRanked]:
    """The people, the best first; nobody while there is only one table to compare."""
    found = sorted(
        (one for one in compared(results) if one.result.person and one.others),
        key=lambda one: (-one.more, -one.match_points, one.result.table, one.result.seat),
    )
    lines = []
    for one in found:
        rank = 1 + sum(other.worth > one.worth for other in found)
        mine, over = one.result, one.over
        assert over is not None
        lines.append(
            EveningRanked(rank, mine.person, mine.name, mine.table, mine.seat, mine.points, over, one.match_points)
        )
    return lines
