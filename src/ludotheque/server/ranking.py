"""Results of a set of deals, ranked. Pure. Equals share a rank, and the next one counts them all: 1, 2, 2, 4."""

from collections.abc import Sequence

import msgspec

from ludotheque.store.contract import AttemptSeen


class SetResult(msgspec.Struct, frozen=True):
    """A match of a set that somebody has played to its end."""

    person: str
    name: str
    table: str
    seat: int
    points: int
    at: float
    turn: int = 0


class Ranked(msgspec.Struct, frozen=True):
    """A line of a ranking; `over` tells how much more than a bot made there, if that is known."""

    rank: int
    person: str
    name: str
    points: int
    over: int | None
    table: str


class AtSeat(msgspec.Struct, frozen=True):
    """As much of a seat as a result needs."""

    person: str
    name: str


class Ending(msgspec.Struct, frozen=True):
    """As much of what lists know of a table as a result needs."""

    seats: list[AtSeat]
    scores: list[int] = []


def finished(attempts: Sequence[AttemptSeen]) -> list[SetResult]:
    """The matches that are over, each from the seat of the one who played it."""
    found = []
    for one in attempts:
        if one.stage == "over":
            ending = msgspec.json.decode(one.about, type=Ending)
            for seat, at in enumerate(ending.seats):
                if at.person == one.attempt.person:
                    points = ending.scores[seat]
                    found.append(
                        SetResult(at.person, at.name, one.attempt.table, seat, points, one.touched, one.attempt.turn)
                    )
    return found


def ranked(results: Sequence[SetResult], bot: int | None) -> list[Ranked]:
    """The best first; of equals the one who finished first stands first, on the same rank."""
    order = sorted(results, key=lambda one: (-one.points, one.at, one.person))
    ranks: dict[int, int] = {}  # by points
    for rank, one in enumerate(order, 1):
        ranks.setdefault(one.points, rank)
    return [
        Ranked(
            ranks[one.points],
            one.person,
            one.name,
            one.points,
            None if bot is None else one.points - bot,
            one.table,
        )
        for one in order
    ]
