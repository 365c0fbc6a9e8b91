"""The small talk of bots: a greeting, a sigh, a word of praise now and then, never more than one line a round each.

What they say follows from what everybody knows (a match begins, a round is scored, somebody wins), so that no line
gives anything away. It is chosen by chance that comes in from outside.
"""

from random import Random
from typing import Literal, NamedTuple

from ludotheque.table.commands import Preset
from ludotheque.table.state import Table

MOST_AT_ONCE = 2  # bots that speak at one moment
AFTER = (0.8, 3.0)  # seconds between the moment and a line, each later than the one before
FAR = 0.5  # how far below the others' average a round must end to be sighed at, of the gap between first and last

Moment = Literal["start", "round", "over"]
HOW_OFTEN: dict[Moment, float] = {"start": 0.6, "round": 0.2, "over": 0.6}


class Remark(NamedTuple):
    """A bot's words, some seconds after the moment that they are about."""

    seat: int
    preset: Preset
    after: float


class SmallTalk:
    """The remarks of the bots of one table: each speaks at most once a round."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._known: tuple[int, str, int] | None = None  # match, stage and rounds scored at the last look
        self._spoke: dict[int, tuple[int, int]] = {}  # match and round in which each seat spoke last

    def remarks(self, table: Table) -> list[Remark]:
        """The bots' remarks on this moment. At a first look there are none: it may be long past."""
        facts, play = table.facts, table.play
        now = facts.match, facts.stage, len(play.round_scores) if play is not None else 0
        before, self._known = self._known, now
        if before is None or before == now or facts.setup.lesson:
            return []
        moment = moment_of(before, now)
        return [] if moment is None else self._chosen(table, moment, max(1, now[2]))

    def _chosen(self, table: Table, moment: Moment, number: int) -> list[Remark]:
        match, chance = table.facts.match, self._chance
        bots = [seat for seat, place in enumerate(table.facts.places) if place.level]
        may = [seat for seat in bots if self._spoke.get(seat) != (match, number)]
        chance.shuffle(may)
        lines: list[Remark] = []
        after = 0.0
        for seat in may:
            preset = words(table, seat, moment, chance)
            if len(lines) < MOST_AT_ONCE and preset and chance.random() < HOW_OFTEN[moment]:
                after += chance.uniform(*AFTER)
                self._spoke[seat] = match, number
                lines.append(Remark(seat, preset, after))
        return lines


def moment_of(before: tuple[int, str, int], now: tuple[int, str, int]) -> Moment | None:
    """Happenings between two looks that a bot might speak of."""
    if now[1] == "over" and before[1] != "over":
        return "over"
    if now[1] == "playing" and before[1] == "open":
        return "start"
    return "round" if now[1] == "playing" and now[2] > before[2] else None


def words(table: Table, seat: int, moment: Moment, chance: Random) -> Preset:
    """A bot's remark, or None."""
    if moment == "start":
        return "hello" if table.facts.match == 1 else ""
    play = table.play
    assert play is not None
    if moment == "over":
        return "good_game" if seat in play.winners else chance.choice(("good_game", "well_played", "again"))
    gained = play.round_scores[-1]
    best = max(gained)
    others = [points for place, points in enumerate(gained) if place != seat]
    if gained[seat] == best and best > max(others):
        return "lucky"
    if gained[seat] < sum(others) / len(others) - FAR * (best - min(gained)):
        return chance.choice(("sigh", "oops"))
    return "well_played" if gained.count(best) == 1 else ""
