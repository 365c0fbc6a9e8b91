"""OpenSkill ratings, from the order in which matches ended: for leagues in which not everybody meets at every table.

A rating is the mean of a belief about a bot's strength and its spread; every bot begins with 25 and 25/3. Matches are
rated in the order of their units. Who sits in several seats gets the mean of what each of them would have got.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

from ludotheque.arena.duplicate import Finished, MatchResult
from ludotheque.arena.workers import MissingError

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength as OpenSkill sees it. `sure` is what it very likely has at least."""

    mu: float
    sigma: float
    sure: float


def rating_model() -> "PlackettLuce":
    """The model that bots are rated by."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingError('the arena needs OpenSkill: pip install "ludotheque[arena]"') from None
    return PlackettLuce()


def ratings(entrants: int, units: Sequence[Finished]) -> list[Rating]:
    """The ratings of all entrants after all matches."""
    model = rating_model()
    current = [model.rating() for _ in range(entrants)]
    for unit in units:
        for match in unit.matches:
            rate(model, current, match)
    return [Rating(round(one.mu, 2), round(one.sigma, 2), round(one.ordinal(), 2)) for one in current]


def rate(model: "PlackettLuce", current: "list[PlackettLuceRating]", match: MatchResult) -> None:
    """Updates the ratings by one match, without places that nobody plays."""
    scores = [float(score) for score in match.scores[: len(match.seating)]]
    after = model.rate([[current[one]] for one in match.seating], scores=scores)
    for one in set(match.seating):
        own = [team[0] for team, seated in zip(after, match.seating, strict=True) if seated == one]
        current[one] = model.rating(fmean(r.mu for r in own), fmean(r.sigma for r in own))
