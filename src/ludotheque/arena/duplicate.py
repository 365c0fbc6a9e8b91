"""A match played from the same decks in several arrangements, so that luck is shared by all."""

import functools
from collections import Counter
from collections.abc import Sequence

import msgspec

from ludotheque.arena.plan import DuplicateDeal, TournamentPlan
from ludotheque.arena.seating import Seating
from ludotheque.arena.table import BotMatch
from ludotheque.arena.thinking import bin_of
from ludotheque.bots.levels import level
from ludotheque.games.box import box


class MatchResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in one arrangement: who sat where, and how it ended."""

    seating: Seating
    rounds: int
    scores: tuple[int, ...]  # by place: the seats, and in Willi perhaps Willi himself
    endings: dict[str, int] = {}
    acts: dict[str, int] = {}


class Finished(msgspec.Struct, frozen=True):
    """A unit that has been played, with each entrant's thinking times: how many decisions fell into which bin."""

    number: int
    matches: tuple[MatchResult, ...]
    thinking: tuple[dict[int, int], ...]

    @property
    def rounds(self) -> int:
        """How many rounds were played, in all arrangements together."""
        return sum(match.rounds for match in self.matches)


def play_unit(plan: TournamentPlan, unit: DuplicateDeal) -> Finished:
    """Plays a match in all its arrangements."""
    warm_up(plan.game, plan.seats)
    secret = f"arena {plan.seed} {unit.number}".encode()
    thinking: list[Counter[int]] = [Counter() for _ in plan.bots]
    matches = []
    for seating in unit.seatings:
        outcome = BotMatch(plan.game, [plan.bots[one] for one in seating], plan.options, secret).play()
        for one, seconds in zip(seating, outcome.seconds, strict=True):
            thinking[one].update(map(bin_of, seconds))
        matches.append(MatchResult(seating, outcome.rounds, tuple(outcome.scores), outcome.endings, outcome.acts))
    return Finished(unit.number, tuple(matches), tuple(map(dict, thinking)))


@functools.cache
def warm_up(game: str, seats: int) -> None:
    """Plays a quick match first, so that nobody's thinking time has the compiler in it."""
    kinds: Sequence[str] = ("expert:simulations=8", "newcomer")
    levels = [level(game, kinds[seat % 2]) for seat in range(seats)]
    BotMatch(game, levels, box(game).options(), b"warming up").play()
