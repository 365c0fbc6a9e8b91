"""An analysis as data, ready for JSON: what a seat chose, what it cost, and how skill and luck added up.

Points are always a seat's points of a round ahead of the mean of the others; a chance is a share of the match, 1 for a
victory of one's own. Actions are texts in notation; deeds and reasons are worded by who shows them (bots/because.py).
"""

from typing import Literal

import msgspec

from ludotheque.bots.because import Because, Deed

FORMAT = 1  # of an analysis; a stored one of another format is made anew
Mark = Literal["fine", "doubtful", "mistake"]
Missed = Literal["", "stop", "trade"]


class Interval(msgspec.Struct, frozen=True):
    """An expected difference, and where it lies with 95 %."""

    mean: float
    low: float
    high: float


class Alternative(msgspec.Struct, frozen=True):
    """One choice that a seat had, and what it promised by what the seat knew."""

    do: str  # the action as a text; empty for doing nothing, where that is possible
    deed: Deed | None  # the same in words
    points: float
    chance: float


class Odds(msgspec.Struct, frozen=True):
    """A hand or a pile that a seat did not see: in how many worlds of a hundred each card lay there.

    Of several identical cards it is a hundred times their average number. What is always the same is left out.
    """

    where: str  # the field of the message of open cards, such as `hands`
    place: int | None  # whose
    cards: dict[str, int]


class JudgedDecision(msgspec.Struct, frozen=True):
    """One decision, judged by the view of its seat right before line `step` of the record.

    Steps count deals and actions from 1, as `ludotheque replay` does. A decision is that line itself, or something that
    was `missed` until then: a right stop that was not cried, or an offer that was not taken.
    """

    step: int
    round: int
    mark: Mark
    legal: int  # how many choices there were; in a market, how many were worth a thought
    played: Alternative
    better: Alternative | None = None  # unless the mark is fine
    points: Interval | None = None  # that the better choice promises more
    chance: Interval | None = None
    because: Because | None = None  # why the better one is
    missed: Missed = ""
    worlds: int = 0  # that each of the compared choices was played out in, by each model
    unseen: list[Odds] = []  # what the seat could know of the cards that it did not see


class Parts(msgspec.Struct, frozen=True):
    """Where the points of a round came from: average + deal + others + own = result."""

    average: float  # of this seat over all deals, by reference play: its place at the table
    deal: float  # what this deal was worth beyond that, by reference play
    others: float  # what others did, and luck with what could not be known: the rest
    own: float  # what own mistakes gave away: 0 or less, but where a gamble for the match would have cost points
    result: int | float  # the points ahead of the others' mean


class JudgedRound(msgspec.Struct, frozen=True):
    """One round of a match for one seat."""

    round: int
    gained: int
    parts: Parts
    given_away: float  # points, by mistakes; nothing is counted that may be chance
    chance_given_away: float
    decisions: int  # with a choice
    doubtful: int
    mistakes: int
    chance: float  # of the match, after the round


class CurvePoint(msgspec.Struct, frozen=True):
    """The chance of the match before line `step` by what the seat knew then, or right after a round."""

    step: int
    chance: float


class LevelRow(msgspec.Struct, frozen=True):
    """Points that a level of bot gives away in a round, by the same judge."""

    level: str
    given_away: float
    margin: float  # to either side, with 95 %
    mistakes: float  # a round
    rounds: int  # that were judged


class Analysis(msgspec.Struct, frozen=True):
    """A finished match, judged for one seat."""

    format: int
    game: str
    seats: int
    names: list[str]
    seat: int
    given_away: float  # points a round
    like: str  # the level that gives away most nearly as much; empty if even the weakest gives away less
    levels: list[LevelRow]
    rounds: list[JudgedRound]
    decisions: list[JudgedDecision]  # all that there was a choice in
    moments: list[int]  # of `decisions`, the three that cost most, the dearest first
    curve: list[CurvePoint]
